# What the interviewer says beside the interview: greeting, commands, and inputs that cannot be used.

greeting =
    Hello. I am Raconteur, an interviewer: I ask one question at a time, and write down what you tell me in your own words.

    Answer in your own time, in a line or in pages, today or next week. You can skip any question and stop whenever you like.
ask-name = What would you like me to call you?
ask-name-again = I am here to ask you questions and to write down what you tell. First just a name, please, as you would like to be called; everything else comes after it.
how-to-name = What would you like me to call you? Please write the name behind the command, like this: /name Anna
choose-interview = { $name ->
        [none] Which interview would you like to begin?
       *[other] Thank you, { $name }. Which interview would you like to begin?
    }
interview-about = “{ $title }”: { $about }
interview-kept = “{ $title }”, which you have begun, is kept as it is; /resume goes on with it.
kept-as-beginning = What you have told me already stands at the beginning of your story.
name-kept = I shall call you { $name }.
name-none = Very well, no name.

button-skip = Skip
button-pause = Pause
button-done = Finish
button-resume = Go on
button-undo = Take back
button-transcript = Send my transcript
button-no-name = I'd rather not say
button-anew = Begin a new one

progress-line = Question { $done } of about { $total }

in-the-middle = You are in the middle of “{ $title }”, at question { $done } of about { $total }. Shall we go on?
was-paused = “{ $title }” is waiting for you at question { $done } of about { $total }. Shall we go on?
was-completed = “{ $title }” is finished. You can open it again and add to it, or begin a new one.
resumed = Good to have you back{ $name ->
        [none] {""}
       *[other] , { $name }
    }. We were talking about: { $chapter }.
# $title is what the interview is about: an episode.
resumed-about = Good to have you back{ $name ->
        [none] {""}
       *[other] , { $name }
    }. We were talking about “{ $title }”.
resumed-plain = Good to have you back{ $name ->
        [none] {""}
       *[other] , { $name }
    }.
last-told = You had last told me:
asked-again = And the question was:
resumed-answered = You had answered that question already, so here is the next.
reopened = It is open again. What you write now is added to the last question, and /done sends the new transcript.
choose-resume = Which one shall we go on with?
nothing-to-resume = There is nothing to go on with yet. /start begins.

paused = We stop here for now. Everything you said is kept. When you would like to go on, send /resume.
already-paused = We have stopped for now already. When you would like to go on, send /resume.
already-done = This interview is finished already. /transcript sends you the file again, /resume opens the interview again.
transcript-caption = Your transcript, in your own words.
transcript-empty = There is nothing in the transcript yet: it begins with your first answer.
reflections-caption = Readings of what you told, written by a language model.
undone = Taken back. I ask that one again:
nothing-to-undo = There is no answer to take back.
back-to = Back to the question before. What you said to it is kept; write what you would like to add.
nothing-before = This is the first question; there is none before it.
nothing-to-skip = There is no question open just now. /start begins, /resume goes on.
farewell = Until next time. Everything you told is kept.
you-are-welcome = You are welcome. Everything you told is kept.
nothing-to-pause = No interview is under way. /start begins one.
nothing-to-finish = No interview is under way. /start begins one.

status = “{ $title }” ({ $state })
    { $bar } { $done } of about { $total }
state-active = under way
state-paused = paused
state-completed = finished
state-abandoned = put aside
no-status = No interview is under way. /start begins one.

language-now = From now on I speak English. You can answer in any language you like.
choose-language = Which language shall I speak?
language-name = English
language-unknown = I speak: { $languages }. For example: /language { $example }

edited = I have changed that in your transcript.
edited-taken-back = That message was taken back, so it is not in your transcript. To have it there, please send it as a new message.
removed = All right, that is no longer in your transcript.
removed-unused = All right, I have deleted that.
removed-correction = All right, your answer is again as I had it before:
stale-button = That button belongs to an earlier question; nothing was changed.
unknown-command = I do not know the command { $command }. /help shows those that I know. To answer me, just write without the slash.
unknown-interview = There is no interview called { $kind } here. /interview shows those that there are.
finished-session = This interview is finished, so I have not added that. Write /resume to open it again, then send it once more; or begin a new one with /start.
no-session = No interview is under way. Which one would you like to begin?

unusable-sticker = A sticker is hard for me to read. Please tell me in words; a few are enough.
unusable-location = I cannot take a location as an answer. Please tell me about the place in words.
unusable-photo = I cannot see photographs. Please tell me in words what this one shows.
unusable-file = I cannot open files. Please write your answer as a message; a long one may come in several.
unusable-too-large = That file is too large for me, and I cannot open files anyway. Please write your answer as a message.
unusable-empty = That message was empty. Please write your answer, or /skip for the next question.
unusable-other = I cannot read a message of that kind. Please tell me in words; /skip goes to the next question.

stranger = This interviewer is private. To take part, please give the person who runs it this number: { $id }

error-internal = Something went wrong on my side. Nothing that you wrote is lost. Please try again in a moment.
error-too-large = The file { $name } is too large to send here. The person who runs this bot has it.

help =
    I ask one question at a time, and you answer in your own words. These commands help:

command-start = Begin, or go on
command-interview = Choose an interview
command-pause = Stop for now
command-resume = Go on where we were
command-skip = Next question, please
command-back = Return to the question before
command-undo = Take back my last answer
command-done = Finish and receive the transcript
command-status = How far we are
command-transcript = Send me what is written down so far
command-language = Speak another language
command-name = Change what you call me
command-help = What I can write here

# What the interviewer says beside the interview: greeting, commands, and inputs that cannot be used.

greeting =
    Hello. I am Raconteur, a program that interviews people: I ask one question at a time, and keep what you tell me in your own words.

    Answer in your own time, in a line or in pages, today or next week. You can skip any question and stop whenever you like.
ask-name = What would you like me to call you?
ask-name-again = I ask people questions and write down what they tell. First, what would you like me to call you?
how-to-name = What would you like me to call you? Please write the name after the command, like this: /name Anna
choose-interview = { $name ->
        [none] Which interview would you like to begin?
       *[other] Thank you, { $name }. Which interview would you like to begin?
    }
interview-about = “{ $title }”: { $about }
interview-kept = “{ $title }” is kept as it is; /resume goes on with it.
kept-as-beginning = What you have told me already is the beginning of your story.
name-kept = I’ll call you { $name }.
name-none = All right, no name.

button-skip = Skip
button-more = Tell more
button-kept-back = Kept out of your file: { $count }
button-elsewhere = A different question
button-pause = Pause
button-done = Finish
button-resume = Go on
button-undo = Take back
button-transcript = Send my transcript
button-no-name = I'd rather not say
button-anew = Begin a new one

progress-line = Question { $done } of about { $total }

in-the-middle = You are in the middle of “{ $title }”. Shall we go on?
was-paused = “{ $title }” is waiting for you. Shall we go on?
was-completed = “{ $title }” is finished. You can open it again and add to it, or begin a new one.
resumed = Good to have you back{ $name ->
        [none] {""}
       *[other] , { $name }
    }. We were talking about: { $chapter }.
# $title: of the episode; $done of $total questions; $words: what they told last, where $told is yes.
resumed-at = Good to have you back{ $name ->
        [none] {""}
       *[other] , { $name }
    }. We were at question { $done } of about { $total } on “{ $title }”{ $told ->
        [yes] , and the last thing you told me was: “{ $words }”
       *[no] .
    }
# $title is what the interview is about: an episode.
resumed-about = Good to have you back{ $name ->
        [none] {""}
       *[other] , { $name }
    }. We were talking about “{ $title }”.
resumed-plain = Good to have you back{ $name ->
        [none] {""}
       *[other] , { $name }
    }.
resumed-floor = Tell me whatever you like: more of this, or something quite different.
reopened = It is open again. What you write now is added to the last question, and /done sends the new file.
choose-resume = Which one shall we go on with?
nothing-to-resume = There is nothing to go on with yet. To begin: /start.

paused = All right, we stop here for now. Everything is kept. To go on, send /resume.
already-paused = We have stopped already. To go on, send /resume.
already-done = This interview is finished. /transcript sends you the file again, /resume opens it again.
transcript-caption = Your transcript, in your own words.
transcript-empty = There is nothing to send yet: it begins with your first answer.
reflections-caption = Readings of what you told, written by a language model.
undone = Taken back. I’ll ask that again:
nothing-to-undo = There is no answer to take back.
back-to = Back to the question before. What you said is kept; write what you would like to add.
nothing-before = This is the first question.
nothing-to-skip = There is no question just now. To begin: /start. To go on: /resume.
farewell = Until next time. Everything you told me is kept.
nothing-to-pause = No interview is under way. To begin: /start.
nothing-to-finish = No interview is under way. To begin: /start.

status = “{ $title }” ({ $state })
state-active = under way
state-paused = paused
state-completed = finished
state-abandoned = put aside
no-status = No interview is under way. To begin: /start.

language-now = From now on I’ll speak English. You can answer in any language you like.
choose-language = Which language shall I speak?
language-name = English
language-unknown = I speak: { $languages }. For example: /language { $example }

edited = I have changed that in your transcript.
edited-code = I have changed that in your transcript. Changed code is not run again by itself: to have it run, please send it as a new message.
edited-taken-back = You took that message back, so it is not in your transcript. To have it there, please send it as a new message.
removed = All right, that is no longer in your transcript.
removed-unused = All right, I have deleted that.
removed-correction = All right, your answer is again as it was:
stale-button = That button belongs to an earlier question; nothing has changed.
unknown-command = I don’t know the command { $command }. /help shows those I know. To answer me, just write without the slash.
unknown-interview = There is no interview called { $kind } here. /interview shows which there are.
finished-session = This interview is finished. What you just wrote is kept with it. Open it again to go on, or begin a new one.
no-session = No interview is under way. Which one would you like to begin?

unusable-sticker = I can’t read stickers. Please tell me in words; a few are enough.
unusable-location = I can’t read a map. Please tell me about the place in words.
unusable-file = I can’t open files. Please write your answer as a message; a long one can come in several.
unusable-too-large = That file is too large, and I can’t open files anyway. Please write your answer as a message.
unusable-empty = That message was empty. Please write your answer. For the next question: /skip.
unusable-unproven = I can only be sure that a mail is yours when it’s a reply to one of mine, since anybody can write any sender. Please reply to this mail; I’ll take your reply as your answer.
unusable-other = I can’t read a message of that kind. Please tell me in words. For the next question: /skip.

stranger = This bot answers only people who were invited. To take part, please give the person who runs it this number: { $id }

error-internal = Something went wrong on my side. Nothing you wrote is lost. Please try again in a moment.
error-too-large = The file { $name } is too large to send here. The person who runs this bot has it.

help =
    I ask one question at a time, and you answer in your own words. These commands help:

button-all-commands = All commands
command-start = Begin, or go on
command-interview = Choose an interview
command-pause = Take a break
command-resume = Go on
command-skip = Skip this question
command-back = Return to the question before
command-undo = Take back my last answer
command-done = Finish and get what I told
command-status = How far we are
command-transcript = Send me what I told so far
command-language = Speak another language
command-name = Change what you call me
command-help = What I can do here

# What the interviewer says beside the interview: greeting, commands, and inputs that cannot be used.

greeting =
    Hello. I’m Raconteur, a program that interviews people: I ask one question at a time and keep what you tell me in your own words.

    Answer in your own time, in a line or in pages, today or next week. You can skip any question and stop whenever you like.
ask-name = What would you like me to call you?
ask-name-again = I ask people questions and write down their answers. First, what would you like me to call you?
how-to-name = What would you like me to call you? Please write the name after the command, like this: /name Anna
choose-interview = { $name ->
        [none] Which interview would you like to begin?
       *[other] Thank you, { $name }. Which interview would you like to begin?
    }
interview-about = “{ $title }”: { $about }
interview-kept = “{ $title }” is saved; /resume continues it.
kept-as-beginning = What you’ve already told me will be the beginning of your story.
name-kept = I’ll call you { $name }.
name-none = All right, no name.

button-skip = Skip
button-more = I have more
button-kept-back = Kept out of your file: { $count }
button-elsewhere = A different question
button-pause = Pause
button-done = Finish
button-resume = Continue
button-undo = Take it back
button-transcript = Send my transcript
button-no-name = I'd rather not say
button-anew = Start a new one

progress-line = Question { $done } of about { $total }

in-the-middle = You’re in the middle of “{ $title }”. Continue?
was-paused = “{ $title }” is waiting for you. Continue?
was-completed = “{ $title }” is finished. You can open it again and add to it, or start a new one.
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
resumed-floor = Tell me whatever you like: more of this, or something completely different.
reopened = It’s open again. I’ll add whatever you write now to your last answer, and /done sends you the new file.
choose-resume = Which one would you like to continue?
nothing-to-resume = There’s nothing to continue yet. To begin: /start.

paused = All right, let’s stop here for now. Everything is saved. To continue, send /resume.
already-paused = We’ve already stopped. To continue, send /resume.
already-done = This interview is finished. /transcript sends you the file again; /resume reopens it.
transcript-caption = Your transcript, in your own words.
transcript-as-pdf = PDF
transcript-as-docx = Word
transcript-as-md = Text (Markdown)
transcript-forms = Your transcript comes in three formats: /transcript pdf, /transcript word or /transcript markdown.
transcript-empty = There’s nothing to send yet: your file begins with your first answer.
reflections-caption = Readings of your story, written by a language model.
undone = Taken back. Here’s the question again:
nothing-to-undo = There’s no answer to take back.
back-to = Back to the previous question. Your answer is saved; write whatever you’d like to add.
nothing-before = This is the first question.
nothing-to-skip = There’s no question open right now. To begin: /start. To continue: /resume.
farewell = Until next time. Everything you’ve told me is saved.
nothing-to-pause = You’re not in an interview right now. To begin: /start.
nothing-to-finish = You’re not in an interview right now. To begin: /start.

status = “{ $title }” ({ $state })
state-active = in progress
state-paused = paused
state-completed = finished
state-abandoned = archived
no-status = You’re not in an interview right now. To begin: /start.

language-now = From now on I’ll speak English. You can answer in any language you like.
choose-language = Which language should I speak?
language-name = English
language-unknown = I speak: { $languages }. For example: /language { $example }

edited = I’ve changed that in your transcript.
edited-code = I’ve changed that in your transcript. Edited code doesn’t run again on its own: to run it, please send it as a new message.
edited-taken-back = You took that message back, so it isn’t in your transcript. To include it, please send it as a new message.
removed = All right, that’s no longer in your transcript.
removed-unused = All right, I’ve deleted that.
removed-correction = All right, your answer is back to what it was:
stale-button = That button belongs to an earlier question; nothing has changed.
unknown-command = I don’t know the command { $command }. /help lists the ones I know. To answer me, just write without the slash.
unknown-interview = There’s no interview called { $kind } here. /interview lists them.
finished-session = This interview is finished. I’ve saved what you just wrote with it. Open it again to continue, or start a new one.
no-session = You’re not in an interview right now. Which one would you like to begin?

unusable-sticker = I can’t read stickers. Please tell me in words; a few are enough.
unusable-location = I can’t read a map. Please tell me about the place in words.
unusable-file = I can’t open files. Please write your answer as a message; a long one can come in several.
unusable-too-large = That file is too large, and I can’t open files anyway. Please write your answer as a message.
unusable-empty = That message was empty. Please write your answer. For the next question: /skip.
unusable-unproven = Anybody can fake a sender’s address, so I can only be sure an email is yours when it replies to one of mine. Please reply to this email; I’ll take your reply as your answer.
unusable-other = I can’t read that kind of message. Please tell me in words. For the next question: /skip.

stranger = This bot is by invitation only. To take part, please give the person who runs it this number: { $id }

error-internal = Something went wrong on my end. Nothing you wrote is lost. Please try again in a moment.
error-too-large = The file { $name } is too large to send here. The person who runs this bot has it.

help =
    I ask one question at a time, and you answer in your own words. These commands help:

button-all-commands = All commands
command-start = Begin or continue
command-interview = Choose an interview
command-pause = Take a break
command-resume = Continue
command-skip = Skip this question
command-back = Go back to the previous question
command-undo = Take back my last answer
command-done = I’m finished
command-status = How far we’ve come
command-transcript = My file so far
command-language = Switch language
command-name = Change what you call me
command-help = What I can do here

# Words after the end, and an interview that is opened again.
button-postscript = Add this to my story
postscript-title = Added on { $day }
postscript-lead = Something you added later.
postscript-added = It’s part of your story now. A new file is on its way.
reopened-next = It’s open again. Let’s pick up where we stopped.
command-elsewhere = A different question

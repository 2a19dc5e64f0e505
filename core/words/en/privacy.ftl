### What becomes of what people tell: the text that they agree to, /privacy, and /export.

## The text that people agree to. It is kept with them word for word.

consent-kept =
    Your words are kept on the computer of the person who runs this bot{ $operator ->
        [none] {""}
       *[other] {" "}({ $operator })
    }, who can read them.
consent-carried = { $carrier } carries our messages.
consent-model-nowhere = Nobody else receives them.
consent-model-here = To choose my questions and to take notes, a language model on the same computer reads them. Nobody else receives them.
consent-model-nearby = To choose my questions and to take notes, they are also sent to a language model on another computer of that person’s ({ $host }). Nobody else receives them.
consent-model-provider = To choose my questions and to take notes, they are also sent to a language model of { $host }. Nobody else receives them.
consent-heard =
    Voice messages are turned into text by a program on the computer where your words are kept{ $kept ->
        [yes] ; the recordings are kept there, too.
       *[other] ; afterwards the recordings are deleted.
    }
consent-links = A link that you send is opened from the computer where your words are kept, so the site sees its address.
consent-copied =
    { $which ->
        [inkwell] Notes on an episode from an Inkwell folder are also put into that folder; /delete leaves them there.
       *[other] A copy of the notes that you get is put into a folder of that person’s; /delete leaves it there.
    }
consent-voluntary = Taking part is up to you. You can skip a question or stop at any time, have everything sent to you (/export) or deleted (/delete). More about this: /privacy.

## Around it

consent-before = { $name ->
        [none] Before we begin with “{ $title }”:
       *[other] Thank you, { $name }. Before we begin with “{ $title }”:
    }
consent-question = Do you agree?
consent-again = “{ $title }” begins as soon as I have your yes: is what I told you about your words all right with you? A yes or a no is enough. /privacy says more about it.
consent-declined = That is quite all right. Then we do not begin, and what you have told me just now is not kept. Should you change your mind, /start is enough; /delete removes your name, too.
kept-for-later = I have kept what you have just told me. We shall begin with it.
kept-too = I have kept that, too.
button-agree = I agree, let us begin
button-decline = No, thank you

## /privacy

privacy-kept =
    Kept are the name you gave, all messages of our chat, your interviews with their earlier wordings, and what is made of them: notes, summaries, files. It all lies on the computer of the person who runs this bot{ $operator ->
        [none] {""}
       *[other] {" "}({ $operator })
    }; whoever can open it there can read it.
privacy-carried = { $carrier } carries our messages and files, so its servers see them.
privacy-model-nowhere = No language model is used.
privacy-model-here = A language model ({ $model }) on the same computer helps me.
privacy-model-nearby = A language model ({ $model }) on another computer of that person’s ({ $host }) helps me.
privacy-model-provider = A language model ({ $model }) of { $host } helps me, and what it gets is under the rules of { $host }.
privacy-model-gets = With each answer it gets the name you gave, the answer, the newest part of our conversation, notes and a summary; at the end, all of the conversation.
privacy-model-reads = It also reads what you send me about an episode.
privacy-model-not = Your number and your name at { $carrier } are not sent to it.
privacy-prompts = What it was sent and what it answered is kept here as well.
privacy-hearing-none = Voice messages cannot be listened to here just now; they are kept until they can be.
privacy-hearing-local =
    Voice messages are turned into text by a program on the computer where all this is kept. { $kept ->
        [yes] The recordings are kept, too.
       *[other] A recording is deleted once its words are there; where a place was hard to hear, once you have seen them or after 30 days. One that could not be understood is kept.
    }
privacy-links = A link that you send is opened from the computer where all this is kept, so the site sees its address.
privacy-copied =
    { $which ->
        [inkwell] Notes on an episode from an Inkwell folder are also put into that folder; /delete leaves them there.
       *[other] A copy of your notes on an episode is put into a folder of that person’s; /delete leaves it there.
    }
privacy-nobody-else = Nobody else receives anything.
privacy-until-deleted = It stays until you, or the person who runs this bot, delete it.
privacy-days = An interview that is finished or was put aside is deleted { $days } days later, with a warning and the file beforehand; the rest stays until you delete it.
privacy-yours = /export sends you everything as one file. /delete deletes everything here; it does not reach this chat, backups, or what others were sent.

command-privacy = What becomes of my words
command-export = Send me everything as one file

## /export

export-coming = Everything that I have of yours is being put into one file. It comes in a moment.
export-caption = Everything in one file. README.txt inside says what is what.
export-part = Everything in { $total } files that belong together: this is part { $number }. README.txt in the first part says what is what.
export-nothing = There is no interview yet, so there is nothing to send you. /start begins one.
export-readme =
    Each folder is one of your interviews: transcript.md is the conversation, notes.md what was noted down from it, and reflections.md, where it is there, what a language model wrote about it; any text editor opens them.
    session.json is the same interview whole, with all earlier wordings, so that a Raconteur can take it in again, and person.json says what is known about you and what you agreed to.
export-readme-recordings = The folder “audio” inside an interview holds what you spoke: the transcript says which recording belongs to which answer, and “taken-back” has those of answers that you took back. The folder “other-recordings” holds what became no answer, because it could not be understood or belonged to no question, and recordings in which a place was hard to hear.

## Notes, as a file

documents-notes-title = { $title }: notes
documents-notes-summary = In short
documents-notes-known = What was noted down
documents-notes-none = Nothing has been noted down.
documents-notes-uncertain = not certain
documents-notes-stale = from words that were changed since

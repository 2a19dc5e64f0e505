### What becomes of what people tell: the text that they agree to, /privacy, and /export.

## The text that people agree to. It is kept with them word for word.

consent-program =
    { $place ->
        [nowhere] I’m a computer program, not a person, and I ask questions that people have written.
       *[other] I’m a computer program, not a person: a language model (AI) writes my questions and takes notes.
    }
consent-kept =
    Your words are kept on the computer of the person who runs this bot{ $operator ->
        [none] {""}
       *[other] {" "}({ $operator })
    }, who can read them.
consent-carried = { $carrier } carries our messages.
consent-model-nowhere = Nobody else receives them.
consent-model-here = The language model runs on the same computer. Nobody else receives your words.
consent-model-nearby = They are also sent to the language model on another computer of that person’s ({ $host }). Nobody else receives them.
consent-model-provider = They are also sent to the language model, which belongs to { $host }. Nobody else receives them.
consent-heard =
    Voice messages are turned into text by a program on the computer where your words are kept{ $kept ->
        [yes] ; the recordings are kept, too.
       *[other] ; afterwards the recordings are deleted.
    }
consent-files = Only your voice messages and photos are stored elsewhere: on servers that belong to { $host }.
consent-links = A link that you send is opened from the computer where your words are kept, so the site sees its address.
consent-copied =
    { $which ->
        [inkwell] Notes on an episode from an Inkwell folder are also put into that folder; /delete leaves them there.
       *[other] A copy of the notes that you get is put into a folder of that person’s; /delete leaves it there.
    }
consent-voluntary = Taking part is up to you. You can skip a question or stop at any time, have everything sent to you (/export) or deleted (/delete). More: /privacy.

## The same in three lines, on a page that has the whole text behind them.

consent-line-program =
    { $place ->
        [nowhere] A program asks the questions. They were written by people.
       *[other] A program asks the questions, with the help of a language model (AI).
    }
consent-line-kept =
    { $place ->
        [provider] Your words are kept on { $operator ->
            [none] the computer of the person who runs this
           *[other] the computer of { $operator }
        }, and sent to { $host } so that it can ask the next question.
       *[other] Your words are kept on { $operator ->
            [none] the computer of the person who runs this
           *[other] the computer of { $operator }
        }. Nobody else gets them.
    }
consent-line-yours = Skip what you like, stop when you like. You can have it all sent to you, or deleted.

## Around it

consent-before = { $name ->
        [none] Before we begin with “{ $title }”:
       *[other] Thank you, { $name }. Before we begin with “{ $title }”:
    }
consent-question = Do you agree?
consent-again = “{ $title }” begins as soon as you say yes. Do you agree to what I said about your words? A yes or a no is enough. More: /privacy.
consent-declined = That’s all right. We won’t begin, and I haven’t kept what you just told me. If you change your mind, send /start; /delete removes your name, too.
kept-for-later = What you have just told me is kept. We’ll begin with it.
kept-too = I have kept that, too.
button-agree = I agree
button-decline = No, thank you

## /privacy

privacy-kept =
    All of it is kept on the computer of the person who runs this bot{ $operator ->
        [none] {""}
       *[other] {" "}({ $operator })
    }, who can read it: your name, our messages, your answers with earlier wordings, notes and files.
privacy-carried = { $carrier } carries our messages, so its servers see them.
privacy-model-nowhere = I’m a program, not a person. No language model is used.
privacy-model-here = I’m a program, not a person. A language model ({ $model }) on the same computer helps me.
privacy-model-nearby = I’m a program, not a person. A language model ({ $model }) on another computer of that person’s ({ $host }) helps me.
privacy-model-provider = I’m a program, not a person. A language model ({ $model }) helps me; it belongs to { $host }, whose rules apply there.
privacy-model-gets = It gets your name, our conversation, and notes on it.
privacy-model-reads = It also reads what you send me about an episode.
privacy-model-not = It does not get your number or name at { $carrier }.
privacy-prompts = What it was sent and answered is kept here, too.
privacy-speaking = When I read a question aloud, that voice is made on the same computer, too.
privacy-hearing-none = I can’t listen to voice messages yet; they are kept until I can.
privacy-hearing-local =
    A program on that computer turns voice messages into text. { $kept ->
        [yes] The recordings are kept, too.
       *[other] Then the recording is deleted: where it was hard to hear, once you have seen its words or after 30 days. One that could not be understood stays.
    }
privacy-files = Voice messages and photos are not stored on that computer but on servers that belong to { $host }.
privacy-links = A link that you send is opened from that computer, so the site sees its address.
privacy-copied =
    { $which ->
        [inkwell] Notes on an episode from an Inkwell folder are also put into that folder; /delete leaves them there.
       *[other] A copy of your notes on an episode stays in a folder of that person’s; /delete leaves it there.
    }
privacy-nobody-else = Nobody else receives anything.
privacy-until-deleted = All of it stays until you, or the person who runs this bot, delete it.
privacy-days = An interview is deleted { $days } days after it is finished or put aside, with a warning and the file beforehand. The rest stays until you delete it.
privacy-yours = /export sends you everything. /delete deletes everything here, but not this chat, backups, or what others were sent.


## What earlier interviews show, in /privacy, with a button. $used: whether a model makes use of it.

earlier-shown = { $used ->
        [yes] The next interview is told this about your earlier ones:
       *[no] This is what your earlier interviews show. Without a language model, nothing uses it:
    }
earlier-wish = – You wished: “{ $wish }”
earlier-questions = – { $chapter ->
        [none] Follow-up questions
       *[other] “{ $chapter }” questions
    }: { $length } answered at length, { $unanswered } left unanswered
button-forget-earlier = Forget this
earlier-forgotten = Forgotten. The next interview won’t be told any of it; your interviews stay as they are.

command-privacy = Who sees my words
command-export = Send me everything as one file

## /export

export-coming = Everything that I have of yours is being put into one file. It comes in a moment.
export-caption = Everything in one file. README.txt inside says what is what.
export-part = Everything in { $total } files that belong together: this is part { $number }. README.txt in the first part says what is what.
export-nothing = There is no interview yet, so there is nothing to send you. /start begins one.
export-readme =
    Each folder is one of your interviews: transcript.md is the conversation, and where they are there, notes.md is what was noted down from it and reflections.md what a language model wrote about it; any text editor opens them.
    session.json is the same interview whole, with all earlier wordings, so that a Raconteur can take it in again, and person.json says what is known about you and what you agreed to.
export-readme-runs = Each folder inside “chamber” is a run that you began, in which one model interviewed another: shared_transcript is what was said, private_transcript has the thoughts of both as well, and run is all of it as JSON.
export-readme-recordings = The folder “audio” inside an interview holds what you spoke: the transcript says which recording belongs to which answer, and “taken-back” has those of answers that you took back, and “no-answers” what you said that is no answer, such as a goodbye. The folder “other-recordings” holds what became no answer, because it could not be understood or belonged to no question, and recordings in which a place was hard to hear.

## Notes, as a file

documents-notes-title = { $title }: notes
documents-notes-summary = In short
documents-notes-known = What was noted down
documents-notes-none = Nothing has been noted down.
documents-notes-uncertain = not certain
documents-notes-stale = from words that were changed since

# Two lines, for whoever asks who reads this.
who-reads =
    The person who runs this bot can read all of it{ $operator ->
        [none] {""}
       *[other] : that's { $operator }
    }. { $place ->
        [nowhere] I send it to nobody else.
        [here] The language model that answers you runs on their computer, and I send it to nobody else.
        [nearby] The language model that answers you runs on their own computers, and I send it to nobody else.
       *[other] It's also sent to { $host }, whose language model answers you, and to nobody else.
    }
    You get a file of your own words. You can have anything left out of it, and you can delete everything.

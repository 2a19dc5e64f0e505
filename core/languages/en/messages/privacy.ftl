### What becomes of what people tell: the text that they agree to, /privacy, and /export.

## The text that people agree to. It is kept with them word for word.

consent-program =
    { $place ->
        [nowhere] I’m a computer program, not a person, and people wrote the questions I ask.
       *[other] I’m a computer program, not a person: a language model (AI) writes my questions and takes notes.
    }
consent-kept =
    Your words are kept on the computer of the person who runs this bot{ $operator ->
        [none] {""}
       *[other] {" "}({ $operator })
    }, who can read them.
consent-carried = Our messages go through { $carrier }.
consent-model-nowhere = Nobody else gets them unless you say so.
consent-model-here = The language model runs on the same computer. Nobody else gets your words unless you say so.
consent-model-nearby = They are also sent to the language model on another of that person’s computers ({ $host }). Nobody else gets them unless you say so.
consent-model-provider = They are also sent to a language model run by { $host }. Nobody else gets them unless you say so.
consent-heard =
    Voice messages are turned into text by a program on the computer where your words are kept{ $kept ->
        [yes] ; the recordings are kept, too.
       *[other] ; afterwards the recordings are deleted.
    }
consent-files = Only your voice messages and photos are stored elsewhere: on servers that belong to { $host }.
consent-links = If you send a link, I open it from the computer where your words are kept, so the site sees that computer’s address.
consent-copied =
    { $which ->
        [inkwell] Notes on an episode from an Inkwell folder are also saved in that folder; /delete leaves them there.
       *[other] A copy of the notes that you get is saved in one of that person’s folders; /delete leaves it there.
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
        }. Nobody else gets them unless you say so.
    }
consent-line-yours = Skip what you like, stop when you like. You can have it all sent to you, or deleted.

## Around it

consent-before = { $name ->
        [none] Before we begin with “{ $title }”:
       *[other] Thank you, { $name }. Before we begin with “{ $title }”:
    }
consent-question = Do you agree?
consent-again = “{ $title }” begins as soon as you say yes. Do you agree to what I said about your words? Just say yes or no. More: /privacy.
consent-declined = That’s all right. We won’t begin, and I haven’t kept what you just told me. If you change your mind, send /start; /delete removes your name, too.
kept-for-later = I’ve saved what you just told me. We’ll begin with that.
kept-too = I’ve saved that, too.
button-agree = I agree
button-decline = No, thank you

## /privacy

privacy-kept =
    Everything is kept on the computer of the person who runs this bot{ $operator ->
        [none] {""}
       *[other] {" "}({ $operator })
    }, who can read it: your name, our messages, your answers and their earlier versions, notes and files.
privacy-carried = Our messages go through { $carrier }, so its servers see them.
privacy-model-nowhere = I’m a program, not a person. No language model is used.
privacy-model-here = I’m a program, not a person. A language model ({ $model }) on the same computer helps me.
privacy-model-nearby = I’m a program, not a person. A language model ({ $model }) on another of that person’s computers ({ $host }) helps me.
privacy-model-provider = I’m a program, not a person. A language model ({ $model }) helps me. It’s run by { $host }, and their rules apply there.
privacy-model-gets = It gets your name, our conversation, and notes on it.
privacy-model-reads = It also reads what you send me about an episode.
privacy-model-not = It doesn’t get the number or name you have on { $carrier }.
privacy-prompts = What I send it and what it answers is kept here, too.
privacy-speaking = When I read a question aloud, that voice is made on the same computer, too.
privacy-hearing-none = I can’t listen to voice messages yet; they are kept until I can.
privacy-hearing-local =
    A program on that computer turns voice messages into text. { $kept ->
        [yes] The recordings are kept, too.
       *[other] Then the recording is deleted. One that was hard to hear is deleted once you’ve seen the words, or after 30 days. One that couldn’t be understood is kept.
    }
privacy-files = Voice messages and photos are not stored on that computer but on servers that belong to { $host }.
privacy-links = If you send a link, I open it from that computer, so the site sees the computer’s address.
privacy-copied =
    { $which ->
        [inkwell] Notes on an episode from an Inkwell folder are also saved in that folder; /delete leaves them there.
       *[other] A copy of your notes on an episode stays in one of that person’s folders; /delete leaves it there.
    }
privacy-nobody-else = Nobody else gets anything unless you say so.
privacy-until-deleted = It’s all kept until you, or the person who runs this bot, delete it.
privacy-days = An interview is deleted { $days } days after it’s finished or archived; you get a warning and your file first. The rest is kept until you delete it.
privacy-yours = /export sends you everything. /delete deletes everything here, but not this chat, backups, or what others were sent.


## What earlier interviews show, in /privacy, with a button. $used: whether a model makes use of it.

earlier-shown = { $used ->
        [yes] This is what your next interview will know about your earlier ones:
       *[no] This is what your earlier interviews show. Without a language model, nothing uses it:
    }
earlier-wish = – You asked for: “{ $wish }”
earlier-questions = – { $chapter ->
        [none] Follow-up questions
       *[other] “{ $chapter }” questions
    }: { $length } answered at length, { $unanswered } left unanswered
button-forget-earlier = Forget this
earlier-forgotten = Forgotten. Your next interview won’t know any of it; your interviews stay as they are.

command-privacy = Who sees my words
command-export = Send me everything as one file

## /export

export-coming = I’m putting everything I have of yours into one file. It’ll be here in a moment.
export-caption = Everything in one file. README.txt inside explains what’s what.
export-part = Everything, in { $total } files: this is part { $number }. README.txt in the first part explains what’s what.
export-nothing = You haven’t done an interview yet, so there’s nothing to send you. /start begins one.
export-readme =
    Each folder is one of your interviews: transcript.md is the conversation, notes.md, if it’s there, has the notes on it, and reflections.md has what a language model wrote about it. Any text editor opens them.
    session.json is the whole interview, with all earlier versions of your answers, in a form that Raconteur can import again. person.json has what is known about you and what you agreed to.
export-readme-runs = Each folder inside “chamber” is a run you started, in which one model interviewed another: shared_transcript is what was said, private_transcript has the thoughts of both as well, and run is all of it as JSON.
export-readme-recordings = The folder “audio” inside an interview has your spoken answers; the transcript says which recording belongs to which answer. In it, “taken-back” has answers you took back, and “no-answers” has what you said that wasn’t an answer, such as a goodbye. The folder “other-recordings” has recordings that didn’t become answers, because they couldn’t be understood or didn’t belong to a question, and recordings that were hard to hear in places.

## Notes, as a file

documents-notes-title = { $title }: notes
documents-notes-summary = In short
documents-notes-known = Notes
documents-notes-none = No notes were taken.
documents-notes-uncertain = not certain
documents-notes-stale = based on words that have since changed

# Two lines, for whoever asks who reads this.
who-reads =
    The person who runs this bot can read all of it{ $operator ->
        [none] {""}
       *[other] : that's { $operator }
    }. { $place ->
        [nowhere] I send it to nobody else unless you say so.
        [here] The language model that answers you runs on their computer, and I send it to nobody else unless you say so.
        [nearby] The language model that answers you runs on their own computers, and I send it to nobody else unless you say so.
       *[other] It's also sent to { $host }, whose language model answers you, and to nobody else unless you say so.
    }
    You get a file of your own words. You can have anything left out of it, and you can delete everything.

# The book of somebody's life: what stands in it, and how it is made in the chat.

## In the book

book-title-life-story = The story of a life
book-teller = The author
book-contents = Contents
book-listen = Recordings
book-listen-how = These are the recordings of the stories as they were told. They’re in the “audio” folder that came with this book; each code is the name of a file. The web page version (.html) and the e-book (.epub) play the recordings where they belong, as many as fit.
book-recording = Recording
book-boxes = In a few places, an empty box marks a character that couldn’t be printed. The web page version (.html) and the e-book (.epub) show them all.
book-colophon-told = Every word in this book is printed as it was told. Only the order and the headings are the interviewer’s.
book-colophon-mended = The words in this book are the storyteller’s own; a few were changed by the storyteller afterwards. Only the order and the headings are the interviewer’s.
book-colophon-read = The words in this book are the storyteller’s own. Filler words and false starts were left out to make it easier to read; nothing was added.
book-colophon-others = In places, somebody else tells the same story as they remember it, in their own words and under their own name.
book-colophon-days = { $first ->
        [same] Told on { $last }.
       *[other] Told from { $first } to { $last }.
    }

## Making it

command-book = Turn my story into a book
button-book = Make a book
book-nothing = There’s nothing to make a book from yet: it begins with your first answer.
book-offer = I can turn what you’ve told me into a book: your words in chapters, with your photos, to print or to read on a screen. You read it first, change what you like, and leave out what you like. Nobody gets it until you say yes.
book-begun = { $approved ->
        [yes] Your book is finished. Nothing has changed in it since you said yes.
       *[no] You’ve started a book. We can pick up where you stopped reading.
    }
book-ways = { $offline ->
        [yes] The book can keep every word exactly as you told it. Or it can be easier to read, without the “ums” and stumbles. Nothing is added.
       *[no] The book can keep every word exactly as you told it. Or it can be easier to read, without the “ums” and false starts. Nothing is added, and every passage is checked against what you said.
    }
book-button-told = Exactly as I told it
book-button-read = Easier to read
book-button-send = Send it again
book-coming = I’m putting it together and will send it as soon as it’s ready. You don’t have to wait here.
book-ready = { $rules ->
        [yes] Your book is ready. I only took out ums and stumbles; everything else is as you told it. Please read it through: after every few passages you can change something or leave it out.
       *[no] Your book is ready. I took out ums and false starts; where that might have changed the meaning, I left it as you said it. Please read it through: after every few passages you can change something or leave it out.
    }
book-empty = There’s nothing left in this book. To start over, send /book.

## Reading it through

book-sheet = Part { $number } of { $total }
book-button-go = { $last ->
        [yes] Good, I’ve read it all
       *[no] Good, next part
    }
book-button-stay = Read it
book-button-fix = Change something
book-button-out = Leave something out
book-button-seen = Send me the whole book
book-preview-coming = I’m making a file of the book as it is now. You can read it and come back here to continue.
book-which-word = Which one would you like to change?
book-which-cut = Which one would you like to leave out?
book-button-word = { $number ->
        [0] Change it again
       *[other] { $number }
    }
book-button-cut = { $number }
book-wanted = What should the book say instead? Write it or say it, all in one message. What you told me stays as it is; only the book changes. Right now it says:
book-button-keep = Leave it as it is
book-kept = All right, I’ve left it as it is.
book-changed = The book now says:
book-leave-out = Leave this out of the book only, or out of everything?
book-leave-out-another = These are { $by }’s words. Leave them out of the book?
book-button-drop = The book only
book-button-hide = Everything
book-dropped = It’s out of the book now. It’s still in your transcript.
book-dropped-another = It’s out of the book now.
book-button-back = { $number ->
        [0] Put it back in
       *[other] Put back { $number }
    }
book-put-back = It’s back in the book.
book-hidden = It’s out of everything now: the book and the transcript. To see it or put it back, send /private.
book-left-out = { $passages ->
        [0] Nothing is left out.
        [one] One passage is left out of the book:
       *[other] { $passages } passages are left out of the book:
    }
# $names: those of the family who get it from the bot itself, with a yes for the family ($family).
book-end = { $family ->
        [yes] That’s the whole book. Should I make the book now? It can be just for you, or for your family too: then { $names } { $people ->
            [1] gets
           *[other] get
        } it here, and the person who runs this program may have it. The book has everything in it, including answers you haven’t sent them. If a word changes later, I’ll ask you again.
       *[no] That’s the whole book. Should I make the book now? It can be just for you, or the person who runs this program may have it too and pass it on to your family. If a word changes later, I’ll ask you again.
    }
book-button-mine = Yes, for me
book-button-ours = Yes, my family can have it
book-button-asks = { $questions ->
        [yes] Without the questions
       *[no] With the questions
    }
book-button-left = Show what I left out
book-other-by-now = Something in the book has changed since you read it, so I haven’t made it yet. Please look at it again.
book-approved = { $shared ->
        [yes] { $family ->
                [yes] Thank you. I’m making it now: the files will come in a moment, and { $names } will get them as well. The person who runs this program may have them too.
               *[no] Thank you. I’m making it now: the files will come in a moment. I won’t send them to anybody else; you can pass them on, and so may the person who runs this program.
            }
       *[no] Thank you. I’m making it now: the files will come in a moment, and they are for you alone.
    }

## The files

book-is-pdf = Your book, ready to print: pages half the size of an A4 sheet.
book-is-epub = The same book for an e-reader, or for the book app on a phone.
book-is-html = The same book as a web page: any browser opens it, even without the internet.
book-zip = The recordings that go with your book.
book-zip-part = The recordings that go with your book, part { $number } of { $total }.
# To somebody of the family; $teller is whose book it is.
book-family = { $teller } has made a book of the stories told here, and would like you to have it.
book-family-pdf = Ready to print: pages half the size of an A4 sheet.
book-family-zip = The recordings that go with the book.
book-family-zip-part = The recordings that go with the book, part { $number } of { $total }.
book-zip-readme = The recordings that go with the book, in the order they were told. Each has a number in the book, after its passage; the list “Recordings” at the end says which file it is.
book-as-text = Your book as plain text.
book-not-bound = I couldn’t make the book just now. Here are its words as plain text, at least. Please try again a little later; if it still doesn’t work, the person who runs this program can find out why.
book-not-printed = Your transcript, in your own words. It should have been a PDF, but I couldn’t make one just now; here it is as text.
book-boxes-told = In the printed book, an empty box marks each character this computer has no font for: { $signs }. The other two files have them. The person who runs this program can fix that: “sudo apt install fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji”.
book-unseen = { $photos ->
        [one] One photo couldn’t be included, because I can’t use that kind of file. Its caption is there.
       *[other] { $photos } photos couldn’t be included, because I can’t use that kind of file. Their captions are there.
    }
book-silent = The recordings are too large to fit into the book itself, so they come separately.

# The book of somebody's life: what stands in it, and how it is made in the chat.

## In the book

book-title-life-story = The story of a life
book-teller = The one whose book this is
book-contents = Contents
book-listen = To listen
book-listen-how = Each of these was recorded as it was told. The recordings lie beside this book, in the folder “audio” of the file that came with it; the code holds the name of the recording. The same book as a page (the file that ends in .html) and as an e-book (.epub) plays them where they fit into it.
book-recording = Recording
book-boxes = In a few places an empty box stands here for a character that could not be printed. The same book as a page (.html) and as an e-book (.epub) has them all.
book-colophon-told = Every word in this book stands as it was told. Only the order and the headings are the interviewer’s.
book-colophon-mended = The words in this book are those of the person who told them; in places they have put them differently themselves. Only the order and the headings are the interviewer’s.
book-colophon-read = The words in this book are those of the person who told them. So that it reads more easily, filler words and false starts were left out; nothing was added.
book-colophon-others = In places somebody else tells the same as they remember it: those words are theirs, and stand under their name.
book-colophon-days = { $first ->
        [same] Told on { $last }.
       *[other] Told from { $first } to { $last }.
    }

## Making it

command-book = Make a book of what I told
button-book = Make a book of it
book-nothing = There is nothing to make a book of yet: it begins with your first answer.
book-offer = From what you told I can make a book: your words in chapters, with your photos, for printing and for reading on a screen. You read it first, change what you like, and leave out what you like. Nobody gets it before you say yes.
book-begun = { $approved ->
        [yes] Your book is finished. Nothing has changed in it since you said yes.
       *[no] You have begun a book. We can go on where you read it.
    }
book-ways = { $offline ->
        [yes] It can stand exactly as you told it, every word. Or easier to read: without every “um” and without words that were said twice in stumbling. Nothing is added.
       *[no] It can stand exactly as you told it, every word. Or easier to read: without every “um” and without beginnings that broke off. Nothing is added, and every passage is checked against what you said.
    }
book-button-told = Exactly as I told it
book-button-read = Easier to read
book-button-send = Send it again
book-coming = I am putting it together. It comes as soon as it is ready; you need not wait for it.
book-ready = { $rules ->
        [yes] The book is there. I left out only what certainly says nothing; everything else stands as you told it. Please read it through: after every few passages you can change something, or leave something out.
       *[no] The book is there. I left out what says nothing; where that could not be done faithfully, it stands as you told it. Please read it through: after every few passages you can change something, or leave something out.
    }
book-empty = There is nothing left in this book. /book shows the ways to begin it again.

## Reading it through

book-sheet = Part { $number } of { $total }
book-button-go = { $last ->
        [yes] Good, that was all of it
       *[no] Good, go on
    }
book-button-stay = Read it
book-button-fix = Change something
book-button-out = Leave something out
book-button-seen = Send me the whole
book-preview-coming = I am making a file with all of it as it stands now. You can read it and come back here to go on.
book-which-word = Which one shall stand there differently?
book-which-cut = Which one shall be left out?
book-button-word = { $number ->
        [0] Say it differently again
       *[other] { $number }
    }
book-button-cut = { $number }
book-wanted = How shall it stand in the book? Write it or say it, all in one message. What you told stays as it is; only the book changes. Now it says:
book-button-keep = Leave it as it is
book-kept = All right, it stays as it is.
book-changed = In the book it now says:
book-leave-out = Shall this stay out of the book only, or out of everything I make of what you told?
book-leave-out-another = This is what { $by } has told. Shall it stay out of the book?
book-button-drop = Out of the book
book-button-hide = Out of everything
book-dropped = It is not in the book any more. In what you told it still stands.
book-dropped-another = It is not in the book any more.
book-button-back = { $number ->
        [0] Put it back in
       *[other] Put back { $number }
    }
book-put-back = It is in the book again.
book-hidden = It is in no file any more: not in the book, and not in the transcript. /private shows it to you, and can let it in again.
book-left-out = { $passages ->
        [0] Nothing is left out.
        [one] One passage is left out of the book:
       *[other] { $passages } passages are left out of the book:
    }
# $names: those of the family who get it from the bot itself, with a yes for the family ($family).
book-end = { $family ->
        [yes] That was all of it. Shall I make the book now? If you like, only for you; or for your family too: then { $names } { $people ->
            [1] gets
           *[other] get
        } it here, and whoever runs this program may have it. If a word is changed later, I ask you again.
       *[no] That was all of it. Shall I make the book now? If you like, only for you; or so that whoever runs this program may have it too, and pass it on to your family. If a word is changed later, I ask you again.
    }
book-button-mine = Yes, for me
book-button-ours = Yes, my family may have it
book-button-asks = { $questions ->
        [yes] Without my questions
       *[no] With my questions
    }
book-button-left = What is left out
book-other-by-now = Something in the book has changed since you read it, so I have not made it yet. Please look at it once more.
book-approved = { $shared ->
        [yes] { $family ->
                [yes] Thank you. I am making it now: the files come in a moment, and I send them to { $names } as well. Whoever runs this program may have them too.
               *[no] Thank you. I am making it now: the files come in a moment. I send them to nobody else; you can pass them on, and so may whoever runs this program.
            }
       *[no] Thank you. I am making it now: the files come in a moment, and they are for you alone.
    }

## The files

book-is-pdf = Your book, for printing: pages half as large as a sheet of A4.
book-is-epub = The same book for an e-reader, or for the book app of a phone.
book-is-html = The same book as a page: any browser opens it, also without the internet.
book-zip = The recordings that belong to your book.
book-zip-part = The recordings that belong to your book, part { $number } of { $total }.
# To somebody of the family; $teller is whose book it is.
book-family = { $teller } has made a book of what was told here, and would like you to have it.
book-family-pdf = For printing: pages half as large as a sheet of A4.
book-family-zip = The recordings that belong to the book.
book-family-zip-part = The recordings that belong to the book, part { $number } of { $total }.
book-zip-readme = The recordings to the book, in the order of the telling. Each has a number in the book, behind the passage; the list “To listen” at its end says which file it is.
book-as-text = Your book as plain text.
book-not-bound = I am sorry, the book could not be made just now. Here are its words, at least, as a text. Please try it again a little later; if it still does not work, whoever runs this program can see why.
book-not-printed = Your transcript, in your own words. It should have been a PDF, which could not be made just now; here it is as a text.
book-boxes-told = In the printed book an empty box stands for characters that this computer has no letters for: { $signs }. In the other two files they are right. Whoever runs this program can mend that: “sudo apt install fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji”.
book-unseen = { $photos ->
        [one] One photo could not be put in, because of the kind of file that it is. Its caption is there.
       *[other] { $photos } photos could not be put in, because of the kind of files that they are. Their captions are there.
    }
book-silent = The recordings are too large to be in the book itself. They come beside it.

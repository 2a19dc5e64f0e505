# The book of somebody's life: what stands in it, and how it is made in the chat.

## In the book

book-title-life-story = The story of a life
book-contents = Contents
book-notes = Notes
book-listen = To listen
book-listen-how = Each of these was recorded as it was told. The recordings lie beside this book, in the folder “audio” of the file that came with it; the code holds the name of the recording. The same book as a page (the file that ends in .html) and as an e-book (.epub) plays them where they fit into it.
book-recording = Recording
book-boxes = In a few places an empty box stands here for a character that could not be printed. The same book as a page (.html) and as an e-book (.epub) has them all.
book-colophon-told = Every word in this book stands as it was told. Only the order and the headings are the interviewer’s.
book-colophon-mended = The words in this book are those of the person who told them; in places they have put them differently themselves. Only the order and the headings are the interviewer’s.
book-colophon-read = The words in this book are those of the person who told them. So that it reads more easily, filler words and false starts were left out; nothing was added.
book-colophon-days = { $first ->
        [same] Told on { $last }.
       *[other] Told from { $first } to { $last }.
    }

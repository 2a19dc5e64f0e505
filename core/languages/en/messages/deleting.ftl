# Deleting everything that is kept of a person.

command-delete = Delete everything you keep about me
delete-question =
    { $interviews ->
        [0] This would delete everything that I keep of you: your name, and what you have written to me.
        [one] This would delete everything that I keep of you: one interview with { $answers ->
            [one] { $answers } answer
           *[other] { $answers } answers
        }, your name, and all that was written about what you told.
       *[other] This would delete everything that I keep of you: { $interviews } interviews with { $answers ->
            [one] { $answers } answer
           *[other] { $answers } answers
        }, your name, and all that was written about what you told.
    } It cannot be undone.
# Of the chamber, in which one model interviews another.
delete-runs =
    { $count ->
        [one] The run of the chamber that you began goes with it.
       *[other] The { $count } runs of the chamber that you began go with it.
    }
delete-copies-stay =
    { $which ->
        [inkwell] Notes that were put into an Inkwell folder stay there.
       *[other] Copies of your notes on episodes stay in a folder of the person who runs this bot; please ask them if those should go, too.
    }
delete-export-first = If you’d like to keep a copy, send /export first and save the file somewhere safe.
delete-sure = Delete everything? Please use the buttons; a typed yes is not enough for this.
button-delete-all = Delete everything
button-delete-nothing = Keep everything
delete-kept = Nothing was deleted.
deleted =
    { $platform ->
        [web] Everything that I kept of you is deleted, and with it what stood on this page.
        [terminal] Everything that I kept of you is deleted. What still stands in this window is gone when you close it.
       *[other] Everything that I kept of you is deleted. I cannot reach what is still on your screen; your own messages you can delete there yourself.
    }

    { $platform ->
        [web] If you would like to begin anew, open the link that you were given once more, or ask for a new one. I wish you well.
       *[other] If you write to me again, we begin anew. I wish you well.
    }

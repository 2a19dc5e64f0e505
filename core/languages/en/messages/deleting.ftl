# Deleting everything that is kept of a person.

command-delete = Delete everything you keep about me
delete-question =
    { $interviews ->
        [0] This would delete everything I keep about you: your name, and what you have written to me.
        [one] This would delete everything I keep about you: one interview with { $answers ->
            [one] { $answers } answer
           *[other] { $answers } answers
        }, your name, and everything written about your story.
       *[other] This would delete everything I keep about you: { $interviews } interviews with { $answers ->
            [one] { $answers } answer
           *[other] { $answers } answers
        }, your name, and everything written about your story.
    } This can’t be undone.
# Of the chamber, in which one model interviews another.
delete-runs =
    { $count ->
        [one] The chamber run you started will be deleted too.
       *[other] The { $count } chamber runs you started will be deleted too.
    }
delete-copies-stay =
    { $which ->
        [inkwell] Notes saved in an Inkwell folder stay there.
       *[other] Copies of your notes on episodes stay in a folder of the person who runs this bot; please ask them if you’d like those deleted too.
    }
delete-export-first = If you’d like to keep a copy, send /export first and save the file somewhere safe.
delete-sure = Delete everything? Please use the buttons; typing yes isn’t enough for this.
button-delete-all = Delete everything
button-delete-nothing = Keep everything
delete-kept = Nothing was deleted.
deleted =
    { $platform ->
        [web] Everything I kept about you is deleted, including everything on this page.
        [terminal] Everything I kept about you is deleted. What’s still in this window disappears when you close it.
       *[other] Everything I kept about you is deleted. I can’t remove what’s still on your screen; you can delete your own messages there.
    }

    { $platform ->
        [web] If you’d like to start again, open the link you were given, or ask for a new one. I wish you well.
       *[other] If you write to me again, we’ll start from the beginning. I wish you well.
    }

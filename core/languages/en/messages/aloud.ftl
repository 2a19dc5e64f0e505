# What is said about questions that are spoken.

command-voice = Read questions aloud, or only in writing

aloud-is-on = I’m reading my questions aloud: each one is followed by a recording.
aloud-is-off = I’m only writing my questions. If you like, I can read each one aloud as well.
aloud-on = From now on I’ll read my questions aloud, too.
aloud-on-from-here = From now on I’ll read my questions aloud, too. Let’s begin with this one:
aloud-off = From now on I’ll only write my questions.
aloud-how = I didn’t quite understand. Should I read my questions aloud, or only write them?
aloud-absent = I can’t read aloud here. The person who runs this can set that up.
aloud-not-here = There’s no sound here, so I’ll only write. If you write to me from a phone or on the page, I’ll read my questions aloud.
aloud-no-voice = I don’t have a voice for this language yet, so I’ll continue in writing. In languages I can speak, I’ll read my questions aloud.
# Stands under the first question that somebody hears without having asked for it.
aloud-first = This is how my questions sound. If you’d rather only read them, press the button.

button-aloud-on = Read aloud
button-aloud-off = Text only

# What is said about questions that are spoken.

command-voice = Hear my questions, or only read them

aloud-is-on = I read my questions aloud to you: behind each one comes its voice.
aloud-is-off = I only write my questions. If you like, I can read each one aloud as well.
aloud-on = From now on I’ll read my questions aloud, too.
aloud-on-from-here = From now on I’ll read my questions aloud, too. Let us begin with this one:
aloud-off = From now on I’ll only write my questions.
aloud-how = I did not quite understand. Shall I read my questions aloud, or only write them?
aloud-absent = I can’t read aloud here. The person who runs this can set that up.
aloud-not-here = Nothing can be heard in this place, so here I’ll only write. Where you write to me from a phone or on the page, I’ll read my questions aloud.
aloud-no-voice = I have no voice for this language yet, so I’ll go on in writing. In a language that I can speak I’ll read my questions aloud.
# Stands under the first question that somebody hears without having asked for it.
aloud-first = This is how my questions sound. If you would rather only read them, press the button.

button-aloud-on = Read aloud
button-aloud-off = Only in writing

### What the life-story interviewer says beside its questions.

## The end

life-story-second-file = A second file will follow a little later: four readings of what you told, by four professions.
life-story-too-little = Too little has been told so far for a reading that would be fair to it.

# Quotation marks around a person's words.
life-story-cited = “{ $quote }”

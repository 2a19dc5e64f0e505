### What the life-story interviewer says beside its questions.

## How it works just now

life-story-offline = So that you know: I work without a language model here. I ask the questions as they are written, and now and then a short one more. (Whoever runs me can change that under [llm] in config.toml.)
life-story-fallback = I cannot follow your answers as closely as usual at the moment, so I go on with the questions as they are written. Nothing you tell me is lost.
life-story-budget = What was set aside for the language model is used up for now, so I go on with the questions as they are written. Nothing you tell me is lost.

## When somebody would rather not answer

life-story-declined-1 = That is quite all right.
life-story-declined-2 = Of course. We leave that.
life-story-declined-3 = As you wish. Something else, then.
life-story-declined-4 = No need to. On we go.
life-story-declined-5 = Then that stays with you.

## Now and then, offline

life-story-thanks-1 = Thank you for telling me.
life-story-thanks-2 = Thank you. It is kept as you told it.
life-story-thanks-3 = Thank you, I have that.
life-story-thanks-4 = Thank you. Every word of it is kept.

# $phrase is the person's own words, word for word.
life-story-quote-1 = You said: “{ $phrase }”.
life-story-quote-2 = You mentioned: “{ $phrase }”.
life-story-quote-3 = Your words were: “{ $phrase }”.

## Stopping

life-story-pause-1 = Of course, we stop here for now. Everything is kept, and you can come back to it whenever you like.
life-story-pause-2 = Gladly. We leave it here for today; your words are safe, and the question waits for you.
life-story-stop = We stop here. Nothing is closed yet: you can finish the interview and receive your file, or go on with it, now or another day.
life-story-distress = What you have just written matters more than any question. You need not go on. If you are in danger now, please call the emergency number where you are, or somebody near you whom you trust. We can pause, go to something else, or stay silent for a while; you choose.

## The end

life-story-second-file = A second file will follow a little later: four readings of what you told, by four professions.
life-story-too-little = Too little has been told so far for a reading that would be fair to it.

# Quotation marks around a person's words.
life-story-cited = “{ $quote }”

### What an interviewer of any kind says beside the questions.

## How it works just now

interview-offline = So that you know: I work without a language model here. I ask the questions as they are written, and now and then a short one more.
# To whoever runs the house alone.
operator-offline = (You can change that under [llm] in config.toml.)
interview-fallback = I cannot follow your answers as closely as usual at the moment, so I go on with the questions as they are written. Nothing you tell me is lost.
interview-budget = I have to be sparing just now, so I go on with the questions as they are written. Nothing you tell me is lost.

## When somebody would rather not answer

interview-declined-1 = That is quite all right.
interview-declined-2 = Of course. We leave that.
interview-declined-3 = As you wish. Something else, then.
interview-declined-4 = No need to. On we go.
interview-declined-5 = Then that stays with you.

## Now and then, offline

interview-thanks-1 = Thank you for telling me.
interview-thanks-2 = Thank you. It is kept as you told it.
interview-thanks-3 = Thank you, I have that.
interview-thanks-4 = Thank you. Every word of it is kept.

# $phrase is the person's own words, word for word.
interview-quote-1 = You said: “{ $phrase }”.
interview-quote-2 = You mentioned: “{ $phrase }”.
interview-quote-3 = Your words were: “{ $phrase }”.

## Stopping

interview-pause-1 = Of course, we stop here for now. Everything is kept, and you can come back to it whenever you like.
interview-pause-2 = Gladly. We leave it here for today; your words are safe, and the question waits for you.
interview-stop = We stop here. Nothing is closed yet: you can finish the interview and receive your file, or go on with it, now or another day.
interview-distress = What you have just written matters more than any question. You need not go on. If you are in danger now, please call the emergency number where you are, or somebody near you whom you trust. We can pause, go to something else, or stay silent for a while; you choose.

## Where the floor is left to them

interview-more-1 = Tell me more about that, if you like.
interview-more-2 = Please go on, if you like.
interview-more-3 = What else belongs to it?

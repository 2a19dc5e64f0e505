### What the life-story interviewer says beside its questions.

## The end

life-story-parting = One last question, if you like. “Finish” closes at once.
life-story-readings-follow = Four readings of what you told will follow, each as soon as it is written: what people of four professions would see in it.

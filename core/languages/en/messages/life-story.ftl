### What the life-story interviewer says beside its questions.

## The end

life-story-parting = One last question, if you like. “Finish” ends it right away.
life-story-readings-follow = Four readings of your story will follow, each as soon as it’s written: what people in four different professions might see in it.

# The first message: their name, and in one line what this is.
life-story-hello = Hello{ $name ->
        [none] !
       *[other] , { $name }!
    } I'm Raconteur, a program that asks about your life and keeps your answers in your own words.

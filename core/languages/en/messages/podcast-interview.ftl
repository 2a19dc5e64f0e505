### The interviewer's own sentences about an episode.

# The first message: their name, and in one line what this is.
podcast-hello = Hello{ $name ->
        [none] !
       *[other] , { $name }!
    } I'm Raconteur, a program that asks you about a podcast episode and gives you notes in your own words.

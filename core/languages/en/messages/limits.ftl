# What is said when somebody sends more than one person may: what is kept, what is not, and when to go on.

limit-pace = That came faster than I can read. Everything so far is saved, except your last message. Please wait a minute, then send it again.
limit-day = You’ve sent me so much today that I have no room left, so I haven’t saved your last message. Everything before it is safe. Please send it again in { $hours ->
        [one] an hour
       *[other] { $hours } hours
    }; until then I can’t save what you write.
limit-day-file = You’ve sent me so much today that I have no room left for this one, so I haven’t saved it. Everything before it is safe. Please send recordings and files again in { $hours ->
        [one] an hour
       *[other] { $hours } hours
    }; until then, you can simply write to me.
limit-never = This is more than I can take from one person in a whole day, so I haven’t saved it. Everything before it is safe. Please send it in smaller parts, or tell me about it in your own words.

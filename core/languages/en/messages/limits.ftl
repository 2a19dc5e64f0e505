# What is said when somebody sends more than one person may: what is kept, what is not, and when to go on.

limit-pace = That came faster than I can read. Everything so far is saved, except your last message. Please wait a minute, then send it again.
limit-day = You have sent me so much today that I have no room left for this, so I did not keep your last message. Everything before it is safe. Please send it once more in { $hours ->
        [one] an hour
       *[other] { $hours } hours
    }; until then I cannot keep what you write.
limit-day-file = You have sent me so much today that I have no room left for this one, so I did not take it. Everything before it is safe. Please send recordings and files again in { $hours ->
        [one] an hour
       *[other] { $hours } hours
    }; what you would like to tell me now you can simply write.
limit-never = This is more than I can take from one person in a whole day, so I haven’t saved it. Everything before it is safe. Please send it in smaller parts, or tell me about it in your own words.

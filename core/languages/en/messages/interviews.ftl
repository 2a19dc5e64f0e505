### What an interviewer of any kind says beside its questions.

## How it works just now

interview-offline = People wrote my questions, and I ask them one at a time. Answer in your own words, and use the buttons to move on.
# To whoever runs the program and is alone with it.
operator-offline = (No language model is connected. You can connect one with `raconteur setup`.)
interview-fallback = I can't follow your answers as closely as usual right now, so I'll go on with prepared questions. Nothing you tell me is lost.
interview-budget = I've reached my limit for now, so I'll go on with prepared questions. Nothing you tell me is lost.

## Without a model: after an answer

interview-more-1 = Is there more to that?
interview-more-2 = Go on, if there's more.
interview-more-3 = Anything else that goes with it?
# The floor is theirs.
interview-room-1 = I've saved that. Go on, or press “Next question”.
interview-room-2 = Take all the time you like. “Next question” moves us on.
interview-room-3 = It's all saved. There's room for more whenever you like.
# After something that may be hard: one sentence of thanks, no question. The buttons offer the rest.
interview-hard-1 = Thank you for telling me that.
interview-hard-2 = Thank you. I've kept it just as you said it.
interview-hard-3 = Thank you for trusting me with that.
interview-hard-4 = Thank you. It's up to you how we go on.
interview-told = Thank you. I've kept all of it, just as you told it.

## Without a model: a few questions to the interviewer that are known word for word

reply-there = I'm here, and everything you write is saved.
reply-mean = Then let me ask something smaller.

## When something stays out of the file, and when somebody may be in danger

interview-kept-back = { $family ->
        [yes] { $count ->
            [one] That message stays out of your file, and your family doesn't get it.
           *[other] Those { $count } messages stay out of your file, and your family doesn't get them.
        }
       *[no] { $count ->
            [one] That message stays out of your file.
           *[other] Those { $count } messages stay out of your file.
        }
    }
interview-kept-back-words = { $family ->
        [yes] Kept out of your file, and from your family
       *[no] Kept out of your file
    }: { $words }{ $more ->
        [0] {""}
        [one] , and one more answer
       *[other] , and { $more } more answers
    }.
interview-danger = If you're in danger right now, or might hurt yourself, please call your local emergency number, or someone nearby whom you trust.

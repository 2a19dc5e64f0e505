# What is said of spoken answers: while they are listened to, when they were heard, and when they could not be.

voice-listening = { $ahead ->
        [0] Listening…{ $percent ->
            [none] {""}
           *[other] {" "}{ $percent }%
        }
        [one] Your voice message is here. I’m listening to somebody else first.
       *[other] Your voice message is here. I’m listening to { $ahead } others first.
    }
listening-over = (This line only showed that I was listening. You can ignore it.)

# --- what was heard

voice-heard-now = I’ve listened to your voice message. This is what I heard:
voice-heard-loose = No question was open when you sent it, so it isn’t in any transcript. If it was an answer, please send me these words again.
voice-doubtful = Part of this was hard to hear, so I’m keeping the recording for now. Please check that I’ve written it down right.
button-fix = Fix it
button-record = Record again
button-next = Next question
button-leave = Leave it as it is

command-fix = Correct what I heard in your last voice message
voice-words-wanted = Please write it the way it should be. Your next message will replace this:
voice-again-wanted = Please say it again (or write it). Your next message will replace this:
voice-mended = It now reads:
voice-left = I’ve left it as it is.
voice-nothing-to-fix = There’s no voice message yet to correct. To change a written answer, edit your message.

# --- what could not be heard

voice-silent = I couldn’t hear any words in this one. Please say it again, a little closer to the phone, or write it.
voice-unreadable = I can’t open this recording. It’s saved, and nothing else is lost. Please record it again, or write it.
voice-truncated = Only part of this recording reached me. It’s saved as it is. Please send it again, or write it.
voice-no-audio = There’s no sound in this one. It’s saved as it is. Please record it again, or write it.
voice-too-long = This recording is longer than the { $minutes ->
        [one] { $minutes } minute
       *[other] { $minutes } minutes
    } that I can listen to at a time, so I haven’t listened to it. Please send it in shorter pieces, or write it.
voice-too-large = This recording is a larger file than I can fetch from here{ $megabytes ->
        [0] {""}
       *[other] {" "}({ $megabytes } MB at most)
    }, so I haven’t listened to it. Please send it in shorter pieces, or write it.
voice-absent = I can’t listen to voice messages yet. I’ll keep yours and listen as soon as I can. Meanwhile, please write to me.
voice-later = I couldn’t listen to this just now. It’s saved, and I’ll try again soon. If you’d rather not wait, please write it.
voice-failed = Something went wrong while I was listening to this one. It’s saved, and the person who runs this can have it transcribed later. Please send it again, or write it.
voice-or-skip = Or go on to the next question.

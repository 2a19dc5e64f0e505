# What is said of spoken answers: while they are listened to, when they were heard, and when they could not be.

voice-listening = { $ahead ->
        [0] Listening…{ $percent ->
            [none] {""}
           *[other] {" "}{ $percent } %
        }
        [one] Your voice note is here. I am listening to somebody else first.
       *[other] Your voice note is here. I am listening to { $ahead } others first.
    }
listening-over = (This line only showed that I was listening. It means nothing any more.)

# --- what was heard

voice-heard-now = I have listened to your voice note. This is what I heard:
voice-heard-loose = There was no question when you sent it, so it is in no transcript. If it was an answer, please send me these words once more.
voice-doubtful = Part of this was hard to hear, so I am keeping the recording for now. Please see whether it is right.
button-fix = Fix it
button-record = Record again
button-next = Next question
button-leave = Leave it as it is

command-fix = Correct what I heard in your last voice note
voice-words-wanted = Please write it as it should be. Your next written message takes the place of this:
voice-again-wanted = Please say it once more (or write it). Your next message takes the place of this:
voice-mended = That is how it stands now:
voice-left = Everything stays as it is.
voice-nothing-to-fix = There is no voice note here yet whose words could be corrected. To change a written answer, edit your message.

# --- what could not be heard

voice-silent = I could hear no words in this one. Please say it once more, a little closer to the phone, or write it.
voice-unreadable = I am sorry, I cannot open this recording. It is kept, and nothing else is lost. Please record it once more, or write it.
voice-truncated = I am sorry, this recording reached me only in part. It is kept as it is. Please send it once more, or write it.
voice-no-audio = There is no sound in this one. It is kept as it is. Please record it once more, or write it.
voice-too-long = This recording is longer than the { $minutes ->
        [one] { $minutes } minute
       *[other] { $minutes } minutes
    } that I can listen to at a time, so I have not listened to it. Please send it in shorter pieces, or write it.
voice-too-large = This recording is a larger file than I can fetch from here{ $megabytes ->
        [0] {""}
       *[other] {" "}({ $megabytes } MB at most)
    }, so I have not listened to it. Please send it in shorter pieces, or write it.
voice-absent = I can’t listen to voice notes here at the moment. Yours is kept, and I’ll listen to it as soon as I can. Meanwhile, please write to me.
voice-later = I am sorry, I could not listen to this just now. It is kept, and I’ll try again by myself. If you would rather not wait, please write it.
voice-failed = I am sorry, something went wrong while I listened to this one. It is kept, and the person who runs this can have it heard later. Please send it once more, or write it.
voice-or-skip = Or go on to the next question with /skip.

### What is said by itself when its time has come, and about the question that waits for its time.

asked-at-its-time = Here’s your next question:
# $when is a moment inside the sentence: "tomorrow at 19:00".
next-question-comes = I’ll ask you the next question { $when }.
added = I’ve added that to your story.
button-now = Ask me now

reminder = { $name ->
        [none] Whenever you have a quiet moment, this is where we stopped.
       *[other] { $name }, whenever you have a quiet moment, this is where we stopped.
    } There’s no hurry, and I won’t remind you again.
reminder-room = { $name ->
        [none] Whenever you like, tell me more.
       *[other] { $name }, whenever you like, tell me more.
    } There’s no hurry, and I won’t remind you again.
put-aside = It has been quiet for a while, so I’ve put “{ $title }” aside. { $told ->
        [yes] Nothing is lost: here is the file with your story so far, and /resume opens it again whenever you like.
       *[no] If you feel like it one day, /resume opens it again.
    }
will-be-deleted = “{ $title }” { $state ->
        [completed] is finished
       *[abandoned] was archived
    }. I don’t keep stories forever: on { $day } I’ll delete every word of it. { $told ->
        [yes] Here’s the file with your story once more; please save it if you want to keep it. /export sends you everything.
       *[no] /export sends you what I have.
    }{ $state ->
        [completed] {""}
       *[abandoned] {" "}If you’d rather continue, /resume opens it again.
    }

status-chapters = Chapters we’ve touched on: { $done } of { $total }
# $when is like "3 days ago".
last-touched = Last message { $when }
cost-so-far = cost so far { $cost }

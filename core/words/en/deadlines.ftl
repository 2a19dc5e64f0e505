### What is said by itself when its time has come, and about the question that waits for its time.

asked-at-its-time = Here is the next question, as we arranged:
# $when is a moment inside the sentence: "tomorrow at 19:00".
next-question-comes = The next question comes { $when }.
added = I have added that to what you told.
button-now = Ask it now

reminder = { $name ->
        [none] Whenever you have a quiet moment: this is the question that is waiting for you.
       *[other] { $name }, whenever you have a quiet moment: this is the question that is waiting for you.
    } There is no hurry, and I shall not remind you of it again.
put-aside = It has been quiet for a while, so I am putting “{ $title }” aside. { $told ->
        [yes] Nothing is lost: the transcript of what you have told comes with this, and /resume opens the interview again when you like.
       *[no] Should you feel like it one day, /resume opens it again.
    }
will-be-deleted = “{ $title }” { $state ->
        [completed] is finished
       *[abandoned] was put aside
    }, and is kept here only for a time: on { $day } it will be deleted from this bot with every word of it. { $told ->
        [yes] The transcript comes once more; please keep the file if you want to have it. With /export you receive everything.
       *[no] With /export you receive what there is.
    }{ $state ->
        [completed] {""}
       *[abandoned] {" "}If you would rather go on with it, /resume opens it again.
    }

status-chapters = Chapters done: { $done } of { $total }
# $when is like "3 days ago".
last-touched = Last written { $when }
cost-so-far = cost { $cost }

### What those who run the house are told, and nobody else.

command-stats = Figures about all interviews (only for those who run this)
command-who = Who is telling, and how far they are (only for those who run this)

admin-interviews =
    People: { $people }. Interviews: { $begun }
    { $active } under way, { $paused } paused, { $completed } finished, { $abandoned } put aside
admin-rates = Of those that are over, { $completion } % were finished and { $breaking } % broken off (put aside, or silent for more than { $days } days).
admin-deleted = Deleted for good: { $people ->
        [one] { $people } person
       *[other] { $people } people
    }, { $interviews ->
        [one] { $interviews } interview
       *[other] { $interviews } interviews
    }

admin-answers = Answers: { $answers }, words told: { $words }; an answer has { $median } words (median).
admin-craft = Questions asked: { $asked }. Messages sent as the model wrote them: { $written }; asked for once more: { $again }. Written questions in its place: { $fell_back }.

# The three are lengths of time, as text.
admin-waits = Waits for the next question in 7 days: median { $median }; 95 of 100 waited at most { $most }; the longest { $longest }.
admin-seconds = { $seconds } s
admin-upcoming = Questions that wait for their time: { $held }. Reminders or pauses in the next 24 hours: { $reminders }.
admin-queue = Waiting now: { $unhandled } to be handled, { $unsent } to be delivered.
admin-failed = Never delivered: { $undeliverable }. Background work given up: { $given_up }.

# The three are text.
admin-cost = Cost: { $every } in all, { $week } in the last 7 days, { $today } today.

admin-nobody = Nobody is being interviewed yet.
# $state is "under way", $when is like "3 days ago".
admin-person = { $name } – { $title }{ $far ->
        [none] {""}
       *[other] {": "}{ $far }
    }, { $state }, { $when }
admin-far = { $done } of about { $total }

## Notices to everybody

command-announce = A notice to everybody who is being interviewed (only for those who run this)
announce-how = To send a notice to everybody, write it behind the command, like this: /announce We are away until Monday. For people with different languages begin each text on a line of its own, the first with en: and the second with ru:
announce-long = This notice is too long: it has { $length } characters, and { $most } fit.
announce-nobody = There is nobody just now to whom a notice could go.
announce-shown = This is what people would read:
announce-others = All others
# $where is like "page 2, telegram 800".
announce-people = It would go to { $people ->
        [one] { $people } person
       *[other] { $people } people
    }: { $where }.
announce-asleep = { $people } of them have quiet hours now and get it when these are over.
announce-declined = Not to { $people ->
        [one] { $people } person who wants
       *[other] { $people } people who want
    } no notices.
announce-too-old = That was shown more than a day ago, and it would go to others by now. Please write it once more.
announce-begun = It is on its way. You will hear when it is done.
announce-dropped = It is not sent.
announce-stopped = Stopped.
announce-over = The notice is out.
announce-figures = Sent: { $sent }, waiting: { $waiting }, could not be sent: { $failed }.
announce-unsure = Of { $people } more it is not known whether it came; they are not sent it twice.
announce-stage = { $stage ->
        [shown] not sent
        [sending] on its way
        [stopped] stopped
       *[done] done
    }
button-announce-send = { $people ->
        [one] Send it to { $people } person
       *[other] Send it to { $people } people
    }
button-announce-drop = Do not send it
button-announce-stop = Stop it
button-announce-resume = Go on with it
# Below each notice, for whoever gets it.
announce-foot = This notice goes to everybody. You need not answer it.

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
admin-craft = Questions asked: { $asked }, of which the guard mended { $mended }; { $fell_back } came from the script because the model did not answer.

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

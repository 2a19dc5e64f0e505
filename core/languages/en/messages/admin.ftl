### What those who run the house are told, and nobody else.

command-stats = Statistics for all interviews (operators only)
command-who = Who’s being interviewed, and how far they’ve got (operators only)

admin-interviews =
    People: { $people }. Interviews: { $begun }
    { $active } in progress, { $paused } paused, { $completed } finished, { $abandoned } archived
admin-rates = Of all interviews that have ended, { $completion }% were finished and { $breaking }% were abandoned (archived, or silent for more than { $days } days).
admin-deleted = Deleted for good: { $people ->
        [one] { $people } person
       *[other] { $people } people
    }, { $interviews ->
        [one] { $interviews } interview
       *[other] { $interviews } interviews
    }

admin-answers = Answers: { $answers }, words: { $words }; median length: { $median } words.
admin-craft = Questions asked: { $asked }. Sent as the model wrote them: { $written }; sent back to the model once: { $again }. Replaced by prewritten questions: { $fell_back }.

# The three are lengths of time, as text.
admin-waits = Wait for the next question over the last 7 days: median { $median }; 95% waited no longer than { $most }; the longest was { $longest }.
admin-seconds = { $seconds } s
admin-upcoming = Questions scheduled for later: { $held }. Reminders or pauses in the next 24 hours: { $reminders }.
admin-queue = In the queue now: { $unhandled } to process, { $unsent } to deliver.
admin-failed = Never delivered: { $undeliverable }. Background jobs that failed for good: { $given_up }.

# The three are text.
admin-cost = Cost: { $every } in total, { $week } in the last 7 days, { $today } today.

admin-nobody = Nobody is being interviewed yet.
# $state is "under way", $when is like "3 days ago".
admin-person = { $name } – { $title }{ $far ->
        [none] {""}
       *[other] {": "}{ $far }
    }, { $state }, { $when }
admin-far = { $done } of about { $total }

## Notices to everybody

command-announce = Send a notice to everybody being interviewed (operators only)
announce-how = To send everybody a notice, write it after the command, like this: /announce We are away until Monday. For several languages, start each text on its own line, the first with en: and the second with ru:
announce-long = This notice is too long: it has { $length } characters, and the limit is { $most }.
announce-nobody = There is nobody to send a notice to right now.
announce-shown = This is what people would see:
announce-others = Everybody else
# $where is like "page 2, telegram 800".
announce-people = It would go to { $people ->
        [one] { $people } person
       *[other] { $people } people
    }: { $where }.
announce-asleep = For { $people } of them it’s quiet hours right now; they’ll get it afterwards.
announce-declined = Opted out of notices, so they won’t get it: { $people ->
        [one] { $people } person
       *[other] { $people } people
    }.
announce-too-old = You wrote that more than a day ago, and the list of people has changed since. Please write it again.
announce-begun = It’s on its way. I’ll tell you when it’s done.
announce-dropped = Not sent.
announce-stopped = Stopped.
announce-over = The notice has been sent.
announce-figures = Sent: { $sent }, waiting: { $waiting }, could not be sent: { $failed }.
announce-unsure = For { $people } more we can’t tell whether it arrived. It won’t be sent again.
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
button-announce-drop = Don’t send it
button-announce-stop = Stop
button-announce-resume = Continue
# Below each notice, for whoever gets it.
announce-foot = This notice went to everybody. You don’t need to answer it.

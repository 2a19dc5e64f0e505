### When they are asked: moments and days in words, and the commands about them.

## Moments, inside a sentence. $weekday is a number (0 is Monday), $clock and $date are text.

timing-today = today at { $clock }
timing-tomorrow = tomorrow at { $clock }
timing-on-weekday =
    on { $weekday ->
        [0] Monday
        [1] Tuesday
        [2] Wednesday
        [3] Thursday
        [4] Friday
        [5] Saturday
       *[6] Sunday
    } at { $clock }
timing-on-date = on { $date } at { $clock }
# Patterns of Unicode's CLDR: d is the day, MMMM the month's name as it stands in a date, y the year.
timing-date-pattern = d MMMM y
timing-date-pattern-short = d MMMM

## A cadence, inside a sentence

timing-every-day = every day at { $clock }
timing-weekdays = on weekdays at { $clock }
timing-weekend = on Saturdays and Sundays at { $clock }
timing-on-days = on { $days } at { $clock }
timing-weekly =
    { $weekday ->
        [0] Mondays
        [1] Tuesdays
        [2] Wednesdays
        [3] Thursdays
        [4] Fridays
        [5] Saturdays
       *[6] Sundays
    }
timing-and = { $others } and { $last }

## Commands

command-now = Ask me the next question now
command-timezone = My time zone
command-quiet = Quiet hours
command-cadence = How often to ask me

## Where they are

# $town is a name, or "UTC+3".
timezone-guess = I think it is { $clock } where you are ({ $town }).
timezone-known = You told me where you are ({ $town }); it is { $clock } there now.
timezone-how = If your clock shows a different time, press the right one, or write your town after the command, like this: /timezone Lisbon
timezone-which = Is one of these near you? If not, write the nearest large town after the command, like this: /timezone Lisbon
timezone-meant = I’m not sure which town you mean. Is it this one?
timezone-unknown = I don’t know that place. Please write the nearest large town, or the time on your clock now, like this: /timezone Lisbon or /timezone { $clock }
timezone-kept = Then it’s { $clock } where you are ({ $town }).
timezone-clock = I think it is { $clock } where you are now ({ $town }).
button-timezone-right = That’s right
button-timezone = My clock shows a different time

## Quiet hours

quiet-hours = Between { $start } and { $end } I don’t write to you unless you write first.
quiet-none = I may write to you at any hour.
quiet-always = If you write to me, I answer at any hour, and a question still comes at the time you chose with /cadence.
quiet-how = If other hours suit you better, choose them below, or write them after the command, like this: /quiet 22-8
quiet-unknown = I didn’t understand those hours. Please write them like this: /quiet 22-8 or /quiet 21:30-9:00. To turn them off, write /quiet off
button-quiet = { $start } to { $end }
button-quiet-off = No quiet hours
button-quiet-default = Back to the default
quiet-no-notices = I won’t send you any more general notices. Your interview goes on as before. If you want them again, press the button, or write /quiet notices
quiet-without-notices = You don’t get general notices.
quiet-notices = You’ll get general notices again. If you’d rather not, write /quiet no notices
button-no-notices = No more notices
button-notices = Send me notices again

## The rhythm of the questions

# $days is a cadence inside the sentence: "on Mondays and Thursdays at 19:00".
cadence-now = I ask you one question { $days }.
cadence-at-once = I ask the next question as soon as you have answered.
cadence-how = What would suit you? You can also write it after the command, like this: /cadence Mondays and Thursdays at 19:00
cadence-what-time = And at what time?
cadence-unknown = I didn’t understand that. Please write it like this: /cadence every day at 19:00 or /cadence Mondays and Thursdays. Or press one of the buttons.
cadence-nothing = You’re not in an interview right now, so there’s nothing to schedule yet. To begin: /start.
cadence-kept = Good: from now on I’ll ask you one question { $days }.
# $when is a moment inside the sentence: "on Thursday at 19:00".
cadence-next = After your next answer, I’ll ask the next question { $when }.
cadence-paused = This applies once we continue; to continue, send /resume.
cadence-also = A short question about what you’ve just told me may still come right away. /now asks the next one without waiting.
cadence-off = From now on I’ll ask the next question as soon as you have answered.
button-cadence-daily = Every day
button-cadence-twice = Mondays and Thursdays
# $day is as in "Mondays".
button-cadence-weekly = Once a week, on { $day }
button-cadence-off = As I answer
button-cadence-morning = In the morning, { $clock }
button-cadence-afternoon = In the afternoon, { $clock }
button-cadence-evening = In the evening, { $clock }

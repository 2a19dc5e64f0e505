### The page of whoever runs the house.

operator-title = Raconteur, for the owner
operator-skip = Skip to the content
operator-who = People
operator-nobody-yet = Nobody yet. Invite somebody
operator-nothing-told = No answers yet.
operator-withheld = Not shown: this has words of an answer that was left out.
operator-given = { $name } decides what the family gets.
operator-given-answers = { $answers ->
        [one] One answer
       *[other] { $answers } answers
    }
operator-new = { $number } new
operator-everybody-else = Everybody else
operator-more-figures = More figures
operator-this-computer = this computer
operator-week-answers = { $number ->
        [0] No answers this week.
        [one] { $number } answer this week.
       *[other] { $number } answers this week.
    }
operator-people-wait = { $number ->
        [0] Nobody is waiting for their next question.
        [one] { $number } person is waiting for their next question.
       *[other] { $number } people are waiting for their next question.
    }
operator-week-cost = The model cost { $cost } this week.
operator-every-device = All of them, and this computer’s link
operator-sessions = All interviews
operator-figures = How it’s going
operator-doors = Invitations
operator-runs = Models talking to each other
operator-leave = Sign out

operator-gate = This link opens the operator’s page in this browser. It works once.
operator-enter = Open the page
operator-closed = You need the operator’s link to open this page. On the computer that Raconteur runs on, `raconteur page` prints one that works once, within an hour.
operator-closed-elsewhere = You need the owner’s link to open this page.
operator-gone = You’re signed out in this browser. `raconteur page` prints a new link.

operator-words = Name or address
operator-kind = Kind
operator-every = all
operator-find = Search
operator-none = No matching interviews.
operator-total = { $number ->
        [one] { $number } interview in all
       *[other] { $number } interviews in all
    }
operator-next = Next page
operator-head-person = Person
operator-head-interview = Interview
operator-head-state = Status
operator-head-progress = Progress
operator-head-answers = Answers
operator-head-touched = Last activity
operator-head-cost = Cost
operator-head-trouble = Problems
operator-state-active = in progress
operator-state-paused = paused
operator-state-completed = finished
operator-state-abandoned = left unfinished
operator-far = { $done } of about { $total }
operator-undeliverable = { $number ->
        [one] { $number } message couldn’t be delivered
       *[other] { $number } messages couldn’t be delivered
    }
operator-unheard = { $number ->
        [one] { $number } recording not turned into text yet
       *[other] { $number } recordings not turned into text yet
    }

operator-address = Chat or address they write from
operator-told = Told so far
operator-told-figures = { $answers ->
        [one] { $answers } answer
       *[other] { $answers } answers
    }, { $words ->
        [one] { $words } word
       *[other] { $words } words
    }
operator-time = Time taken
operator-kept-back = Answers they keep to themselves
operator-begun = Started
operator-ended = Ended
operator-transcript = Transcript
operator-live = New messages appear here automatically.
operator-question = question
operator-follow-up = follow-up
operator-room = left room for more
operator-answer = answer
operator-remark = remark
operator-edited = edited later
operator-withdrawn = taken back
# $length is a length of time, as text.
operator-spoken = spoken, { $length }
operator-photo = Photo
operator-sound = Recording
operator-notes = Notes
operator-calls = What the model was asked
operator-get-transcript = Download the transcript
operator-get-archive = Download everything, with recordings (ZIP)
operator-get-export = Download to move it to another Raconteur (JSON)
operator-delete = Delete this interview
operator-delete-means = This deletes every word of it: transcript, recordings, notes, files, and what the model was asked. It can’t be undone. The person isn’t told.
operator-delete-type = To confirm, type: { $name }
operator-delete-now = Delete for good
operator-delete-refused = Nothing was deleted: the name you typed doesn’t match.

operator-to-session = Back to the interview
operator-no-calls = No model calls here.
operator-model = Model
operator-outcome = Outcome
operator-tokens = Tokens
operator-token-figures = { $sent } sent ({ $cached } from the cache), { $received } received
operator-latency = Time
operator-seconds = { $seconds } s
operator-prompt = Prompt
operator-reply = Reply
operator-not-kept = Nothing is kept here. Either there was nothing, or llm.keep_prompts is off in the settings file.

operator-as-of = As of
operator-numbers = In numbers
operator-day = Day
operator-answers-a-day = Answers per day
operator-waits = How long people waited for the next question
operator-nobody-waited = Nobody has waited recently.
operator-median = Typical wait (s)
operator-most = 19 in 20 waited no longer than (s)
operator-cost-a-day = Cost per day
operator-drop-off = How far interviews get, question by question: { $kind }
operator-question-number = Question
operator-so-far = Interviews that got this far
operator-rests = Where interviews stopped: { $kind }
operator-interviews = Interviews
operator-share = Share

operator-everybody = Anybody who finds Raconteur can take part, unless you keep them out.
operator-nobody-else = Only people you have invited, let in here, or named in the settings file can take part.
operator-invite = Invite somebody
operator-invited = The invitation
operator-shown-once = It is shown only once; copy it now.
operator-any-interview = any (they choose)
operator-uses = How many people can use it
operator-days = Days until it expires (0: never)
operator-open-invitations = Open invitations
operator-left = Uses left
operator-until = Expires
operator-for-ever = never
operator-end = Withdraw
operator-withdraw = Withdraw
operator-people = Let in or keep out
operator-denied-means = When somebody without an invitation writes to the bot on Telegram or Discord, it gives them a number. You can use that number to let them in here. People you keep out get no more messages; anything they’ve already told the bot is kept.
operator-person-id = Their number, such as telegram:123456789
operator-what = What to do
operator-allow = Let in
operator-deny = Keep out
operator-so-be-it = Save
operator-people-list = People
operator-named = named in the settings file
operator-allowed = let in
operator-denied = kept out
operator-since = Since
operator-change = Change
operator-wrong-numbers = Please give the number of people (1 or more) and of days (0 or more).
operator-wrong-kind = There is no such interview here. Please choose one from the list.
operator-wrong-settings = I couldn’t make an invitation, because something is wrong with the settings. `raconteur doctor` tells you what.
operator-no-way-in = An invitation wouldn’t let anybody in yet: the page only opens on this computer. Choose how people reach it in the settings.
operator-wrong-person = That isn’t a person’s number. Write the platform and the number the bot tells strangers, such as telegram:123456789.

operator-run = Run
operator-sides = Who talked
operator-turns = Turns
operator-no-runs = No runs yet.

operator-setup = Settings
operator-setup-where = Your settings are kept in this file. Nobody else who uses this computer can read it:
operator-setup-write = Test and save
operator-setup-anyway = Save anyway
operator-setup-unreadable = The settings file can’t be read, so nothing can be changed here. Please fix the file first.
operator-setup-written = Saved.
operator-setup-copy = Your earlier settings are kept next to it, as { $name }.
operator-setup-at-once = It works like this from now on; there is nothing to restart.
operator-reached = Others can now reach this page at
operator-reach-invite = Invite somebody: make a link
operator-scan = The link as a QR code
operator-not-here = This page opens only on the computer that Raconteur runs on.
operator-setup-restart = Raconteur uses this the next time it starts. To do that now, go to the window it runs in, stop it (Ctrl-C), and start it again the way you did before. If it runs as a service, restart the service. Nothing anybody has told it is lost.
operator-setup-nearby = Test { $model } and use it
operator-setup-gone = Nothing was saved: that model isn't answering any more.
operator-setup-wrong = Nothing was saved. Please check:
operator-setup-unwell = Nothing was saved, because a test failed.
operator-setup-changed = Nothing was saved: the settings file was changed in the meantime. These are the settings now; please answer again.
operator-setup-same = These are already the settings; there was nothing to save.
operator-setup-unwritable = Nothing was saved: the settings file can’t be written.
operator-setup-again = Tokens and keys that you typed are not shown again; please enter them once more.
operator-setup-found-well = Test passed: { $what }
operator-setup-found-note = Test passed, with a note: { $what }
operator-setup-found-wrong = Test failed: { $what }
operator-setup-way-in = Your own link for after the restart. It works once, within seven days:
operator-setup-talk = Go to the conversation on this computer

operator-devices = Signed-in phones and computers
operator-devices-mean = Sign out any phone or computer that is lost or that you don’t know. Everything told there is kept.
operator-head-device = Phone or computer
operator-seen = Last used
operator-home = This computer’s link
operator-renew-means = This signs out every browser that uses this computer’s own conversation, and makes a new link. The old link stops working.
operator-renew-home = Sign them out and make a new link
operator-home-renewed = This is the new link. It works on this computer only, until the next start.
operator-home-kept = Every browser on this computer has been signed out. The link stays the same because its token is set in the settings file. For a new one, change the token there and restart.
operator-rare = More
operator-waits-mean = The dot is a typical wait: half of them were shorter. Only 1 wait in 20 was longer than the top of the line.
operator-setup-restart-rest = Your choice of who can open the page already applies. Everything else takes effect the next time Raconteur starts. To do that now, go to the window it runs in, stop it (Ctrl-C), and start it again the way you did before. If it runs as a service, restart the service. Nothing anybody has told it is lost.
operator-setup-more = More

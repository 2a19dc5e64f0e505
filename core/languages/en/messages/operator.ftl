### The page of whoever runs the house.

operator-title = Raconteur, for the operator
operator-skip = To the content
operator-sessions = Interviews
operator-figures = Figures
operator-doors = Who may come in
operator-runs = Chamber
operator-leave = Sign out

operator-gate = This link opens the operator's page in this browser, and then no more.
operator-enter = Open the page
operator-closed = This page is closed here. On the computer that Raconteur runs on, `raconteur page` prints a new link, which is good once and for an hour.
operator-gone = You are signed out in this browser. `raconteur page` prints a new link.

operator-words = Name, address or id
operator-kind = Kind
operator-every = all
operator-find = Search
operator-none = No interview is like that.
operator-total = { $number ->
        [one] { $number } interview in all
       *[other] { $number } interviews in all
    }
operator-next = Next page
operator-head-person = Person
operator-head-interview = Interview
operator-head-state = State
operator-head-progress = Progress
operator-head-answers = Answers
operator-head-touched = Last activity
operator-head-cost = Cost
operator-head-trouble = Trouble
operator-state-active = under way
operator-state-paused = paused
operator-state-completed = finished
operator-state-abandoned = put aside
operator-far = { $done } of about { $total }
operator-undeliverable = not delivered: { $number }
operator-unheard = not heard: { $number }

operator-address = Address
operator-told = Told
operator-told-figures = { $answers ->
        [one] { $answers } answer
       *[other] { $answers } answers
    }, { $words ->
        [one] { $words } word
       *[other] { $words } words
    }
operator-time = Time taken
operator-kept-back = Answers kept back
operator-begun = Begun
operator-ended = Ended
operator-transcript = Transcript
operator-live = New lines appear here by themselves.
operator-question = question
operator-follow-up = follow-up
operator-room = room to tell
operator-answer = answer
operator-remark = remark
operator-edited = changed later
operator-withdrawn = taken back
# $length is a length of time, as text.
operator-spoken = spoken, { $length }
operator-photo = The photograph that was sent
operator-sound = What was spoken
operator-notes = Notes
operator-calls = What models were asked
operator-get-transcript = Download the transcript
operator-get-archive = Download everything with what was spoken (ZIP)
operator-get-export = Download for another Raconteur (JSON)
operator-delete = Delete this interview
operator-delete-means = Every word of it goes: transcript, recordings, notes, files, and what models were asked. It cannot be undone. The person is not told.
operator-delete-type = To confirm, type: { $name }
operator-delete-now = Delete for good
operator-delete-refused = Nothing was deleted: what you typed is another name.

operator-to-session = Back to the interview
operator-no-calls = No model was asked here.
operator-model = Model
operator-outcome = Outcome
operator-tokens = Tokens
operator-token-figures = { $sent } sent ({ $cached } from the cache), { $received } received
operator-latency = Time
operator-seconds = { $seconds } s
operator-prompt = Asked
operator-reply = Answered
operator-not-kept = Not kept: llm.keep_prompts is false, or there is none.

operator-as-of = As of
operator-numbers = In numbers
operator-day = Day
operator-answers-a-day = Answers a day
operator-waits = How long answers waited for the next words (dot: half of them; top: 19 in 20)
operator-nobody-waited = Nobody has waited lately.
operator-median = Half waited at most (s)
operator-most = 19 in 20 waited at most (s)
operator-cost-a-day = Cost a day
operator-drop-off = How far interviews come, question by question: { $kind }
operator-question-number = Question
operator-so-far = Interviews that came so far
operator-rests = Where interviews stopped: { $kind }
operator-interviews = Interviews
operator-share = Compared

operator-everybody = Everybody who finds the bot may talk to it, unless they are denied.
operator-nobody-else = Only those who are named in the configuration, let in here, or come with an invitation may talk to the bot.
operator-invite = Invite somebody
operator-invited = The invitation
operator-shown-once = It is shown only now; nobody can read it here again.
operator-any-interview = any, they choose
operator-uses = How many people it lets in
operator-days = How many days it is good (0: for ever)
operator-open-invitations = Open invitations
operator-left = People left
operator-until = Good until
operator-for-ever = for ever
operator-end = End it
operator-withdraw = Withdraw
operator-people = Let in or keep out
operator-denied-means = Who is kept out is not written to any more; what they have told stays.
operator-person-id = Number, as in telegram:123456789
operator-what = What
operator-allow = Let in
operator-deny = Keep out
operator-so-be-it = Do it
operator-people-list = People
operator-named = named in the configuration
operator-allowed = let in
operator-denied = kept out
operator-since = Since
operator-change = Change
operator-wrong-numbers = Please give the number of people (1 or more) and of days (0 or more).
operator-wrong-kind = There is no such interview here. Please choose one from the list.
operator-wrong-settings = No invitation could be made: something is wrong with the settings. `raconteur doctor` says what.
operator-no-way-in = Nobody could come in with an invitation: the page is for this computer alone. Set web.public_url, and invitations are links for others.
operator-wrong-person = That is no number of anybody. Write the platform and the number that the bot tells whoever it does not know, as in telegram:123456789.

operator-run = Run
operator-sides = Who talked
operator-turns = Turns
operator-no-runs = No run has begun yet.

operator-setup = Settings
operator-setup-where = The answers go into this file, which only its owner can read. What you leave as it is stays as it is there:
operator-setup-write = Try it and write it down
operator-setup-anyway = Write it down although not everything is well
operator-setup-unreadable = The settings cannot be read, so nothing can be changed here. Please mend the file first.
operator-setup-written = It is written down.
operator-setup-copy = What was there before is kept beside it, in { $name }.
operator-setup-restart = It holds from the next start. Stop Raconteur where it runs (Ctrl-C) and start it again (`make run`), or restart the service. Nothing that was told is lost.
operator-setup-nearby = Test { $model } and use it
operator-setup-gone = Nothing was saved: that model doesn't answer any more.
operator-setup-wrong = Nothing was written down. Please look once more at:
operator-setup-unwell = Nothing was written down, since not everything is well.
operator-setup-changed = Nothing was written down: somebody has changed the file meanwhile. This is how it stands now; please answer once more.
operator-setup-same = That is how it stands already; there was nothing to write down.
operator-setup-unwritable = Nothing was written down: the file cannot be written.
operator-setup-again = Tokens and keys that you have typed are not shown here again; please put them in once more.
operator-setup-found-well = { $what }: tried, and well. This is what was found:
operator-setup-found-note = { $what }: tried, and there is something to know:
operator-setup-found-wrong = { $what }: tried, and not well. This is what was found:
operator-setup-way-in = Your own way in, after the next start. It is good once, for seven days:
operator-setup-talk = To the conversation on this computer

operator-devices = Signed-in browsers
operator-devices-mean = Sign out any browser that you don't know, or that is lost. What was told in it stays.
operator-head-device = Browser
operator-seen = Last used
operator-home = The link of this computer
operator-renew-means = This signs out every browser of this computer's own conversation and makes a new link. The old link stops working.
operator-renew-home = Sign them out and make a new link
operator-home-renewed = This is the new link. It works on this computer only, until the next start.
operator-home-kept = Every browser of this computer is signed out. The link stays the same because its token is in the configuration: change web.token and restart for a new one.

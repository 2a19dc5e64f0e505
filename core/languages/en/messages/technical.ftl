### The technical interview: what the interviewer says beside the questions, and the names of its commands.

# The first message: their name, and in one line what this is.
technical-hello = Hello{ $name ->
        [none] !
       *[other] , { $name }!
    } I'm Raconteur, a program that runs technical interviews: we talk about your work, I run your code, and you get a report at the end.

technical-command-hint = a hint for this exercise
technical-command-task = another exercise
technical-command-patch = run the assistant’s change
technical-command-try = try your code without handing it in
technical-command-progress = how your scores have changed over your interviews
technical-button-hint = A hint
technical-button-task = Another exercise
technical-button-patch = Try the assistant’s change
technical-button-write = Write code
technical-your-code = Your code

technical-how-to-write = Send your code as a message between two lines of three backticks (```), or as a file. You can send it as often as you like. To try it first, send /try: alone for the examples, or with your own input, such as /try [1, 2], 3.
technical-how-to-debug = Say what is wrong and why, and send the fixed code between two lines of three backticks (```), or as a file. To try it first, send /try: alone for the examples, or with your own input, such as /try [1, 2], 3.
technical-how-to-read = Review it in your own words, as you would for a colleague. You don’t have to write code.
technical-how-to-refactor = The tests stay the same. Send your version between two lines of three backticks (```), or as a file, and say what you changed and why. To try it first, send /try: alone for the examples, or with your own input, such as /try [1, 2], 3.
technical-how-to-sql = Send one query for SQLite between two lines of three backticks (```), or as a .sql file. You can send it as often as you like.
technical-how-to-design = Send your class between two lines of three backticks (```), or as a file. You can send it as often as you like.
technical-how-to-system = Answer in words and rough numbers, one step at a time.
technical-how-to-repository = Send each file you changed between two lines of three backticks (```), beginning with a line like # file: shop/cart.py. You can also try the assistant’s change with the button, and say whether you would take it.
technical-send-code = Send your code as a message between two lines of ```, or as a file. “A hint” gives you a nudge; /skip moves on.
technical-send-again = You can fix it and send it again as often as you like, or move on with /skip.
technical-got-code = I’ve got your code, and I’m running it.
technical-got-code-to-read = I’ve got your code, and I’m reading it.
technical-waiting = Your code is next in line; it won’t be long.
technical-no-more-hints = That was the last hint. Send what you have, even if it isn’t finished, or move on with /skip.
technical-no-more-tasks = There’s no other exercise of that kind here. You can move on with /skip.
technical-too-many = I’ve looked at a lot of code already. Let’s talk about it, or move on with /skip.
technical-too-long = That’s more code than I can look at. Please send the part that matters.
technical-progress = I’m putting your interviews together.

technical-task-tables = The tables:
technical-task-code = Here is the code:
technical-task-patch = An assistant proposes this change:
technical-anything-else = Is there anything else you would raise before approving it?
technical-task-examples = For example:
technical-task-begin = Start with this:

## What became of code

technical-ahead = { $count ->
    [one] One other program is ahead of yours.
   *[other] { $count } other programs are ahead of yours.
  }
technical-about-code = About your earlier code:
technical-still-looking = Your code is still running; I’ll tell you what it shows in a moment.
technical-not-run-no-sandbox = I can’t run code in this language here, so I only read it.
technical-not-run-busy = Some of your earlier code is still running, so I only read this.
technical-not-run-broke = I couldn’t run your code. Please send it again.
technical-not-run-empty = That file is empty.
technical-not-run-unfetched = I couldn’t get that file. Please send it again, or send the code as a message.
technical-not-run-unreadable = I can’t read that file as text. Please send your code as a message, or as a text file in UTF-8.
technical-not-run-too-long = That’s more code than I can look at. Please send the part that matters.
technical-passed = { $passed ->
    [0] It ran, and passed none of the { $total } tests.
   *[other] It ran, and passed { $passed } of { $total } tests.
  }
technical-missing = The tests call a function { $name }, and your code doesn’t have one. Keep that name and send it again.
technical-signature = The tests call { $wanted }, but your code declares { $written }. Change the declaration and send it again.
technical-signature-whole = Whole numbers are { $wanted } here, not { $written }.
technical-signature-list = A list comes as { $wanted } here, not as { $written }.
technical-more-failed = And { $count } more.
technical-not-reached = { $count ->
    [one] One test wasn’t reached.
   *[other] { $count } tests weren’t reached.
  }
technical-a-case = test { $number }
technical-remark = To think about: { $remark }
technical-before-tests = It stopped before the first test.
technical-got = { $call } should return { $expected }, but returned { $got }.
technical-raised = { $about }: { $error }
technical-case-returned = { $about }: it returned a value.
technical-case-wrong = { $about }: a different result was expected.
technical-case-changed = { $about }: the result is right, but the function changed its input.
technical-case-time = { $about }: it took too long.
technical-case-memory = { $about }: it took too much memory.
technical-case-output = { $about }: it printed too much.
technical-case-ended = { $about }: the program ended in the middle of it.
technical-ran = It ran to the end.
technical-ran-silent = It ran to the end and printed nothing.
technical-broke = It ran, and ended with an error.
technical-no-syntax = It didn’t start: there’s a syntax error.
technical-here-input = There’s no input to read here: call your functions with values of your own.
technical-here-packages = Only the standard library is available.
technical-here-alone = Programs here can’t open files, start other programs or reach the network.
technical-not-compiled = It didn’t compile.
technical-time = It was stopped: it took too long.
technical-memory = It was stopped: it took too much memory.
technical-output = It was stopped: it printed too much.
technical-killed = It was stopped while it ran.
technical-printed = It printed:
technical-at-line = The error came from line { $line }:
technical-complex = { $name } has { $complexity } paths through it, which is hard to follow.
technical-linted = A code checker says: { $remark }
technical-ask-solved = How much more time and memory does it take when the input is a thousand times as long?
technical-ask-solved-else = Which input would be the hardest for it, and why?
technical-ask-error = What do you think happened in that line?
technical-ask-error-else = How would you find out what is in the variables at that line?
technical-ask-syntax = What would you change in that line?
technical-ask-syntax-else = What was that line meant to do?
technical-ask-limit = Where does the time or the memory go, and how would you bring it down?
technical-ask-limit-else = At what input size does it get too slow or too large?
technical-ask-failed = Take the first test that failed: what does your code do there, step by step?
technical-ask-failed-else = What is different in the input of the tests that fail?
technical-ask-broke = What do you think made it stop, and how would you find out?
technical-ask-broke-else = What would you print, and where, to see how far it gets?
technical-ask-program = What would you test first in this, and with what input?
technical-ask-program-else = Which part would you change first if others had to work on it?
technical-ask-read = Which part of it are you least sure of?
technical-point = – Line { $line }: { $says }

## Before it begins

technical-intake = A technical interview: questions about your own work, and coding exercises. You get a report at the end. It's just for practice; nothing depends on it.
technical-intake-how = If you like, send me the job ad and your résumé first: as text, a link or a file (PDF, DOCX). The buttons change the settings below. Or simply begin.
# The same without a model: nothing that is sent could be read.
technical-intake-buttons = The buttons change the settings below. Or simply begin.
technical-chosen = Settings: { $chosen }
technical-wishes = I’ll keep this in mind: “{ $wishes }”. Change the settings above with the buttons.
technical-for-job = For: { $job }
technical-begin = Begin
technical-back = Back
technical-set-level = Level
technical-set-language = Programming language
technical-set-length = Length
technical-set-focus = Questions or code
technical-which-level = Which level?
technical-which-language = Which language do you want to code in?
technical-which-length = How long should it be?
technical-which-focus = Questions, code, or both?
technical-level-junior = junior
technical-level-middle = mid-level
technical-level-senior = senior
technical-level-staff = staff
technical-language-python = Python
technical-language-javascript = JavaScript
technical-language-typescript = TypeScript
technical-language-cpp = C++
technical-language-java = Java
technical-language-go = Go
technical-length-short = about 20 minutes
technical-length-usual = about 40 minutes
technical-length-long = about an hour
technical-focus-mixed = questions and code
technical-focus-talk = questions only
technical-focus-code = mostly code
technical-reading = I’m reading what you sent. You don’t have to wait.
technical-read-job = They’re looking for: { $skills }
technical-read-projects = { $projects ->
    [one] One project of yours: { $names }
   *[other] { $projects } projects of yours: { $names }
  }
technical-read-skills = Your skills: { $skills }
technical-read-years = { $years ->
    [one] One year of experience
   *[other] { $years } years of experience
  }
technical-correct = Is something wrong? Tell me, and I'll keep it in mind.
technical-read-by-nobody = I can’t read what you sent right now. Choose with the buttons, or simply begin.
technical-read-nothing = I couldn’t find anything in it about a job or your work.
technical-code-later = Hold on to your code for a moment: send it once the interview has begun, and I’ll run it and go through it with you.
technical-no-document = I can read PDF, DOCX and plain text. Please save it as one of these, or paste the text.
technical-recording-long = That recording is too long for me. Please keep it to a few minutes, or write it.
technical-not-read-yet = I’ll leave out what I haven’t finished reading.
technical-source-heavy = That file is too large for me. A résumé as text, PDF or DOCX of a few pages is best.
technical-source-unreadable = I couldn’t read one of the files. It may be damaged or password-protected; send it as text, if you like.
technical-source-empty = One of the files has no text in it; it may be a scan. Send it as text, if you like.
technical-source-laborious = One of the files took too long to read. Send it as text, if you like.
technical-source-unfetchable = I couldn’t open one of the links. Send the text itself, if you like.
technical-source-forbidden = I’m not allowed to open one of the links. Send the text itself, if you like.
technical-source-absent = There’s nothing at one of the addresses. Send the text itself, if you like.
technical-source-refused = One of the pages needs a login. Send the text itself, if you like.
technical-source-slow = One of the pages didn’t answer in time. Send the text itself, if you like.
technical-source-busy = I couldn’t read one of the files just now. Send it again, if you like.

## The report

technical-report-title = A technical interview
technical-caption = Your report: what your answers and your code showed, with the full text of both.
technical-is-not = This is feedback for you. It doesn’t decide anything, and nobody should be hired or rejected because of it: one conversation shows only part of what a person can do.
technical-candidate = Candidate
technical-the-job = Job
technical-scores = Scores
technical-strengths = Strengths
technical-work-on = What to work on
technical-plan = Your next two weeks
technical-days = Days { $days }:
technical-not-weighed = There are no scores yet. You’ll get them when the interview is over. If something changes later, /transcript scores it again.
technical-without-too-little = No score: there was too little to go on.
technical-without-no-code = No score: no code was submitted.
technical-without-model = No language model took part. The runs of your code are scored; everything else follows fixed rules.
technical-model-away = I couldn’t reach the language model. For now, the runs of your code are scored and everything else follows fixed rules; ask again later with /transcript.
technical-code-changed = The message with this code was edited later, so the code isn’t shown as it ran.
technical-without-no-evidence = No score: nothing in the answers or the code supports one.
technical-without-no-model = No score: without a language model, only the runs of your code are scored.
technical-by-runs = Based on the runs of your code.
technical-place = Code { $submission }, line { $line }:
technical-line = Line { $line }:
technical-code = Code
technical-own-code = Your own code
technical-growth = Your scores over { $count } interviews.
technical-growth-none = { $count ->
    [0] None of your interviews has scores yet: they come with the report, when one is over.
   *[other] One of your interviews has scores so far. From the second one on I can show how they change.
  }
technical-growth-title = Your interviews

## The rubric: each criterion, and what its levels from 1 to 5 look like

technical-rubric-problem-solving = Problem solving
technical-rubric-problem-solving-1 = Didn’t find a way into the tasks.
technical-rubric-problem-solving-2 = Found a way with a lot of help, or one that works only for the simplest cases.
technical-rubric-problem-solving-3 = Took a task apart and solved the usual cases; edge cases were missed, or found only after a pointer.
technical-rubric-problem-solving-4 = Solved the tasks with their edge cases, and stated the assumptions.
technical-rubric-problem-solving-5 = Weighed several ways, found the edge cases before being asked, and planned for growth.

technical-rubric-code-quality = Code quality
technical-rubric-code-quality-1 = The code doesn’t run, or can’t be followed.
technical-rubric-code-quality-2 = It runs in part; names and structure hide what it does.
technical-rubric-code-quality-3 = It runs and can be followed; some parts are longer or more tangled than they need to be.
technical-rubric-code-quality-4 = It is clear, in small parts with honest names, and handles errors.
technical-rubric-code-quality-5 = It reads like an explanation: nothing could be left out, and the next person could change it safely.

technical-rubric-communication = Communication
technical-rubric-communication-1 = It didn’t become clear what they meant.
technical-rubric-communication-2 = Some answers were clear; much had to be drawn out.
technical-rubric-communication-3 = Answers were to the point; what they did themselves came out when asked.
technical-rubric-communication-4 = They said what they did and why, with an example or a number, and checked what was unclear.
technical-rubric-communication-5 = They explained hard topics so that anybody on the team could follow, and said what they didn’t know.

technical-rubric-technical-depth = Technical depth
technical-rubric-technical-depth-1 = Knows the names of things, not how they work.
technical-rubric-technical-depth-2 = Has used the tools; how they work didn’t come up.
technical-rubric-technical-depth-3 = Explains how their own parts work, and one thing that went wrong.
technical-rubric-technical-depth-4 = Names what a decision cost and what was rejected, with sound reasons.
technical-rubric-technical-depth-5 = Knows where their systems break, has measured it, and draws lessons others can use.

## What rules say where no model weighs

technical-rule-solved = “{ $title }”: all { $total } tests passed.
technical-rule-failed = “{ $title }”: { $passed } of { $total } tests passed. Look at: { $about }
technical-rule-untried = “{ $title }”: no code was sent for it.
technical-rule-grounds = { $count } of { $total } answers name a reason, a number or a decision.
technical-rule-no-grounds = Reasons, numbers or decisions appear in only { $count } of { $total } answers.
technical-plan-again = Solve “{ $title }” again from scratch. You’re done when all tests pass.
technical-plan-edges = Before each exercise, write down its edge cases: empty, one, equal, very many. You’re done when three exercises in a row pass on the first try.
technical-plan-tell = Talk through three pieces of your own work out loud, two minutes each: the problem, what you decided, what it cost, what changed. You’re done when each has a reason and a number.
technical-plan-once-more = Take this interview again, and compare with /progress.

technical-looked-for = What there was to find
technical-patch-right = The proposed change was fine to take.
technical-patch-wrong = The proposed change should not be taken as it is.

technical-trying = I’m trying it.
technical-try-what = Hand in some code first, or put it after /try between two lines of ```.
technical-tried = { $call } returns { $got }.
technical-not-run-input = I can’t read that input. Write it like this: { $wanted }

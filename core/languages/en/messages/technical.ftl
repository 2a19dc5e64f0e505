### The technical interview: what the interviewer says beside the questions, and the names of its commands.

# The first message: their name, and in one line what this is.
technical-hello = Hello{ $name ->
        [none] !
       *[other] , { $name }!
    } I'm Raconteur, a program that holds technical interviews: your own work, some code that I run, and a report at the end.

technical-command-hint = a hint to the open exercise
technical-command-task = another exercise
technical-command-progress = how your scores have changed over your interviews
technical-button-hint = A hint
technical-button-task = Another exercise
technical-button-write = Write code
technical-your-code = Your code

technical-how-to-send = Send your code as a message between two lines of three backticks (```), or as a file. You can send it as often as you like.
technical-send-code = Send your code as a message between two lines of ```, or as a file. “A hint” gives you a nudge, /skip goes on.
technical-send-again = You can send it again, mended, as often as you like, or go on with /skip.
technical-got-code = I have your code, and am running it.
technical-waiting = Your code waits for its turn; it will not be long.
technical-no-more-hints = That was the last hint. Send what you have, even if it is not finished, or go on with /skip.
technical-no-more-tasks = There is no other exercise of that kind here. You can go on with /skip.
technical-too-many = I have looked at a lot of code already. Let us talk about it, or go on with /skip.
technical-too-long = That is more code than I can look at. Send the part that matters.
technical-progress = I am putting your interviews together.

technical-task-examples = For example:
technical-task-begin = Begin with this:

## What became of code

technical-ahead = { $count ->
    [one] One other program runs before yours.
   *[other] { $count } other programs run before yours.
  }
technical-about-code = About your code from before:
technical-still-looking = Your code is still being run; I tell you what it shows in a moment.
technical-not-run-no-sandbox = No code in this language is run here, so I only read it.
technical-not-run-busy = Something of yours is still being run, so I only read this.
technical-not-run-broke = Your code could not be run. Send it once more, please.
technical-not-run-empty = There is nothing in that file.
technical-not-run-unfetched = I could not get that file. Send it once more, please, or send the code as a message.
technical-not-run-unreadable = I cannot read that file as text. Send your code as a message, or as a text file in UTF-8.
technical-not-run-too-long = That is more code than I can look at. Send the part that matters.
technical-passed = { $passed ->
    [0] It ran, and passed none of the { $total } tests.
   *[other] It ran, and passed { $passed } of { $total } tests.
  }
technical-missing = The tests call a function { $name }, and there is none in your code. Keep that name, and send it again.
technical-more-failed = And { $count } more.
technical-not-reached = { $count ->
    [one] One test was not reached.
   *[other] { $count } tests were not reached.
  }
technical-a-case = test { $number }
technical-remark = To think about: { $remark }
technical-before-tests = It stopped before the first test.
technical-got = { $call } should give { $expected }, and gave { $got }.
technical-raised = { $about }: { $error }
technical-case-wrong = { $about }: another result was expected.
technical-case-changed = { $about }: the result is right, but what was given to the function was changed.
technical-case-time = { $about }: it took too long.
technical-case-memory = { $about }: it took too much memory.
technical-case-output = { $about }: it printed too much.
technical-case-ended = { $about }: the program ended in the middle of it.
technical-ran = It ran to its end.
technical-ran-silent = It ran to its end, and printed nothing.
technical-broke = It ran, and ended with an error.
technical-no-syntax = It did not start: there is a syntax error in it.
technical-here-input = There is nothing to read as input here: call your functions with values of your own.
technical-here-packages = Only the standard library is there.
technical-here-alone = Here a program can open no files, start no other programs and reach no network.
technical-not-compiled = It could not be compiled.
technical-time = It was stopped: it took too long.
technical-memory = It was stopped: it took too much memory.
technical-output = It was stopped: it printed too much.
technical-killed = It was stopped while it ran.
technical-printed = It printed:
technical-at-line = The error came from line { $line }:
technical-complex = { $name } has { $complexity } ways through it, which is hard to follow.
technical-linted = A code checker says: { $remark }
technical-ask-solved = What does it cost, in time and memory, when the input is a thousand times as long?
technical-ask-solved-else = Which input would be the hardest for it, and why?
technical-ask-error = What do you think happened in that line?
technical-ask-error-else = How would you find out what is in the variables at that line?
technical-ask-syntax = What would you change in that line?
technical-ask-syntax-else = What was that line to do?
technical-ask-limit = Where does the time or the memory go, and what would make it less?
technical-ask-limit-else = For which size of input does it begin to be too slow or too large?
technical-ask-failed = Take the first test that failed: what does your code do there, step by step?
technical-ask-failed-else = What is different in the input of the tests that fail?
technical-ask-broke = What do you think ended it, and how would you find out?
technical-ask-broke-else = What would you print, and where, to see how far it gets?
technical-ask-program = What would you test first in this, and with which input?
technical-ask-program-else = Which part of it would you change first, if others had to work on it?
technical-ask-read = Which part of it are you least sure of?
technical-point = – Line { $line }: { $says }

## Before it begins

technical-intake = A technical interview: questions about your own work, and exercises in code. You get a report at the end. It's for practice, and decides nothing.
technical-intake-how = If you like, send me the job and your résumé first: as text, a link or a file (PDF, DOCX). The buttons change what is set below. Or simply begin.
# The same without a model: nothing that is sent could be read.
technical-intake-buttons = The buttons change what is set below. Or simply begin.
technical-chosen = Now set: { $chosen }
technical-wishes = I'll keep in mind: “{ $wishes }”. What is set above changes with the buttons.
technical-for-job = For: { $job }
technical-begin = Begin
technical-back = Back
technical-set-level = Level
technical-set-language = Language of the code
technical-set-length = Length
technical-set-focus = Questions or code
technical-which-level = Which level is it for?
technical-which-language = In which language do you write code here?
technical-which-length = How long should it be?
technical-which-focus = Questions, code, or both?
technical-level-junior = junior
technical-level-middle = middle
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
technical-focus-code = code above all
technical-reading = I am reading what you sent. You need not wait for it.
technical-read-job = Asked for: { $skills }
technical-read-projects = { $projects ->
    [one] One project of yours: { $names }
   *[other] { $projects } projects of yours: { $names }
  }
technical-read-skills = Your skills: { $skills }
technical-read-years = { $years ->
    [one] One year of work
   *[other] { $years } years of work
  }
technical-correct = Is something wrong? Tell me, and I'll keep it in mind.
technical-read-by-nobody = I can't make use of what you sent: that takes a language model, and none is here right now. Choose with the buttons, or simply begin.
technical-read-nothing = I found nothing about a job or about work in it.
technical-code-later = Keep your code for a moment: send it once the interview has begun, and I run it and go through it with you.
technical-no-document = I can read PDF, DOCX and plain text. Save it as one of these, or send the words themselves.
technical-recording-long = That recording is too long for me to listen to here. Tell me in a few minutes, or in writing.
technical-not-read-yet = What I have not finished reading is left out.
technical-source-heavy = That file is too large for me. A résumé as text, PDF or DOCX of a few pages is best.
technical-source-unreadable = One of the files cannot be read. It may be damaged or locked with a password; send it as text, if you like.
technical-source-empty = There are no words in one of the files; it may be a picture. Send it as text, if you like.
technical-source-laborious = One of the files took too long to read. Send it as text, if you like.
technical-source-unfetchable = One of the links cannot be opened. Send the text itself, if you like.
technical-source-forbidden = One of the links leads to where I may not look. Send the text itself, if you like.
technical-source-absent = There is nothing at one of the addresses. Send the text itself, if you like.
technical-source-refused = One of the pages is shown only to who is logged in. Send the text itself, if you like.
technical-source-slow = One of the pages did not answer in time. Send the text itself, if you like.
technical-source-busy = I could not read one of the files just now. Send it once more, if you like.

## The report

technical-report-title = A technical interview
technical-caption = Your report: what was seen in your answers and your code, with all of them.
technical-is-not = This is feedback for you. It decides nothing, and is no ground for hiring or not hiring anybody: one conversation shows a part of what a person can do.
technical-candidate = Candidate
technical-the-job = Job
technical-scores = Scores
technical-strengths = What was strong
technical-work-on = What to work on
technical-plan = Two weeks
technical-days = Days { $days }:
technical-not-weighed = There are no scores yet: they are made when the interview is over, or anew with /transcript after something was changed.
technical-without-too-little = No score: there was too little to go by.
technical-without-no-code = No score: no code was handed in.
technical-without-model = No language model took part here. What the runs show is scored, the rest is counted by rules.
technical-model-away = The language model could not be reached. So far what the runs show is scored, and the rest is counted by rules; ask again later with /transcript.
technical-code-changed = The message with this code was changed later, so the code is not shown as it was run.
technical-without-no-evidence = No score: nothing in the answers or the code bears one out.
technical-without-no-model = No score: without a language model only what the runs show is weighed.
technical-by-runs = By what the runs of the code showed.
technical-place = Code { $submission }, line { $line }:
technical-line = Line { $line }:
technical-code = Code
technical-own-code = Code of your own
technical-growth = Your scores over { $count } interviews.
technical-growth-none = { $count ->
    [0] None of your interviews has scores yet: they come with the report, when one is over.
   *[other] One of your interviews has scores so far. From the second one on I can show how they change.
  }
technical-growth-title = Your interviews

## The rubric: each criterion, and what its levels from 1 to 5 look like

technical-rubric-problem-solving = Problem solving
technical-rubric-problem-solving-1 = Did not find a way into the tasks.
technical-rubric-problem-solving-2 = Found a way with much help, or one that works for the simplest cases.
technical-rubric-problem-solving-3 = Took a task apart and solved the usual cases; edges were missed or found when pointed at.
technical-rubric-problem-solving-4 = Solved the tasks with their edges, and named what was assumed.
technical-rubric-problem-solving-5 = Weighed several ways, found the edges before they were asked about, and reckoned with growth.

technical-rubric-code-quality = Code quality
technical-rubric-code-quality-1 = The code does not run, or cannot be followed.
technical-rubric-code-quality-2 = It runs in part; names and structure hide what it does.
technical-rubric-code-quality-3 = It runs and can be followed; some parts are longer or more tangled than they need be.
technical-rubric-code-quality-4 = It is clear, in small parts with honest names, and handles what goes wrong.
technical-rubric-code-quality-5 = It reads like an explanation: nothing could be left out, and the next person could change it safely.

technical-rubric-communication = Communication
technical-rubric-communication-1 = It did not become clear what was meant.
technical-rubric-communication-2 = Single answers were clear; much had to be asked for.
technical-rubric-communication-3 = Answers were to the point; what they did themselves came out when asked.
technical-rubric-communication-4 = They told what they did and why, with a case or a number, and checked what was unclear.
technical-rubric-communication-5 = They led through hard matters so that anybody on the team could follow, and said what they do not know.

technical-rubric-technical-depth = Technical depth
technical-rubric-technical-depth-1 = Knows names of things, not how they work.
technical-rubric-technical-depth-2 = Has used the tools; what is behind them was not shown.
technical-rubric-technical-depth-3 = Explains how their own parts work, and one thing that went wrong.
technical-rubric-technical-depth-4 = Names what a decision cost and what was turned down, with reasons that hold.
technical-rubric-technical-depth-5 = Knows where their systems break, has measured it, and draws what follows for others from it.

## What rules say where no model weighs

technical-rule-solved = “{ $title }”: all { $total } tests passed.
technical-rule-failed = “{ $title }”: { $passed } of { $total } tests passed. What to look at: { $about }
technical-rule-untried = “{ $title }”: no code was sent for it.
technical-rule-grounds = { $count } of { $total } answers name a reason, a number or a decision.
technical-rule-no-grounds = Only { $count } of { $total } answers name a reason, a number or a decision.
technical-plan-again = Solve “{ $title }” once more from nothing. It is done when all tests pass.
technical-plan-edges = Before each exercise, write down its edges: empty, one, equal, very many. It is done when three exercises in a row pass at the first try.
technical-plan-tell = Tell three pieces of your own work aloud, two minutes each: the problem, what you decided, what it cost, what changed. It is done when each has a reason and a number.
technical-plan-once-more = Hold this interview once more, and compare with /progress.

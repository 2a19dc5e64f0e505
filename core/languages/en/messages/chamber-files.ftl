### The files of a run of the chamber, in which one model interviews another.

chamber-file-title = An interview between two models
chamber-file-run = Run
chamber-file-prime = Prime
chamber-file-candidate = Candidate
chamber-file-begun = Started
chamber-file-state = State
chamber-file-turns = Turns
chamber-file-tokens = Tokens
chamber-file-cost = Cost of the conversation
chamber-file-time = Time

# $status is "running", "paused" or "ended"; $why tells what it was paused or ended by.
chamber-file-is =
    { $status ->
        [running] running
        [paused] paused: { $why ->
            [stopped] somebody stopped it
            [failed] one side didn’t answer
           *[other] the daily budget was used up
        }
       *[ended] over: { $why ->
            [prime] Prime ended it
            [rubric] everything in the rubric was covered
            [tokens] it reached its token limit
            [time] it ran out of time
            [budget] it used up its budget
            [circles] both were going round in circles
            [left] the Candidate left
           *[other] it used all its turns
        }
    }
chamber-file-sent = { $sent } sent, { $received } received
chamber-file-turn = Turn { $number }
# $name is Prime or Candidate.
chamber-file-thoughts = { $name }, thinking
chamber-file-note = Note
chamber-file-scores = Scores

chamber-file-caption = What was said, without either side’s thoughts.
chamber-file-zip = Everything from this run: logs, thoughts, scores. README.txt in the ZIP file explains what’s what.
chamber-file-zip-part = Everything from this run, part { $number } of { $total }. README.txt in the first part explains what’s what.
chamber-file-readme = shared_transcript is what was said, without thoughts: as Markdown for reading, as a log, and as JSON Lines for programs. private_transcript has the thoughts of both sides, what happened on each, and the scores. prime_log and candidate_log are what each side wrote, with its thoughts. run is everything as JSON, without API keys.

### The technical interview: what the interviewer says beside the questions, and the names of its commands.

technical-command-hint = a hint to the open exercise
technical-command-task = another exercise
technical-command-progress = how your scores have changed over your interviews
technical-button-hint = A hint
technical-button-task = Another exercise

technical-how-to-send = Send your code as a message between two lines of three backticks (```), or as a file. You can send it as often as you like.
technical-send-code = Send your code as a message between two lines of ```, or as a file. “A hint” gives you a nudge, /skip goes on.
technical-got-code = I have your code. I am looking at it now.
technical-waiting = Your code waits for its turn; it will not be long.
technical-again = I am looking at your code once more.
technical-no-more-hints = That was the last hint. Send what you have, even if it is not finished, or go on with /skip.
technical-no-more-tasks = There is no other exercise of that kind here. You can go on with /skip.
technical-too-many = I have looked at a lot of code already. Let us talk about it, or go on with /skip.
technical-too-long = That is more code than I can look at. Send the part that matters.
technical-go-on = Tell me how you would go about it.
technical-progress = I am putting your interviews together.

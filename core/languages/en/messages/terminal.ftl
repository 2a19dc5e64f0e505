# The few words that the terminal adds to those of the interviewer.

terminal-progress = { $done } of about { $total }
terminal-thinking = … thinking
terminal-how-to-send = To send: press Enter twice.   To pause: Ctrl-C.
terminal-empty = There’s nothing to send yet. Write as much as you like, then press Enter twice.
terminal-choose = Type a number and press Enter.
terminal-one-choice = (You can also type “{ $label }” and press Enter.)

terminal-pause-question = Leave now? Everything you’ve sent is saved. (yes / no)
# Words that are understood as an answer, in small letters, with spaces between them.
terminal-yes = yes y
terminal-no = no n
terminal-draft-kept = What you hadn’t sent yet is saved too: next time, press the up arrow to find it.
terminal-not-kept = I couldn’t save that just now. Your words are still here: please send them again.

terminal-document = Saved here:

terminal-table-when = When
terminal-table-question = Question
terminal-table-answer = Your answer
terminal-table-empty = Nothing to show yet: the table fills as you answer.
terminal-table-unavailable = I can’t show the table right now. Nothing is lost; please try again in a moment.

terminal-command-table = show the conversation so far as a table
terminal-command-quit = pause and leave

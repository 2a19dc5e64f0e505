# The few words that the terminal adds to those of the interviewer.

terminal-progress = { $done } of about { $total }
terminal-thinking = … thinking
terminal-how-to-send = To send: press Enter twice.   To pause: Ctrl-C.
terminal-empty = There is nothing to send yet. Write as much as you like, then press Enter twice.
terminal-choose = Type a number and press Enter.
terminal-one-choice = (You can also type “{ $label }” and press Enter.)

terminal-pause-question = Leave now? Everything you have sent is kept. (yes / no)
# Words that are understood as an answer, in small letters, with spaces between them.
terminal-yes = yes y
terminal-no = no n
terminal-draft-kept = What you had not sent yet is kept, too: next time press the up arrow to find it.
terminal-not-kept = That could not be saved just now. Your words are still here: please send them once more.

terminal-document = It is saved here:

terminal-table-when = When
terminal-table-question = Question
terminal-table-answer = Your answer
terminal-table-empty = There is nothing to show yet: the table fills with your answers.
terminal-table-unavailable = The table cannot be shown just now. Nothing is lost; please try again in a moment.

terminal-command-table = show the conversation so far as a table
terminal-command-quit = pause and leave

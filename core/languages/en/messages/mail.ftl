# The few words that mails need beside those of the interviewer.

mail-answer = Answer this question
mail-choices = Reply with one of these alone:
mail-left-out = From your last mail I left out the following, because it looked like a quotation or a signature. If it belongs to your answer, please send it once more:
mail-other-address = Your last answer came from another address ({ $address }). I keep writing to this one.

# The few words that mails need beside those of the interviewer.

mail-answer = Answer this question
mail-choices = Reply with just one of these:
mail-left-out = I left this out of your last email, because it looked like quoted text or a signature. If it’s part of your answer, please send it again:
mail-other-address = Your last answer came from another address ({ $address }). I’ll keep writing to this one.

# Die wenigen Worte, die Mails neben denen des Interviews brauchen.

mail-answer = Diese Frage beantworten
mail-choices = Antworten Sie einfach nur mit einem davon:
mail-left-out = Aus Ihrer letzten Mail habe ich das Folgende weggelassen, weil es nach einem Zitat oder einer Signatur aussah. Wenn es zu Ihrer Antwort gehört, schicken Sie es bitte noch einmal:
mail-other-address = Ihre letzte Antwort kam von einer anderen Adresse ({ $address }). Ich schreibe weiter an diese.

# Was zu vorgelesenen Fragen gesagt wird.

command-voice = Fragen anhören oder nur lesen

aloud-is-on = Ich lese Ihnen meine Fragen vor: Jede kommt erst geschrieben und dann zum Anhören.
aloud-is-off = Ich schreibe meine Fragen nur. Wenn Sie möchten, lese ich sie auch vor.
aloud-on = Ab jetzt lese ich meine Fragen auch vor.
aloud-on-from-here = Ab jetzt lese ich meine Fragen auch vor. Fangen wir mit dieser an:
aloud-off = Ab jetzt schreibe ich meine Fragen nur noch.
aloud-how = Das habe ich nicht ganz verstanden. Soll ich meine Fragen vorlesen oder nur schreiben?
aloud-absent = Vorlesen kann ich hier nicht. Wer diesen Bot betreibt, kann das einrichten.
aloud-not-here = Hier gibt es keinen Ton, darum schreibe ich nur. Wenn Sie mir vom Handy oder von der Webseite schreiben, lese ich meine Fragen vor.
aloud-no-voice = Für diese Sprache habe ich noch keine Stimme, darum schreibe ich weiter. In einer Sprache, die ich sprechen kann, lese ich meine Fragen vor.
# Steht unter der ersten Frage, die jemand hört, ohne darum gebeten zu haben.
aloud-first = So klingen meine Fragen. Wenn Sie lieber nur lesen, tippen Sie auf den Knopf.

button-aloud-on = Vorlesen
button-aloud-off = Nur Text

# Die wenigen Worte, die im Terminal dazukommen.

terminal-progress = { $done } von etwa { $total }
terminal-thinking = … ich denke nach
terminal-how-to-send = Senden: zweimal Enter drücken.   Pause: Strg-C.
terminal-empty = Es gibt noch nichts zu senden. Schreiben Sie, so viel Sie möchten, und drücken Sie dann zweimal Enter.
terminal-choose = Geben Sie eine Nummer ein und drücken Sie Enter.
terminal-one-choice = (Sie können auch „{ $label }“ schreiben und Enter drücken.)

terminal-pause-question = Möchten Sie jetzt aufhören? Alles, was Sie gesendet haben, ist gespeichert. (ja / nein)
# Wörter, die als Antwort verstanden werden, klein geschrieben, mit Leerzeichen dazwischen.
terminal-yes = ja j yes y
terminal-no = nein n no
terminal-draft-kept = Auch was Sie noch nicht gesendet haben, ist gespeichert: Drücken Sie beim nächsten Mal den Pfeil nach oben, dann ist es wieder da.
terminal-not-kept = Das konnte ich gerade nicht speichern. Ihre Worte sind noch hier: Bitte senden Sie alles noch einmal.

terminal-document = Hier ist es gespeichert:

terminal-table-when = Wann
terminal-table-question = Frage
terminal-table-answer = Ihre Antwort
terminal-table-empty = Noch gibt es nichts zu zeigen: Die Tabelle füllt sich mit Ihren Antworten.
terminal-table-unavailable = Die Tabelle kann ich gerade nicht zeigen. Es ist nichts verloren; versuchen Sie es bitte gleich noch einmal.

terminal-command-table = das bisherige Gespräch als Tabelle zeigen
terminal-command-quit = Pause machen und das Programm schließen

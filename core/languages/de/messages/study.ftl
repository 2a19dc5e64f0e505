### Studien: was in ihren Dateien steht und was den Teilnehmenden gesagt wird.

study-pseudonym-person = [Person { $number }]
study-pseudonym-place = [Ort { $number }]
study-pseudonym-organisation = [Organisation { $number }]
study-pseudonym-date = [Datum { $number }]
study-pseudonym-number = [Nummer { $number }]
study-pseudonym-contact = [Kontakt { $number }]

study-used = Diese Einladung ist schon benutzt worden; jede gilt nur für eine Person. Wenn sie für Sie gedacht war, bitten Sie am besten die Person, von der Sie die Einladung haben, um eine neue.
study-full = Schön, dass Sie da sind. An dieser Studie haben inzwischen genug Menschen teilgenommen, darum fragen wir niemanden mehr. Danke, dass Sie helfen wollten.
study-closed = Schön, dass Sie da sind. Diese Studie ist schon zu Ende. Danke, dass Sie helfen wollten.

study-wave = Vor einiger Zeit haben Sie uns Fragen beantwortet: „{ $title }“. Wir würden Sie gern noch einmal fragen, wie es heute bei Ihnen ist. Wenn Sie möchten, tippen Sie auf den Knopf: jetzt gleich oder wann immer es Ihnen passt.
study-wave-foot = Ganz wie Sie möchten. Sie müssen darauf nicht antworten.
button-study-wave = Ja, fragen Sie mich

study-copy-title = Wozu Sie Ja gesagt haben
study-copy-interview = Interview
study-copy-name = Name
study-copy-no-name = ohne Namen
study-copy-code = Wie Sie in der Studie heißen
study-copy-when = Wann
study-copy-digest = Prüfsumme des Textes (SHA-256)
study-copy-below = Hier ist der Text, Wort für Wort:
study-copy-caption = Dazu haben Sie gerade Ja gesagt. Heben Sie es einfach auf; tun müssen Sie damit nichts.

# Freihändig auf der Seite sprechen. Was mit page-live- anfängt, setzt der Browser zusammen.

page-talk-with-me = Mit mir sprechen
page-talk-now = Ich antworte jetzt
page-talk-more = Ich bin noch nicht fertig
page-talk-done = Fertig
page-talk-stop = Gespräch beenden
# Über den Worten von jemandem, der noch spricht; sie können sich noch ändern.
page-talk-so-far = Was ich bisher gehört habe

page-live-talk-reading = Sie können jederzeit antworten.
page-live-talk-ready = Ich höre zu. Lassen Sie sich so viel Zeit, wie Sie möchten.
page-live-talk-hearing = Ich höre zu.
page-live-talk-pausing = Wenn das alles war, geht es weiter, sobald der Kreis voll ist.
page-live-talk-patient = Ich bin noch da. Es eilt nicht; fangen Sie an, wann Sie möchten.
page-live-talk-sending = Danke. Einen Moment …
page-live-talk-offline = Die Verbindung ist unterbrochen. Sprechen Sie ruhig weiter: Alles, was Sie sagen, wird auf diesem Gerät gespeichert.
page-live-talk-over = Das war alles für jetzt. Vielen Dank!

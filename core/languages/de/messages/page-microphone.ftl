# Eine Antwort auf der Seite sprechen und Dateien schicken. Was mit page-live- anfängt, setzt der Browser zusammen.

page-microphone-speak = Sprechen
page-file-add = Foto, Datei
page-file-send = Datei senden
page-file-empty = Diese Datei ist leer. Wählen Sie bitte eine andere.

page-live-microphone-asking = Ihr Browser fragt, ob diese Seite das Mikrofon benutzen darf. Bitte erlauben Sie es.
page-live-microphone-unheard = Ich kann mir Aufnahmen noch nicht anhören. Ihre bleibt gespeichert, und ich höre sie mir später an. Wenn Sie nicht warten möchten, schreiben Sie bitte.
page-live-microphone-denied = Der Browser erlaubt dieser Seite das Mikrofon nicht. Sie können es in den Einstellungen des Browsers für diese Seite freigeben oder einfach schreiben.
page-live-microphone-none = Hier ist kein Mikrofon. Schreiben Sie bitte Ihre Antwort.
page-live-microphone-busy = Das Mikrofon ist gerade nicht frei; vielleicht benutzt es ein anderes Programm. Versuchen Sie es noch einmal, oder schreiben Sie.
page-live-microphone-insecure = Auf dieser Seite gibt der Browser das Mikrofon nicht frei. Schreiben Sie bitte Ihre Antwort, oder nehmen Sie sie mit dem Handy auf und schicken Sie die Aufnahme über „Foto, Datei“.
page-live-microphone-unable = Dieser Browser kann nicht aufnehmen. Schreiben Sie bitte Ihre Antwort, oder öffnen Sie die Seite in einem anderen Browser.
page-live-microphone-broken = Das Mikrofon ist ausgefallen. Was Sie bis dahin gesagt haben, ist gespeichert.
page-live-microphone-full = Auf diesem Gerät ist kein Speicherplatz mehr frei. Was Sie bis dahin gesagt haben, ist gespeichert; senden Sie es bitte.
page-live-microphone-quiet = Ich höre nichts. Ist das Mikrofon eingeschaltet?
page-live-microphone-recording = Aufnahme läuft
page-live-microphone-paused = Pause. Sie können sich die Aufnahme anhören, weitersprechen oder alles senden.
page-live-microphone-longest = Eine Aufnahme kann höchstens { $minutes } Minuten lang sein, und so lang ist diese jetzt. Senden Sie sie bitte ab; danach können Sie eine neue beginnen.
page-live-microphone-left = Diese Aufnahme ist noch nicht gesendet. Sie können sie anhören, senden oder löschen.
page-live-microphone-pause = Pause
page-live-microphone-go-on = Weitersprechen
page-live-microphone-send = Aufnahme senden
page-live-microphone-discard = Löschen
page-live-microphone-sure = Diese Aufnahme löschen?
page-live-microphone-gone = Ja, löschen
page-live-microphone-keep = Nein, behalten
page-live-microphone-listen = Was Sie aufgenommen haben
page-live-microphone-one = Ihre Aufnahme
page-live-microphone-sending = Wird gesendet …
page-live-microphone-waiting = Noch nicht gesendet. Die Aufnahme ist auf diesem Gerät gespeichert und wird automatisch gesendet.
page-live-microphone-refused = Das ließ sich gerade nicht senden. Die Aufnahme ist auf diesem Gerät gespeichert; Sie können es noch einmal versuchen.
page-live-microphone-too-large = Diese Aufnahme ist zu lang. Sie ist auf diesem Gerät gespeichert. Erzählen Sie es bitte in kürzeren Stücken, oder schreiben Sie es.
page-live-microphone-again = Noch einmal versuchen
page-live-file-empty = Diese Datei ist leer. Wählen Sie bitte eine andere.
page-live-file-too-large = Diese Datei ist zu groß. Wählen Sie bitte eine kleinere.
page-live-file-failed = Diese Datei ließ sich nicht senden. Versuchen Sie es bitte gleich noch einmal.

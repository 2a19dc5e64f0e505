# Die Seite, auf der man im Browser schreibt.

page-title = Ihr Gespräch
page-answer = Ihre Antwort
page-send = Senden
page-anew = Neues anzeigen
page-earlier = Frühere Nachrichten anzeigen
page-go-on = Weiter
page-invited = Jemand würde so gern Ihre Geschichte hören. Alles, was Sie schreiben, bleibt gespeichert; kommen Sie wieder, wann immer Sie möchten. Die Person, die diese Seite betreibt, kann es lesen, andere Besucher nicht.
page-come-in = Zum Gespräch
page-no-invitation = Diese Einladung gilt nicht mehr. Bitten Sie die Person, die sie geschickt hat, um eine neue.
used-link = Dieser Link wurde schon geöffnet
used-link-why = Er funktioniert nur einmal, damit niemand sonst Ihre Geschichte lesen kann. Wahrscheinlich wurde er auf einem anderen Handy oder Computer geöffnet.
used-link-there = Machen Sie bitte dort weiter, wo Sie begonnen haben: Alles, was Sie erzählt haben, ist gespeichert.
used-link-here = Wenn das nicht geht oder jemand anders den Link geöffnet hat, fragen Sie bitte die Person, von der Sie den Link haben, nach einem neuen.
page-closed = Für diese Seite brauchen Sie einen Link. Öffnen Sie bitte den, den Sie bekommen haben, oder bitten Sie um einen neuen.
page-not-there = Hier ist nichts.
page-files-away = An Aufnahmen und Fotos komme ich gerade nicht heran. Es ist nichts verloren; versuchen Sie es bitte später noch einmal.
page-not-understood = Da ist etwas schiefgegangen. Gehen Sie bitte zurück und versuchen Sie es noch einmal.
page-too-large = Das ist zu viel auf einmal. Senden Sie es bitte in kleineren Stücken.
page-only-here = Dieser Link funktioniert nur auf dem Computer, auf dem Raconteur läuft.
page-too-often = Das waren zu viele Versuche. Warten Sie bitte eine Minute und versuchen Sie es noch einmal.
page-not-kept = Das ließ sich gerade nicht speichern. Versuchen Sie es bitte gleich noch einmal.

# Wörter der Gesprächsseite. Was mit page-live- anfängt, setzt der Browser zusammen.
page-you = Sie
page-here = Raconteur
page-skip-to-answer = Zur Antwort
page-history = Was Sie bisher erzählt haben
page-chapters = Kapitel { $now } von { $all }
page-questions = Frage { $now } von etwa { $all }
page-edited = bearbeitet
page-edit = Bearbeiten
page-leave-out = Weglassen
page-left-out = Das steht nicht in Ihren Dateien.
page-put-back = Wieder aufnehmen
page-file-read = Lesen und drucken
page-file-look = Ansehen und drucken
page-file-forms = Andere Formate
page-file-download = Herunterladen
page-photo = Ein Foto, das Sie geschickt haben
page-speech = Anhören
page-recording = Eine Aufnahme

page-answer-hint = Schreiben Sie, so viel Sie möchten. Mit der Eingabetaste beginnt eine neue Zeile, mit Strg und Eingabetaste senden Sie.
page-menu = Menü
page-commands = Was Sie tun können
page-look = Darstellung
page-look-auto = Wie auf dem Gerät
page-look-light = Hell
page-look-dark = Dunkel
page-close = Schließen
page-settings = Einstellungen
page-devices = Wo Sie angemeldet sind
page-devices-mean = Ein Gerät ist verloren oder Ihnen fremd? Melden Sie es ab. Was Sie erzählt haben, bleibt erhalten.
page-device-here = hier sind Sie gerade
page-device-used = Zuletzt benutzt { $ago }
page-device-since = Angemeldet { $ago }
page-device-lately = in der letzten Stunde
# $system is what the browser runs on.
page-device-name = { $browser }{ $system ->
        [iPhone] {" "}auf einem iPhone
        [iPad] {" "}auf einem iPad
        [Android] {" "}auf einem Android-Handy oder -Tablet
        [Windows] {" "}auf einem Windows-Computer
        [ChromeOS] {" "}auf einem Chromebook
        [macOS] {" "}auf einem Mac
        [Linux] {" "}auf einem Linux-Computer
       *[other] {""}
    }
page-device-unnamed = Ein Browser
page-sign-out = Abmelden
page-sign-out-here = Hier abmelden
page-signed-out = Sie sind in diesem Browser abgemeldet. Alles, was Sie erzählt haben, ist gespeichert. Zum Wiederkommen brauchen Sie einen neuen Link.
page-write-code = Code schreiben

page-reading-back = Zurück zum Gespräch
page-reading-print = Drucken

page-live-thinking = Ich lese, was Sie geschrieben haben …
page-live-waiting = Noch nicht gesendet. Ihr Text ist auf diesem Gerät gespeichert und wird automatisch gesendet.
page-live-sending = Wird gesendet …
page-live-offline = Gerade keine Verbindung. Schreiben Sie ruhig weiter: Alles bleibt hier gespeichert und wird gesendet, sobald die Verbindung wieder da ist.
page-live-shut = Dieser Browser ist abgemeldet. Öffnen Sie bitte noch einmal den Link, den Sie bekommen haben. Was Sie geschrieben haben, bleibt hier gespeichert.
page-live-refused = Das ließ sich so nicht senden. Ändern Sie es bitte und senden Sie es noch einmal.
page-live-too-long = Das ist zu lang für eine Nachricht. Senden Sie es bitte in zwei Teilen.
page-live-again = Zurückholen und ändern
page-live-full = Auf diesem Gerät ist kein Speicherplatz mehr frei. Lassen Sie die Seite bitte offen, bis alles gesendet ist.
page-live-below = Neue Nachrichten weiter unten
page-live-new = Neu
page-live-save = Speichern
page-live-cancel = Abbrechen
page-live-changing = Ihren Text bearbeiten
page-live-changed-later = Die Änderung ist noch nicht gesendet. Sie wird automatisch gesendet.
page-code-send = Abgeben
page-code-label = Ihr Code
page-code-keys = Tab rückt ein. Um das Feld zu verlassen, drücken Sie Escape und dann Tab.

# Die ersten Bildschirme, bevor etwas gesagt wurde.
welcome-title = Ihre Geschichte, in Ihren Worten
welcome-what = Ich stelle eine Frage nach der anderen. Sie antworten, sprechend oder schreibend, heute oder über Wochen. Aus dem, was Sie erzählen, wird eine Seite und mit der Zeit ein Buch.
welcome-tell = Meine Geschichte erzählen
welcome-tell-more = Gleich anfangen. Fünf Minuten genügen.
welcome-give = Einen lieben Menschen fragen
welcome-give-more = Einen Link schicken. Ein Knopfdruck, und es geht los.
welcome-also = Oder etwas anderes:
welcome-model = Ein Sprachmodell stellt die Fragen.
welcome-no-model = Es ist kein Sprachmodell angeschlossen. Die Fragen stammen aus einer fertigen Liste.
welcome-model-silent = Das Sprachmodell antwortet nicht. Die Fragen kommen vorerst aus der fertigen Liste.
welcome-model-saved = Gespeichert. Das Sprachmodell wird ab dem nächsten Start benutzt.
welcome-settings = Einstellungen
welcome-name = Wie darf ich Sie nennen? (Das Feld kann leer bleiben.)
welcome-more = Mehr darüber, was mit Ihren Worten geschieht
welcome-begin = Anfangen
welcome-agreed = Wenn Sie auf „Anfangen“ tippen, sind Sie damit einverstanden.
welcome-back = Zurück

# The menu, a photo before it is sent, and the end of a chapter.
page-about = Worum es geht
page-menu-story = Diese Geschichte
page-menu-files = Meine Dateien
page-menu-words = Meine Worte
page-menu-page = Diese Seite
page-menu-mine = Meine Interviews
page-menu-print = Das Gespräch drucken
page-menu-more = Mehr
page-ahead-chapters = { $count ->
        [one] Ein Kapitel liegt noch vor Ihnen.
       *[other] { $count } Kapitel liegen noch vor Ihnen.
    }
page-ahead-questions = { $count ->
        [one] Es kommt noch eine Frage.
       *[other] Es kommen noch etwa { $count } Fragen.
    }
page-finish = Jetzt beenden? Sie können später trotzdem weitermachen.
page-finish-thanks = Danke für alles, was Sie bisher erzählt haben. Es ist alles gespeichert.
page-finish-not-yet = Weiter erzählen
page-finish-yes = Für jetzt beenden
page-photo-title = Ihr Foto
page-photo-caption = Wer oder was ist auf dem Bild? (Das Feld kann leer bleiben.)
page-photo-send = Foto senden
page-live-chapter = Wieder ein Kapitel erzählt. Danke!
page-live-kept = Gerade keine Verbindung. Das haben Sie bisher erzählt; es ist auf diesem Gerät gespeichert.

# Ein Geschenk danach: die Seite der schenkenden Person, Änderungen und die Links zurück.

## Die Nachricht zum Link

give-message-text = { $name }, ich würde so gern deine Geschichte hören. Öffne diesen Link auf dem Handy, das du benutzen willst, tippe auf „Anfangen“ und { $speaks ->
        [yes] erzähl einfach
       *[no] schreib, oder schick eine Sprachaufnahme
    }. Es kommt immer nur eine Frage, und es eilt überhaupt nicht.{ $giver ->
        [none] {""}
       *[other] {" "}– { $giver }
    }
landing-what-home = Guten Tag, { $name }. Ich stelle eine Frage nach der anderen. Schreiben Sie Ihre Antworten, oder schicken Sie eine Sprachaufnahme. Jede Frage lässt sich überspringen, aufhören können Sie jederzeit.
landing-preview-home = Eine Frage nach der anderen. Auf „Anfangen“ tippen und schreiben.
page-voice-memo = Lieber sprechen? Nehmen Sie eine Sprachmemo auf und schicken Sie sie mit „Foto, Datei“.
give-questions-later = Weitere können Sie später stellen, auf der Seite zum Geschenk, die danach kommt.

## Wie weit es ist, in einem Wort

give-line = { $name }: { $far }
give-short-unopened = noch nicht geöffnet
give-short-opened = geöffnet
give-short-begun = begonnen
give-short-answers = { $count ->
        [one] eine Antwort
       *[other] { $count } Antworten
    }
give-new = neu

## Etwas ändern

give-change = Etwas ändern
give-rhythm-twice = Zwei Fragen in der Woche
give-rhythm-own = An selbst gewählten Tagen ({ $name })
give-rhythm-saved = Gespeichert. Ab jetzt kommen die Fragen so.
give-save = Speichern
give-asked = Ihre Fragen
give-asked-yes = Schon gestellt
give-asked-wait = Kommt noch
give-ask = Noch etwas fragen
give-ask-hint = Ich stelle die Frage in Ihrem Namen, sobald ein Thema zu Ende erzählt ist.
give-ask-add = Frage hinzufügen
give-ask-kept = Das frage ich auch.
give-take-back = Geschenk zurücknehmen
give-take-back-sure = Das Geschenk für { $name } zurücknehmen?
give-take-back-unopened = Der Link funktioniert dann nicht mehr. Wer ihn öffnet, liest, dass Sie ihn zurückgenommen haben.
give-take-back-opened = Sie bekommen dann nichts mehr. Alles Erzählte und das Gespräch bleiben bei { $name }. Ich sage { $name } Bescheid.
give-take-back-yes = Ja, zurücknehmen
give-take-back-no = Nein, behalten
give-taken-back = Das Geschenk ist zurückgenommen.
gift-taken-back = { $giver ->
        [none] Wer Ihnen das geschenkt hat,
       *[other] { $giver }
    } bekommt nicht mehr, was Sie mir erzählen. Alles, was Sie erzählt haben, gehört weiter Ihnen, und Sie können jederzeit weitermachen.
taken-back = { $giver ->
        [none] Diese Einladung wurde zurückgenommen
       *[other] { $giver } hat diese Einladung zurückgenommen
    }
taken-back-what = Sie müssen nichts tun. Wenn Sie trotzdem gern erzählen möchten, bitten Sie um einen neuen Link.

## Ein neuer Link für jemanden, der schon erzählt

give-return = Neuer Link für { $name }
give-return-when = Für ein neues Handy oder eines, das abgemeldet wurde. Er öffnet alles, was { $name } bisher erzählt hat.
give-return-text = { $name }, hier ist ein neuer Link zu deiner Geschichte. Öffne ihn auf dem Handy, das du benutzen willst. Alles, was du erzählt hast, ist noch da.{ $giver ->
        [none] {""}
       *[other] {" "}– { $giver }
    }
return-title = Willkommen zurück
return-what = Alles, was Sie erzählt haben, ist noch da. Tippen Sie auf „Weiter“, um es auf diesem Handy oder Computer zu öffnen.
return-continue = Weiter
return-look = Dieser Link ist für ein anderes Handy oder einen anderen Computer. Er ist noch unbenutzt.

## Das Geschickte als Seite

give-story = Drucken oder speichern
give-story-title = { $name } erzählt

## Wer den Link öffnen kann

give-reach-now-here = Diesen Link kann nur dieser Computer öffnen.
give-reach-now-home = Diesen Link können nur Handys und Computer hier im WLAN öffnen.
give-reach-now-all = Diesen Link kann jeder öffnen, der ihn hat, egal wo.

## Die Seite der Betreiber

operator-sign-out-sure = Diesen Browser abmelden?
operator-sign-out-means = Er öffnet diese Seite erst mit einem neuen Link wieder. Nichts Erzähltes geht verloren.
operator-sign-out-not = Nein, so lassen
operator-signed-out = Abgemeldet. Nichts Erzähltes ist verloren.
operator-new-link = Neuer Link für { $name }
operator-new-link-made = Dieser Link öffnet alles, was { $name } erzählt hat. Er funktioniert einmal, auf dem Gerät, das ihn öffnet.
operator-gift-for = Ein Geschenk für { $name }
operator-family-of = Die Familie von { $name }

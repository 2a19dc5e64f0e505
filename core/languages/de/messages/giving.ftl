# Die Seiten zum Verschenken und was der Link zeigt. Die Worte für die beschenkte Person stehen in ihrer Sprache.

## Ein Geschenk machen

give-title = Einen lieben Menschen fragen
give-lead = Sie schicken einen Link. Ein Knopfdruck, und das Erzählen beginnt.
give-name = Wen möchten Sie fragen?
give-name-hint = Schreiben Sie, wie Sie diesen Menschen nennen, zum Beispiel: Mama
give-giver = Ihr Name
give-language = In welcher Sprache soll ich sprechen?
give-rhythm = Wie oft soll ich etwas fragen?
give-rhythm-daily = Jeden Tag eine Frage
give-rhythm-weekly = Jede Woche eine Frage
give-rhythm-once = Ganz nach Lust und Laune
give-more = Eigene Fragen, ein Foto, ein paar Worte dazu
give-questions = Fragen, die Sie schon immer stellen wollten
give-questions-hint = Bis zu fünf, jede in einer eigenen Zeile. Ich stelle sie in Ihrem Namen.
give-words = Ein paar Worte von Ihnen
give-words-hint = Das wird als Erstes gelesen.
give-photo = Ein Foto
give-photo-hint = Es ist über Ihren Worten zu sehen.
give-make = Link erstellen
give-no-name = Bitte schreiben Sie noch, wie die Person heißt, damit ich sie begrüßen kann.
give-too-many = Bitte erst einmal höchstens fünf Fragen. Später können Sie weitere stellen.

## Der Link

give-for = Für { $name }
give-link = Der Link
give-only-here = Im Moment funktioniert dieser Link nur auf diesem Computer.
give-only-home = Dieser Link funktioniert nur auf Handys und Computern hier im WLAN. Aufnehmen lässt sich auf dem Handy dort nichts; man schreibt oder schickt eine Sprachaufnahme als Datei.
give-reach = Für andere erreichbar machen
give-copy = Link kopieren
give-copy-message = Nachricht kopieren
give-copied = Kopiert.
give-share = Verschicken
give-mail = Per E-Mail verschicken
give-subject = { $giver ->
        [none] Etwas für dich
       *[other] Etwas für dich von { $giver }
    }
give-message = Eine Nachricht dazu
give-text = { $name }, ich würde so gern deine Geschichte hören. Öffne diesen Link, tippe auf „Anfangen“ und erzähl einfach. Es kommt immer nur eine Frage, und es eilt überhaupt nicht.{ $giver ->
        [none] {""}
       *[other] {" "}– { $giver }
    }
give-scan = Oder mit der Handykamera scannen.
give-scan-name = Ein quadratischer Code, der den Link öffnet
give-once = Der Link funktioniert nur einmal, und zwar auf dem Gerät, das ihn öffnet.
give-look = Vorschau ansehen
give-link-gone = Dieser Link gilt nicht mehr.
give-link-new = Neuen Link erstellen
give-another = Noch jemanden fragen

## Wie weit es ist

give-given = Wen Sie gefragt haben
give-unopened = Noch nicht geöffnet.
give-opened = Geöffnet, aber noch nicht begonnen.
give-begun = Begonnen. Noch keine Antwort.
give-answers = { $count ->
        [one] Bisher eine Antwort, am { $day }.
       *[other] Bisher { $count } Antworten, die letzte am { $day }.
    }
give-sent = Was { $name } Ihnen geschickt hat
give-nothing-sent = Noch nichts geschickt: { $name } entscheidet, was Sie sehen.
give-on-its-way =
    { $count ->
        [one] { $name } hat eine Antwort geschickt; sie kommt um { $time } an.
       *[other] { $name } hat { $count } Antworten geschickt; sie kommen um { $time } an.
    }
give-reminder = Eine Erinnerung zum Verschicken
give-reminder-text = { $name }, auf der Seite, die du mit meinem Link geöffnet hast, wartet eine Frage auf dich. Wann immer du magst. Ich würde so gern mehr hören.{ $giver ->
        [none] {""}
       *[other] {" "}– { $giver }
    }

## Was der Link zeigt

landing-title = { $giver ->
        [none] Jemand aus Ihrer Familie würde so gern Ihre Geschichte hören
       *[other] { $giver } würde so gern Ihre Geschichte hören
    }
landing-what = Guten Tag, { $name }. Ich stelle eine Frage nach der anderen. Erzählen Sie einfach, oder schreiben Sie, wenn Ihnen das lieber ist. Jede Frage lässt sich überspringen, aufhören können Sie jederzeit.
landing-days = Die Fragen kommen { $days }.
landing-reads = { $model ->
        [yes] { $giver ->
            [none] Ihre Familie bekommt Ihre Antworten zu lesen oder zu hören, nur die nicht, bei denen Sie auf „Nicht für meine Familie“ tippen.
           *[other] { $giver } bekommt Ihre Antworten zu lesen oder zu hören, nur die nicht, bei denen Sie auf „Nicht für { $giver }“ tippen.
        }
       *[other] { $giver ->
            [none] Ihre Familie
           *[other] { $giver }
        } bekommt die Antworten, die Sie weitergeben.
    } { $runs ->
        [yes] { $giver ->
            [none] Die Person, von der dieser Link kommt,
           *[other] { $giver }
        } betreibt auch diese Seite und kann deshalb dort alles lesen.
       *[other] Wer diese Seite betreibt, kann alles lesen.
    }
landing-alone = Anfangen und alles für mich behalten
landing-agreed = Ich bin ein Computerprogramm und bewahre auf, was Sie erzählen. Wenn Sie anfangen, sind Sie damit einverstanden.
landing-look = Das sieht { $name }, mit einem Knopf zum Anfangen. Der Link bleibt dabei unbenutzt.
landing-preview = Eine Frage nach der anderen. Auf „Anfangen“ tippen und erzählen.

# Alles löschen, was von einer Person gespeichert ist.

command-delete = Alles löschen, was von mir gespeichert ist
delete-question =
    { $interviews ->
        [0] Damit würde ich alles löschen, was ich von Ihnen habe: Ihren Namen und alles, was Sie mir geschrieben haben.
        [one] Damit würde ich alles löschen, was ich von Ihnen habe: ein Interview mit { $answers ->
            [one] einer Antwort
           *[other] { $answers } Antworten
        }, Ihren Namen und alles, was zu Ihrer Geschichte geschrieben wurde.
       *[other] Damit würde ich alles löschen, was ich von Ihnen habe: { $interviews } Interviews mit { $answers ->
            [one] einer Antwort
           *[other] { $answers } Antworten
        }, Ihren Namen und alles, was zu Ihren Geschichten geschrieben wurde.
    } Das lässt sich nicht rückgängig machen.
# Von der Kammer, in der ein Modell ein anderes befragt.
delete-runs =
    { $count ->
        [one] Auch das Gespräch zwischen zwei Modellen, das Sie gestartet haben, wird gelöscht.
       *[other] Auch die { $count } Gespräche zwischen zwei Modellen, die Sie gestartet haben, werden gelöscht.
    }
delete-copies-stay =
    { $which ->
        [inkwell] Notizen, die in einem Inkwell-Ordner liegen, bleiben dort.
       *[other] Kopien Ihrer Notizen zu Podcast-Folgen bleiben in einem Ordner der Person, die diesen Bot betreibt. Wenn auch die gelöscht werden sollen, sprechen Sie bitte mit ihr.
    }
delete-export-first = Möchten Sie vorher eine Kopie von allem? Dann schicken Sie zuerst /export und heben Sie die Datei, die dann kommt, gut auf.
delete-sure = Soll ich alles löschen? Wählen Sie bitte unten; ein geschriebenes Ja reicht hier nicht.
button-delete-all = Alles löschen
button-delete-nothing = Nichts löschen
delete-kept = Ich habe nichts gelöscht. Alles bleibt, wie es war.
deleted =
    { $platform ->
        [web] Alles, was ich von Ihnen hatte, ist gelöscht, auch das, was auf dieser Seite stand.
        [terminal] Alles, was ich von Ihnen hatte, ist gelöscht. Was in diesem Fenster noch zu sehen ist, verschwindet, wenn Sie es schließen.
       *[other] Alles, was ich von Ihnen hatte, ist gelöscht. An das, was noch auf Ihrem Bildschirm steht, komme ich nicht heran; Ihre eigenen Nachrichten können Sie dort selbst löschen.
    }

    { $platform ->
        [web] Wenn Sie noch einmal neu anfangen möchten, öffnen Sie wieder den Link, den Sie bekommen haben, oder bitten Sie um einen neuen. Alles Gute für Sie!
       *[other] Wenn Sie mir wieder schreiben, fangen wir noch einmal neu an. Alles Gute für Sie!
    }

# Was zu gesprochenen Antworten gesagt wird: beim Anhören, danach, und wenn es nicht ging.

voice-listening = { $ahead ->
        [0] Ich höre es mir an …{ $percent ->
            [none] {""}
           *[other] {" "}{ $percent } %
        }
        [one] Ihre Sprachnachricht ist da. Vor Ihnen ist noch jemand an der Reihe.
       *[other] Ihre Sprachnachricht ist da. Vor Ihnen sind noch { $ahead } andere an der Reihe.
    }
listening-over = (Diese Zeile hat nur gezeigt, dass ich zuhöre. Sie brauchen sie nicht mehr zu beachten.)

# --- was zu hören war

voice-heard-now = Ich habe mir Ihre Sprachnachricht angehört. Das habe ich verstanden:
voice-heard-loose = Als Sie sie geschickt haben, war keine Frage offen. Darum steht sie nicht in der Mitschrift. Wenn es eine Antwort war, schicken Sie mir diese Worte bitte noch einmal.
voice-doubtful = Manches war schlecht zu hören, darum hebe ich die Aufnahme noch auf. Schauen Sie bitte, ob alles stimmt.
button-fix = Korrigieren
button-record = Neu aufnehmen
button-next = Nächste Frage
button-leave = So lassen

command-fix = Meine letzte Sprachnachricht korrigieren
voice-words-wanted = Schreiben Sie bitte, wie es richtig heißt. Ihre nächste geschriebene Nachricht ersetzt das hier:
voice-again-wanted = Sagen Sie es bitte noch einmal (oder schreiben Sie es). Ihre nächste Nachricht ersetzt das hier:
voice-mended = Jetzt steht da:
voice-left = Alles bleibt, wie es ist.
voice-nothing-to-fix = Noch gibt es hier keine Sprachnachricht zum Korrigieren. Eine geschriebene Antwort ändern Sie, indem Sie Ihre Nachricht bearbeiten.

# --- was nicht zu hören war

voice-silent = Ich konnte hier keine Worte hören. Sagen Sie es bitte noch einmal, etwas näher am Telefon, oder schreiben Sie es.
voice-unreadable = Diese Aufnahme lässt sich leider nicht öffnen. Sie ist gespeichert, und sonst ist nichts verloren. Nehmen Sie sie bitte noch einmal auf, oder schreiben Sie es.
voice-truncated = Von dieser Aufnahme ist leider nur ein Teil angekommen. Er ist gespeichert. Schicken Sie sie bitte noch einmal, oder schreiben Sie es.
voice-no-audio = In dieser Aufnahme ist kein Ton. Gespeichert ist sie trotzdem. Nehmen Sie bitte eine neue auf, oder schreiben Sie es.
voice-too-long = Diese Aufnahme ist leider zu lang, ich habe sie nicht angehört. Auf einmal schaffe ich höchstens { $minutes ->
        [one] { $minutes } Minute
       *[other] { $minutes } Minuten
    }. Schicken Sie sie bitte in kürzeren Stücken, oder schreiben Sie es.
voice-too-large = Diese Aufnahme ist leider zu groß für mich{ $megabytes ->
        [0] {""}
       *[other] {" "}(höchstens { $megabytes } MB)
    }, ich habe sie nicht angehört. Schicken Sie sie bitte in kürzeren Stücken, oder schreiben Sie es.
voice-absent = Sprachnachrichten kann ich hier gerade nicht anhören. Ihre ist gespeichert, und ich höre sie mir an, sobald es geht. Bis dahin schreiben Sie mir bitte.
voice-later = Das konnte ich gerade leider nicht anhören. Es ist gespeichert, und ich versuche es von selbst noch einmal. Wenn Sie nicht warten mögen, schreiben Sie es bitte.
voice-failed = Beim Anhören ist leider etwas schiefgegangen. Ihre Aufnahme ist gespeichert, und die Person, die diesen Bot betreibt, kann dafür sorgen, dass ich sie mir später noch einmal anhöre. Schicken Sie sie bitte noch einmal, oder schreiben Sie es.
voice-or-skip = Oder gehen Sie zur nächsten Frage weiter.

# Was gesagt wird, wenn jemand mehr schickt, als eine Person darf: was gespeichert ist, was nicht, und wann es weitergeht.

limit-pace = So schnell komme ich mit dem Lesen nicht nach. Ihre letzte Nachricht ist nicht gespeichert, alles davor schon. Warten Sie bitte eine Minute, schicken Sie die Nachricht dann noch einmal und machen Sie weiter. Was früher kommt, kann ich nicht speichern.
limit-day = Sie haben mir heute so viel geschickt, dass ich keinen Platz mehr habe. Ihre letzte Nachricht ist nicht gespeichert, alles davor schon. Schicken Sie die Nachricht bitte in { $hours ->
        [one] einer Stunde
       *[other] { $hours } Stunden
    } noch einmal; bis dahin kann ich nichts speichern, was Sie schreiben.
limit-day-file = Sie haben mir heute so viel geschickt, dass ich hierfür keinen Platz mehr habe. Das ist also nicht gespeichert, alles davor schon. Aufnahmen und Dateien können Sie in { $hours ->
        [one] einer Stunde
       *[other] { $hours } Stunden
    } wieder schicken. Was Sie mir jetzt erzählen möchten, schreiben Sie einfach.
limit-never = Das ist mehr, als ich von einer Person an einem ganzen Tag aufnehmen kann, darum ist es nicht gespeichert. Alles davor ist sicher. Schicken Sie es bitte in kleineren Stücken, oder erzählen Sie mir in Ihren eigenen Worten davon.

# Die wenigen Worte, die Discord zusätzlich braucht: im Menü der Befehle und in privaten Antworten.

discord-group = Das Interview: anfangen, Pause machen, weitermachen, beenden
discord-kind = Welches Interview
discord-code = Der Code aus Ihrer Einladung
discord-text = Was Sie dazu sagen möchten

discord-moved = Machen wir in unserem privaten Chat weiter: { $link }
discord-closed =
    Ich kann Ihnen noch nicht privat schreiben: Ihre Direktnachrichten sind ausgeschaltet. So schalten Sie sie ein:
    1. Tippen Sie oben auf den Namen dieses Servers.
    2. Wählen Sie „Privatsphäreeinstellungen“.
    3. Schalten Sie „Direktnachrichten“ ein.
    4. Kommen Sie hierher zurück und schicken Sie mir denselben Befehl noch einmal.
discord-closed-here =
    Ich kann Ihnen noch nicht privat schreiben: Ihre Direktnachrichten sind ausgeschaltet. So schalten Sie sie ein:
    1. Öffnen Sie die Einstellungen: Tippen Sie auf Ihr Bild, dann auf das Zahnrad.
    2. Wählen Sie „Inhalt und Soziales“.
    3. Schalten Sie die Direktnachrichten ein.
    4. Kommen Sie hierher zurück und schicken Sie mir denselben Befehl noch einmal.

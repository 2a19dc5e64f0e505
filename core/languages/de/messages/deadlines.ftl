### Was von selbst gesagt wird, wenn es Zeit dafür ist, und über die Frage, die auf ihre Zeit wartet.

asked-at-its-time = Hier ist die nächste Frage, wie abgemacht:
# $when steht im Satz: „morgen um 19:00 Uhr“.
next-question-comes = Die nächste Frage kommt { $when }.
added = Das habe ich noch dazugeschrieben.
button-now = Jetzt gleich fragen

reminder = { $name ->
        [none] Wenn Sie einmal einen ruhigen Moment haben:
       *[other] Wenn Sie einmal einen ruhigen Moment haben, { $name }:
    } Hier sind wir stehen geblieben. Es eilt nicht, und ich erinnere Sie nicht noch einmal.
reminder-room = { $name ->
        [none] Erzählen Sie gern weiter, wann immer Sie möchten.
       *[other] Erzählen Sie gern weiter, { $name }, wann immer Sie möchten.
    } Es eilt nicht, und ich erinnere Sie nicht noch einmal.
put-aside = Wir haben länger nicht miteinander gesprochen, darum lege ich das Interview „{ $title }“ erst einmal zur Seite. { $told ->
        [yes] Nichts geht verloren: Hier kommt eine Datei mit dem, was Sie erzählt haben, und mit /resume machen wir weiter, wann immer Sie möchten.
       *[no] Wenn Sie irgendwann Lust haben, machen wir mit /resume weiter.
    }
will-be-deleted = Am { $day } wird das Interview „{ $title }“ hier gelöscht, mit allem, was darin steht. Es { $state ->
        [completed] ist beendet
       *[abandoned] ist zur Seite gelegt
    } und wird hier nur eine Zeit lang aufbewahrt. { $told ->
        [yes] Die Datei mit dem, was Sie erzählt haben, kommt jetzt noch einmal. Bitte heben Sie sie gut auf, wenn Sie alles behalten möchten. Mit /export bekommen Sie alles.
       *[no] Mit /export bekommen Sie, was da ist.
    }{ $state ->
        [completed] {""}
       *[abandoned] {" "}Und wenn Sie lieber weitermachen möchten: /resume öffnet es wieder.
    }

status-chapters = Kapitel, in denen wir schon waren: { $done } von { $total }
# $when ist zum Beispiel „vor 3 Tagen“.
last-touched = Zuletzt geschrieben { $when }
cost-so-far = Kosten: { $cost }

### Was in jeder Art von Interview neben den Fragen gesagt wird.

## Wie es gerade läuft

interview-offline = Ich stelle Fragen, die Menschen geschrieben haben, eine nach der anderen. Antworten Sie in Ihren eigenen Worten; mit den Knöpfen geht es weiter.
# An die Person, die das Programm betreibt und allein damit ist.
operator-offline = (Es ist kein Sprachmodell angeschlossen. Mit `raconteur setup` können Sie eines anschließen.)
interview-fallback = Im Moment kann ich Ihren Antworten nicht so genau folgen wie sonst. Darum geht es mit vorbereiteten Fragen weiter. Was Sie mir erzählen, geht nicht verloren.
interview-budget = Das Sprachmodell, das mir sonst hilft, darf ich im Moment nicht weiter benutzen. Darum geht es mit vorbereiteten Fragen weiter. Was Sie mir erzählen, geht nicht verloren.

## Ohne Modell: nach einer Antwort

interview-more-1 = Möchten Sie noch etwas dazu erzählen?
interview-more-2 = Wenn es dazu noch mehr gibt, erzählen Sie gern weiter.
interview-more-3 = Was gehört noch dazu?
# Sie haben das Wort.
interview-room-1 = Das ist gespeichert. Erzählen Sie gern weiter, oder tippen Sie auf „Nächste Frage“.
interview-room-2 = Lassen Sie sich ruhig Zeit. Mit „Nächste Frage“ geht es weiter.
interview-room-3 = Alles ist gespeichert. Wenn Sie mehr erzählen möchten, ist immer Platz dafür.
# Nach etwas, das schwer sein kann: ein Satz zum Dank, keine Frage. Alles andere steht auf den Knöpfen.
interview-hard-1 = Danke, dass Sie mir das erzählt haben.
interview-hard-2 = Danke. Es bleibt genau so stehen, wie Sie es gesagt haben.
interview-hard-3 = Danke für Ihr Vertrauen.
interview-hard-4 = Danke. Wie es weitergeht, entscheiden Sie.
interview-told = Danke. Alles ist so festgehalten, wie Sie es erzählt haben.

## Ohne Modell: ein paar Fragen an das Programm, deren Wortlaut bekannt ist

reply-there = Ja, ich bin da. Alles, was Sie schreiben, ist gespeichert.
reply-mean = Dann frage ich etwas Einfacheres.

## Wenn etwas nicht in die Datei soll, und wenn jemand in Gefahr sein könnte

interview-kept-back = { $family ->
        [yes] { $count ->
            [one] Diese Nachricht kommt nicht in Ihre Datei, und Ihre Familie bekommt sie nicht.
           *[other] Diese { $count } Nachrichten kommen nicht in Ihre Datei, und Ihre Familie bekommt sie nicht.
        }
       *[no] { $count ->
            [one] Diese Nachricht kommt nicht in Ihre Datei.
           *[other] Diese { $count } Nachrichten kommen nicht in Ihre Datei.
        }
    }
interview-kept-back-words = { $family ->
        [yes] Das kommt nicht in Ihre Datei und nicht zu Ihrer Familie
       *[no] Das kommt nicht in Ihre Datei
    }: { $words }{ $more ->
        [0] {""}
        [one] {" "}und noch eine Antwort
       *[other] {" "}und noch { $more } Antworten
    }.
interview-danger = Wenn Sie gerade in Gefahr sind oder sich etwas antun könnten, rufen Sie bitte den Notruf an oder einen Menschen in Ihrer Nähe, dem Sie vertrauen.

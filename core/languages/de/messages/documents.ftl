### Worte in den Dateien, die man bekommt, und im Rückblick am Schluss.

## Die Überschrift der Mitschrift, ihre Tage am Anfang und ihre Zahlen am Ende

documents-title-life-story = Das Leben von { $name }
documents-told-by = Erzählt von
documents-begun = Begonnen am
documents-finished = Beendet am
documents-last-told = Noch nicht fertig, zuletzt erzählt am
documents-questions = Gestellte Fragen
documents-time = Zeit im Gespräch
documents-words = Erzählte Wörter
documents-count = { $count }

## Tage und Zeitdauern

# $day und $year sind Text, $month ist eine Zahl.
documents-date = { $date }
documents-no-minute = weniger als eine Minute
documents-minutes =
    { $minutes ->
        [one] { $minutes } Minute
       *[other] { $minutes } Minuten
    }
documents-hours =
    { $hours ->
        [one] { $hours } Stunde
       *[other] { $hours } Stunden
    }

## Das Gespräch

documents-ordered = Hier steht alles in der Reihenfolge des Lebens, nicht in der des Erzählens.
documents-told-before = Vor der ersten Frage:
documents-not-answered = (ohne Antwort)
documents-passed-over = (ausgelassen)
documents-nothing-yet = Noch ist nichts erzählt.
# Vor Worten, die keine Antwort sind, wenn kein Name bekannt ist.
documents-teller = Wer erzählt
documents-kept-back = { $what ->
        [answers] { $answers ->
            [one] Eine Antwort fehlt hier, so war es gewünscht. Sie steht in keiner Datei.
           *[other] { $answers } Antworten fehlen hier, so war es gewünscht. Sie stehen in keiner Datei.
        }
        [passages] { $passages ->
            [one] Eine Stelle fehlt hier, so war es gewünscht. Sie steht in keiner Datei.
           *[other] { $passages } Stellen fehlen hier, so war es gewünscht. Sie stehen in keiner Datei.
        }
       *[both] { $passages ->
            [one] Eine Stelle
           *[other] { $passages } Stellen
        } und { $answers ->
            [one] eine ganze Antwort
           *[other] { $answers } ganze Antworten
        } fehlen hier, so war es gewünscht. Sie stehen in keiner Datei.
    }
# Unter einer Antwort, in der Datei, die niemand sonst bekommt.
documents-is-kept-back = (nur für Sie: steht in keiner anderen Datei)
documents-part-kept-back = (nur für Sie, das steht in keiner anderen Datei: { $words })

## Aufnahmen

documents-recording = Aufnahme
documents-question-aloud = Frage, vorgelesen
documents-question-listen = anhören
documents-recordings-caption = Ihr Gespräch mit Ihren Aufnahmen. Öffnen Sie in der ZIP-Datei transcript.md. Wie Sie die Aufnahmen anhören, steht in README.txt.
documents-recordings-part = Ihr Gespräch mit Ihren Aufnahmen, Teil { $number } von { $total }. Wie Sie die Aufnahmen anhören, steht im ersten Teil in README.txt.
documents-recordings-readme = In transcript.md steht das Gespräch; jedes Textprogramm kann die Datei öffnen. Unter jeder gesprochenen Antwort steht, wie lang die Aufnahme ist und wo sie liegt: im Ordner „audio“, nummeriert in der Reihenfolge, in der erzählt wurde.
documents-recordings-questions = Auch vorgelesene Fragen liegen in diesem Ordner. Darin spricht nur der Computer.
documents-recordings-listen = Zum Anhören reicht jedes Programm, das am Computer oder auf dem Handy Musik abspielt. Wenn sich eine Aufnahme damit nicht öffnen lässt, nehmen Sie VLC; das ist kostenlos. Wenn es mehrere ZIP-Dateien sind, entpacken Sie alle in denselben Ordner: Dann führen die Links in transcript.md zu den Aufnahmen.
documents-files-away = An die Aufnahmen und Fotos komme ich gerade nicht heran, darum sind sie nicht dabei. Verloren ist nichts: Holen Sie sich die Datei später noch einmal mit /transcript.
documents-too-large = Zum Schicken ist das hier zu groß: { $names }. Die Person, die diesen Bot betreibt, hat es; fragen Sie sie bitte danach.
documents-fitted-compressed = Diese Datei ist gepackt, weil sie sonst zu groß zum Schicken wäre. Öffnen Sie sie: Darin liegt { $name }.
documents-fitted-part = Teil { $number } von { $total }: In einem Stück ist die Datei zu groß zum Schicken.

## Der Rückblick am Schluss

# $questions, $time und $words sind die drei Texte darunter.
documents-summary = Das ist zusammengekommen: { $questions }, { $time } und { $words }.
documents-summary-questions =
    { $questions ->
        [one] { $questions } Frage
       *[other] { $questions } Fragen
    }{ $closing ->
        [yes] {" "}und eine zum Schluss
       *[no] {""}
    }{ $more ->
        [0] {""}
        [one] , dazu { $more } Nachfrage
       *[other] , dazu { $more } Nachfragen
    }
documents-summary-time = { $time } Gespräch
documents-summary-words =
    { $words ->
        [0] noch kein Wort von Ihnen
        [one] { $words } Wort von Ihnen
       *[other] { $words } Wörter von Ihnen
    }

## Die zweite Datei

documents-reflections-title = { $title }: Gedanken dazu
documents-reflections-note = Diese Seiten hat ein Sprachmodell aus der Mitschrift geschrieben, aus der Sicht verschiedener Berufe. Es kennt die Menschen nicht, um die es geht, und kann sich irren. Nichts hier ist eine Diagnose, ein Urteil oder ein Rat. Was zählt, ist die Mitschrift: Dort stehen die Worte, wie sie erzählt wurden.
documents-reflections-missing = Noch nicht geschrieben: { $titles }.
documents-reflection-psychologist = Mit den Augen der Psychologie
documents-reflection-economist = Mit den Augen der Wirtschaftswissenschaft
documents-reflection-political-scientist = Mit den Augen der Politikwissenschaft
documents-reflection-demographer = Mit den Augen der Bevölkerungsforschung

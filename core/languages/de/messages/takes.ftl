# Suchen in dem, was erzählt wurde.

command-find = In meinen Erzählungen suchen
find-what = Wonach soll ich suchen? Ich sehe in allem nach, was Sie mir erzählt haben. Zum Beispiel: /find Bruder
find-nothing = Dazu finde ich nichts in dem, was Sie mir erzählt haben. Vielleicht haben Sie ein anderes Wort dafür benutzt.
find-found = { $passages ->
        [one] Davon haben Sie einmal gesprochen. In Ihren Worten:
       *[other] Davon haben Sie { $passages }-mal gesprochen. In Ihren Worten:
    }
find-more = { $more ->
        [one] Es gibt noch eine Stelle. Mit einem zweiten Wort suche ich genauer, zum Beispiel: /find Bruder Hamburg
       *[other] Es gibt noch { $more } Stellen. Mit einem zweiten Wort suche ich genauer, zum Beispiel: /find Bruder Hamburg
    }
button-whole = { $voice ->
        [yes] { $number }: ganz lesen und hören
       *[no] { $number }: ganz lesen
    }

# Etwas noch einmal erzählen.

command-again = Etwas noch einmal erzählen
command-takes = Zwischen zwei Fassungen wählen
again-lead = Gern. Erzählen Sie es noch einmal, ganz wie Sie möchten. Was Sie vorher erzählt haben, bleibt auch erhalten.
again-chapter = Erzählen Sie mir noch einmal von „{ $chapter }“, von Anfang an und ganz wie Sie möchten.
again-before = Das haben Sie vorher erzählt:
again-which = Was möchten Sie noch einmal erzählen?
again-nothing = Noch gibt es nichts, was Sie ein zweites Mal erzählen könnten.
again-not-here = In diesem Gespräch können Sie nichts ein zweites Mal erzählen. Mit /undo nehmen Sie Ihre letzte Antwort zurück, und ich frage noch einmal.
button-before = Was ich vorher gesagt habe
button-another = Etwas anderes
button-chapter = Alles aus „{ $chapter }“
takes-none = Sie haben noch nichts zweimal erzählt. Wenn Sie etwas noch einmal erzählen möchten: /again.
takes-list = { $tellings ->
        [one] Das haben Sie einmal erzählt:
       *[other] Das haben Sie schon { $tellings }-mal erzählt:
    }
takes-telling = { $shown ->
        [yes] { $number }. Am { $day }. Diese Fassung steht in Ihrer Datei.
       *[no] { $number }. Am { $day }.
    }
takes-chosen = { $file ->
        [yes] Gut, ab jetzt steht diese Fassung in Ihrer Datei. Hier ist die Datei noch einmal. Die andere Fassung habe ich auch aufgehoben.
       *[no] Gut, diese Fassung kommt in Ihre Datei. Die andere habe ich auch aufgehoben; mit /takes können Sie wieder wechseln.
    }
button-use = Nummer { $number } nehmen
button-takes-more = Noch etwas, was ich zweimal erzählt habe

# Erzählen ohne Fragen.

command-tell = Einfach erzählen, ohne Fragen
command-told = Das war’s fürs Erste
tell-floor = Erzählen Sie, was Sie möchten, in so vielen Nachrichten, wie Sie möchten, heute oder über mehrere Tage. Ich frage nichts, bis Sie sagen, dass Sie fertig sind.
tell-kept = Das ist gespeichert. Erzählen Sie in Ruhe weiter, ich höre zu.
tell-reminder = { $name ->
        [none] Ich höre immer noch zu
       *[other] { $name }, ich höre immer noch zu
    }. Erzählen Sie weiter, wann immer Ihnen danach ist. Wenn das schon alles war, tippen Sie einfach auf den Knopf. Dann frage ich Sie etwas dazu.
tell-title = Frei erzählt am { $day }
tell-title-about = Frei erzählt: { $about }
tell-nothing = Gerade läuft kein Gespräch, in dem Sie erzählen könnten. Zum Anfangen: /start.
tell-not-here = In diesem Gespräch frage ich, und Sie antworten. Zur nächsten Frage kommen Sie mit /skip.
tell-not-told = Gerade stelle ich Ihnen Fragen. Wenn Sie lieber ohne Fragen erzählen möchten: /tell.
button-told = Ich bin fertig

### Was nur für die Person bleibt, und welche Gedanken zu ihrer Geschichte es gibt.

command-private = Was nicht in die Datei kommt
command-readings = Gedanken zu meiner Geschichte
private-nothing =
    Alles, was Sie mir erzählt haben, steht in Ihrer Datei.{ $model ->
        [yes] {" "}Wenn etwas nicht hineinsoll, sagen Sie es einfach: „Das bleibt unter uns.“
       *[no] {""}
    }
private-last = Das haben Sie zuletzt erzählt: „{ $answer }“
private-left-out = Das kommt nicht in Ihre Datei. Mit /private holen Sie es zurück.
private-not-there = Das steht ohnehin nicht in Ihren Dateien.
private-gone = Ab jetzt lasse ich es weg. Ihre Familie hat es aber vielleicht schon bekommen, und das kann ich nicht zurückholen.
button-leave-out = Letzte Antwort weglassen
private-list =
    { $answers ->
        [one] Das hier kommt nicht in Ihre Datei.
       *[other] Diese { $answers } Antworten kommen nicht in Ihre Datei.
    } Tippen Sie auf einen Knopf, wenn etwas doch hineinsoll.
private-stays = Gut, nichts davon kommt in die Datei.
private-released =
    Das steht wieder in Ihrer Geschichte{ $family ->
        [yes] {" "}und darf an Ihre Familie gehen wie jede andere Antwort.
       *[no] .
    }{ $file ->
        [yes] {" "}Die neue Datei kommt gleich.
       *[no] {""}
    }
button-release = Nr. { $number } doch hineinnehmen
button-stays-private = So lassen
readings-none = Gedanken zu Ihrer Geschichte gibt es noch nicht. Sie können erst entstehen, wenn Ihre Geschichte beendet ist und genug erzählt wurde.

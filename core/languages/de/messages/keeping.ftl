### Was nur für die Person bleibt, und welche Gedanken zu ihrer Geschichte geschrieben wurden.

command-private = Was nicht in die Datei kommt
command-readings = Die Gedanken zu meiner Geschichte
private-nothing = Im Moment bleibt nichts von Ihnen draußen. Wenn etwas nicht in die Datei soll, sagen Sie es einfach: „Das bleibt unter uns.“
private-list =
    { $answers ->
        [one] Das hier bleibt im Moment ganz bei Ihnen. Es steht in keiner Datei.
       *[other] Diese { $answers } Antworten bleiben im Moment ganz bei Ihnen. Sie stehen in keiner Datei.
    } Mit einem Knopf kommt eine Antwort wieder in Ihre Geschichte.
private-stays = Gut, das alles kommt nicht in die Datei.
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
readings-none = Zu Ihrer Geschichte gibt es noch keine Gedanken. Ein Sprachmodell schreibt sie, wenn eine Geschichte beendet ist und genug erzählt wurde.

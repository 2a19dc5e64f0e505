### Worte in den Notizen zu einer Podcast-Folge. Sie gehören dem Menschen: „ich“ ist, wer geantwortet hat.

# $day ist ein Datum in Worten, $show ein Titel in Anführungszeichen.
notes-about-show = Ein Gespräch vom { $day } über eine Folge von { $show }.
notes-about = Ein Gespräch vom { $day } über eine Podcast-Folge.
notes-origin-transcript = Die Fragen stützen sich auf das Transkript der Folge.
notes-origin-audio = Die Fragen stützen sich auf die Aufnahme der Folge.
notes-origin-inkwell = Die Fragen stützen sich auf Inkwell-Notizen zur Folge.
notes-origin-show-notes = Die Fragen stützen sich nur auf die Beschreibung der Folge.
notes-origin-page = Die Fragen stützen sich nur auf die Webseite der Folge.
notes-origin-memory = Die Fragen stützen sich nur auf das, was ich erzählt habe.
notes-origin-title = Die Fragen stützen sich nur auf den Titel.

notes-insights = Was mir klar geworden ist
notes-actions = Was ich vorhabe
notes-themes = Worauf ich immer wieder zurückkomme
# Unter einem Thema; $episodes sind Titel anderer Folgen, über die schon gesprochen wurde.
notes-theme-elsewhere = Auch im Gespräch über: { $episodes }
notes-conversation = Das Gespräch
notes-questions-answers = Fragen und Antworten

## Ein Text aus Antworten. $question steht in Anführungszeichen.

notes-asked = Ich wurde gefragt: { $question } Meine Antwort:
notes-asked-then = Und dann: { $question } Meine Antwort:
notes-said = Und ich habe gesagt:
notes-before = Vor der ersten Frage habe ich gesagt:

## Das Ende

notes-figures = In Zahlen
notes-template = Art des Gesprächs
notes-follow-ups = Nachfragen
notes-closing = Schlussfrage
notes-answers = Beantwortete Fragen
notes-substantive = Antworten ab zehn Wörtern
notes-average = Wörter pro Antwort, im Schnitt
notes-thinking = Zeit zum Nachdenken
notes-verbatim = Was in Anführungszeichen steht, wurde genau so gesagt.
notes-gaps = Wo „[…]“ steht, fehlt etwas. In den anderen Fassungen der Notizen ist es da.
notes-picked = Die Gedanken und Vorhaben sind Sätze aus meinen Antworten. Ein Sprachmodell hat sie ausgesucht und nichts daran geändert.

# $question ist die Frage im Wortlaut.
notes-follow-up = Nachfrage: { $question }

## Der Name der Datei, hinter dem der Folge

notes-file-structured = Notizen
notes-file-narrative = Notizen als Text
notes-file-qa = Fragen und Antworten

intake-source = Über welche Folge möchten Sie sprechen? Schicken Sie mir einen Link zur Folge oder zum Podcast oder eine Datei (Aufnahme oder Transkript). Oder schreiben Sie einfach, wie die Folge hieß und was Ihnen in Erinnerung geblieben ist.
intake-source-now = Gut, also: { $template }. Und über welche Folge möchten Sie sprechen? Schicken Sie mir einen Link oder eine Datei. Oder schreiben Sie, wie die Folge heißt und was Ihnen in Erinnerung geblieben ist.
intake-template-too = Wir können auf drei Arten darüber sprechen. Wählen Sie jetzt oder später:
intake-choose-template = Wie möchten Sie darüber sprechen? Es gibt drei Arten:
intake-choose-again = Und wie möchten Sie darüber sprechen: nachdenklich, analytisch oder kreativ?
template-reflective = Nachdenklich
template-analytical = Analytisch
template-creative = Kreativ
template-reflective-about = Nachdenklich: was die Folge in Ihnen bewegt hat und was sie mit Ihrem Leben zu tun hat.
template-analytical-about = Analytisch: was behauptet wurde, was Sie davon halten und wo Sie widersprechen würden.
template-creative-about = Kreativ: was Sie nach der Folge gern machen, ausprobieren oder sich ausmalen würden.
intake-looking = Ich sehe nach. Das kann einen Moment dauern.
intake-found = { $title ->
    [none] Danke, das habe ich.
   *[other] Ich habe sie gefunden: „{ $title }“{ $show ->
        [none] {""}
       *[other] {" "}({ $show })
    }.
}
intake-pasted = { $title ->
    [none] Danke, das Transkript habe ich.
   *[other] Danke, das Transkript von „{ $title }“ habe ich.
}
intake-taken = { $title ->
    [none] Schön, sprechen wir darüber.
   *[other] Danke. Sprechen wir über „{ $title }“.
}
intake-wishes = Ich stelle Ihnen etwa { $questions ->
    [one] eine Frage
   *[other] { $questions } Fragen
} und frage ein wenig nach, wo es sich lohnt. Wenn Sie mehr oder weniger möchten, schreiben Sie eine Zahl. Sie können auch schreiben, was Ihnen am wichtigsten ist, zum Beispiel „mehr über die Kindheit“.
button-count = { $questions ->
    [one] { $questions } Frage
   *[other] { $questions } Fragen
}
intake-count = Ich stelle Ihnen { $questions ->
    [one] eine Frage
   *[other] { $questions } Fragen
}.
intake-guidelines = Ihr Wunsch: { $wish }
intake-preparing = { $title ->
    [none] Ich lese mich jetzt ein.
   *[other] Ich lese mich jetzt in „{ $title }“ ein.
} Die erste Frage kommt, sobald ich so weit bin. Sie müssen hier nicht warten.
intake-waiting = Ich lese noch, was Sie mir vorhin geschickt haben. Das hier kommt danach dran.
intake-preparing-told = Die erste Frage kommt gleich. Sie müssen hier nicht warten.
intake-reading = Ich lese …
intake-fetching = Ich hole die Aufnahme … { $percent } %
intake-hearing = Ich höre mir die Folge an … { $percent } %
intake-thinking = Ich denke darüber nach …
intake-episodes = { $show ->
    [none] Welche Folge ist es?
   *[other] { $show }: Welche Folge ist es?
}
intake-choose-episode = Welche Folge ist es? Schreiben Sie ihre Nummer oder ein paar Wörter aus dem Titel.
intake-search = Ist sie nicht dabei? Schreiben Sie ein paar Wörter aus dem Titel.
intake-not-in-feed = Ich habe keine Folge mit „{ $words }“ im Titel gefunden. Versuchen Sie es mit anderen Wörtern.
intake-instead = Sie können mir etwas anderes schicken: einen anderen Link, eine Datei oder einfach das, was Ihnen in Erinnerung geblieben ist. Dann sprechen wir darüber.
intake-unfinished = { $title ->
    [none] Darüber haben wir schon einmal ein Gespräch angefangen.
   *[other] Über „{ $title }“ haben wir schon einmal ein Gespräch angefangen.
} Machen wir dort weiter?
intake-dropped = Gut, dann lassen wir es. Ich habe nichts gespeichert.
intake-left = Gut, lassen wir es fürs Erste. Was Sie geschrieben haben, ist gespeichert; mit /resume machen wir dort weiter.
intake-noted = Danke, das habe ich aufgeschrieben.
intake-kept = Was Sie mir schon darüber erzählt haben, ist aufgeschrieben und steht am Anfang Ihrer Notizen.
intake-refused-link = Ich kann nur Links öffnen, die mit http:// oder https:// anfangen. Schicken Sie mir so einen Link, eine Datei oder einfach das, was Ihnen in Erinnerung geblieben ist.
intake-enough = Mehr vom Transkript passt hier nicht hinein, darum habe ich das letzte Stück weggelassen. Was davor kam, reicht aus.
intake-too-much = So viel kann ich nicht aufnehmen, bevor wir angefangen haben, darum habe ich Ihre letzte Nachricht nicht gespeichert. Was davor kam, ist gespeichert. Schicken Sie die Nachricht bitte noch einmal, wenn ich Sie danach frage.
intake-nothing-yet = Wir haben noch nicht angefangen. Sagen Sie mir zuerst, worüber Sie sprechen möchten.
intake-basis-transcript = { $title ->
    [none] Ich habe das Transkript gelesen.
   *[other] Ich habe das Transkript von „{ $title }“ gelesen.
}
intake-basis-audio = { $title ->
    [none] Ich habe mir die Aufnahme angehört.
   *[other] Ich habe mir „{ $title }“ angehört.
}
intake-basis-inkwell = { $title ->
    [none] Ich habe Ihre Inkwell-Notizen gelesen.
   *[other] Ich habe Ihre Inkwell-Notizen zu „{ $title }“ gelesen.
}
intake-basis-show-notes = Von „{ $title }“ kenne ich nur die Beschreibung. Gehört habe ich die Folge nicht.
intake-basis-page = Von „{ $title }“ weiß ich nur, was auf der Seite dazu steht. Gehört habe ich die Folge nicht.
intake-basis-memory = Von der Folge weiß ich nur, was Sie mir erzählt haben.
intake-basis-title = { $title ->
    [none] Ich weiß noch nichts über die Folge. Erzählen Sie mir davon.
   *[other] Ich kenne nur den Titel: „{ $title }“. Erzählen Sie mir davon.
}
button-begin-now = Jetzt anfangen
button-more-episodes = Weitere Folgen
button-other-source = Etwas anderes
button-again-source = Noch einmal versuchen
state-not-begun = noch nicht begonnen
source-source = Damit konnte ich nichts anfangen.
source-unfetchable = Das konnte ich nicht öffnen.
source-forbidden = Diese Adresse darf ich nicht öffnen.
source-absent = Unter dieser Adresse ist nichts zu finden.
source-refused = Diese Website lässt mich ohne Konto nicht hinein.
source-heavy = Das ist zu groß für mich.
source-slow = Diese Website antwortet gerade nicht.
source-laborious = Damit bin ich nicht fertig geworden: Das Lesen dauert zu lange.
source-busy = Gerade kann ich nichts lesen. Schicken Sie es mir bitte in ein paar Minuten noch einmal.
source-unreadable = Das konnte ich nicht lesen: Diese Art von Datei kenne ich nicht.
source-empty = Ich habe darin nichts gefunden, was ich lesen kann.
transcript-styles = Notizen zu einem Podcast gibt es in drei Formen: /transcript style=structured (nach Themen), /transcript style=narrative (als Erzählung) oder /transcript style=qa (Fragen und Antworten). Zum Drucken oder Ansehen: /transcript style=pdf oder /transcript style=html.
notes-caption = Ihre Notizen.
intake-which = { $show ->
    [none] Ich weiß, welcher Podcast es ist, aber nicht, welche Folge.
   *[other] Den Podcast kenne ich: { $show }. Aber ich weiß nicht, welche Folge es ist.
} Schreiben Sie mir, wie sie hieß und was Ihnen in Erinnerung geblieben ist.
intake-lacks-apple-episode = Genau diese Folge habe ich in der Liste des Podcasts nicht gefunden.
intake-lacks-audio = Ich habe keine Aufnahme davon gefunden, darum kann ich sie mir nicht anhören.
intake-lacks-feed = Die Liste der Folgen dieses Podcasts konnte ich nicht öffnen.
intake-lacks-show-notes = Es gibt nur die Aufnahme, eine Beschreibung steht nicht dabei.
intake-lacks-spotify-audio = Spotify verrät mir nur den Titel: Anhören oder lesen kann ich dort nichts.
intake-lacks-spotify-episode = Spotify verrät mir nicht, welche Folge es ist.
intake-lacks-youtube-audio = Was auf YouTube ist, kann ich mir nicht anhören.
# $files: Namen von Dateien in einem Inkwell-Ordner, $more: wie viele nicht genannt sind.
intake-unread = In diesen Dateien habe ich nichts gefunden, was ich brauchen kann: { $files }{ $more ->
        [0] .
       *[other] {" "}und noch { $more }.
    }
intake-lacks-youtube-transcript = YouTube verrät mir nur den Titel, nicht, was gesagt wird.

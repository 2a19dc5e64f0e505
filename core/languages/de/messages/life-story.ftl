### Was im Interview über das Leben neben den Fragen gesagt wird.

## Das Ende

life-story-parting = Eine letzte Frage noch, wenn Sie möchten. Mit „Beenden“ hören wir gleich auf.
life-story-readings-follow = Nach und nach kommen noch vier kurze Texte mit Gedanken zu Ihrer Geschichte: was Menschen aus vier Berufen darin sehen würden.

# Die erste Nachricht: der Name, und in einer Zeile, was das hier ist.
life-story-hello = Guten Tag{ $name ->
        [none] !
       *[other] , { $name }!
    } Ich bin Raconteur, ein Programm, das Ihnen Fragen zu Ihrem Leben stellt und Ihre Antworten in Ihren eigenen Worten aufbewahrt.

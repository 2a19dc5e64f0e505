### Eigene Sätze im Gespräch über eine Folge.

# Die erste Nachricht: der Name, und in einer Zeile, was das hier ist.
podcast-hello = Guten Tag{ $name ->
        [none] !
       *[other] , { $name }!
    } Ich bin Raconteur, ein Programm, das Ihnen Fragen zu einer Podcast-Folge stellt und aus Ihren Antworten Notizen macht, in Ihren eigenen Worten.

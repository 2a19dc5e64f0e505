### Eigene Sätze im Gespräch über eine Folge.

# Die erste Nachricht: der Name, und in einer Zeile, was das hier ist.
podcast-hello = Guten Tag{ $name ->
        [none] !
       *[other] , { $name }!
    } Ich bin Raconteur, ein Programm, das nach einer Podcast-Folge fragt und Ihnen daraus Notizen macht, in Ihren eigenen Worten.

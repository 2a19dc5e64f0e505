# Ein Interview als Geschenk und die Familie rundherum.

command-gift = Jemandem ein Interview schenken
command-family = Meine Familie: wer mitliest

## Schenken

gift-off = Hier lässt sich leider kein Interview verschenken.
gift-not-you = Wer ein Interview verschenkt, lässt jemand Neues herein. Das kann hier nur die Person, die diesen Bot betreibt. Fragen Sie sie einfach: Sie kann Ihnen den Link erstellen.
gift-name =
    Sie wünschen sich, dass jemand aus dem eigenen Leben erzählt – und ich stelle die Fragen.

    Wie nennen Sie diese Person? So begrüße ich sie dann auch. Schreiben Sie es einfach hin, zum Beispiel: Oma Nina
button-gift-not = Doch nicht
gift-left = Gut, dann lassen wir das.
gift-language = In welcher Sprache soll ich mit { $name } sprechen?
gift-rhythm = Wie oft soll ich { $name } etwas fragen? Mehr Fragen gibt es jederzeit auf Wunsch, und ändern lässt sich das auch später noch.
button-gift-daily = Jeden Tag eine Frage
button-gift-twice = Zweimal in der Woche
button-gift-weekly = Einmal in der Woche
button-gift-once = Gleich nach der Antwort
gift-no-way = Gerade bekomme ich keinen Link zustande. Versuchen Sie es bitte in ein paar Minuten noch einmal.
gift-made = Da ist Ihr Geschenk. Die Nachricht unten ist für { $name }: Leiten Sie sie bitte unverändert weiter. Der Link funktioniert nur einmal und gilt { $days ->
        [one] einen Tag
       *[other] { $days } Tage
    }. Ob Sie mitlesen dürfen, entscheidet { $name }. Ich frage nach.
gift-forward =
    { $name }, hier kommt ein Geschenk{ $giver ->
        [none] {""}
       *[other] {" "}von { $giver }
    }: ein Gespräch über das eigene Leben, eine Frage nach der anderen. Es eilt überhaupt nicht. Man kann schreiben oder einfach sprechen.

    Zum Anfangen diesen Link öffnen und auf den Knopf tippen:
gift-questions =
    Gibt es etwas, das Sie { $name } schon immer fragen wollten? Schreiben Sie es hier, eine Frage nach der anderen. Oder schicken Sie mir ein Bild, über das Sie gern mehr wüssten. Ich frage in Ihrem Namen, wenn es gerade passt.
button-gift-done = Das war alles
gift-done = Gut. Ich frage das alles, wenn es gerade passt. Mit /family sehen Sie, wie es läuft.

## Wer das Geschenk öffnet

gift-hello =
    Guten Tag, { $name }. { $giver ->
        [none] Das hier ist ein Geschenk aus Ihrer Familie.
       *[other] Das hier ist ein Geschenk von { $giver }.
    } Es heißt „{ $title }“.
gift-what =
    Ich bin Raconteur, ein Computerprogramm. Ich stelle Ihnen Fragen zu Ihrem Leben, eine nach der anderen. Was Sie erzählen, bewahre ich in Ihren eigenen Worten auf. Sie können schreiben oder mir eine Sprachnachricht schicken.

    Es eilt nicht. Sie können jede Frage auslassen und aufhören, wann Sie möchten.
gift-rhythm-told = Die Fragen kommen { $days }. Wenn Sie nicht so lange warten mögen, tippen Sie einfach auf „Jetzt gleich fragen“.
gift-gone = Dieses Geschenk lässt sich nicht mehr öffnen. Bitten Sie am besten die Person, von der es kommt, um einen neuen Link.
gift-is-for = Dieser Link ist für { $name }. Leiten Sie ihn bitte weiter. Er funktioniert nur einmal, deshalb habe ich ihn nicht geöffnet.
leave-question =
    Eins noch, bevor wir anfangen. { $giver } würde gern lesen oder hören, was Sie mir erzählen. Darf ich es weitergeben?

    Das mache ich nur, wenn Sie Ja sagen. Ändern können Sie es jederzeit mit /family. { $model ->
        [yes] Wenn eine Antwort nicht für { $reader ->
            [none] Ihre Familie ist, tippen Sie auf „Nicht für meine Familie“
           *[other] { $reader } ist, tippen Sie auf „Nicht für { $reader }“
        }: Sie bleibt in Ihrer eigenen Datei. „Überall weglassen“ nimmt sie auch dort heraus. Oder sagen Sie mir einfach, was unter uns bleiben oder wer etwas nicht erfahren soll: Dann bekommt es niemand.
       *[no] Auch nach Ihrem Ja geht nichts von allein hinaus: Unter jeder Antwort finden Sie „{ $reader ->
            [none] An meine Familie
           *[other] An { $reader }
        }“, und nur was Sie abschicken, wird weitergegeben. „Überall weglassen“ nimmt eine Antwort auch aus Ihrer eigenen Datei.
    } Was einmal angekommen ist, kann ich nicht zurückholen.
button-leave-yes = Ja, gern
button-leave-no = Nein, es bleibt bei mir
leave-given = { $model ->
        [yes] Gut. Was Sie mir von jetzt an erzählen, bekommt auch { $reader ->
            [none] Ihre Familie
           *[other] { $reader }
        }{ $minutes ->
            [0] {""}
           *[other] , jeweils { $minutes } Minuten nachdem Sie es erzählt haben
        }. Wenn eine Antwort nicht für { $reader ->
            [none] Ihre Familie ist, tippen Sie auf „Nicht für meine Familie“
           *[other] { $reader } ist, tippen Sie auf „Nicht für { $reader }“
        }: Sie bleibt in Ihrer eigenen Datei. Wenn etwas unter uns bleiben oder jemand es nicht erfahren soll, sagen Sie es einfach.
       *[no] Gut. Von allein geht nichts hinaus: Unter jeder Antwort finden Sie „{ $reader ->
            [none] An meine Familie
           *[other] An { $reader }
        }“.
    }
leave-taken = Gut. Ab jetzt bekommt { $reader ->
        [none] Ihre Familie
       *[other] { $reader }
    } nichts mehr. Was schon angekommen ist, kann ich nicht zurückholen.
button-share = { $reader ->
        [none] An meine Familie
       *[other] An { $reader }
    }
button-apart = { $reader ->
        [none] Nicht für meine Familie
       *[other] Nicht für { $reader }
    }
button-take-back = Zurücknehmen
button-private = Überall weglassen
private-apart =
    { $gone ->
        [yes] Das wird nicht mehr weitergegeben. Vielleicht hat { $reader ->
            [none] Ihre Familie
           *[other] { $reader }
        } es aber schon bekommen. Zurückholen kann ich es nicht.
       *[no] { $count ->
            [one] Das ist
           *[other] Ihre { $count } Nachrichten zu dieser Frage sind
        } nicht für { $reader ->
            [none] Ihre Familie
           *[other] { $reader }
        }, ich gebe { $count ->
            [one] es
           *[other] sie
        } nicht weiter.
    } { $count ->
        [one] Es bleibt
       *[other] Sie bleiben
    } in Ihrer eigenen Datei. Doch noch abschicken können Sie { $count ->
        [one] es
       *[other] sie
    } mit /family.
private-last-kept =
    { $count ->
        [one] Das ist überall weggelassen:
       *[other] Ihre { $count } Nachrichten zu dieser Frage sind überall weggelassen:
    } { $gone ->
        [yes] Ab jetzt bekommt { $count ->
            [one] es
           *[other] sie
        } niemand, und in keiner Datei { $count ->
            [one] steht es
           *[other] stehen sie
        }. Vielleicht hat Ihre Familie { $count ->
            [one] es
           *[other] sie
        } aber schon bekommen. Zurückholen kann ich das nicht.
       *[no] Niemand bekommt { $count ->
            [one] es
           *[other] sie
        }, und in keiner Datei { $count ->
            [one] steht es
           *[other] stehen sie
        }.
    } Mit /private holen Sie { $count ->
        [one] es
       *[other] sie
    } zurück.
private-last-none = Direkt davor sehe ich keine Antwort. Sagen Sie mir in Ihren Worten, was unter uns bleiben soll.

## Was die Familie bekommt

family-somebody = Jemand aus der Familie
family-new = { $teller } hat mir etwas Neues erzählt:
family-week-title = Diese Woche
family-week-pages = Diese Woche mit { $teller }, als Seite zum Aufheben.
family-week = { $teller } hat mir diese Woche erzählt:
family-picture = (ein Bild)
family-voice-caption = { $teller }, zum Anhören
family-picture-caption = Ein Bild von { $teller }
button-thank = ❤ Danke
button-ask = Etwas fragen
button-telling = Ich erzähle auch davon
family-thanked = Das richte ich { $teller } bei der nächsten Frage aus.
family-ask = Was möchten Sie { $teller } fragen? Schreiben Sie bitte eine einzige Frage, in einer Nachricht. Ich stelle sie in Ihrem Namen, wenn es gerade passt.
family-ask-more = Was möchten Sie { $teller } fragen? Schreiben Sie es hier, eine Frage nach der anderen. Oder schicken Sie mir ein Bild, über das Sie gern mehr wüssten. Ich frage in Ihrem Namen, wenn es gerade passt.
button-family-not = Doch nicht
family-question-kept = { $more ->
        [yes] Ist notiert. Wenn Sie noch etwas wissen möchten, schreiben Sie einfach die nächste Frage.
       *[no] Ist notiert. Ich frage { $teller } in Ihrem Namen, wenn es gerade passt.
    }
family-question-link = Fragen Sie bitte ohne Links, Namen von Webseiten, Befehle oder Namen mit @.
family-question-how = Fragen Sie bitte nur nach einer Sache, in ein oder zwei kurzen Sätzen – und nicht nach Passwörtern oder Kartennummern.
family-question-refused = { $teller } möchte darüber nicht sprechen, darum frage ich nicht danach. Vielleicht etwas anderes?
family-questions-many = Von Ihnen warten schon { $most } Fragen. Schauen wir erst einmal, welche Antworten darauf kommen.

## Was davon bei dem Menschen ankommt, der erzählt

family-asks = { $asker } fragt: { $question }
family-asks-picture = { $asker } fragt zu dem Bild: { $question }
family-what-picture = Möchten Sie mir von diesem Bild erzählen?
family-picture-from = Ein Bild von { $name ->
        [none] Ihrer Familie
       *[other] { $name }
    }
family-has-joined = { $name } liest jetzt bei Ihnen mit. Mit /family können Sie das ändern.
family-thanks =
    { $people ->
        [one] { $names } dankt Ihnen fürs Erzählen.
       *[other] { $names } danken Ihnen fürs Erzählen.
    }

family-privacy = { $leave ->
        [yes] Was Sie erzählen, bekommt auch { $reader ->
            [none] Ihre Familie
           *[other] { $reader }
        }, denn dazu haben Sie Ja gesagt – nur das nicht, was Sie ausgenommen oder weggelassen haben. Mit /family sehen und ändern Sie das.
       *[no] { $reader ->
            [none] Ihre Familie
           *[other] { $reader }
        } bekommt nichts von dem, was Sie erzählen – außer Sie sagen Ja dazu: /family.
    }
giver-runs = { $giver ->
        [none] Die Person, von der dieses Geschenk kommt,
       *[other] { $giver }
    } betreibt auch diese Seite und kann deshalb dort alles lesen.

## Wer dazugehört

family-welcome =
    { $name ->
        [none] Guten Tag.
       *[other] Guten Tag, { $name }.
    } Hier erzählt { $teller } aus dem eigenen Leben, eine Frage nach der anderen. Sie sind zum Mitlesen eingeladen.
family-what-is-kept = Ich bin Raconteur, ein Computerprogramm. Sie bekommen nur, was { $teller } Ihnen zu lesen gibt, sonst nichts. Von Ihnen speichere ich Ihren Namen, diesen Chat und was Sie fragen oder erzählen. Wo das liegt, steht unter /privacy; mit /delete löschen Sie es. { $teller } erfährt, dass Sie mitlesen.
family-how-often = Sie bekommen es tagsüber, sobald etwas Neues da ist. Sie können es auch einmal in der Woche bekommen oder gar nicht:
family-already = Sie sind schon dabei. Mit /family sehen Sie, wie es läuft.
family-full = In dieser Familie lesen schon { $most } Menschen mit. Sobald jemand aufhört, können Sie dazukommen.
family-way = { $way ->
        [now] Gut: Sie bekommen es tagsüber, sobald etwas Neues da ist.
        [week] Gut: Sie bekommen alles zusammen, einmal in der Woche.
       *[none] Gut: Ab jetzt bekommen Sie nichts mehr. Mit /family können Sie das wieder ändern.
    }
button-family-now = Sobald etwas Neues da ist
button-family-week = Einmal in der Woche
button-family-none = Vorerst nichts
button-family-add = Jemanden einladen
button-family-yes = Meine Familie darf mitlesen
button-family-no = Nichts mehr an meine Familie
button-family-drop = { $name } entfernen
button-family-out = Nicht mehr mitlesen
button-family-ask = { $teller } etwas fragen
button-family-both = Nebeneinander lesen
family-nobody = Noch liest niemand bei Ihnen mit, und Sie lesen bei niemandem mit. Mit /gift schenken Sie jemandem ein Interview.
family-of-yours = { $names ->
        [none] Noch liest niemand mit, was Sie erzählen.
       *[other] Bei Ihnen lesen mit: { $names }.
    }
family-leave-is = { $leave ->
        [yes] Was Sie erzählen, bekommt auch Ihre Familie. Was Sie ausnehmen oder weglassen, bekommt sie nicht.
       *[no] Von dem, was Sie erzählen, bekommt Ihre Familie nichts.
    }
family-apart =
    { $answers ->
        [one] Eine Antwort bleibt noch unter uns. Niemand bekommt sie, solange Sie sie nicht abschicken.
       *[other] { $answers } Antworten bleiben noch unter uns. Niemand bekommt sie, solange Sie sie nicht abschicken.
    }
button-let = { $reader ->
        [none] Nummer { $number } an meine Familie
       *[other] Nummer { $number } an { $reader }
    }
family-let-go =
    { $minutes ->
        [0] Das geht jetzt an { $reader ->
            [none] Ihre Familie
           *[other] { $reader }
        }. Was einmal angekommen ist, kann ich nicht zurückholen.
        [one] Das geht in einer Minute an { $reader ->
            [none] Ihre Familie
           *[other] { $reader }
        }. Noch können Sie es zurücknehmen.
       *[other] Das geht in { $minutes } Minuten an { $reader ->
            [none] Ihre Familie
           *[other] { $reader }
        }. Noch können Sie es zurücknehmen.
    }
family-of-others = { $teller }: { $way ->
        [now] Sie bekommen alles, was für Sie bestimmt ist, sobald es da ist.
        [week] Sie bekommen alles, was für Sie bestimmt ist, einmal in der Woche.
       *[none] Sie bekommen nichts, so wie Sie es wollten.
    }
family-not-opened = { $teller } hat den Link noch nicht geöffnet.
family-link = Schicken Sie die Nachricht unten einfach der Person, die mitlesen soll. Der Link funktioniert nur einmal und gilt { $days ->
        [one] einen Tag
       *[other] { $days } Tage
    }.
family-forward = Eine Einladung zum Mitlesen: { $teller } erzählt aus dem eigenen Leben. Den Link öffnen und auf den Knopf tippen:
family-left = Erledigt. Sie bekommen nichts mehr. Fragen von Ihnen, die ich noch nicht gestellt hatte, sind gelöscht.
family-dropped = Erledigt: { $name } bekommt nichts mehr. Was schon angekommen ist, kann ich nicht zurückholen.

export-readme-family = In family.json steht, was zu Ihrer Familie gehört: wer bei Ihnen mitliest, was diese Menschen Sie gefragt und dazu erzählt haben, und was Sie selbst gefragt und erzählt haben.

## Dasselbe, von mehreren erzählt

telling-wanted = Dann erzählen Sie es so, wie Sie es noch wissen, in einer Nachricht. Es steht dann mit Ihrem Namen neben dem, was { $teller } erzählt hat, und { $teller } kann es lesen. Wird einmal ein Buch daraus, kann es auch dort stehen. Sie können es jederzeit wieder herausnehmen; in ein neues Buch kommt es dann nicht.
telling-kept = Gespeichert. Es steht jetzt neben dem, was { $teller } erzählt hat.
button-telling-drop = Meins wieder herausnehmen
telling-dropped = Gut, das habe ich wieder herausgenommen.
family-no-events = Bisher hat niemand sonst dieselbe Geschichte erzählt.
side-title = Von mehreren erzählt
side-caption = Was mehrere von Ihnen erzählt haben, nebeneinander

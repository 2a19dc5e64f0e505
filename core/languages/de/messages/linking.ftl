# Ein Mensch in zwei Chats: Der Code aus dem einen wird im anderen eingegeben.

command-link = Auch in einem anderen Chat weitermachen
link-code =
    Ihr Code: { $code }

    Öffnen Sie jetzt den anderen Chat mit mir und schreiben Sie dort: /link { $code }

    Der Code gilt zehn Minuten und nur einmal. Geben Sie ihn niemandem: Damit könnte man alles lesen, was Sie mir erzählt haben.
link-question =
    { $name ->
        [none] Dieser Code kommt aus einem Chat mit mir { $platform ->
            [telegram] bei Telegram
            [discord] bei Discord
            [mail] per E-Mail
            [web] { $same ->
                [yes] in einem anderen Browser
               *[no] auf der Webseite
            }
            [terminal] im Terminal
           *[other] bei { $platform }
        }.
       *[other] Dieser Code kommt aus dem Chat von { $name } { $platform ->
            [telegram] bei Telegram
            [discord] bei Discord
            [mail] per E-Mail
            [web] { $same ->
                [yes] in einem anderen Browser
               *[no] auf der Webseite
            }
            [terminal] im Terminal
           *[other] bei { $platform }
        }.
    }

    Wenn Sie das sind, kann ich die beiden Chats verbinden. Alles, was Sie dort und hier erzählt haben, können Sie dann in beiden lesen, fortsetzen und löschen. Trennen lassen sie sich danach nicht mehr.
link-carried = Die Nachrichten dort laufen über { $carrier }.
link-at-home = Einer der beiden Chats ist auf dem Computer, auf dem ich arbeite. Wer dort sitzt, kann dann alles lesen und in Ihrem Namen schreiben.
link-sure = Soll ich die Chats verbinden? Tippen Sie bitte unten auf eine Antwort. Ein geschriebenes Ja reicht hier nicht.
button-link-yes = Ja, verbinden
button-link-no = Nein, getrennt lassen
link-joined-here =
    Fertig. Dieser Chat und der andere { $platform ->
        [telegram] bei Telegram
        [discord] bei Discord
        [mail] per E-Mail
        [web] { $same ->
            [yes] in einem anderen Browser
           *[no] auf der Webseite
        }
        [terminal] im Terminal
       *[other] bei { $platform }
    } gehören jetzt zusammen. Schreiben Sie, wo Sie möchten: Ich antworte dort, wo Sie zuletzt geschrieben haben.
link-joined-there =
    Dieser Chat und ein anderer { $platform ->
        [telegram] bei Telegram
        [discord] bei Discord
        [mail] per E-Mail
        [web] { $same ->
            [yes] in einem anderen Browser
           *[no] auf der Webseite
        }
        [terminal] im Terminal
       *[other] bei { $platform }
    } gehören jetzt zusammen. Schreiben Sie, wo Sie möchten: Ich antworte dort, wo Sie zuletzt geschrieben haben. Wenn Sie das nicht selbst waren, sagen Sie bitte der Person Bescheid, die diesen Bot betreibt.
link-left = Gut, die beiden bleiben getrennt. Der Code gilt jetzt nicht mehr.
link-wrong = Dieser Code stimmt nicht oder gilt nicht mehr. Schauen Sie bitte noch einmal nach, oder holen Sie sich mit /link im anderen Chat einen neuen.
link-own = Dieser Code stammt aus diesem Chat. Schreiben Sie ihn bitte in den anderen Chat mit mir.
link-together = Dieser Chat und der andere gehören schon zusammen. Schreiben Sie einfach, wo Sie möchten.
link-often = Das waren jetzt zu viele Codes. Warten Sie bitte zehn Minuten, und holen Sie sich dann mit /link im anderen Chat einen neuen.
link-still-listening = Ich höre mir noch an, was Sie gerade gesprochen haben. Tippen Sie bitte in einem Moment noch einmal auf den Knopf.
stranger-linking = Dieser Code stimmt nicht oder gilt nicht mehr. Schauen Sie bitte noch einmal nach, oder holen Sie sich einen neuen: mit /link in dem Chat, den Sie schon mit mir haben. Wenn Sie keinen haben, geben Sie bitte der Person, die diesen Bot betreibt, diese Nummer: { $id }

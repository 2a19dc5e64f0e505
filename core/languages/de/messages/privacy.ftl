### Was aus dem wird, was Menschen erzählen: die Einwilligung, /privacy und /export.

## Der Text, dem man zustimmt. Er wird Wort für Wort mit gespeichert.

consent-program =
    { $place ->
        [nowhere] Ich bin ein Computerprogramm, kein Mensch. Meine Fragen haben Menschen geschrieben.
       *[other] Ich bin ein Computerprogramm, kein Mensch. Fragen und Notizen schreibt ein Sprachmodell (künstliche Intelligenz).
    }
consent-kept =
    Ihre Worte liegen auf dem Computer der Person, die diesen Bot betreibt{ $operator ->
        [none] {""}
       *[other] {" "}({ $operator })
    }; diese Person kann sie lesen.
consent-carried = Unsere Nachrichten laufen über { $carrier }.
consent-model-nowhere = Sonst bekommt niemand Ihre Worte, außer Sie möchten es.
consent-model-here = Das Sprachmodell läuft auf demselben Computer. Sonst bekommt niemand Ihre Worte, außer Sie möchten es.
consent-model-nearby = Ihre Worte gehen auch an das Sprachmodell auf einem anderen Computer dieser Person ({ $host }), sonst an niemanden, außer Sie möchten es.
consent-model-provider = Ihre Worte gehen auch an das Sprachmodell von { $host }, sonst an niemanden, außer Sie möchten es.
consent-heard =
    Aus Ihren Sprachnachrichten macht ein Programm Text, und zwar auf dem Computer, auf dem Ihre Worte liegen; { $kept ->
        [yes] die Aufnahmen bleiben auch gespeichert.
       *[other] danach werden die Aufnahmen gelöscht.
    }
consent-files = Nur Ihre Sprachnachrichten und Fotos liegen woanders: auf Servern von { $host }.
consent-links = Wenn Sie einen Link schicken, öffnet ihn der Computer, auf dem Ihre Worte liegen. Die Website sieht dann die Adresse dieses Computers.
consent-copied =
    { $which ->
        [inkwell] Kommt eine Folge aus einem Inkwell-Ordner, werden die Notizen dazu auch dort abgelegt; /delete löscht sie dort nicht.
       *[other] Von Ihren Notizen kommt eine Kopie in einen Ordner dieser Person; /delete löscht sie dort nicht.
    }
consent-voluntary = Ob Sie mitmachen, entscheiden Sie. Sie können jederzeit eine Frage überspringen, aufhören, sich alles schicken lassen (/export) oder alles löschen (/delete). Mehr dazu: /privacy.

## Dasselbe in drei Zeilen, auf einer Seite, hinter denen der ganze Text steht.

consent-line-program =
    { $place ->
        [nowhere] Die Fragen stellt ein Programm. Geschrieben haben sie Menschen.
       *[other] Die Fragen stellt ein Programm, mithilfe eines Sprachmodells (KI).
    }
consent-line-kept =
    { $place ->
        [provider] Ihre Worte liegen auf dem Computer { $operator ->
            [none] der Person, die das hier betreibt,
           *[other] der Person, die das hier betreibt ({ $operator }),
        } und gehen an { $host }: Von dort kommt die nächste Frage.
       *[other] Ihre Worte liegen auf dem Computer { $operator ->
            [none] der Person, die das hier betreibt
           *[other] der Person, die das hier betreibt ({ $operator })
        }. Sonst bekommt sie niemand, außer Sie möchten es.
    }
consent-line-yours = Sie können jede Frage überspringen und jederzeit aufhören. Sie können sich alles schicken lassen oder alles löschen.

## Darum herum

consent-before = { $name ->
        [none] Bevor wir mit dem Interview „{ $title }“ anfangen:
       *[other] Danke, { $name }. Bevor wir mit dem Interview „{ $title }“ anfangen:
    }
consent-question = Sind Sie damit einverstanden?
consent-again = Mit dem Interview „{ $title }“ fangen wir an, sobald Sie Ja sagen. Sind Sie einverstanden mit dem, was oben über Ihre Worte steht? Ein Ja oder ein Nein genügt. Mehr dazu: /privacy.
consent-declined = Das ist völlig in Ordnung. Dann fangen wir nicht an, und was Sie mir gerade erzählt haben, wird nicht gespeichert. Wenn Sie es sich anders überlegen, schicken Sie /start. Mit /delete löschen Sie auch Ihren Namen.
kept-for-later = Was Sie gerade erzählt haben, ist gespeichert. Damit fangen wir an.
kept-too = Auch das ist gespeichert.
button-agree = Ja, fangen wir an
button-decline = Nein, danke

## /privacy

privacy-kept =
    Alles liegt auf dem Computer der Person, die diesen Bot betreibt{ $operator ->
        [none] {""}
       *[other] {" "}({ $operator })
    }; sie kann alles lesen: Ihren Namen, unsere Nachrichten, Ihre Antworten mit früheren Fassungen, Notizen und Dateien.
privacy-carried = Unsere Nachrichten laufen über { $carrier } und sind dort sichtbar.
privacy-model-nowhere = Ich bin ein Programm, kein Mensch. Ein Sprachmodell gibt es hier nicht.
privacy-model-here = Ich bin ein Programm, kein Mensch. Mir hilft ein Sprachmodell ({ $model }) auf dem Computer, auf dem auch Ihre Worte liegen.
privacy-model-nearby = Ich bin ein Programm, kein Mensch. Mir hilft ein Sprachmodell ({ $model }) auf einem anderen Computer der Person, die diesen Bot betreibt ({ $host }).
privacy-model-provider = Ich bin ein Programm, kein Mensch. Mir hilft ein Sprachmodell ({ $model }) von { $host }; dort gelten eigene Regeln.
privacy-model-gets = Es bekommt Ihren Namen, unser Gespräch und Notizen dazu.
privacy-model-reads = Es liest auch, was Sie mir über eine Folge schicken.
privacy-model-not = Ihre Nummer und Ihren Namen bei { $carrier } bekommt es nicht.
privacy-prompts = Was es bekommt und was es antwortet, ist auch hier gespeichert.
privacy-speaking = Wenn ich etwas vorlese, entsteht die Stimme auch auf diesem Computer.
privacy-hearing-none = Sprachnachrichten kann ich noch nicht anhören; sie bleiben gespeichert, bis ich es kann.
privacy-hearing-local =
    Aus Sprachnachrichten macht ein Programm auf diesem Computer Text. { $kept ->
        [yes] Die Aufnahmen bleiben auch gespeichert.
       *[other] Danach wird die Aufnahme gelöscht. War sie undeutlich, bleibt sie, bis Sie den Text gesehen haben, höchstens aber 30 Tage. Was gar nicht zu verstehen war, bleibt gespeichert.
    }
privacy-files = Sprachnachrichten und Fotos liegen stattdessen auf Servern von { $host }.
privacy-links = Schicken Sie einen Link, öffnet ihn dieser Computer, und die Website sieht dessen Adresse.
privacy-copied =
    { $which ->
        [inkwell] Kommt eine Folge aus einem Inkwell-Ordner, werden die Notizen dazu auch dort abgelegt; /delete löscht sie dort nicht.
       *[other] Von Ihren Notizen zu einer Folge bleibt eine Kopie in einem Ordner dieser Person; /delete löscht sie dort nicht.
    }
privacy-nobody-else = Sonst bekommt niemand etwas, außer Sie möchten es.
privacy-until-deleted = Alles bleibt gespeichert, bis Sie oder die Person, die diesen Bot betreibt, es löschen.
privacy-days = Ein Interview, das seit { $days ->
        [one] einem Tag
       *[other] { $days } Tagen
    } beendet oder zur Seite gelegt ist, wird gelöscht; vorher kommen eine Warnung und die Datei. Der Rest bleibt, bis Sie ihn löschen.
privacy-yours = /export schickt Ihnen alles. /delete löscht alles hier, nur nicht diesen Chat, Sicherungskopien und was andere schon haben.


## Was frühere Interviews zeigen, in /privacy, mit einem Knopf. $used: ob ein Modell es benutzt.

earlier-shown = { $used ->
        [yes] Das weiß ich beim nächsten Interview noch aus Ihren früheren:
       *[no] Das steht in Ihren früheren Interviews; ohne Sprachmodell benutze ich aber nichts davon:
    }
earlier-wish = – Ihr Wunsch: „{ $wish }“
earlier-questions = – { $chapter ->
        [none] Nachfragen
       *[other] Fragen zu „{ $chapter }“
    }: { $length } ausführlich beantwortet, { $unanswered } ohne Antwort
button-forget-earlier = Das vergessen
earlier-forgotten = Vergessen. Beim nächsten Interview weiß ich nichts mehr davon, und Ihre Interviews bleiben, wie sie sind.

command-privacy = Wer meine Worte sieht
command-export = Alles in einer Datei bekommen

## /export

export-coming = Ich packe alles, was ich von Ihnen habe, in eine Datei. Sie kommt gleich.
export-caption = Alles in einer Datei. Was wo liegt, steht darin in README.txt.
export-part = Alles in { $total } Dateien, die zusammengehören: Das ist Teil { $number }. Was wo liegt, steht im ersten Teil in README.txt.
export-nothing = Es gibt noch kein Interview, darum kann ich Ihnen noch nichts schicken. Zum Anfangen: /start.
export-readme =
    Jeder Ordner ist eines Ihrer Interviews. In transcript.md steht das Gespräch. Manchmal gibt es auch notes.md mit dem, was daraus notiert wurde, und reflections.md mit dem, was ein Sprachmodell dazu geschrieben hat. Sie können diese Dateien mit jedem Textprogramm öffnen.
    In session.json steht dasselbe Interview vollständig, mit allen früheren Fassungen, damit Raconteur es wieder einlesen kann. In person.json steht, was über Sie bekannt ist und womit Sie einverstanden waren.
export-readme-runs = Jeder Ordner in „chamber“ ist ein Gespräch zwischen zwei Modellen, das Sie gestartet haben. In shared_transcript steht, was gesagt wurde, in private_transcript auch, was beide gedacht haben, und in run alles zusammen als JSON.
export-readme-recordings = Im Ordner „audio“ eines Interviews liegt, was Sie gesprochen haben. Welche Aufnahme zu welcher Antwort gehört, steht im Gespräch. In „taken-back“ liegen die Aufnahmen von Antworten, die Sie zurückgenommen haben, und in „no-answers“ das, was keine Antwort war, zum Beispiel ein Abschied. Im Ordner „other-recordings“ liegt, was keine Antwort geworden ist, weil es nicht zu verstehen war oder zu keiner Frage gehörte, und Aufnahmen, in denen eine Stelle schwer zu hören war.

## Notizen als Datei

documents-notes-title = { $title }: Notizen
documents-notes-summary = Kurz gesagt
documents-notes-known = Was notiert wurde
documents-notes-none = Noch ist nichts notiert.
documents-notes-uncertain = nicht sicher
documents-notes-stale = die Worte dazu wurden inzwischen geändert

# Zwei Zeilen auf die Frage, wer das liest.
who-reads =
    Lesen kann das alles die Person, die diesen Bot betreibt{ $operator ->
        [none] {""}
       *[other] : { $operator }
    }. { $place ->
        [nowhere] Sonst gebe ich es niemandem, außer Sie möchten es.
        [here] Das Sprachmodell, das Ihnen antwortet, läuft auf dem Computer dieser Person. Sonst gebe ich es niemandem, außer Sie möchten es.
        [nearby] Das Sprachmodell, das Ihnen antwortet, läuft auf eigenen Computern dieser Person. Sonst gebe ich es niemandem, außer Sie möchten es.
       *[other] Es geht auch an { $host }, denn von dort kommt das Sprachmodell, das Ihnen antwortet. Sonst gebe ich es niemandem, außer Sie möchten es.
    }
    Sie bekommen eine Datei mit Ihren eigenen Worten. Was nicht hineinsoll, lasse ich weg, und löschen können Sie jederzeit alles.

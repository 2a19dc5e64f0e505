# Das Buch eines Lebens: was darin steht und wie es im Chat entsteht.

## Im Buch

book-title-life-story = Die Geschichte eines Lebens
book-teller = Die Stimme dieses Buches
book-contents = Inhalt
book-listen = Zum Anhören
book-listen-how = Diese Stellen können Sie sich auch anhören. Die Aufnahmen liegen im Ordner „audio“, der mit dem Buch gekommen ist; im QR-Code steht, wie die Aufnahme heißt. Das Buch gibt es auch als Webseite (.html) und als E-Book (.epub): Dort können Sie die Aufnahmen gleich an ihrer Stelle abspielen, soweit der Platz reicht.
book-recording = Aufnahme
book-boxes = An einigen Stellen steht ein leeres Kästchen, weil sich ein Zeichen nicht drucken ließ. Auf der Webseite (.html) und im E-Book (.epub) sind alle Zeichen da.
book-colophon-told = Jedes Wort in diesem Buch steht so da, wie es erzählt wurde. Nur die Reihenfolge und die Überschriften sind dazugekommen.
book-colophon-mended = Die Worte in diesem Buch sind die der Person, die hier erzählt; einige hat sie später noch geändert. Nur die Reihenfolge und die Überschriften sind dazugekommen.
book-colophon-read = Die Worte in diesem Buch stammen von dem Menschen, der hier erzählt. Damit es sich leichter liest, sind Füllwörter und abgebrochene Anfänge weggelassen; hinzugefügt wurde nichts.
book-colophon-others = An einigen Stellen erzählt jemand anderes dasselbe aus eigener Erinnerung. Dort steht dabei, von wem die Worte sind.
book-colophon-days = { $first ->
        [same] Erzählt am { $last }.
       *[other] Erzählt vom { $first } bis zum { $last }.
    }

## Wie es entsteht

command-book = Ein Buch aus meiner Geschichte machen
button-book = Ein Buch daraus machen
book-nothing = Für ein Buch ist noch nichts da. Es beginnt mit Ihrer ersten Antwort.
book-offer = Aus dem, was Sie erzählt haben, kann ich ein Buch machen: Ihre Worte in Kapiteln, mit Ihren Fotos, zum Drucken oder zum Lesen am Bildschirm. Sie lesen es zuerst, ändern, was Sie möchten, und lassen weg, was Sie möchten. Niemand bekommt es, bevor Sie Ja sagen.
book-begun = { $approved ->
        [yes] Ihr Buch ist fertig. Seit Ihrem Ja hat sich nichts daran geändert.
       *[no] Sie haben ein Buch angefangen. Wir können dort weitermachen, wo Sie zuletzt gelesen haben.
    }
book-ways = { $offline ->
        [yes] Das Buch kann Wort für Wort so bleiben, wie Sie es erzählt haben. Oder es liest sich leichter: ohne „äh“ und Stolperer. Hinzugefügt wird nichts.
       *[no] Das Buch kann Wort für Wort so bleiben, wie Sie es erzählt haben. Oder es liest sich leichter: ohne „äh“ und ohne abgebrochene Anfänge. Hinzugefügt wird nichts, und jede Stelle wird mit dem verglichen, was Sie gesagt haben.
    }
book-button-told = Wort für Wort
book-button-read = Leichter zu lesen
book-button-send = Noch einmal schicken
book-coming = Ich stelle es zusammen. Es kommt, sobald es fertig ist; Sie brauchen nicht zu warten.
book-ready = { $rules ->
        [yes] Ihr Buch ist fertig. Ich habe nur „äh“ und Versprecher weggelassen; alles andere steht da, wie Sie es erzählt haben. Lesen Sie es bitte in Ruhe durch: Alle paar Absätze können Sie etwas ändern oder weglassen.
       *[no] Ihr Buch ist fertig. Ich habe „äh“ und Versprecher weggelassen. Wo das den Sinn hätte verändern können, steht alles so da, wie Sie es erzählt haben. Lesen Sie es bitte in Ruhe durch: Alle paar Absätze können Sie etwas ändern oder weglassen.
    }
book-empty = In diesem Buch ist nichts mehr übrig. Mit /book können Sie neu anfangen.

## Beim Lesen

book-sheet = Teil { $number } von { $total }
book-button-go = { $last ->
        [yes] Gut, das war alles
       *[no] Gut, weiter
    }
book-button-stay = Lesen
book-button-fix = Etwas ändern
book-button-out = Etwas weglassen
book-button-seen = Alles auf einmal schicken
book-preview-coming = Ich mache eine Datei mit dem ganzen Buch, so wie es jetzt ist. Lesen Sie in Ruhe und kommen Sie dann hierher zurück.
book-which-word = Welche Stelle möchten Sie ändern?
book-which-cut = Welche Stelle soll weg?
book-button-word = { $number ->
        [0] Noch einmal ändern
       *[other] { $number }
    }
book-button-cut = { $number }
book-wanted = Wie soll es im Buch heißen? Schreiben oder sprechen Sie es, alles in einer Nachricht. Was Sie erzählt haben, bleibt erhalten; nur das Buch ändert sich. Jetzt steht dort:
book-button-keep = So lassen
book-kept = Gut, es bleibt so.
book-changed = Im Buch steht jetzt:
book-leave-out = Soll das nur im Buch fehlen oder überall?
book-leave-out-another = Das hat { $by } erzählt. Soll es im Buch fehlen?
book-button-drop = Nur im Buch weglassen
book-button-hide = Überall weglassen
book-dropped = Im Buch steht es nicht mehr. In Ihrer Erzählung ist es noch da.
book-dropped-another = Im Buch steht es nicht mehr.
book-button-back = { $number ->
        [0] Wieder hineinnehmen
       *[other] { $number } wieder hineinnehmen
    }
book-put-back = Es steht wieder im Buch.
book-hidden = Es steht jetzt in keiner Datei mehr: nicht im Buch und nicht in der Mitschrift. Mit /private können Sie es sehen und wieder hineinnehmen.
book-left-out = { $passages ->
        [0] Es fehlt nichts.
        [one] Eine Stelle fehlt im Buch:
       *[other] { $passages } Stellen fehlen im Buch:
    }
# $names: wer aus der Familie es vom Bot selbst bekommt, wenn das Ja auch für die Familie gilt ($family).
book-end = { $family ->
        [yes] Das war alles. Soll ich das Buch jetzt machen? Es kann nur für Sie sein oder auch für Ihre Familie. Dann { $people ->
            [1] bekommt
           *[other] bekommen
        } { $names } es hier, und auch die Person, die dieses Programm betreibt, darf es haben. Im Buch steht alles, auch Antworten, die Sie ihnen nicht geschickt haben. Wenn sich später ein Wort ändert, frage ich Sie noch einmal.
       *[no] Das war alles. Soll ich das Buch jetzt machen? Es kann nur für Sie sein. Oder die Person, die dieses Programm betreibt, darf es auch haben und an Ihre Familie weitergeben. Wenn sich später ein Wort ändert, frage ich Sie noch einmal.
    }
book-button-mine = Ja, nur für mich
book-button-ours = Ja, auch für meine Familie
book-button-asks = { $questions ->
        [yes] Ohne meine Fragen
       *[no] Mit meinen Fragen
    }
book-button-left = Was fehlt
book-other-by-now = Seit Sie das Buch gelesen haben, hat sich darin etwas geändert. Darum habe ich es noch nicht gemacht. Schauen Sie es sich bitte noch einmal an.
book-approved = { $shared ->
        [yes] { $family ->
                [yes] Danke schön. Ich mache es jetzt, die Dateien kommen gleich. Auch an { $names } schicke ich sie. Die Person, die dieses Programm betreibt, darf sie ebenfalls haben.
               *[no] Danke schön. Ich mache es jetzt, die Dateien kommen gleich. Ich schicke sie sonst niemandem. Nur Sie selbst und die Person, die dieses Programm betreibt, dürfen sie weitergeben.
            }
       *[no] Danke schön. Ich mache es jetzt. Die Dateien kommen gleich und sind nur für Sie.
    }

## Die Dateien

book-is-pdf = Ihr Buch zum Drucken. Jede Seite ist halb so groß wie ein A4-Blatt.
book-is-epub = Dasselbe Buch für den E-Reader oder die Lese-App auf dem Handy.
book-is-html = Dasselbe Buch als Webseite: Jeder Browser kann sie öffnen, auch ohne Internet.
book-zip = Die Aufnahmen zu Ihrem Buch.
book-zip-part = Die Aufnahmen zu Ihrem Buch, Teil { $number } von { $total }.
# An jemanden aus der Familie; $teller ist der Name der Person, um deren Buch es geht.
book-family = { $teller } hat aus der eigenen Geschichte ein Buch gemacht und möchte es Ihnen geben.
book-family-pdf = Zum Drucken. Jede Seite ist halb so groß wie ein A4-Blatt.
book-family-zip = Die Aufnahmen zum Buch.
book-family-zip-part = Die Aufnahmen zum Buch, Teil { $number } von { $total }.
book-zip-readme = Das sind die Aufnahmen zum Buch, in der Reihenfolge, in der erzählt wurde. Jede hat im Buch eine Nummer, gleich hinter der Stelle. Welche Datei dazugehört, steht hinten im Buch in der Liste „Zum Anhören“.
book-as-text = Ihr Buch als einfacher Text.
book-not-bound = Das Buch ließ sich gerade nicht fertigstellen. Hier haben Sie wenigstens schon den Text. Versuchen Sie es bitte etwas später noch einmal. Klappt es dann immer noch nicht, kann die Person, die dieses Programm betreibt, nachsehen, woran es liegt.
book-not-printed = Die Mitschrift, in Ihren eigenen Worten. Sie sollte ein PDF werden, aber das ging gerade nicht; darum kommt sie als Text.
book-boxes-told = Im gedruckten Buch steht ein leeres Kästchen, wo diesem Computer die Schrift fehlt: { $signs }. In den beiden anderen Dateien stimmt alles. Die Person, die dieses Programm betreibt, kann das beheben: „sudo apt install fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji“.
book-unseen = { $photos ->
        [one] Ein Foto ließ sich nicht einfügen, weil das Buch solche Dateien nicht zeigen kann. Der Text dazu ist da.
       *[other] { $photos } Fotos ließen sich nicht einfügen, weil das Buch solche Dateien nicht zeigen kann. Der Text dazu ist da.
    }
book-silent = Die Aufnahmen sind zu groß für das Buch selbst und kommen darum extra.

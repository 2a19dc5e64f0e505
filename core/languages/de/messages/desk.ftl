# Was rund um das Interview gesagt wird: Begrüßung, Befehle und was keine Antwort sein kann.

greeting =
    Guten Tag! Ich bin Raconteur, ein Programm, das Interviews führt: Ich stelle Ihnen Fragen, eine nach der anderen, und halte in Ihren eigenen Worten fest, was Sie erzählen.

    Lassen Sie sich Zeit. Antworten Sie mit einer Zeile oder mit vielen Seiten, heute oder nächste Woche. Jede Frage dürfen Sie überspringen, und aufhören können Sie, wann immer Sie möchten.
ask-name = Wie darf ich Sie nennen?
ask-name-again = Ich stelle Fragen und schreibe auf, was Sie erzählen. Aber zuerst: Wie darf ich Sie nennen?
how-to-name = Wie darf ich Sie nennen? Schreiben Sie den Namen bitte gleich hinter den Befehl, zum Beispiel so: /name Anna
choose-interview = { $name ->
        [none] Welches Interview möchten Sie beginnen?
       *[other] Danke, { $name }. Welches Interview möchten Sie beginnen?
    }
interview-about = „{ $title }“: { $about }
interview-kept = Das Interview „{ $title }“ bleibt, wie es ist; mit /resume machen wir dort weiter.
kept-as-beginning = Was Sie mir schon erzählt haben, wird der Anfang Ihrer Geschichte.
name-kept = Gut, dann nenne ich Sie { $name }.
name-none = Gut, dann ohne Namen.

button-skip = Überspringen
button-more = Mehr erzählen
button-kept-back = Nicht in der Datei: { $count }
button-elsewhere = Andere Frage
button-pause = Pause machen
button-done = Beenden
button-resume = Weitermachen
button-undo = Antwort zurücknehmen
button-transcript = Mitschrift schicken
button-no-name = Lieber ohne Namen
button-anew = Neues Interview

progress-line = Frage { $done } von etwa { $total }

in-the-middle = Wir sind gerade mitten im Interview „{ $title }“. Machen wir weiter?
was-paused = Das Interview „{ $title }“ wartet auf Sie. Machen wir weiter?
was-completed = Das Interview „{ $title }“ ist beendet. Sie können es wieder öffnen und etwas ergänzen oder ein neues Interview beginnen.
resumed = Schön, dass Sie wieder da sind{ $name ->
        [none] {""}
       *[other] , { $name }
    }. Zuletzt ging es um: { $chapter }.
# $title: die Folge; $done von $total Fragen; $words: das zuletzt Erzählte, wenn $told yes ist.
resumed-at = Schön, dass Sie wieder da sind{ $name ->
        [none] {""}
       *[other] , { $name }
    }. Wir waren bei Frage { $done } von etwa { $total } zu „{ $title }“{ $told ->
        [yes] , und zuletzt haben Sie mir erzählt: „{ $words }“
       *[no] .
    }
# $title ist, worum es im Interview geht: eine Folge.
resumed-about = Schön, dass Sie wieder da sind{ $name ->
        [none] {""}
       *[other] , { $name }
    }. Wir haben über „{ $title }“ gesprochen.
resumed-plain = Schön, dass Sie wieder da sind{ $name ->
        [none] {""}
       *[other] , { $name }
    }.
resumed-floor = Erzählen Sie, was Sie möchten: mehr davon oder etwas ganz anderes.
reopened = Das Interview ist wieder offen. Was Sie jetzt schreiben, gehört noch zur letzten Frage, und mit /done bekommen Sie die neue Datei.
choose-resume = Wo möchten Sie weitermachen?
nothing-to-resume = Es gibt noch nichts, womit wir weitermachen könnten. Zum Anfangen: /start.

paused = Gut, machen wir eine Pause. Alles ist gespeichert. Zum Weitermachen schicken Sie einfach /resume.
already-paused = Wir machen schon Pause. Zum Weitermachen schicken Sie einfach /resume.
already-done = Dieses Interview ist beendet. Mit /transcript bekommen Sie die Datei noch einmal, mit /resume machen Sie es wieder auf.
transcript-caption = Das haben Sie erzählt – in Ihren eigenen Worten.
transcript-as-pdf = PDF
transcript-as-docx = Word
transcript-as-md = Text (Markdown)
transcript-forms = Die Mitschrift gibt es in drei Formaten: /transcript pdf, /transcript word oder /transcript markdown.
transcript-empty = Es gibt noch nichts zu schicken: Die Mitschrift beginnt mit Ihrer ersten Antwort.
reflections-caption = Gedanken zu dem, was Sie erzählt haben, geschrieben von einem Sprachmodell.
undone = Die Antwort ist zurückgenommen. Ich frage noch einmal:
nothing-to-undo = Es gibt keine Antwort, die ich zurücknehmen könnte.
back-to = Zurück zur vorigen Frage. Was Sie gesagt haben, bleibt gespeichert; schreiben Sie einfach dazu, was noch fehlt.
nothing-before = Das ist die erste Frage, davor kommt keine.
nothing-to-skip = Im Moment ist keine Frage offen. Zum Anfangen: /start. Zum Weitermachen: /resume.
farewell = Bis zum nächsten Mal. Alles, was Sie mir erzählt haben, ist gespeichert.
nothing-to-pause = Im Moment läuft kein Interview. Zum Anfangen: /start.
nothing-to-finish = Im Moment läuft kein Interview. Zum Anfangen: /start.

status = Interview „{ $title }“ ({ $state })
state-active = läuft
state-paused = Pause
state-completed = beendet
state-abandoned = zur Seite gelegt
no-status = Im Moment läuft kein Interview. Zum Anfangen: /start.

language-now = Ab jetzt spreche ich Deutsch. Antworten können Sie in jeder Sprache.
choose-language = In welcher Sprache soll ich mit Ihnen sprechen?
language-name = Deutsch
language-unknown = Diese Sprachen spreche ich: { $languages }. Zum Beispiel: /language { $example }

edited = Das habe ich auch in Ihrer Mitschrift geändert.
edited-code = Das habe ich auch in Ihrer Mitschrift geändert. Geänderter Code läuft nicht von selbst noch einmal: Schicken Sie ihn dafür bitte als neue Nachricht.
edited-taken-back = Diese Antwort haben Sie zurückgenommen, darum steht sie nicht in Ihrer Mitschrift. Soll sie doch hinein, schicken Sie den Text bitte als neue Nachricht.
removed = Gut, das steht nicht mehr in Ihrer Mitschrift.
removed-unused = Gut, das ist gelöscht.
removed-correction = Gut, Ihre Antwort ist wieder so, wie sie war:
stale-button = Dieser Knopf gehört zu einer früheren Frage. Es hat sich nichts geändert.
unknown-command = Den Befehl { $command } kenne ich nicht. Mit /help sehen Sie, welche es gibt. Wenn Sie mir antworten möchten, schreiben Sie einfach ohne Schrägstrich.
unknown-interview = Ein Interview namens { $kind } gibt es hier nicht. Mit /interview sehen Sie, welche es gibt.
finished-session = Dieses Interview ist beendet. Was Sie gerade geschrieben haben, habe ich dazugelegt. Sie können es wieder öffnen und weitermachen oder ein neues beginnen.
no-session = Im Moment läuft kein Interview. Welches möchten Sie beginnen?

unusable-sticker = Sticker kann ich nicht lesen. Sagen Sie es mir bitte in Worten; ein paar genügen.
unusable-location = Landkarten kann ich nicht lesen. Erzählen Sie mir bitte in Worten von diesem Ort.
unusable-file = Dateien kann ich nicht öffnen. Schreiben Sie Ihre Antwort bitte als Nachricht; eine lange dürfen Sie auf mehrere verteilen.
unusable-too-large = Diese Datei ist zu groß, und öffnen kann ich Dateien ohnehin nicht. Schreiben Sie Ihre Antwort bitte als Nachricht.
unusable-empty = Diese Nachricht war leer. Schreiben Sie bitte Ihre Antwort. Zur nächsten Frage: /skip.
unusable-unproven = Ob eine Mail wirklich von Ihnen ist, weiß ich nur, wenn Sie auf eine von meinen antworten; einen Absender kann jeder fälschen. Bitte antworten Sie auf diese Mail, dann nehme ich das als Ihre Antwort.
unusable-other = So eine Nachricht kann ich nicht lesen. Sagen Sie es mir bitte in Worten. Zur nächsten Frage: /skip.

stranger = Dieser Bot antwortet nur, wenn Sie eingeladen sind. Möchten Sie mitmachen? Dann geben Sie bitte diese Nummer an die Person weiter, die ihn betreibt: { $id }

error-internal = Bei mir ist etwas schiefgegangen. Was Sie geschrieben haben, ist nicht verloren. Versuchen Sie es bitte gleich noch einmal.
error-too-large = Die Datei { $name } ist zu groß, ich kann sie hier nicht schicken. Die Person, die diesen Bot betreibt, hat sie.

help =
    Ich stelle eine Frage nach der anderen, und Sie antworten in Ihren eigenen Worten. Das können Sie außerdem tun:

button-all-commands = Alle Befehle
command-start = Anfangen oder weitermachen
command-interview = Ein Interview auswählen
command-pause = Eine Pause machen
command-resume = Weitermachen
command-skip = Diese Frage überspringen
command-back = Zurück zur vorigen Frage
command-undo = Meine letzte Antwort zurücknehmen
command-done = Beenden und meine Mitschrift bekommen
command-status = Wie weit wir sind
command-transcript = Meine Mitschrift bis jetzt
command-language = Sprache wechseln
command-name = Meinen Namen ändern
command-help = Was ich hier tun kann

# Words after the end, and an interview that is opened again.
button-postscript = Zu meiner Geschichte hinzufügen
postscript-title = Nachgetragen am { $day }
postscript-lead = Später hinzugefügt.
postscript-added = Das gehört jetzt zu Ihrer Geschichte. Eine neue Datei ist unterwegs.
reopened-next = Das Interview ist wieder offen. Machen wir weiter, wo wir aufgehört haben.
command-elsewhere = Eine andere Frage

### Wann gefragt wird: Zeitpunkte und Tage in Worten und die Befehle dazu.

## Zeitpunkte mitten im Satz. $weekday ist eine Zahl (0 ist Montag), $clock und $date sind Text.

timing-today = heute um { $clock } Uhr
timing-tomorrow = morgen um { $clock } Uhr
timing-on-weekday =
    am { $weekday ->
        [0] Montag
        [1] Dienstag
        [2] Mittwoch
        [3] Donnerstag
        [4] Freitag
        [5] Samstag
       *[6] Sonntag
    } um { $clock } Uhr
timing-on-date = am { $date } um { $clock } Uhr
# Muster nach CLDR: d ist der Tag, MMMM der Name des Monats, y das Jahr.
timing-date-pattern = d. MMMM y
timing-date-pattern-short = d. MMMM

## Ein Rhythmus mitten im Satz

timing-every-day = jeden Tag um { $clock } Uhr
timing-weekdays = montags bis freitags um { $clock } Uhr
timing-weekend = samstags und sonntags um { $clock } Uhr
timing-on-days = { $days } um { $clock } Uhr
timing-weekly =
    { $weekday ->
        [0] montags
        [1] dienstags
        [2] mittwochs
        [3] donnerstags
        [4] freitags
        [5] samstags
       *[6] sonntags
    }
timing-and = { $others } und { $last }

## Befehle

command-now = Gleich die nächste Frage
command-timezone = Meine Zeitzone
command-quiet = Wann ich nicht gestört werden möchte
command-cadence = An welchen Tagen die Fragen kommen

## Wo jemand lebt

# $town ist ein Name oder „UTC+3“.
timezone-guess = Bei Ihnen ist es jetzt wohl { $clock } Uhr ({ $town }).
timezone-known = Sie haben mir gesagt, wo Sie sind ({ $town }). Dort ist es jetzt { $clock } Uhr.
timezone-how = Zeigt Ihre Uhr etwas anderes? Dann tippen Sie auf die richtige Zeit, oder schreiben Sie Ihren Ort hinter den Befehl, etwa so: /timezone Lissabon
timezone-which = Welcher dieser Orte liegt Ihrem am nächsten? Wenn keiner passt, schreiben Sie die nächste große Stadt hinter den Befehl, etwa so: /timezone Lissabon
timezone-meant = Ich bin nicht sicher, welcher Ort das ist. Meinen Sie den hier?
timezone-unknown = Diesen Ort kenne ich nicht. Schreiben Sie bitte die nächste große Stadt oder die Zeit, die Ihre Uhr jetzt zeigt, etwa so: /timezone Lissabon oder /timezone { $clock }
timezone-kept = Dann ist es bei Ihnen jetzt { $clock } Uhr ({ $town }).
timezone-clock = Bei Ihnen ist es jetzt wohl { $clock } Uhr ({ $town }).
button-timezone-right = Das stimmt
button-timezone = Meine Uhr zeigt etwas anderes

## Ruhezeiten

quiet-hours = Zwischen { $start } und { $end } Uhr schreibe ich Ihnen nur, wenn Sie mir zuerst schreiben.
quiet-none = Ich darf Ihnen jederzeit schreiben, auch nachts.
quiet-always = Wenn Sie mir schreiben, antworte ich zu jeder Zeit. Und die Fragen kommen zu der Zeit, die Sie mit /cadence gewählt haben.
quiet-how = Passt Ihnen eine andere Zeit besser? Dann tippen Sie darauf, oder schreiben Sie sie hinter den Befehl, etwa so: /quiet 22-8
quiet-unknown = Diese Zeiten habe ich nicht verstanden. Schreiben Sie sie bitte so: /quiet 22-8 oder /quiet 21:30-9:00. Wenn Sie keine Ruhezeit brauchen, schreiben Sie /quiet off
button-quiet = { $start } bis { $end } Uhr
button-quiet-off = Keine Ruhezeit
button-quiet-default = Wie am Anfang
quiet-no-notices = Gut, Mitteilungen, die an alle gehen, schicke ich Ihnen nicht mehr. Ihr Interview geht weiter wie bisher. Wenn Sie wieder welche möchten, tippen Sie auf den Knopf oder schreiben Sie /quiet Mitteilungen
quiet-without-notices = Mitteilungen an alle bekommen Sie nicht.
quiet-notices = Gut, Mitteilungen, die an alle gehen, schicke ich Ihnen jetzt wieder. Wenn Sie keine mehr möchten, schreiben Sie /quiet keine Mitteilungen
button-no-notices = Keine Mitteilungen mehr
button-notices = Mitteilungen wieder schicken

## Der Rhythmus der Fragen

# $days ist ein Rhythmus mitten im Satz: „montags und donnerstags um 19:00 Uhr“.
cadence-now = Ich stelle Ihnen { $days } eine Frage.
cadence-at-once = Die nächste Frage kommt, sobald Sie geantwortet haben.
cadence-how = Wie wäre es Ihnen recht? Sie können es auch hinter den Befehl schreiben, etwa so: /cadence montags und donnerstags um 19:00
cadence-what-time = Und um welche Zeit?
cadence-unknown = Das habe ich nicht verstanden. Schreiben Sie es bitte so: /cadence jeden Tag um 19:00 oder /cadence montags und donnerstags. Oder tippen Sie auf das, was Ihnen passt.
cadence-nothing = Gerade läuft kein Interview, darum können Sie noch keine Tage wählen. Zum Anfangen: /start.
cadence-kept = Gut, ab jetzt stelle ich Ihnen { $days } eine Frage.
# $when ist ein Zeitpunkt mitten im Satz: „am Donnerstag um 19:00 Uhr“.
cadence-next = Wenn Sie geantwortet haben, kommt die nächste Frage { $when }.
cadence-paused = Das gilt, sobald wir weitermachen. Zum Weitermachen: /resume.
cadence-also = Eine kurze Frage zu dem, was Sie gerade erzählt haben, kann trotzdem gleich kommen. Wenn Sie nicht warten mögen, bekommen Sie mit /now die nächste Frage.
cadence-off = Ab jetzt kommt die nächste Frage, sobald Sie geantwortet haben.
button-cadence-daily = Jeden Tag
button-cadence-twice = Montags und donnerstags
# $day ist wie in „montags“.
button-cadence-weekly = Einmal in der Woche, { $day }
button-cadence-off = Gleich nach meiner Antwort
button-cadence-morning = Am Morgen, { $clock } Uhr
button-cadence-afternoon = Am Nachmittag, { $clock } Uhr
button-cadence-evening = Am Abend, { $clock } Uhr

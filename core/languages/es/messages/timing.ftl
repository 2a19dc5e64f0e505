### Cuándo se pregunta: momentos y días en palabras, y los comandos sobre ellos.

## Momentos, dentro de una frase. $weekday es un número (0 es lunes), $clock y $date son texto, $hour la hora de $clock.

timing-today =
    hoy { $hour ->
        [1] a la
       *[other] a las
    } { $clock }
timing-tomorrow =
    mañana { $hour ->
        [1] a la
       *[other] a las
    } { $clock }
timing-on-weekday =
    el { $weekday ->
        [0] lunes
        [1] martes
        [2] miércoles
        [3] jueves
        [4] viernes
        [5] sábado
       *[6] domingo
    } { $hour ->
        [1] a la
       *[other] a las
    } { $clock }
timing-on-date =
    el { $date } { $hour ->
        [1] a la
       *[other] a las
    } { $clock }
# Patrones del CLDR de Unicode: d es el día, MMMM el nombre del mes, y el año; lo que va entre ' ' es texto.
timing-date-pattern = d 'de' MMMM 'de' y
timing-date-pattern-short = d 'de' MMMM

## Un ritmo, dentro de una frase

timing-every-day =
    todos los días { $hour ->
        [1] a la
       *[other] a las
    } { $clock }
timing-weekdays =
    de lunes a viernes { $hour ->
        [1] a la
       *[other] a las
    } { $clock }
timing-weekend =
    los sábados y domingos { $hour ->
        [1] a la
       *[other] a las
    } { $clock }
timing-on-days =
    los { $days } { $hour ->
        [1] a la
       *[other] a las
    } { $clock }
timing-weekly =
    { $weekday ->
        [0] lunes
        [1] martes
        [2] miércoles
        [3] jueves
        [4] viernes
        [5] sábados
       *[6] domingos
    }
# $initial y $second son las dos primeras letras de $last: «Ana e Inés», «Ana e Hilda».
timing-and =
    { $others } { $initial ->
        [i] e
        [h] { $second ->
            [i] e
           *[other] y
        }
       *[other] y
    } { $last }

## Comandos

command-now = Recibir ya la siguiente pregunta
command-timezone = Mi zona horaria
command-quiet = Horas de silencio
command-cadence = Qué días me llegan preguntas

## Dónde están

# $town es un nombre, o "UTC+3".
timezone-guess =
    Creo que donde usted está { $hour ->
        [1] es la
       *[other] son las
    } { $clock } ({ $town }).
timezone-known =
    Usted me dijo dónde está ({ $town }). Allí { $hour ->
        [1] es la
       *[other] son las
    } { $clock }.
timezone-how = Si su reloj marca otra hora, pulse la correcta. O escriba su ciudad después del comando, así: /timezone Madrid
timezone-which = ¿Cuál le queda más cerca? Si ninguna le sirve, escriba la ciudad grande más cercana después del comando, así: /timezone Madrid
timezone-meant = No sé bien qué ciudad es. ¿Es esta?
timezone-unknown = No conozco ese lugar. Escriba, por favor, la ciudad grande más cercana o la hora que marca su reloj, así: /timezone Madrid o /timezone { $clock }
timezone-kept =
    Entonces, donde usted está { $hour ->
        [1] es la
       *[other] son las
    } { $clock } ({ $town }).
timezone-clock =
    Creo que donde usted está { $hour ->
        [1] es la
       *[other] son las
    } { $clock } ({ $town }).
button-timezone-right = Así es
button-timezone = Mi reloj marca otra hora

## Horas de silencio

quiet-hours = De { $start } a { $end } no le escribo, a menos que usted me escriba primero.
quiet-none = Puedo escribirle a cualquier hora.
quiet-always = Si usted me escribe, le respondo a cualquier hora. Y si eligió una hora con /cadence, la pregunta llega a esa hora.
quiet-how = Si le va mejor otro horario, elíjalo abajo o escríbalo después del comando, así: /quiet 22-8
quiet-unknown = No entendí esas horas. Escríbalas, por favor, así: /quiet 22-8 o /quiet 21:30-9:00. Si no quiere horas de silencio: /quiet off
button-quiet = De { $start } a { $end }
button-quiet-off = Sin horas de silencio
button-quiet-default = Como al principio
quiet-no-notices = De acuerdo, ya no le mando los avisos generales. Su entrevista sigue igual. Si los quiere otra vez, pulse el botón o escriba /quiet avisos
quiet-without-notices = Los avisos generales no le llegan.
quiet-notices = De acuerdo, le vuelvo a mandar los avisos generales. Si prefiere que no, escriba /quiet sin avisos
button-no-notices = No recibir avisos
button-notices = Recibir avisos otra vez

## El ritmo de las preguntas

# $days es un ritmo dentro de la frase: "los lunes y jueves a las 19:00".
cadence-now = Le hago una pregunta { $days }.
cadence-at-once = Le hago la siguiente pregunta en cuanto usted responde.
cadence-how = ¿Qué le viene bien? También puede escribirlo después del comando, así: /cadence lunes y jueves a las 19:00
cadence-what-time = ¿Y a qué hora?
cadence-unknown = Eso no lo entendí. Escríbalo, por favor, así: /cadence todos los días a las 19:00 o /cadence lunes y jueves. O pulse lo que le venga bien.
cadence-nothing = Ahora no hay ninguna entrevista en marcha, así que todavía no hay días que elegir. Para empezar: /start.
cadence-kept = Muy bien: desde ahora le hago una pregunta { $days }.
# $when es un momento dentro de la frase: "el jueves a las 19:00".
cadence-next = Cuando haya contestado, la siguiente pregunta le llegará { $when }.
cadence-paused = Así será en cuanto sigamos. Para seguir: /resume.
cadence-also = Sobre lo que acaba de contarme puede llegarle enseguida una pregunta corta. Si no quiere esperar a la siguiente, use /now.
cadence-off = Desde ahora le hago la siguiente pregunta en cuanto usted responda.
button-cadence-daily = Todos los días
button-cadence-twice = Los lunes y jueves
# $day es como en "lunes" o "sábados".
button-cadence-weekly = Una vez por semana, los { $day }
button-cadence-off = En cuanto responda
button-cadence-morning = Por la mañana, a las { $clock }
button-cadence-afternoon = Por la tarde, a las { $clock }
button-cadence-evening = Al final del día, a las { $clock }

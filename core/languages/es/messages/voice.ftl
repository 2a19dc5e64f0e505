# Lo que se dice de las respuestas habladas: mientras se escuchan, cuando se han oído y cuando no se ha podido.

voice-listening = { $ahead ->
        [0] Escuchando…{ $percent ->
            [none] {""}
           *[other] {" "}{ $percent } %
        }
        [one] Ya tengo su mensaje de voz. Primero termino de escuchar a otra persona.
       *[other] Ya tengo su mensaje de voz. Primero escucho a otras { $ahead } personas.
    }
listening-over = (Esta línea solo avisaba de que yo estaba escuchando. Ya no hace falta.)

# --- lo que se oyó

voice-heard-now = Ya escuché su mensaje de voz. Esto es lo que entendí:
voice-heard-loose = Cuando lo mandó no había ninguna pregunta, así que no está en su historia. Si era una respuesta, mándeme estas palabras otra vez, por favor.
voice-doubtful = Una parte se oía mal, así que por ahora guardo la grabación. Mire, por favor, si el texto está bien.
button-fix = Corregir
button-record = Grabar otra vez
button-next = Siguiente pregunta
button-leave = Dejarlo como está

command-fix = Corregir mi último mensaje de voz
voice-words-wanted = Escríbalo, por favor, como debe ser. Su próximo mensaje escrito reemplazará esto:
voice-again-wanted = Dígalo otra vez, por favor, o escríbalo. Su próximo mensaje reemplazará esto:
voice-mended = Ahora queda así:
voice-left = Todo queda como está.
voice-nothing-to-fix = Todavía no hay ningún mensaje de voz que corregir. Para cambiar una respuesta escrita, edite su mensaje.

# --- lo que no se pudo oír

voice-silent = En este audio no oigo ninguna palabra. Dígalo otra vez, por favor, un poco más cerca del teléfono, o escríbalo.
voice-unreadable = No puedo abrir esta grabación, lo siento. Está guardada y no se ha perdido nada. Grábela otra vez, por favor, o escríbalo.
voice-truncated = Esta grabación me llegó solo en parte, lo siento. La guardo como está. Mándela otra vez, por favor, o escríbalo.
voice-no-audio = Esta grabación no tiene sonido. La guardo como está. Grábela otra vez, por favor, o escríbalo.
voice-too-long = Puedo escuchar hasta { $minutes ->
        [one] { $minutes } minuto
       *[other] { $minutes } minutos
    } de una vez, y esta grabación es más larga, así que no la escuché. Mándela en trozos más cortos, por favor, o escríbalo.
voice-too-large = Esta grabación pesa demasiado para recibirla aquí{ $megabytes ->
        [0] {""}
       *[other] {" "}(como mucho { $megabytes } MB)
    }, así que no la escuché. Mándela en trozos más cortos, por favor, o escríbalo.
voice-absent = Ahora no puedo escuchar mensajes de voz aquí. Guardo el suyo y lo escucho en cuanto pueda. Mientras tanto, escríbame, por favor.
voice-later = No he podido escuchar esto, lo siento. Está guardado, y lo intentaré otra vez dentro de un rato. Si prefiere no esperar, escríbalo, por favor.
voice-failed = Algo falló mientras escuchaba esto, lo siento. Está guardado, y quien se encarga de este bot puede hacer que se escuche más tarde. Mándelo otra vez, por favor, o escríbalo.
voice-or-skip = O pase a la siguiente pregunta.

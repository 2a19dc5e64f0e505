# Lo que se dice alrededor de la entrevista: el saludo, los comandos y lo que no puede servir de respuesta.

greeting =
    Hola. Soy Raconteur, un programa que hace entrevistas: le hago preguntas, de una en una, y guardo lo que me cuente con sus propias palabras.

    Conteste cuando le venga bien, con una línea o con varias páginas, hoy o la semana que viene. Puede saltarse cualquier pregunta y parar cuando quiera.
ask-name = ¿Cómo quiere que le llame?
ask-name-again = Yo hago preguntas y anoto lo que me cuentan. Pero antes, dígame: ¿cómo quiere que le llame?
how-to-name = ¿Cómo quiere que le llame? Escriba el nombre después de /name, así: /name Ana
choose-interview = { $name ->
        [none] ¿Con qué entrevista empezamos?
       *[other] Gracias, { $name }. ¿Con qué entrevista empezamos?
    }
interview-about = «{ $title }». { $about }
interview-kept = La entrevista «{ $title }» queda guardada como está. Para seguir con ella: /resume.
kept-as-beginning = Lo que ya me ha contado será el comienzo de su historia.
name-kept = Muy bien, a partir de ahora le llamo así: { $name }.
name-none = Muy bien, sin nombre.

button-skip = Saltar
button-more = Contar más
button-kept-back = Fuera de su archivo: { $count }
button-elsewhere = Otra pregunta
button-pause = Pausa
button-done = Terminar
button-resume = Seguir
button-undo = Quitar mi respuesta
button-transcript = Recibir mi relato
button-no-name = Prefiero no decirlo
button-anew = Empezar otra

progress-line = Pregunta { $done } de unas { $total }

in-the-middle = Estamos a mitad de «{ $title }». ¿Seguimos?
was-paused = Dejamos en pausa la entrevista «{ $title }». ¿Seguimos?
was-completed = Ya terminamos «{ $title }». Puede volver a abrir esa entrevista y añadir algo, o empezar otra.
resumed = Me alegra que haya vuelto{ $name ->
        [none] {""}
       *[other] , { $name }
    }. Estábamos hablando de esto: «{ $chapter }».
# $title: el episodio; $done de $total preguntas; $words: lo último que contó, si $told es yes.
resumed-at = Me alegra que haya vuelto{ $name ->
        [none] {""}
       *[other] , { $name }
    }. Íbamos por la pregunta { $done } de unas { $total } sobre «{ $title }»{ $told ->
        [yes] , y lo último que me contó fue: «{ $words }».
       *[no] .
    }
# $title es el tema de la entrevista: un episodio.
resumed-about = Me alegra que haya vuelto{ $name ->
        [none] {""}
       *[other] , { $name }
    }. Estábamos hablando de «{ $title }».
resumed-plain = Me alegra que haya vuelto{ $name ->
        [none] {""}
       *[other] , { $name }
    }.
resumed-floor = Cuénteme lo que quiera: algo más de esto o algo muy distinto.
reopened = La entrevista está abierta otra vez. Lo que escriba ahora se añade a la última pregunta. Para recibir el archivo nuevo: /done.
choose-resume = ¿Con cuál seguimos?
nothing-to-resume = Todavía no hay nada que retomar. Para empezar: /start.

paused = Muy bien, paramos aquí por ahora. Todo queda guardado. Cuando quiera seguir, envíe /resume.
already-paused = Ya estamos en pausa. Cuando quiera seguir, envíe /resume.
already-done = Esta entrevista ya está terminada. Con /transcript le envío otra vez su relato; con /resume la abrimos de nuevo.
transcript-caption = Su relato, con sus propias palabras.
transcript-as-pdf = PDF
transcript-as-docx = Word
transcript-as-md = Texto (Markdown)
transcript-forms = Su relato puede llegarle en tres formatos: /transcript pdf, /transcript word o /transcript markdown.
transcript-empty = Todavía no hay nada que enviar: su relato empieza con la primera respuesta.
reflections-caption = Comentarios sobre su relato, escritos por un modelo de lenguaje.
undone = Listo, esa respuesta ya no cuenta. Se lo pregunto otra vez:
nothing-to-undo = No hay ninguna respuesta que quitar.
back-to = Volvemos a la pregunta anterior. Lo que dijo sigue guardado; escriba lo que quiera añadir.
nothing-before = Esta es la primera pregunta; no hay ninguna antes.
nothing-to-skip = Ahora mismo no hay ninguna pregunta. Para empezar: /start. Para seguir: /resume.
farewell = Hasta la próxima. Todo lo que me ha contado queda guardado.
nothing-to-pause = Ahora mismo no hay ninguna entrevista en marcha. Para empezar: /start.
nothing-to-finish = Ahora mismo no hay ninguna entrevista en marcha. Para empezar: /start.

status = Entrevista «{ $title }» ({ $state })
state-active = en marcha
state-paused = en pausa
state-completed = terminada
state-abandoned = en espera
no-status = Ahora mismo no hay ninguna entrevista en marcha. Para empezar: /start.

language-now = A partir de ahora hablo en español. Usted puede contestar en el idioma que quiera.
choose-language = ¿En qué idioma quiere que hable?
language-name = Español
language-unknown = Hablo estos idiomas: { $languages }. Por ejemplo: /language { $example }

edited = Hecho: también lo he cambiado en su relato.
edited-code = Hecho: también lo he cambiado en la transcripción. El código cambiado no se ejecuta solo: si quiere que se ejecute, envíelo en un mensaje nuevo, por favor.
edited-taken-back = Usted quitó esa respuesta, por eso no está en su relato. Si quiere que esté, envíela en un mensaje nuevo, por favor.
removed = De acuerdo, eso ya no está en su relato.
removed-unused = De acuerdo, lo he borrado.
removed-correction = De acuerdo, su respuesta vuelve a ser la de antes:
stale-button = Ese botón era de una pregunta anterior. No ha cambiado nada.
unknown-command = No sé qué hacer con { $command }. Con /help verá lo que entiendo. Para contestarme, escriba sin la barra.
unknown-interview = Aquí no hay ninguna entrevista que se llame { $kind }. Con /interview verá las que hay.
finished-session = Esta entrevista está terminada. Lo que acaba de escribir queda guardado con ella. Puede volver a abrirla y seguir, o empezar otra.
no-session = Ahora mismo no hay ninguna entrevista en marcha. ¿Con cuál empezamos?

unusable-sticker = No entiendo los stickers. Cuéntemelo con palabras, por favor, aunque sean dos.
unusable-location = No puedo ver mapas. Cuénteme con palabras cómo es ese lugar, por favor.
unusable-file = No puedo abrir archivos. Escriba su respuesta en un mensaje, por favor; si es larga, puede enviarla en varios.
unusable-too-large = Ese archivo es demasiado grande y, de todos modos, no puedo abrir archivos. Escriba su respuesta en un mensaje, por favor.
unusable-empty = El mensaje ha llegado vacío. Escriba su respuesta, por favor. Para la siguiente pregunta: /skip.
unusable-unproven = Solo puedo estar seguro de que un correo es suyo si responde a uno de los míos, porque el remitente lo puede falsificar cualquiera. Por favor, responda a este correo y lo tomaré como su respuesta.
unusable-other = No puedo leer ese tipo de mensaje. Cuéntemelo con palabras, por favor. Para la siguiente pregunta: /skip.

stranger = Este bot solo contesta a quien tiene una invitación. Para participar, dele este número a la persona que se encarga de él: { $id }

error-internal = Algo ha fallado. No se ha perdido nada de lo que escribió. Vuelva a intentarlo dentro de un momento, por favor.
error-too-large = El archivo { $name } es demasiado grande para enviarlo por aquí. Lo tiene la persona que se encarga de este bot.

help =
    Le hago las preguntas de una en una, y usted contesta con sus propias palabras. Además, puede usar esto:

button-all-commands = Ver todo lo que se puede hacer
command-start = Empezar o seguir
command-interview = Elegir una entrevista
command-pause = Hacer una pausa
command-resume = Seguir
command-skip = Saltar esta pregunta
command-back = Volver a la pregunta anterior
command-undo = Quitar mi última respuesta
command-done = Terminar y recibir mi relato
command-status = Ver por dónde vamos
command-transcript = Recibir lo que he contado hasta ahora
command-language = Hablar en otro idioma
command-name = Cambiar mi nombre
command-help = Ver qué se puede hacer aquí

# Words after the end, and an interview that is opened again.
button-postscript = Añadir esto a mi historia
postscript-title = Añadido el { $day }
postscript-lead = Añadido después.
postscript-added = Ya forma parte de su historia. Le llegará un archivo nuevo.
reopened-next = La entrevista está abierta otra vez. Sigamos donde lo dejamos.
command-elsewhere = Otra pregunta

intake-source = ¿De qué episodio hablamos? Envíeme un enlace al episodio o al pódcast, un archivo (la transcripción o la grabación), o simplemente escriba cómo se llamaba y qué recuerda de él.
intake-source-now = { $template }: muy bien. ¿Y de qué episodio hablamos? Envíeme un enlace o un archivo, o escriba cómo se llama y qué recuerda de él.
intake-template-too = Podemos hablar de él de tres maneras. Elija ahora o más tarde:
intake-choose-template = ¿Cómo le gustaría hablar de él? Hay tres maneras:
intake-choose-again = ¿Y cómo le gustaría hablar de él: reflexionando, analizando o imaginando?
template-reflective = Reflexionar
template-analytical = Analizar
template-creative = Imaginar
template-reflective-about = Reflexionar: qué le hizo sentir y qué tiene que ver con su vida.
template-analytical-about = Analizar: qué se dijo, qué le parece a usted y qué discutiría.
template-creative-about = Imaginar: qué le gustaría hacer, probar o inventar después de escucharlo.
intake-looking = Voy a buscarlo. Puede tardar un momento.
intake-found = { $title ->
    [none] Gracias, ya lo tengo.
   *[other] Lo he encontrado: «{ $title }»{ $show ->
        [none] {""}
       *[other] {" "}({ $show })
    }.
}
intake-pasted = { $title ->
    [none] Gracias, ya tengo la transcripción.
   *[other] Gracias, ya tengo la transcripción de «{ $title }».
}
intake-taken = { $title ->
    [none] Muy bien, hablemos de eso.
   *[other] Muy bien, hablemos de «{ $title }».
}
intake-wishes = Le haré { $questions ->
    [one] una pregunta
   *[other] unas { $questions } preguntas
}, y alguna más cuando valga la pena. Si quiere que sean más, o que sean menos, escriba un número. También puede decirme qué le importa más, por ejemplo «más sobre la historia del padre».
button-count = { $questions ->
    [one] { $questions } pregunta
   *[other] { $questions } preguntas
}
intake-count = Le haré { $questions ->
    [one] una pregunta
   *[other] { $questions } preguntas
}.
intake-guidelines = Lo que me pidió: { $wish }
intake-preparing = { $title ->
    [none] Ahora lo estoy leyendo.
   *[other] Ahora estoy leyendo sobre «{ $title }».
} La primera pregunta llegará en cuanto termine; no hace falta que espere aquí.
intake-waiting = Todavía estoy leyendo lo que me envió antes. Después sigo con esto.
intake-preparing-told = La primera pregunta llega dentro de un momento; no hace falta que espere aquí.
intake-reading = Leyendo…
intake-fetching = Descargando la grabación… { $percent } %
intake-hearing = Escuchando el episodio… { $percent } %
intake-thinking = Pensando en el episodio…
intake-episodes = { $show ->
    [none] ¿Qué episodio es?
   *[other] He encontrado el pódcast «{ $show }». ¿Qué episodio es?
}
intake-choose-episode = ¿Qué episodio es? Escriba su número o unas palabras del título.
intake-search = ¿No lo ve? Escriba unas palabras del título.
intake-not-in-feed = No encuentro ningún episodio con «{ $words }» en el título. Pruebe con otras palabras.
intake-instead = Puede enviarme otra cosa: otro enlace, un archivo o simplemente lo que recuerde. Y hablamos de eso.
intake-unfinished = { $title ->
    [none] Ya habíamos empezado a hablar de esto, pero no terminamos.
   *[other] Ya habíamos empezado a hablar de «{ $title }», pero no terminamos.
} ¿Seguimos donde lo dejamos?
intake-dropped = De acuerdo, no seguimos con esto. No se ha guardado nada.
intake-left = De acuerdo, lo dejamos por ahora. Lo que escribió está guardado; con /resume lo retomamos.
intake-noted = Gracias, queda anotado.
intake-kept = Lo que ya me ha contado de él está anotado, y con eso empiezan sus notas.
intake-refused-link = Solo puedo abrir enlaces que empiecen por http:// o https://. Envíeme uno así, un archivo o simplemente lo que recuerde.
intake-enough = No me cabe más transcripción, así que esta última parte se queda fuera. Con lo anterior basta.
intake-too-much = Es demasiado para antes de empezar, así que no he guardado este último mensaje. Lo anterior sí está guardado. Envíemelo otra vez como respuesta cuando le haga una pregunta, por favor.
intake-nothing-yet = Todavía no hemos empezado. Primero dígame de qué quiere hablar.
intake-basis-transcript = { $title ->
    [none] He leído la transcripción.
   *[other] He leído la transcripción de «{ $title }».
}
intake-basis-audio = { $title ->
    [none] He escuchado la grabación.
   *[other] He escuchado «{ $title }».
}
intake-basis-inkwell = { $title ->
    [none] He leído sus notas de Inkwell.
   *[other] He leído sus notas de Inkwell sobre «{ $title }».
}
intake-basis-show-notes = De «{ $title }» solo sé lo que dice su descripción. No lo he escuchado.
intake-basis-page = De «{ $title }» solo sé lo que dice su página. No lo he escuchado.
intake-basis-memory = Del episodio solo sé lo que me ha contado usted.
intake-basis-title = { $title ->
    [none] Todavía no sé nada del episodio. Cuénteme usted.
   *[other] Solo sé el título: «{ $title }». Cuénteme usted.
}
button-begin-now = Empezar ya
button-more-episodes = Ver más episodios
button-other-source = Enviar otra cosa
button-again-source = Volver a intentarlo
state-not-begun = sin empezar
source-source = No he podido sacar nada en claro de eso.
source-unfetchable = No he podido abrirlo.
source-forbidden = No tengo permiso para abrir esa dirección.
source-absent = En esa dirección no hay nada.
source-refused = Ese sitio no me deja entrar sin una cuenta.
source-heavy = Es demasiado grande para mí.
source-slow = Ese sitio no responde en este momento.
source-laborious = No he podido llegar al final: tardo demasiado en leerlo.
source-busy = Ahora mismo no puedo leer nada. Envíemelo otra vez dentro de unos minutos, por favor.
source-unreadable = No he podido leerlo: no conozco ese tipo de archivo.
source-empty = No he encontrado ahí nada que pueda leer.
transcript-styles = Las notas sobre un pódcast pueden tener tres formas: /transcript style=structured (por apartados), /transcript style=narrative (como un relato) o /transcript style=qa (preguntas y respuestas). En PDF o como página web: /transcript style=pdf o /transcript style=html.
notes-caption = Sus notas.
intake-which = { $show ->
    [none] Ya sé qué pódcast es, pero no qué episodio.
   *[other] Ya sé que el pódcast es «{ $show }», pero no qué episodio.
} Escriba el título del episodio y qué recuerda de él.
intake-lacks-apple-episode = No he encontrado ese episodio en la lista del pódcast.
intake-lacks-audio = No he encontrado la grabación, así que no puedo escucharlo.
intake-lacks-feed = No he podido conseguir la lista de episodios del pódcast.
intake-lacks-show-notes = Solo está la grabación; no hay nada escrito sobre el episodio.
intake-lacks-spotify-audio = Spotify solo me dice el título: no puedo escuchar ni leer nada del episodio.
intake-lacks-spotify-episode = Spotify no me dice qué episodio es.
intake-lacks-youtube-audio = No puedo escuchar lo que está en YouTube.
# $files: nombres de archivos de una carpeta de Inkwell; $more: cuántos quedan sin nombrar.
intake-unread = En estos archivos no he encontrado nada de lo que podamos hablar: { $files }{ $more ->
        [0] .
       *[other] {" "}y { $more } más.
    }
intake-lacks-youtube-transcript = YouTube solo me da el título, no lo que se dice ahí.

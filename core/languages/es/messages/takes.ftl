# Buscar algo que se contó.

command-find = Buscar en lo que conté
find-what = ¿Qué busco en lo que me ha contado? Por ejemplo: /find hermano
find-nothing = No encuentro nada sobre eso en lo que me ha contado. Quizá usó otra palabra.
find-found = { $passages ->
        [one] De eso me habló una vez. Con sus palabras:
       *[other] De eso me habló { $passages } veces. Con sus palabras:
    }
find-more = { $more ->
        [one] Hay un pasaje más. Con otra palabra más busco mejor, por ejemplo: /find hermano Córdoba
       *[other] Hay { $more } pasajes más. Con otra palabra más busco mejor, por ejemplo: /find hermano Córdoba
    }
button-whole = { $voice ->
        [yes] { $number }: leer y escuchar entero
       *[no] { $number }: leer entero
    }

# Contar algo otra vez.

command-again = Contar algo otra vez
command-takes = Elegir entre dos versiones de lo mismo
again-lead = Con mucho gusto. Cuéntelo otra vez, a su manera. Lo que contó antes también queda guardado.
again-chapter = Cuénteme otra vez lo de «{ $chapter }», desde el principio y a su manera.
again-before = Esto es lo que contó antes:
again-which = ¿Qué le gustaría contar otra vez?
again-nothing = Todavía no hay nada que pueda contar otra vez.
again-not-here = En esta entrevista nada se cuenta dos veces. Con /undo se quita su última respuesta y le repito la pregunta.
button-before = Ver lo que dije antes
button-another = Otra cosa
button-chapter = Todo lo de «{ $chapter }»
takes-none = Todavía no ha contado nada dos veces. Para contar algo otra vez: /again.
takes-list = { $tellings ->
       *[other] Esto lo contó { $tellings } veces:
    }
takes-telling = { $shown ->
        [yes] { $number }. El { $day }. Este relato es el que aparece en su archivo.
       *[no] { $number }. El { $day }.
    }
takes-chosen = { $file ->
        [yes] De acuerdo, desde ahora su archivo lleva este relato; aquí lo tiene otra vez. El otro también queda guardado.
       *[no] De acuerdo, su archivo llevará este relato. El otro también queda guardado. Para volver a cambiarlo: /takes.
    }
button-use = Usar el { $number }
button-takes-more = Otra cosa que conté dos veces

# Contar sin preguntas.

command-tell = Contar lo que yo quiera, sin preguntas
command-told = Eso es todo por ahora
tell-floor = Cuénteme lo que quiera, en los mensajes que quiera, hoy o a lo largo de varios días. No le pregunto nada hasta que me diga que ya está.
tell-kept = Guardado. Siga cuando quiera, aquí estoy.
tell-reminder = Aquí sigo{ $name ->
        [none] {""}
       *[other] , { $name }
    }, para cuando quiera continuar. Si ya lo ha contado todo, basta con pulsar el botón y le pregunto algo.
tell-title = Contado sin preguntas el { $day }
tell-title-about = Contado sin preguntas: { $about }
tell-nothing = Ahora no hay ninguna entrevista en marcha. Para empezar: /start.
tell-not-here = En esta entrevista yo pregunto y usted responde. Para la siguiente pregunta: /skip.
tell-not-told = Ahora mismo no está contando nada por su cuenta. Para hacerlo: /tell.
button-told = Ya está, pregúnteme

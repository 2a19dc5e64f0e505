### Palabras de los archivos que recibe la persona, y del resumen final.

## El título del texto, las fechas al principio y las cifras al final

documents-title-life-story = La vida de { $name }
documents-told-by = Lo cuenta
documents-begun = Comienzo
documents-finished = Final
documents-last-told = Sin terminar todavía; última charla
documents-questions = Preguntas hechas
documents-time = Tiempo de conversación
documents-words = Palabras dichas
documents-count = { $count }

## Fechas y duraciones

# $day y $year son texto, $month es un número.
documents-date = { $date }
documents-no-minute = menos de un minuto
documents-minutes =
    { $minutes ->
        [one] { $minutes } minuto
       *[other] { $minutes } minutos
    }
documents-hours =
    { $hours ->
        [one] { $hours } hora
       *[other] { $hours } horas
    }

## La conversación

documents-ordered = Todo va en el orden de la vida, no en el orden en que se contó.
documents-told-before = Antes de la primera pregunta:
documents-not-answered = (sin respuesta)
documents-passed-over = (pregunta omitida)
documents-nothing-yet = Todavía no se ha contado nada.
# Delante de lo que dijo alguien sin nombre y que no es una respuesta.
documents-teller = Quien lo cuenta
documents-kept-back = { $what ->
        [answers] { $answers ->
            [one] Aquí falta una respuesta, porque así lo quiso quien la dio. No está en ningún archivo.
           *[other] Aquí faltan { $answers } respuestas, porque así lo quiso quien las dio. No están en ningún archivo.
        }
        [passages] { $passages ->
            [one] Aquí falta un pasaje, porque así lo quiso quien lo contó. No está en ningún archivo.
           *[other] Aquí faltan { $passages } pasajes, porque así lo quiso quien los contó. No están en ningún archivo.
        }
       *[both] Aquí faltan { $passages ->
            [one] un pasaje
           *[other] { $passages } pasajes
        } y { $answers ->
            [one] una respuesta entera
           *[other] { $answers } respuestas enteras
        }, porque así lo quiso quien los contó. No están en ningún archivo.
    }
# Debajo de una respuesta, en el archivo que solo recibe la propia persona.
documents-is-kept-back = (esto es solo para usted: no está en ningún otro archivo)
documents-part-kept-back = (esto es solo para usted, no está en ningún otro archivo: { $words })

## Grabaciones

documents-recording = Grabación
documents-question-aloud = Pregunta en voz alta
documents-question-listen = escuchar
documents-recordings-caption = Su historia, con sus grabaciones. Abra transcript.md en el archivo ZIP; README.txt explica cómo escucharlas.
documents-recordings-part = Su historia, con sus grabaciones, parte { $number } de { $total }. El archivo README.txt de la primera parte explica cómo escucharlas.
documents-recordings-readme = transcript.md es la conversación; se abre con cualquier editor de texto. Debajo de cada respuesta hablada se indica cuánto dura la grabación y dónde está: en la carpeta «audio», numerada según el orden en que se contó todo.
documents-recordings-questions = En esa carpeta están también las preguntas que se leyeron en voz alta; la voz es la del programa.
documents-recordings-listen = Para escucharlas sirve cualquier reproductor de música. Si alguna grabación no se abre, pruebe con VLC, que es gratis. Si hay varios archivos ZIP, descomprímalos todos en una misma carpeta: así los enlaces de transcript.md llevan a las grabaciones.
documents-files-away = Ahora no puedo abrir las grabaciones ni las fotos; por eso no van incluidas. No se ha perdido nada: pida el archivo otra vez más tarde, con /transcript.
documents-too-large = No se puede enviar por aquí, porque es demasiado grande: { $names }. Lo tiene quien se encarga de este bot; pídaselo, por favor.
documents-fitted-compressed = Este archivo va comprimido, porque es demasiado grande para enviarlo de otro modo. Ábralo: dentro está { $name }.
documents-fitted-part = Parte { $number } de { $total }: el archivo es demasiado grande para enviarlo entero.

## El resumen final

# $questions, $time y $words son los tres mensajes de abajo.
documents-summary = Esto es lo que tenemos: { $questions }, { $time } y { $words }.
documents-summary-questions =
    { $questions ->
        [one] { $questions } pregunta
       *[other] { $questions } preguntas
    }{ $closing ->
        [yes] {" "}y una de despedida
       *[no] {""}
    }{ $more ->
        [0] {""}
        [one] {" "}(más { $more } sobre la marcha)
       *[other] {" "}(más { $more } sobre la marcha)
    }
documents-summary-time = { $time } de conversación
documents-summary-words =
    { $words ->
        [0] ninguna palabra suya todavía
        [one] { $words } palabra suya
       *[other] { $words } palabras suyas
    }

## El segundo archivo

documents-reflections-title = { $title }: reflexiones
documents-reflections-note = Estas páginas las escribió un modelo de lenguaje a partir del texto de la conversación, con la mirada de distintas profesiones. Ese modelo no conoce a nadie y puede equivocarse, y nada de lo que dice es un diagnóstico, un juicio ni un consejo. Lo que vale es la conversación: ahí están las palabras tal como se contaron.
documents-reflections-missing = Todavía no se ha podido escribir: { $titles }.
documents-reflection-psychologist = La mirada de la psicología
documents-reflection-economist = La mirada de la economía
documents-reflection-political-scientist = La mirada de la ciencia política
documents-reflection-demographer = La mirada de la demografía

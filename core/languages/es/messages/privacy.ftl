### Qué pasa con lo que la gente cuenta: el texto con el que está de acuerdo, /privacy y /export.

## El texto con el que se está de acuerdo. Se guarda palabra por palabra.

consent-program =
    { $place ->
        [nowhere] Soy un programa, no una persona; mis preguntas las escribieron personas.
       *[other] Soy un programa, no una persona: un modelo de lenguaje (inteligencia artificial) escribe mis preguntas y toma notas.
    }
consent-kept =
    Sus palabras se guardan en la computadora de la persona que se encarga de este bot{ $operator ->
        [none] {""}
       *[other] {" "}({ $operator })
    }, que puede leerlas.
consent-carried = Nuestros mensajes pasan por { $carrier }.
consent-model-nowhere = Nadie más recibe sus palabras si usted no quiere.
consent-model-here = El modelo de lenguaje funciona en esa misma computadora. Nadie más recibe sus palabras si usted no quiere.
consent-model-nearby = Sus palabras llegan también al modelo de lenguaje, en otra computadora de esa persona ({ $host }). Nadie más las recibe si usted no quiere.
consent-model-provider = Sus palabras llegan también al modelo de lenguaje, que es de { $host }. Nadie más las recibe si usted no quiere.
consent-heard =
    Un programa pasa a texto sus mensajes de voz en la computadora donde se guardan sus palabras{ $kept ->
        [yes] ; las grabaciones también se guardan.
       *[other] ; después, las grabaciones se borran.
    }
consent-files = Solo sus mensajes de voz y sus fotos se guardan en otro lugar: en servidores de { $host }.
consent-links = Si envía un enlace, lo abre la computadora donde se guardan sus palabras, y el sitio ve la dirección de esa computadora.
consent-copied =
    { $which ->
        [inkwell] Las notas sobre un episodio de una carpeta de Inkwell se ponen también en esa carpeta; /delete no las borra de ahí.
       *[other] Una copia de las notas que reciba queda en una carpeta de esa persona; /delete no la borra.
    }
consent-voluntary = Usted decide si participa. Puede saltarse preguntas, parar cuando quiera, recibirlo todo (/export) o borrarlo (/delete). Más información: /privacy.

## Lo mismo en tres líneas, en una página que tiene detrás el texto entero.

consent-line-program =
    { $place ->
        [nowhere] Las preguntas las hace un programa. Las escribieron personas.
       *[other] Las preguntas las hace un programa, con ayuda de un modelo de lenguaje (IA).
    }
consent-line-kept =
    { $place ->
        [provider] Sus palabras se guardan en la computadora { $operator ->
            [none] de quien se encarga de este programa
           *[other] de quien se encarga de este programa ({ $operator })
        } y se envían a { $host } para poder hacer la siguiente pregunta.
       *[other] Sus palabras se guardan en la computadora { $operator ->
            [none] de quien se encarga de este programa
           *[other] de quien se encarga de este programa ({ $operator })
        }. Nadie más las recibe si usted no quiere.
    }
consent-line-yours = Puede saltarse cualquier pregunta y parar cuando quiera. Puede pedir que se lo enviemos todo, o que se borre.

## Alrededor de él

consent-before = { $name ->
        [none] Antes de empezar con «{ $title }»:
       *[other] Gracias, { $name }. Antes de empezar con «{ $title }»:
    }
consent-question = ¿Está de acuerdo?
consent-again = La entrevista «{ $title }» empieza en cuanto diga que sí. ¿Está de acuerdo con lo que le he dicho sobre sus palabras? Basta con un sí o un no. Más información: /privacy.
consent-declined = No pasa nada. Entonces no empezamos, y lo que me acaba de contar no se guarda. Si cambia de idea, envíe /start. Con /delete se borra también su nombre.
kept-for-later = Lo que me acaba de contar está guardado. Empezaremos por ahí.
kept-too = Eso también está guardado.
button-agree = De acuerdo, empecemos
button-decline = No, gracias

## /privacy

privacy-kept =
    Todo se guarda en la computadora de la persona que se encarga de este bot{ $operator ->
        [none] {""}
       *[other] {" "}({ $operator })
    }, que puede leerlo: su nombre, nuestros mensajes, sus respuestas con sus cambios, notas y archivos.
privacy-carried = Los mensajes pasan por los servidores de { $carrier }, que los ven.
privacy-model-nowhere = Soy un programa, no una persona. No se usa ningún modelo de lenguaje.
privacy-model-here = Soy un programa, no una persona. Me ayuda un modelo de lenguaje ({ $model }) en la misma computadora.
privacy-model-nearby = Soy un programa, no una persona. Me ayuda un modelo de lenguaje ({ $model }) en otra computadora de quien se encarga del bot ({ $host }).
privacy-model-provider = Soy un programa, no una persona. Me ayuda un modelo de lenguaje ({ $model }); es de { $host } y allí valen sus reglas.
privacy-model-gets = El modelo recibe su nombre, nuestra conversación y notas sobre ella.
privacy-model-reads = También lee lo que me envíe sobre un episodio.
privacy-model-not = No recibe su número ni su nombre en { $carrier }.
privacy-prompts = Lo que se envía al modelo y lo que el modelo contesta también se guarda aquí.
privacy-speaking = La voz que lee las preguntas también se genera en esa computadora.
privacy-hearing-none = Aún no puedo escuchar mensajes de voz; se guardan hasta que pueda.
privacy-hearing-local =
    Un programa en esa computadora pasa a texto los mensajes de voz. { $kept ->
        [yes] Las grabaciones también se guardan.
       *[other] Luego la grabación se borra. Si se oía mal, se borra cuando usted haya visto el texto, o a los 30 días; si no se entendió, se queda guardada.
    }
privacy-files = Los mensajes de voz y las fotos no se guardan ahí, sino en servidores de { $host }.
privacy-links = Los enlaces que envíe se abren desde esa computadora, así que el sitio ve su dirección.
privacy-copied =
    { $which ->
        [inkwell] Las notas sobre un episodio de una carpeta de Inkwell se ponen también en esa carpeta; /delete no las borra de ahí.
       *[other] Una copia de sus notas sobre un episodio queda en una carpeta de esa persona; /delete no la borra.
    }
privacy-nobody-else = Nadie más recibe nada si usted no quiere.
privacy-until-deleted = Todo queda guardado hasta que lo borre usted o quien se encarga del bot.
privacy-days =
    Cada entrevista se borra { $days ->
        [one] { $days } día
       *[other] { $days } días
    } después de terminar o quedar en espera; antes le llegan un aviso y el archivo. Lo demás queda guardado hasta que usted lo borre.
privacy-yours = Con /export lo recibe todo. Con /delete se borra todo lo de aquí, pero no este chat ni las copias de seguridad, ni tampoco lo que otros ya recibieron.


## Qué muestran las entrevistas anteriores, en /privacy, con un botón. $used: si un modelo lo usa.

earlier-shown = { $used ->
        [yes] Esto es lo que sabré de sus entrevistas anteriores en la próxima:
       *[no] Esto es lo que muestran sus entrevistas anteriores. Como no hay ningún modelo de lenguaje, no se usa para nada:
    }
earlier-wish = – Usted pidió: «{ $wish }»
earlier-questions = – { $chapter ->
        [none] Preguntas para saber más
       *[other] Preguntas de «{ $chapter }»
    }: con respuesta larga, { $length }; sin respuesta, { $unanswered }
button-forget-earlier = Olvidar esto
earlier-forgotten = Olvidado. En la próxima entrevista no sabré nada de esto; las que ya tiene quedan como están.

command-privacy = Ver quién lee mis palabras
command-export = Recibir todo en un archivo

## /export

export-coming = Estoy reuniendo en un archivo todo lo que tengo de usted. Llega en un momento.
export-caption = Todo en un archivo. Dentro, README.txt explica qué es cada cosa.
export-part = Todo en { $total } archivos que van juntos: esta es la parte { $number }. En la primera, README.txt explica qué es cada cosa.
export-nothing = Todavía no hay ninguna entrevista, así que no hay nada que enviarle. Para empezar una: /start.
export-readme =
    Cada carpeta es una de sus entrevistas. En transcript.md está la conversación; si también hay notes.md y reflections.md, el primero tiene lo que se anotó de ella y el segundo lo que escribió sobre ella un modelo de lenguaje. Se abren con cualquier editor de textos.
    En session.json está la misma entrevista completa, con todas las versiones anteriores de sus respuestas, para que otro Raconteur pueda recibirla; en person.json, lo que se sabe de usted y el texto que aceptó.
export-readme-runs = Cada carpeta dentro de «chamber» es una conversación entre dos modelos que puso en marcha usted: en shared_transcript está lo que se dijo; en private_transcript, también lo que pensaron los dos; y en run, todo junto en JSON.
export-readme-recordings = En la carpeta «audio» de cada entrevista está lo que usted dijo de viva voz; en la transcripción se ve qué grabación va con cada respuesta. En «taken-back» están las grabaciones de respuestas que quitó, y en «no-answers», lo que dijo y no era una respuesta, como una despedida. En la carpeta «other-recordings» está lo que no llegó a ser respuesta, porque no se entendió o no había pregunta, y también las grabaciones en las que algo se oía mal.

## Las notas, como archivo

documents-notes-title = { $title }: notas
documents-notes-summary = En pocas palabras
documents-notes-known = Lo que se anotó
documents-notes-none = No se ha anotado nada.
documents-notes-uncertain = no es seguro
documents-notes-stale = viene de palabras que después cambiaron

# Dos líneas, para quien pregunta quién lee esto.
who-reads =
    La persona que se encarga de este bot puede leerlo todo{ $operator ->
        [none] {""}
       *[other] : { $operator }
    }. { $place ->
        [nowhere] No se lo envío a nadie más si usted no quiere.
        [here] El modelo de lenguaje que le contesta funciona en la computadora de esa persona, y no se lo envío a nadie más si usted no quiere.
        [nearby] El modelo de lenguaje que le contesta funciona en otras computadoras de esa persona, y no se lo envío a nadie más si usted no quiere.
       *[other] También lo recibe { $host }, cuyo modelo de lenguaje le contesta a usted. No se lo envío a nadie más si usted no quiere.
    }
    Usted recibe un archivo con sus propias palabras. Puede pedir que se quite de él lo que quiera, y puede borrarlo todo.

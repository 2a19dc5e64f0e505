# Las pantallas para regalar una entrevista y lo que muestra su enlace. El texto para quien la recibe va en su idioma.

## Preparar el regalo

give-title = Preguntar a un ser querido
give-lead = Usted envía un enlace. Al abrirlo, basta con pulsar un botón y hablar.
give-name = ¿A quién quiere preguntar?
give-name-hint = Escriba cómo llama usted a esa persona, por ejemplo: Mamá
give-giver = Su nombre
give-language = ¿En qué idioma hablo con esa persona?
give-rhythm = ¿Cada cuánto hago una pregunta?
give-rhythm-daily = Una pregunta al día
give-rhythm-weekly = Una pregunta a la semana
give-rhythm-once = Todas las que quiera
give-more = Añadir preguntas propias, una foto, unas palabras
give-questions = Preguntas que siempre ha querido hacerle
give-questions-hint = Hasta cinco, una en cada línea. Las haré de su parte.
give-words = Unas palabras de su parte
give-words-hint = Será lo primero que lea.
give-photo = Una foto
give-photo-hint = Se verá encima de sus palabras.
give-make = Crear el enlace
give-no-name = Escriba, por favor, un nombre con el que pueda saludar a esa persona.
give-too-many = De momento, cinco preguntas como mucho. Más adelante podrá hacer otras.

## El enlace

give-for = Para { $name }
give-link = El enlace
give-only-here = De momento, este enlace solo se abre en esta computadora.
give-only-home = Este enlace solo se abre en teléfonos y computadoras conectados a la wifi de esta casa. Ahí no se puede grabar con el teléfono: se escribe o se envía una nota de voz como archivo.
give-reach = Elegir cómo pueden entrar los demás
give-copy = Copiar el enlace
give-copy-message = Copiar el mensaje
give-copied = Copiado.
give-share = Enviar
give-mail = Enviar por correo
give-subject = { $giver ->
        [none] Algo para ti
       *[other] Algo para ti, de { $giver }
    }
give-message = Un mensaje para acompañarlo
give-text = { $name }, me encantaría escuchar tu historia. Abre este enlace, pulsa «Empezar» y habla, sin más. Las preguntas vienen de una en una, y no hay ninguna prisa.{ $giver ->
        [none] {""}
       *[other] {" "}– { $giver }
    }
give-scan = O apunte a este código con la cámara de un teléfono.
give-scan-name = Un código cuadrado que abre el enlace
give-once = El enlace sirve una sola vez, en el dispositivo que lo abra.
give-look = Ver cómo quedará
give-link-gone = Este enlace ya no sirve.
give-link-new = Crear otro enlace
give-another = Preguntar a otra persona

## Cómo va

give-given = A quién ha preguntado
give-unopened = Todavía sin abrir.
give-opened = Abierto, pero sin empezar.
give-begun = Ha empezado. Aún no hay respuestas.
give-answers = { $count ->
        [one] Una respuesta hasta ahora, el { $day }.
       *[other] { $count } respuestas hasta ahora, la última el { $day }.
    }
give-sent = Lo que { $name } le ha enviado
give-nothing-sent = Todavía no le ha enviado nada: { $name } decide qué ve usted.
give-on-its-way =
    { $count ->
        [one] { $name } ha enviado una respuesta; llega a las { $time }.
       *[other] { $name } ha enviado { $count } respuestas; llegan a las { $time }.
    }
give-reminder = Un recordatorio para enviar
give-reminder-text = { $name }, en la página que abriste con mi enlace te espera una pregunta. Cuando quieras. Me encantaría saber más.{ $giver ->
        [none] {""}
       *[other] {" "}– { $giver }
    }

## Lo que muestra el enlace

landing-title = { $giver ->
        [none] A alguien de su familia le encantaría escuchar su historia
       *[other] A { $giver } le encantaría escuchar su historia
    }
landing-what = Hola, { $name }. Hago las preguntas de una en una. Usted habla, o escribe si lo prefiere. Puede saltarse lo que quiera y parar cuando quiera.
landing-days = Las preguntas llegan { $days }.
landing-reads = { $model ->
        [yes] { $giver ->
            [none] Su familia podrá leer o escuchar sus respuestas, menos aquellas en las que pulse «No para mi familia».
           *[other] { $giver } podrá leer o escuchar sus respuestas, menos aquellas en las que pulse «No para { $giver }».
        }
       *[other] { $giver ->
            [none] Su familia
           *[other] { $giver }
        } recibirá las respuestas que usted envíe.
    } { $runs ->
        [yes] { $giver ->
            [none] La persona que le mandó este enlace
           *[other] { $giver }
        } también se encarga de esta página, así que allí puede leerlo todo.
       *[other] Quien se encarga de esta página puede leerlo todo.
    }
landing-alone = Empezar y guardarlo para mí
landing-agreed = Soy un programa informático y guardo lo que usted me cuente. Al empezar, acepta que lo haga.
landing-look = Esto es lo que verá { $name }, con un botón para empezar. El enlace sigue sin usarse.
landing-preview = Las preguntas, de una en una. Pulse «Empezar» y hable.

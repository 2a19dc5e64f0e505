# La entrevista que alguien recibe de regalo, y la familia que la acompaña.

command-gift = Regalar una entrevista
command-family = Mi familia

## Regalarla

gift-off = Aquí no se pueden regalar entrevistas.
gift-not-you = Un regalo así abre la puerta a alguien nuevo. Por eso aquí solo puede hacerlo quien se encarga de este bot. Pídaselo: le dará el enlace.
gift-name =
    Con este regalo, alguien podrá contar su vida, y yo le haré las preguntas.

    ¿Cómo llama usted a esa persona? Así la saludaré. Escríbalo sin más, por ejemplo: Abuela Nina
button-gift-not = Mejor no
gift-left = De acuerdo, lo dejamos.
gift-language = ¿En qué idioma le hablo a { $name }?
gift-rhythm = ¿Cada cuánto le hago una pregunta a { $name }? Después, esa persona podrá pedirme más preguntas cuando quiera y también cambiar el ritmo.
button-gift-daily = Una pregunta al día
button-gift-twice = Dos veces por semana
button-gift-weekly = Una vez por semana
button-gift-once = En cuanto responda
gift-no-way = Ahora mismo no consigo crear el enlace. Inténtelo otra vez dentro de un rato, por favor.
gift-made =
    Aquí está. El mensaje de abajo es para { $name }: reenvíelo tal cual. El enlace sirve una sola vez, durante { $days ->
        [one] un día
       *[other] { $days } días
    }. Es { $name } quien decide si usted puede leer lo que cuente: se lo preguntaré yo.
gift-forward =
    Hola, { $name }. Tiene un regalo de { $giver ->
        [none] su familia
       *[other] { $giver }
    }: unas charlas para que cuente su propia vida, pregunta a pregunta y sin ninguna prisa. Puede escribir o, si lo prefiere, hablar.

    Abra este enlace y pulse el botón para empezar:
gift-questions =
    ¿Hay algo que siempre haya querido preguntarle a { $name }? Escríbalo aquí, una pregunta en cada mensaje, o mándeme una foto y también preguntaré por ella. Lo haré de su parte, cuando sea buen momento.
button-gift-done = Eso es todo
gift-done = Muy bien. Lo preguntaré todo a su tiempo. En /family verá cómo va.

## Para quien la recibe

gift-hello =
    Hola, { $name }. { $giver ->
        [none] Esto es un regalo de su familia.
       *[other] Esto es un regalo de { $giver }.
    } Se llama «{ $title }».
gift-what =
    Soy Raconteur, un programa informático. Le hago preguntas sobre su vida, de una en una, y guardo lo que me cuenta con sus propias palabras. Puede escribirme o mandarme un mensaje de voz.

    No hay prisa. Puede saltarse cualquier pregunta y parar cuando quiera.
gift-rhythm-told = Las preguntas llegan { $days }. Si quiere otra antes, pulse «Preguntar ahora».
gift-gone = Este regalo ya no se puede abrir. Pídale otro enlace a quien se lo mandó, por favor.
gift-is-for = Este enlace es para { $name }: reenvíeselo, por favor. Solo se puede abrir una vez, así que lo he dejado sin usar.
leave-question =
    Una cosa antes de empezar. A { $giver } le gustaría leer o escuchar lo que usted me cuente. ¿Puedo pasárselo?

    Solo lo hago si me dice que sí, y puede cambiarlo cuando quiera con /family. { $model ->
        [yes] Si una respuesta no es para { $reader ->
            [none] su familia, pulse «No para mi familia»
           *[other] { $reader }, pulse «No para { $reader }»
        }: sigue en su propio archivo. «Dejar fuera de todo» la quita también de ahí. O dígame sin más qué debe quedar entre nosotros o quién no debe enterarse: entonces no le llega a nadie.
       *[no] Aun así, nada se envía solo: debajo de cada respuesta verá «{ $reader ->
            [none] Enviar a mi familia
           *[other] Enviar a { $reader }
        }», y solo sale lo que usted envíe. «Dejar fuera de todo» quita una respuesta también de su propio archivo.
    } Lo que ya se haya recibido no puedo retirarlo.
button-leave-yes = Sí, que lo lean
button-leave-no = No, que quede aquí
leave-given = { $model ->
        [yes] Muy bien. Lo que me cuente desde ahora le llega a { $reader ->
            [none] su familia
           *[other] { $reader }
        }{ $minutes ->
            [0] {""}
            [one] , un minuto después de contarlo
           *[other] , { $minutes } minutos después de contarlo
        }. Si una respuesta no es para { $reader ->
            [none] su familia, pulse «No para mi familia»
           *[other] { $reader }, pulse «No para { $reader }»
        }: sigue en su propio archivo. Si algo debe quedar entre nosotros, o si alguien en particular no debe saberlo, dígamelo.
       *[no] Muy bien. Nada sale si usted no lo envía: debajo de cada respuesta verá «{ $reader ->
            [none] Enviar a mi familia
           *[other] Enviar a { $reader }
        }».
    }
leave-taken = De acuerdo. Desde ahora no le llega nada más a { $reader ->
        [none] su familia
       *[other] { $reader }
    }. Lo que ya se haya recibido no puedo retirarlo.
button-share = { $reader ->
        [none] Enviar a mi familia
       *[other] Enviar a { $reader }
    }
button-apart = { $reader ->
        [none] No para mi familia
       *[other] No para { $reader }
    }
button-take-back = Retirarlo
button-private = Dejar fuera de todo
private-apart =
    { $gone ->
        [yes] Eso ya no se envía. Pero puede que { $reader ->
            [none] su familia
           *[other] { $reader }
        } ya lo haya recibido, y eso no puedo retirarlo.
       *[no] { $count ->
            [one] Eso no es
           *[other] Sus { $count } mensajes a esa pregunta no son
        } para { $reader ->
            [none] su familia
           *[other] { $reader }
        }: no { $count ->
            [one] lo envío
           *[other] los envío
        }.
    } { $count ->
        [one] Sigue en su propio archivo. Si al final quiere enviarlo
       *[other] Siguen en su propio archivo. Si al final quiere enviarlos
    }, use /family.
private-last-kept =
    { $count ->
        [one] Eso queda fuera de todo:
       *[other] Sus { $count } mensajes a esa pregunta quedan fuera de todo:
    } { $gone ->
        [yes] desde ahora no { $count ->
            [one] le llega a nadie ni aparece
           *[other] le llegan a nadie ni aparecen
        } en ningún archivo. Pero puede que su familia ya { $count ->
            [one] lo
           *[other] los
        } haya recibido, y eso no puedo retirarlo.
       *[no] no { $count ->
            [one] le llega a nadie ni aparece
           *[other] le llegan a nadie ni aparecen
        } en ningún archivo.
    } Para { $count ->
        [one] recuperarlo
       *[other] recuperarlos
    }, use /private.
private-last-none = No veo ninguna respuesta justo antes de esto. Dígame con sus palabras qué es lo que no debe salir de aquí.

## Lo que recibe la familia

family-somebody = alguien de la familia
family-new = Esto me ha contado { $teller }:
family-week-title = Esta semana
family-week-pages = Esta semana con { $teller }, en una página para guardar.
family-week = Esto me ha contado { $teller } esta semana:
family-picture = (una foto)
family-voice-caption = En la voz de { $teller }
family-picture-caption = Foto enviada por { $teller }
button-thank = ❤ Gracias
button-ask = Preguntar algo
button-telling = Contarlo yo también
family-thanked = Se lo diré a { $teller } con la próxima pregunta.
family-ask = ¿Qué le gustaría preguntarle a { $teller }? Escriba una sola pregunta, en un solo mensaje. Se la haré de su parte, cuando sea buen momento.
family-ask-more = ¿Qué le gustaría preguntarle a { $teller }? Escríbalo aquí, una pregunta en cada mensaje, o mándeme una foto y también preguntaré por ella. Lo haré de su parte, cuando sea buen momento.
button-family-not = Mejor no
family-question-kept = { $more ->
        [yes] Guardado. Si hay otra pregunta, escríbala aquí mismo.
       *[no] Guardado. Se lo preguntaré a { $teller } de su parte, cuando sea buen momento.
    }
family-question-link = Pregúntelo, por favor, sin enlaces, nombres de páginas, comandos ni nombres con @.
family-question-how = Pregunte, por favor, una sola cosa, en una o dos frases cortas, y nada de contraseñas ni números de tarjeta.
family-question-refused = De eso prefiere no hablar { $teller }, así que no se lo preguntaré. ¿Quizá otra cosa?
family-questions-many = Ya hay { $most } preguntas suyas en espera. Veamos primero qué le responden.

## Lo que le llega de la familia a quien cuenta

family-asks = Le pregunta { $asker }: { $question }
family-asks-picture = Sobre la foto, le pregunta { $asker }: { $question }
family-what-picture = ¿Qué me cuenta de esta foto?
family-picture-from = { $name ->
        [none] Una foto que le manda su familia
       *[other] Una foto que le manda { $name }
    }
family-has-joined = Ahora también { $name } puede leer lo que usted cuenta. Para cambiarlo: /family.
family-thanks =
    { $people ->
        [one] Le da las gracias { $names } por lo que usted contó.
       *[other] Le dan las gracias { $names } por lo que usted contó.
    }

family-privacy = { $leave ->
        [yes] Lo que usted cuenta le llega a { $reader ->
            [none] su familia
           *[other] { $reader }
        }, porque usted dijo que sí, menos lo que usted no quiera enviar o deje fuera. En /family puede verlo y cambiarlo.
       *[no] A { $reader ->
            [none] su familia
           *[other] { $reader }
        } no le llega nada de lo que usted cuenta, a menos que diga que sí en /family.
    }
giver-runs = { $giver ->
        [none] La persona que le regaló esta entrevista
       *[other] { $giver }
    } también se encarga de esta página, así que allí puede leerlo todo.

## Quienes leen

family-welcome =
    { $name ->
        [none] Hola.
       *[other] Hola, { $name }.
    } Aquí puede ir leyendo la vida de { $teller }, tal como la cuenta, pregunta a pregunta.
family-what-is-kept = Soy Raconteur, un programa informático. De lo que cuenta { $teller } le llega a usted solo lo que esa persona quiera compartir, nada más. De usted guardo el nombre, este chat y lo que pregunte o cuente. Con /privacy verá dónde lo guardo; con /delete se borra. A { $teller } le diré que usted está aquí.
family-how-often = Le escribo en cuanto hay algo nuevo, pero solo de día. También puede recibirlo todo junto una vez por semana, o no recibir nada:
family-already = Usted ya forma parte de esta familia. En /family verá cómo va todo.
family-full = En esta familia ya hay { $most } personas. Para que entre alguien más, primero tiene que salir alguien.
family-way = { $way ->
        [now] Muy bien: le llegará en cuanto haya algo nuevo, solo de día.
        [week] Muy bien: le llegará todo junto, una vez por semana.
       *[none] Muy bien: desde ahora no le llega nada. Puede cambiarlo en /family.
    }
button-family-now = En cuanto haya algo
button-family-week = Una vez por semana
button-family-none = Por ahora, nada
button-family-add = Invitar a alguien
button-family-yes = Mi familia puede leerlo
button-family-no = No enviar nada más a mi familia
button-family-drop = Quitar a { $name }
button-family-out = Dejar de leer
button-family-ask = Preguntar a { $teller }
button-family-both = Ver los relatos juntos
family-nobody = Todavía no hay nadie de su familia que lea su historia, y a usted no le llega la de nadie. Para regalar una entrevista: /gift.
family-of-yours = { $names ->
        [none] Todavía no hay nadie que lea lo que usted cuenta.
       *[other] Quienes leen su historia: { $names }.
    }
family-leave-is = { $leave ->
        [yes] Lo que usted cuenta les llega. Lo que usted no quiera enviar o deje fuera, no.
       *[no] No les llega nada de lo que usted cuenta.
    }
family-apart =
    { $answers ->
        [one] Una respuesta sigue sin salir de aquí. No le llega a nadie si usted no la envía.
       *[other] { $answers } respuestas siguen sin salir de aquí. No le llegan a nadie si usted no las envía.
    }
button-let = { $reader ->
        [none] Enviar la { $number } a mi familia
       *[other] Enviar la { $number } a { $reader }
    }
family-let-go =
    { $minutes ->
        [0] Le llega ahora a { $reader ->
            [none] su familia
           *[other] { $reader }
        }. Lo que ya se haya recibido no puedo retirarlo.
        [one] Le llega a { $reader ->
            [none] su familia
           *[other] { $reader }
        } dentro de un minuto. Todavía puede retirarlo.
       *[other] Le llega a { $reader ->
            [none] su familia
           *[other] { $reader }
        } dentro de { $minutes } minutos. Todavía puede retirarlo.
    }
family-of-others = { $way ->
        [now] Lo que { $teller } comparte con usted le llega en cuanto lo cuenta.
        [week] Lo que { $teller } comparte con usted le llega una vez por semana.
       *[none] De { $teller } no le llega nada, como usted pidió.
    }
family-not-opened = El enlace para { $teller } todavía no se ha abierto.
family-link =
    Mande el mensaje de abajo a quien quiera invitar. El enlace sirve una sola vez, durante { $days ->
        [one] un día
       *[other] { $days } días
    }.
family-forward = Con esta invitación puede ir leyendo la vida de { $teller }, tal como la cuenta. Abra este enlace y pulse el botón:
family-left = Hecho. Ya no le llega nada más. También borré las preguntas suyas que aún no había hecho.
family-dropped = Hecho. A { $name } ya no le llega nada más. Lo que ya haya recibido no puedo retirarlo.

export-readme-family = En family.json está lo que tiene que ver con usted y su familia: quién lee su historia, qué le han preguntado y qué han contado por su parte, y lo que usted ha preguntado y contado en otras historias.

## Lo mismo, contado por varias personas

telling-wanted = Entonces cuéntelo como usted lo recuerda, en un solo mensaje. Quedará con su nombre, junto a lo que contó { $teller }, que podrá leerlo. Si de todo esto se hace un libro, puede salir también ahí. Lo puede quitar cuando quiera, y ya no saldrá en ningún libro nuevo.
telling-kept = Guardado, junto a lo que contó { $teller }.
button-telling-drop = Quitar lo mío
telling-dropped = Hecho, ya no está.
family-no-events = Todavía nadie más ha contado lo mismo.
side-title = Contado por varias personas
side-caption = Lo mismo, contado por varias personas

# Un regalo después de darlo: la página de quien regala, los cambios y los enlaces para volver.

## El mensaje que acompaña al enlace

give-message-text = { $name }, me encantaría escuchar tu historia. Abre este enlace en el teléfono que vayas a usar, pulsa «Empezar» y { $speaks ->
        [yes] habla, sin más
       *[no] escribe, o envía una nota de voz
    }. Las preguntas vienen de una en una, y no hay ninguna prisa.{ $giver ->
        [none] {""}
       *[other] {" "}– { $giver }
    }
landing-what-home = Hola, { $name }. Hago las preguntas de una en una. Escriba sus respuestas o envíe una nota de voz. Puede saltarse lo que quiera y parar cuando quiera.
landing-preview-home = Las preguntas, de una en una. Pulse «Empezar» y escriba.
page-voice-memo = ¿Prefiere hablar? Grabe una nota de voz con el teléfono y envíela con «Foto, archivo».
give-questions-later = Podrá hacer otras más adelante, en la página del regalo que viene después.

## Cómo va, en pocas palabras

give-line = { $name }: { $far }
give-short-unopened = sin abrir todavía
give-short-opened = abierto
give-short-begun = empezado
give-short-answers = { $count ->
        [one] una respuesta
       *[other] { $count } respuestas
    }
give-new = nuevo

## Cambiar algo

give-change = Cambiar algo
give-rhythm-twice = Dos preguntas a la semana
give-rhythm-own = Los días que eligió { $name }
give-rhythm-saved = Guardado. A partir de ahora preguntaré así.
give-save = Guardar
give-asked = Sus preguntas
give-asked-yes = Ya hecha
give-asked-wait = Pendiente
give-ask = Preguntar algo más
give-ask-hint = Lo preguntaré de su parte cuando termine un tema.
give-ask-add = Añadir esta pregunta
give-ask-kept = También lo preguntaré.
give-take-back = Retirar este regalo
give-take-back-sure = ¿Retirar su regalo para { $name }?
give-take-back-unopened = El enlace dejará de servir. Quien lo abra leerá que usted lo ha retirado.
give-take-back-opened = Usted ya no recibirá nada más. Lo que { $name } ha contado sigue siendo suyo, y la conversación también. Avisaré a { $name }.
give-take-back-yes = Sí, retirarlo
give-take-back-no = No, dejarlo
give-taken-back = El regalo está retirado.
gift-taken-back = { $giver ->
        [none] Quien le regaló esto
       *[other] { $giver }
    } ya no recibe lo que usted me cuenta. Todo lo que ha contado sigue siendo suyo, y puede continuar cuando quiera.
taken-back = { $giver ->
        [none] Esta invitación se ha retirado
       *[other] { $giver } ha retirado esta invitación
    }
taken-back-what = No hace falta que haga nada. Si aun así le gustaría contar su historia, pida un enlace nuevo.

## Un enlace nuevo para quien ya ha empezado

give-return = Enlace nuevo para { $name }
give-return-when = Para un teléfono nuevo, o si se cerró la sesión en el anterior. Abre todo lo que { $name } ha contado.
give-return-text = { $name }, aquí tienes un enlace nuevo a tu historia. Ábrelo en el teléfono que vayas a usar. Todo lo que contaste sigue ahí.{ $giver ->
        [none] {""}
       *[other] {" "}– { $giver }
    }
return-title = Me alegra verle de nuevo
return-what = Todo lo que ha contado sigue aquí. Pulse «Continuar» para abrirlo en este teléfono o computadora.
return-continue = Continuar
return-look = Este enlace es para otro teléfono u otra computadora. Sigue sin usarse.

## Lo enviado, en una página

give-story = Imprimir o guardar
give-story-title = La historia de { $name }

## Quién puede abrir el enlace

give-reach-now-here = Este enlace solo se puede abrir en esta computadora.
give-reach-now-home = Este enlace solo se puede abrir en teléfonos y computadoras conectados a la wifi de esta casa.
give-reach-now-all = Cualquiera que tenga este enlace puede abrirlo, esté donde esté.

## La página de quien la administra

operator-sign-out-sure = ¿Cerrar la sesión de este navegador?
operator-sign-out-means = No volverá a abrir esta página hasta que reciba un enlace nuevo. No se pierde nada de lo contado.
operator-sign-out-not = No, dejarlo así
operator-signed-out = Sesión cerrada. No se ha perdido nada de lo contado.
operator-new-link = Enlace nuevo para { $name }
operator-new-link-made = Este enlace abre todo lo que { $name } ha contado. Sirve una sola vez, en el dispositivo que lo abra.
operator-gift-for = Un regalo para { $name }
operator-family-of = La familia de { $name }

# Una persona en dos chats: el código de uno se escribe en el otro.

command-link = Seguir también en otro chat
link-code =
    Su código: { $code }

    Abra ahora el otro chat que tiene conmigo y escriba allí: /link { $code }

    El código sirve una sola vez, durante diez minutos. No se lo dé a nadie: quien lo tenga podría leer lo que usted me ha contado.
link-question =
    { $name ->
        [none] Este código viene de un chat conmigo { $platform ->
            [telegram] en Telegram
            [discord] en Discord
            [mail] por correo electrónico
            [web] { $same ->
                [yes] en otro navegador
               *[no] en la página
            }
            [terminal] en la terminal
           *[other] en { $platform }
        }.
       *[other] Este código viene del chat de { $name } { $platform ->
            [telegram] en Telegram
            [discord] en Discord
            [mail] por correo electrónico
            [web] { $same ->
                [yes] en otro navegador
               *[no] en la página
            }
            [terminal] en la terminal
           *[other] en { $platform }
        }.
    }

    Si es usted, puedo unir ese chat con este. Entonces, todo lo que se contó en los dos se podrá leer, seguir y borrar desde cualquiera de ellos. Después no se pueden volver a separar.
link-carried = Lo que nos escribimos allí pasa por { $carrier }.
link-at-home = Uno de los dos chats está en la misma computadora en la que yo funciono: quien la use podrá leerlo todo y escribir en su nombre.
link-sure = ¿Los uno? Elija aquí abajo, por favor: para esto no basta con escribir que sí.
button-link-yes = Sí, unirlos
button-link-no = No, dejarlos separados
link-joined-here =
    Listo. Este chat y el que tiene { $platform ->
        [telegram] en Telegram
        [discord] en Discord
        [mail] por correo electrónico
        [web] { $same ->
            [yes] en otro navegador
           *[no] en la página
        }
        [terminal] en la terminal
       *[other] en { $platform }
    } son ahora uno solo. Escriba donde quiera: respondo donde usted haya escrito por última vez.
link-joined-there =
    Este chat y el que hay { $platform ->
        [telegram] en Telegram
        [discord] en Discord
        [mail] por correo electrónico
        [web] { $same ->
            [yes] en otro navegador
           *[no] en la página
        }
        [terminal] en la terminal
       *[other] en { $platform }
    } son ahora uno solo. Escriba donde quiera: respondo donde usted haya escrito por última vez. Si esto no lo hizo usted, dígaselo, por favor, a quien se encarga de este bot.
link-left = De acuerdo, siguen separados. Ese código ya no sirve.
link-wrong = Este código no es correcto o ya no sirve. Mírelo otra vez, por favor, o escriba /link en el otro chat para tener uno nuevo.
link-own = Este código es de este mismo chat. Escríbalo, por favor, en el otro chat que tiene conmigo.
link-together = Ese chat y este ya están unidos. Escriba donde quiera.
link-often = Son demasiados códigos seguidos. Espere diez minutos, por favor, y escriba después /link en el otro chat para tener uno nuevo.
link-still-listening = Todavía estoy escuchando lo que acaba de decir. Pulse otra vez dentro de un momento, por favor.
stranger-linking = Este código no es correcto o ya no sirve. Mírelo otra vez, por favor, o escriba /link en el chat que ya tiene conmigo para tener uno nuevo. Si no tiene ninguno, dele este número a quien se encarga de este bot: { $id }

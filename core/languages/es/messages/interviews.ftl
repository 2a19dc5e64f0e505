### Lo que dice cualquier entrevistador además de sus preguntas.

## Cómo funciona en este momento

interview-offline = Le hago preguntas escritas por personas, de una en una. Conteste con sus propias palabras; los botones sirven para seguir adelante.
# A quien maneja el programa y conversa a solas con él.
operator-offline = (No hay ningún modelo de lenguaje conectado. Puede conectar uno con `raconteur setup`.)
interview-fallback = Ahora no puedo seguir sus respuestas tan de cerca como siempre, así que continúo con preguntas ya escritas. No se pierde nada de lo que me cuente.
interview-budget = Por ahora he llegado al límite de lo que puedo gastar, así que continúo con preguntas ya escritas. No se pierde nada de lo que me cuente.

## Sin modelo: después de una respuesta

interview-more-1 = ¿Le queda algo por contar de eso?
interview-more-2 = Si hay más, siga contando.
interview-more-3 = ¿Qué más quiere contar de eso?
# La palabra la tiene la persona.
interview-room-1 = Lo he guardado. Puede seguir contando o pulsar «Siguiente pregunta».
interview-room-2 = Tómese el tiempo que quiera. Para seguir, pulse «Siguiente pregunta».
interview-room-3 = Todo está guardado. Si quiere contar más, adelante.
# Después de algo quizá difícil: una frase de agradecimiento, sin pregunta. Lo demás lo ofrecen los botones.
interview-hard-1 = Gracias por contármelo.
interview-hard-2 = Gracias. Lo he guardado tal como lo dijo.
interview-hard-3 = Gracias por confiarme algo así.
interview-hard-4 = Gracias. Usted decide cómo seguimos.
interview-told = Gracias. Todo queda guardado tal como lo ha contado.

## Sin modelo: unas pocas preguntas al entrevistador que se conocen palabra por palabra

reply-there = Aquí estoy, y todo lo que escribe queda guardado.
reply-mean = Entonces le pregunto por algo más concreto.

## Cuando algo queda fuera del archivo, y cuando alguien puede estar en peligro

interview-kept-back = { $family ->
        [yes] { $count ->
            [one] Ese mensaje no entra en su archivo ni lo recibe su familia.
           *[other] Esos { $count } mensajes no entran en su archivo ni los recibe su familia.
        }
       *[no] { $count ->
            [one] Ese mensaje no entra en su archivo.
           *[other] Esos { $count } mensajes no entran en su archivo.
        }
    }
interview-kept-back-words = { $family ->
        [yes] Esto no entra en su archivo ni lo recibe su familia
       *[no] Esto no entra en su archivo
    }: { $words }{ $more ->
        [0] {""}
        [one] {" "}y una respuesta más
       *[other] {" "}y { $more } respuestas más
    }.
interview-danger = Si en este momento corre peligro, o si podría hacerse daño, llame, por favor, al número de emergencias de su país o a alguien de confianza que esté cerca.

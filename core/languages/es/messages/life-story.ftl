### Lo que dice quien pregunta por la vida, además de sus preguntas.

## El final

life-story-parting = Una última pregunta, si quiere. Si no, pulse «Terminar».
life-story-readings-follow = Más tarde le llegarán cuatro comentarios sobre su relato, uno por uno: lo que verían en él personas de cuatro profesiones.

# El primer mensaje: su nombre y, en una línea, qué es esto.
life-story-hello = ¡Hola{ $name ->
        [none] !
       *[other] , { $name }!
    } Soy Raconteur, un programa que le pregunta por su vida y guarda sus respuestas con sus propias palabras.

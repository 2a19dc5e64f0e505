### Lo que dice el entrevistador sobre un episodio, además de sus preguntas.

# El primer mensaje: su nombre y, en una línea, qué es esto.
podcast-hello = ¡Hola{ $name ->
        [none] !
       *[other] , { $name }!
    } Soy Raconteur, un programa que le pregunta por un episodio de pódcast y luego le da unas notas con sus propias palabras.

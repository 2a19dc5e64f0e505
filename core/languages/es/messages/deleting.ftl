# Borrar todo lo que se guarda de una persona.

command-delete = Borrar todo lo que se guarda de mí
delete-question =
    { $interviews ->
        [0] Si sigue adelante, se borrará todo lo que guardo de usted: su nombre y lo que me ha escrito.
        [one] Si sigue adelante, se borrará todo lo que guardo de usted: una entrevista con { $answers ->
            [one] { $answers } respuesta
           *[other] { $answers } respuestas
        }, su nombre y todo lo que se escribió a partir de su relato.
       *[other] Si sigue adelante, se borrará todo lo que guardo de usted: { $interviews } entrevistas con { $answers ->
            [one] { $answers } respuesta
           *[other] { $answers } respuestas
        }, su nombre y todo lo que se escribió a partir de su relato.
    } Después no se puede recuperar.
# De la cámara, donde un modelo entrevista a otro.
delete-runs =
    { $count ->
        [one] También se borrará la conversación entre dos modelos que usted puso en marcha.
       *[other] También se borrarán las { $count } conversaciones entre dos modelos que usted puso en marcha.
    }
delete-copies-stay =
    { $which ->
        [inkwell] Las notas que se pusieron en una carpeta de Inkwell se quedan allí.
       *[other] Las copias de sus notas sobre episodios se quedan en una carpeta de la persona que se encarga de este bot. Si quiere que se borren también, pídaselo, por favor.
    }
delete-export-first = Si quiere conservarlo todo, envíe antes /export y guarde en lugar seguro el archivo que le llegue.
delete-sure = ¿Lo borro todo? Elija abajo, por favor; aquí no basta con escribir que sí.
button-delete-all = Borrar todo
button-delete-nothing = No borrar nada
delete-kept = No se ha borrado nada. Todo sigue como estaba.
deleted =
    { $platform ->
        [web] He borrado todo lo que guardaba de usted, también lo que había en esta página.
        [terminal] He borrado todo lo que guardaba de usted. Lo que aún se ve en esta ventana desaparece al cerrarla.
       *[other] He borrado todo lo que guardaba de usted. Lo que aún se ve en su pantalla no lo puedo borrar yo; los mensajes que escribió puede borrarlos usted ahí mismo.
    }

    { $platform ->
        [web] Si algún día quiere empezar de nuevo, vuelva a abrir el enlace que le dieron o pida otro. Que le vaya muy bien.
       *[other] Si vuelve a escribirme, empezamos de nuevo. Que le vaya muy bien.
    }

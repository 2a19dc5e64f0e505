### Lo que se queda solo con la persona, y los comentarios sobre su relato.

command-private = Ver lo que no entra en el archivo
command-readings = Ver los comentarios sobre mi relato
private-nothing =
    De momento, todo lo que me ha contado está en su archivo.{ $model ->
        [yes] {" "}Si algo debe quedar fuera, dígalo así: «que quede entre nosotros».
       *[no] {""}
    }
private-last = Lo último que ha contado: «{ $answer }»
private-left-out = Eso no entra en su archivo. Con /private puede recuperarlo.
private-not-there = Eso no está en sus archivos, así que no hay nada que dejar fuera.
private-gone = A partir de ahora queda fuera. Pero puede que su familia ya lo haya recibido, y eso no puedo deshacerlo.
button-leave-out = Dejar fuera mi última respuesta
private-list =
    { $answers ->
        [one] Esto queda fuera de su archivo.
       *[other] Estas { $answers } respuestas quedan fuera de su archivo.
    } Para volver a incluir algo, pulse su botón.
private-stays = De acuerdo, todo eso se queda fuera del archivo.
private-released =
    Vuelve a estar en su relato{ $family ->
        [yes] {" "}y puede llegar a su familia como cualquier otra respuesta.
       *[no] .
    }{ $file ->
        [yes] {" "}El archivo nuevo va en camino.
       *[no] {""}
    }
button-release = Volver a incluir la { $number }
button-stays-private = Dejarlo como está
readings-none = Todavía no hay comentarios sobre su relato. Solo pueden escribirse cuando el relato está terminado y se ha contado lo suficiente.

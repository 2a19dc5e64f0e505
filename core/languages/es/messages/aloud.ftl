# Lo que se dice de las preguntas que se oyen.

command-voice = Oír las preguntas o solo leerlas

aloud-is-on = Le leo mis preguntas en voz alta: después de cada una le llega el audio.
aloud-is-off = Mis preguntas van solo por escrito. Si quiere, también se las leo en voz alta.
aloud-on = Desde ahora también le leo mis preguntas en voz alta.
aloud-on-from-here = Desde ahora también le leo mis preguntas en voz alta. Empecemos con esta:
aloud-off = Desde ahora mis preguntas van solo por escrito.
aloud-how = No entendí bien. ¿Le leo mis preguntas en voz alta, o solo se las escribo?
aloud-absent = Aquí no puedo leer en voz alta. Quien se encarga de este bot puede activarlo.
aloud-not-here = Aquí no hay sonido, así que solo le escribo. Cuando me escriba desde el teléfono o en la página, le leeré mis preguntas en voz alta.
aloud-no-voice = Todavía no tengo voz para este idioma, así que sigo por escrito. En los idiomas para los que tengo voz, sí leo mis preguntas en voz alta.
# Va debajo de la primera pregunta que alguien oye sin haberlo pedido.
aloud-first = Así suenan mis preguntas. Si prefiere solo leerlas, pulse el botón.

button-aloud-on = Leer en voz alta
button-aloud-off = Solo por escrito

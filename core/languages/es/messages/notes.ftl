### Palabras de las notas sobre un episodio de pódcast. Son de la persona: «yo» es quien respondió.

# $day es una fecha en palabras, $show un título entre comillas.
notes-about-show = Conversación del { $day } sobre un episodio de { $show }.
notes-about = Conversación del { $day } sobre un episodio de un pódcast.
notes-origin-transcript = Quien me entrevistaba había leído la transcripción.
notes-origin-audio = Quien me entrevistaba conocía el episodio por la grabación.
notes-origin-inkwell = Quien me entrevistaba había leído notas de Inkwell sobre el episodio.
notes-origin-show-notes = Quien me entrevistaba solo conocía la descripción del episodio.
notes-origin-page = Quien me entrevistaba solo conocía la página del episodio.
notes-origin-memory = Quien me entrevistaba solo sabía lo que yo le contaba.
notes-origin-title = Quien me entrevistaba solo conocía el título.

notes-insights = Lo que saqué en claro
notes-actions = Lo que pienso hacer
notes-themes = A lo que vuelvo una y otra vez
# Debajo de un tema; $episodes son títulos de otros episodios de los que la persona ha hablado.
notes-theme-elsewhere = También cuando hablé de: { $episodes }
notes-conversation = La conversación
notes-questions-answers = Preguntas y respuestas

## Un texto hecho con respuestas. $question va entre comillas.

notes-asked = Me preguntaron: { $question } Mi respuesta:
notes-asked-then = Y después: { $question } Mi respuesta:
notes-said = Y dije:
notes-before = Antes de la primera pregunta dije:

## El final

notes-figures = En cifras
notes-template = Tipo de conversación
notes-follow-ups = Preguntas para saber más
notes-closing = Pregunta de despedida
notes-answers = Preguntas respondidas
notes-substantive = Respuestas de diez palabras o más
notes-average = Palabras por respuesta, en promedio
notes-thinking = Tiempo para pensar
notes-verbatim = Lo que va entre comillas se dijo tal cual.
notes-gaps = Donde aparece «[…]» se ha dejado algo fuera; en las notas de los otros estilos está todo.
notes-picked = Las ideas y los propósitos son frases de mis respuestas: un modelo de lenguaje las eligió y las dejó como estaban.

# $question es de quien entrevista.
notes-follow-up = Para saber más: { $question }

## El nombre del archivo, detrás del nombre del episodio

notes-file-structured = notas
notes-file-narrative = notas en forma de relato
notes-file-qa = preguntas y respuestas

# Lo poco que el terminal añade a lo que dice el entrevistador.

terminal-progress = { $done } de unas { $total }
terminal-thinking = … pensando
terminal-how-to-send = Para enviar: pulse Enter dos veces.   Para hacer una pausa: Ctrl-C.
terminal-empty = Todavía no hay nada que enviar. Escriba cuanto quiera y después pulse Enter dos veces.
terminal-choose = Escriba un número y pulse Enter.
terminal-one-choice = (También puede escribir «{ $label }» y pulsar Enter.)

terminal-pause-question = ¿Quiere salir? Todo lo que ha enviado está guardado. (sí / no)
# Palabras que se entienden como respuesta, en minúsculas y separadas por espacios.
terminal-yes = sí si s yes y
terminal-no = no n
terminal-draft-kept = Lo que aún no había enviado también está guardado: la próxima vez, pulse la flecha hacia arriba y ahí estará.
terminal-not-kept = Ahora no se ha podido guardar. Sus palabras siguen aquí: envíelas otra vez, por favor.

terminal-document = Está guardado aquí:

terminal-table-when = Cuándo
terminal-table-question = Pregunta
terminal-table-answer = Su respuesta
terminal-table-empty = Todavía no hay nada que mostrar: la tabla se irá llenando con sus respuestas.
terminal-table-unavailable = Ahora no se puede mostrar la tabla. No se ha perdido nada; vuelva a intentarlo dentro de un momento, por favor.

terminal-command-table = ver la conversación en una tabla
terminal-command-quit = hacer una pausa y salir

### Lo que se dice solo cuando llega su hora, y sobre la pregunta que espera la suya.

asked-at-its-time = Aquí tiene la siguiente pregunta, como quedamos:
# $when es un momento dentro de la frase: «mañana a las 19:00».
next-question-comes = La siguiente pregunta llega { $when }.
added = Lo he añadido a su relato.
button-now = Preguntar ahora

reminder = { $name ->
        [none] Cuando tenga un rato tranquilo, podemos seguir por aquí.
       *[other] Cuando tenga un rato tranquilo, { $name }, podemos seguir por aquí.
    } No hay ninguna prisa, y no se lo recordaré más.
reminder-room = { $name ->
        [none] Siga contando cuando quiera.
       *[other] Siga contando cuando quiera, { $name }.
    } No hay ninguna prisa, y no se lo recordaré más.
put-aside = Hace tiempo que no hablamos, así que dejo en espera la entrevista «{ $title }». { $told ->
        [yes] No se pierde nada: ahora le llega un archivo con lo que ha contado. Cuando quiera seguir, envíe /resume.
       *[no] Si algún día quiere seguir, envíe /resume.
    }
will-be-deleted = La entrevista «{ $title }» { $state ->
        [completed] ya está terminada
       *[abandoned] quedó en espera
    }, y aquí no se guarda para siempre: el { $day } se borrará de este bot con todas sus palabras. { $told ->
        [yes] Ahora le llega otra vez el archivo con lo que ha contado; guárdelo, por favor, si lo quiere conservar. Con /export lo recibe todo.
       *[no] Con /export recibe lo que haya.
    }{ $state ->
        [completed] {""}
       *[abandoned] {" "}Si prefiere seguir con ella, envíe /resume.
    }

status-chapters = Capítulos por los que hemos pasado: { $done } de { $total }
# $when es como «hace 3 días».
last-touched = Última vez que hablamos: { $when }
cost-so-far = gasto: { $cost }

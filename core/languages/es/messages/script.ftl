### Entrevistas con un guion propio: lo que se dice junto a las preguntas con respuestas fijas.

script-chosen = Su respuesta: { $value }.
script-chosen-more = Su respuesta: { $value }. ¿Algo más?
script-enough = Eso es todo
script-none = Nada de esto
script-noted = Lo anoto: { $value }.

script-again-choice = { $other ->
    [other] ¿Cuál de estas respuestas es la suya? También puede decirlo con sus palabras.
   *[none] ¿Cuál de estas respuestas se acerca más?
}
script-again-choices = ¿Cuáles de estas respuestas son las suyas? Puede elegir varias.
script-again-scale = ¿Qué número es, de { $low } a { $high }?
script-again-number = { $unit ->
    [none] ¿Qué número sería, más o menos? Basta con uno aproximado.
   *[other] ¿Qué número sería, más o menos ({ $unit })? Basta con uno aproximado.
}
script-again-date = ¿Cuándo fue? Puede ser un día, un mes o solo un año, por ejemplo: 5 de marzo de 1961.

# Las pocas palabras que necesitan los correos además de las de la entrevista.

mail-answer = Responder a esta pregunta
mail-choices = Responda solo con una de estas opciones:
mail-left-out = De su último correo dejé fuera lo siguiente, porque parecía una cita o una firma. Si forma parte de su respuesta, envíelo otra vez, por favor:
mail-other-address = Su última respuesta llegó desde otra dirección ({ $address }). Seguiré escribiendo a esta.

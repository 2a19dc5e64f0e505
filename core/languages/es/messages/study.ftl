### Estudios: lo que aparece en sus archivos y lo que se dice a quienes participan.

study-pseudonym-person = [persona { $number }]
study-pseudonym-place = [lugar { $number }]
study-pseudonym-organisation = [organización { $number }]
study-pseudonym-date = [fecha { $number }]
study-pseudonym-number = [número { $number }]
study-pseudonym-contact = [contacto { $number }]

study-used = Esta invitación ya se usó; cada una es para una sola persona. Si era para usted, pida otra, por favor, a quien se la mandó.
study-full = Gracias por su interés. En este estudio ya ha participado suficiente gente, así que ya no hacemos más preguntas. Le agradecemos que haya querido ayudar.
study-closed = Gracias por su interés. Este estudio ya terminó. Le agradecemos que haya querido ayudar.

study-wave = Hace un tiempo usted respondió a nuestras preguntas en «{ $title }». Nos gustaría preguntarle otra vez, para saber cómo está todo hoy. Si quiere, pulse el botón: ahora o cuando le venga bien.
study-wave-foot = Usted decide: si no quiere, no hace falta que responda.
button-study-wave = Sí, pregúnteme

study-copy-title = Lo que usted aceptó
study-copy-interview = Entrevista
study-copy-name = Nombre
study-copy-no-name = sin nombre
study-copy-code = Nombre en el estudio
study-copy-when = Cuándo
study-copy-digest = Suma de comprobación del texto (SHA-256)
study-copy-below = Este es el texto, palabra por palabra:
study-copy-caption = Esto es lo que acaba de aceptar. Guárdelo si quiere; no tiene que hacer nada más.

# Lo poco que Discord necesita además de lo que dice el entrevistador: en su menú de comandos y en respuestas privadas.

discord-group = La entrevista: empezar, hacer una pausa, seguir, terminar
discord-kind = Qué entrevista
discord-code = El código de su invitación
discord-text = Lo que quiera añadir al comando

discord-moved = Sigamos en nuestro chat privado: { $link }
discord-closed =
    Todavía no puedo escribirle en privado: sus mensajes privados están cerrados. Así se abren:
    1. Toque el nombre de este servidor, arriba.
    2. Elija «Ajustes de privacidad» o «Configuración de privacidad».
    3. Active «Mensajes directos».
    4. Vuelva aquí y envíeme otra vez lo mismo.
discord-closed-here =
    Todavía no puedo escribirle en privado: sus mensajes privados están cerrados. Así se abren:
    1. Abra los ajustes: toque su imagen y después la rueda dentada.
    2. Elija «Contenido y redes sociales» («Content & Social»).
    3. Active los mensajes directos.
    4. Vuelva aquí y envíeme otra vez lo mismo.

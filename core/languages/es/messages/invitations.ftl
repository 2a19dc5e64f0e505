### Cómo se entra con una invitación: para quien la ha hecho.

invite-code = El código es { $code }
invite-telegram-unnamed = Telegram no dice cómo se llama el bot. El enlace es este, con el nombre del bot en lugar de NAME: { $link }
invite-telegram-refused = Telegram no acepta telegram.token (`raconteur doctor` le dice más). El enlace es este, con el nombre del bot en lugar de NAME: { $link }
invite-telegram-silent = Telegram no responde en este momento. El enlace es este, con el nombre del bot en lugar de NAME: { $link }
invite-discord = En Discord hay que enviar esto al bot: /start { $code }
invite-discord-refused = Discord no acepta discord.token (`raconteur doctor` le dice más).
invite-discord-silent = Discord no responde en este momento; `raconteur doctor` muestra el enlace con el que se añade el bot.
invite-discord-adds = Quien no lo encuentre allí puede añadirlo con { $link }
invite-mail = Por correo: escribir a { $address } con el asunto: start { $code }
invite-page-closed = La página solo se abre en esta computadora, así que nadie más podría entrar. Para cambiarlo, elija en los ajustes cómo se llega a ella (`raconteur page` los abre), o use web.home_network o web.public_url.

### Wie jemand mit einer Einladung hereinkommt, für die Person, die sie erstellt hat.

invite-code = Der Code ist { $code }
invite-telegram-unnamed = Telegram verrät nicht, wie der Bot heißt. Das ist der Link, mit dem Namen des Bots anstelle von NAME: { $link }
invite-telegram-refused = Telegram nimmt telegram.token nicht an (mehr dazu sagt `raconteur doctor`). Das ist der Link, mit dem Namen des Bots anstelle von NAME: { $link }
invite-telegram-silent = Telegram antwortet gerade nicht. Das ist der Link, mit dem Namen des Bots anstelle von NAME: { $link }
invite-discord = In Discord schickt man dem Bot: /start { $code }
invite-discord-refused = Discord nimmt discord.token nicht an (mehr dazu sagt `raconteur doctor`).
invite-discord-silent = Discord antwortet gerade nicht. Den Link, mit dem man den Bot hinzufügt, zeigt `raconteur doctor`.
invite-discord-adds = Wenn der Bot dort nicht zu finden ist, fügt man ihn mit diesem Link hinzu: { $link }
invite-mail = Per E-Mail: an { $address } schreiben, mit dem Betreff: start { $code }
invite-page-closed = Die Seite ist nur auf diesem Computer zu öffnen, deshalb käme sonst niemand hinein. Ändern lässt sich das in den Einstellungen (`raconteur page` öffnet sie) oder mit web.home_network oder web.public_url.

### How somebody comes in with an invitation, for whoever has made it.

invite-code = The code is { $code }
invite-telegram-unnamed = Telegram didn’t tell me the bot’s name. Put it in place of NAME in this link: { $link }
invite-telegram-refused = Telegram rejects telegram.token (see `raconteur doctor`). Put the bot’s name in place of NAME in this link: { $link }
invite-telegram-silent = Telegram isn’t answering right now. Put the bot’s name in place of NAME in this link: { $link }
invite-discord = On Discord, they send the bot: /start { $code }
invite-discord-refused = Discord rejects discord.token (see `raconteur doctor`).
invite-discord-silent = Discord isn’t answering right now; `raconteur doctor` shows the link that adds the bot.
invite-discord-adds = If they can’t find the bot, this link adds it: { $link }
invite-mail = By email, they write to { $address } with the subject: start { $code }
invite-page-closed = The page only opens on this computer, so nobody else could get in. To change that, choose how people reach it in the settings (`raconteur page` opens them), or set web.home_network or web.public_url.

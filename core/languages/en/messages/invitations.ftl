### How somebody comes in with an invitation, for whoever has made it.

invite-code = The code is { $code }
invite-telegram-unnamed = Telegram doesn’t say what the bot is called. With its name in place of NAME, the link is { $link }
invite-telegram-refused = Telegram rejects telegram.token (see `raconteur doctor`). With the bot’s name in place of NAME, the link is { $link }
invite-telegram-silent = Telegram isn’t answering right now. With the bot’s name in place of NAME, the link is { $link }
invite-discord = On Discord, they send the bot: /start { $code }
invite-discord-refused = Discord rejects discord.token (see `raconteur doctor`).
invite-discord-silent = Discord isn’t answering right now; `raconteur doctor` shows the link that adds the bot.
invite-discord-adds = If they can’t find the bot, this link adds it: { $link }
invite-mail = By e-mail, they write to { $address } with the subject: start { $code }
invite-page-closed = The page can only be reached from this computer, so nobody else could come in. To change that, choose under Settings how people reach it (`raconteur page` opens them), or set web.home_network or web.public_url.

### How somebody comes in with an invitation, for whoever has made it.

invite-code = The code is { $code }
invite-telegram-unnamed = Telegram does not say what the bot is called; with the bot's name in place of NAME, the link is { $link }
invite-telegram-refused = Telegram does not accept telegram.token (`raconteur doctor` says more); with the bot's name in place of NAME, the link is { $link }
invite-telegram-silent = Telegram does not answer just now; with the bot's name in place of NAME, the link is { $link }
invite-discord = In Discord, one sends the bot: /start { $code }
invite-discord-refused = Discord does not accept discord.token (`raconteur doctor` says more).
invite-discord-silent = Discord does not answer just now; `raconteur doctor` shows the link that adds the bot.
invite-discord-adds = Who does not find it there adds it with { $link }
invite-mail = By e-mail: write to { $address } with the subject: start { $code }
invite-page-closed = The page is for this computer alone: set web.public_url, and its invitations are links for others.

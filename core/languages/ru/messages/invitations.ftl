### Как войти по приглашению: для того, кто его сделал.

invite-code = Код: { $code }
invite-telegram-unnamed = Telegram не говорит, как зовут бота; подставьте его имя вместо NAME в этой ссылке: { $link }
invite-telegram-refused = Telegram не принимает telegram.token (подробнее скажет `raconteur doctor`); подставьте имя бота вместо NAME в этой ссылке: { $link }
invite-telegram-silent = Telegram сейчас не отвечает; подставьте имя бота вместо NAME в этой ссылке: { $link }
invite-discord = В Discord нужно отправить боту: /start { $code }
invite-discord-refused = Discord не принимает discord.token (подробнее скажет `raconteur doctor`).
invite-discord-silent = Discord сейчас не отвечает; ссылку, по которой добавляют бота, покажет `raconteur doctor`.
invite-discord-adds = Если бота там не видно, добавьте его по ссылке: { $link }
invite-mail = По почте: написать на { $address } с темой: start { $code }
invite-page-closed = Страница открыта только на этом компьютере, поэтому больше никто не войдёт. Чтобы это изменить, выберите в настройках, как её смогут открыть другие (к ним ведёт `raconteur page`), или задайте web.home_network или web.public_url.

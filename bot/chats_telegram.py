"""What the bot of the configuration is called, asked of Telegram. Nothing is received or sent."""

from __future__ import annotations

import asyncio

from telegram import Bot
from telegram.error import InvalidToken, TelegramError
from telegram.request import HTTPXRequest

from adapters.telegram.failures import redacted
from adapters.telegram.platform import OFFICIAL_SERVER
from bot.chats import NoAnswer, NotAccepted, slow
from bot.config import Settings


def telegram_server(settings: Settings) -> str:
    """The address of the Bot API that is asked, without a slash at its end."""
    return (settings.telegram.api_base_url or OFFICIAL_SERVER).rstrip("/")


async def telegram_name(settings: Settings, *, patience: float) -> str:
    """The user name of the bot. Raises NotAccepted, and NoAnswer after `patience` seconds."""
    token = settings.telegram.token.get_secret_value()
    request = HTTPXRequest(read_timeout=patience, connect_timeout=patience)
    try:
        async with asyncio.timeout(patience), request:
            me = await Bot(token, base_url=f"{telegram_server(settings)}/bot", request=request).get_me()
    except InvalidToken:
        raise NotAccepted from None
    except TelegramError as error:
        raise NoAnswer(redacted(error, token=token)) from None
    except TimeoutError:
        raise NoAnswer(slow(patience)) from None
    return me.username or ""

"""The bot's account, asked of Telegram for the doctor and for invitations. Nothing is received or sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from telegram import Bot
from telegram.error import InvalidToken, TelegramError
from telegram.request import HTTPXRequest

from adapters.telegram import TelegramSection
from adapters.telegram.failures import redacted
from adapters.telegram.platform import checked, server_of, silence_libraries
from core.contracts.errors import ConfigurationError
from core.contracts.findings import Finding, well, wrong
from core.contracts.platform_spec import DOCTOR_PATIENCE, INVITATION_PATIENCE, NoAnswer, NotAccepted
from core.words import say


async def examine(section: TelegramSection) -> AsyncIterator[Finding]:
    what = "Telegram"
    try:
        server = _checked(section)
    except ConfigurationError as error:
        yield wrong(what, str(error), "copy the token from BotFather")
        return
    try:
        name = await _name(section, patience=DOCTOR_PATIENCE)
    except NotAccepted:
        mend = "set telegram.token to the one that BotFather shows; /token there shows it again"
        yield wrong(what, f"{server} does not accept the token", mend)
    except NoAnswer as error:
        mend = "look at the network, and at telegram.api_base_url if it is set"
        yield wrong(what, f"{server} does not answer: {error}", mend)
    else:
        yield well(what, f"the token is that of @{name}")


async def invitation(section: TelegramSection, code: str, language: str) -> list[str]:
    _checked(section)
    why = "unnamed"
    try:
        if name := await _name(section, patience=INVITATION_PATIENCE):
            return [f"https://t.me/{name}?start={code}"]
    except NotAccepted:
        why = "refused"
    except NoAnswer:
        why = "silent"
    link = f"https://t.me/NAME?start={code}"
    return [say(language, "invite-code", code=code), say(language, f"invite-telegram-{why}", link=link)]


def _checked(section: TelegramSection) -> str:
    """The address of the Bot API. Raises ConfigurationError when it or the token cannot be one."""
    silence_libraries()
    checked(section.secret)
    return server_of(section.api_base_url)


async def _name(section: TelegramSection, *, patience: float) -> str:
    """The user name of the bot. Raises NotAccepted, and NoAnswer after `patience` seconds."""
    token, server = section.secret, server_of(section.api_base_url)
    request = HTTPXRequest(read_timeout=patience, connect_timeout=patience)
    try:
        async with asyncio.timeout(patience), request:
            me = await Bot(token, base_url=f"{server}/bot", request=request).get_me()
    except InvalidToken:
        raise NotAccepted from None
    except TelegramError as error:
        raise NoAnswer(redacted(error, token=token)) from None
    except TimeoutError:
        raise NoAnswer.within(patience) from None
    return me.username or ""

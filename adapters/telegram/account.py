"""Ask Telegram about the bot's account, for the doctor and for invitations. Nothing is received or sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar
from urllib.parse import urlsplit

from telegram import Bot, WebhookInfo
from telegram.error import InvalidToken, TelegramError
from telegram.request import HTTPXRequest

from adapters.telegram import TelegramSection
from adapters.telegram.connections import redacted
from adapters.telegram.platform import api_server_address, check_telegram_token, silence_libraries
from core.contracts.errors import ConfigurationError
from core.contracts.findings import Finding, finding_note, finding_ok, finding_wrong
from core.contracts.platform_spec import DOCTOR_PATIENCE, INVITATION_PATIENCE, NoAnswer, NotAccepted
from core.languages.messages import say

Answer = TypeVar("Answer")


async def examine(section: TelegramSection) -> AsyncIterator[Finding]:
    what = "Telegram"
    try:
        server = _checked(section)
    except ConfigurationError as error:
        yield finding_wrong(what, str(error), "copy the token from BotFather")
        return
    try:
        name, posted = await _asked(section, _name_and_webhook, patience=DOCTOR_PATIENCE)
    except NotAccepted:
        mend = "set telegram.token to the one that BotFather shows; /token there shows it again"
        yield finding_wrong(what, f"{server} does not accept the token", mend)
    except NoAnswer as error:
        mend = "look at the network, and at telegram.api_base_url if it is set"
        yield finding_wrong(what, f"{server} does not answer: {error}", mend)
    else:
        yield finding_ok(what, f"the token is that of @{name}")
        if (found := _about_webhook(section, posted)) is not None:
            yield found


def _about_webhook(section: TelegramSection, posted: WebhookInfo) -> Finding | None:
    """Report how updates come; None if there is nothing to say about it."""
    what = "Telegram, webhook"
    if section.webhook_url is None:
        if not posted.url:
            return None
        where = urlsplit(posted.url).netloc
        mend = "the next `raconteur run` deletes that webhook"
        return finding_note(what, f"updates are posted to {where}, and this bot polls", mend)
    where, here = urlsplit(section.webhook_url).netloc, f"{section.webhook_host}:{section.webhook_port}"
    if posted.url != section.webhook_url:
        to = f"to {urlsplit(posted.url).netloc}" if posted.url else "nowhere yet"
        return finding_note(what, f"updates are posted {to}", f"`raconteur run` has them posted to {where}")
    failed = posted.last_error_date
    if failed is not None and posted.pending_update_count:
        number = posted.pending_update_count
        waiting = "1 update waits" if number == 1 else f"{number} updates wait"
        said = redacted(posted.last_error_message or "", token=section.secret)
        mend = f"see that the bot runs, and that what serves {where} passes it on to {here}"
        return finding_wrong(what, f"{waiting}; Telegram could not post to {where}: {said}", mend)
    return finding_ok(what, f"updates are posted to {where}")


async def invitation(section: TelegramSection, code: str, language: str) -> list[str]:
    _checked(section)
    why = "unnamed"
    try:
        if name := await _asked(section, _user_name, patience=INVITATION_PATIENCE):
            return [f"https://t.me/{name}?start={code}"]
    except NotAccepted:
        why = "refused"
    except NoAnswer:
        why = "silent"
    link = f"https://t.me/NAME?start={code}"
    return [say(language, "invite-code", code=code), say(language, f"invite-telegram-{why}", link=link)]


def _checked(section: TelegramSection) -> str:
    """Return the address of the Bot API. Raises ConfigurationError if it or the token is malformed."""
    silence_libraries()
    check_telegram_token(section.secret)
    return api_server_address(section.api_base_url)


async def _user_name(bot: Bot) -> str:
    return (await bot.get_me()).username or ""


async def _name_and_webhook(bot: Bot) -> tuple[str, WebhookInfo]:
    return await _user_name(bot), await bot.get_webhook_info()


async def _asked(section: TelegramSection, ask: Callable[[Bot], Awaitable[Answer]], *, patience: float) -> Answer:
    """Return Telegram's answer. Raises NotAccepted, and NoAnswer after `patience` seconds."""
    token, server = section.secret, api_server_address(section.api_base_url)
    request = HTTPXRequest(read_timeout=patience, connect_timeout=patience)
    try:
        async with asyncio.timeout(patience), request:
            return await ask(Bot(token, base_url=f"{server}/bot", request=request))
    except InvalidToken:
        raise NotAccepted from None
    except TelegramError as error:
        raise NoAnswer(redacted(error, token=token)) from None
    except TimeoutError:
        raise NoAnswer.within(patience) from None
    except (KeyError, TypeError, ValueError):
        # The library takes whatever stands at that address for the Bot API.
        raise NoAnswer("what it says is not what a Bot API says") from None

"""The doctor's look at Telegram."""

from __future__ import annotations

from bot.chats import NoAnswer, NotAccepted
from bot.chats_telegram import telegram_name, telegram_server
from bot.config import Settings
from bot.findings import Finding, well, wrong
from bot.platforms import telegram
from core.contracts.errors import ConfigurationError

PATIENCE = 10.0
"""Seconds for it to answer."""


async def examine_telegram(settings: Settings) -> Finding:
    """Whether Telegram knows the bot. Nothing is received or sent."""
    what = "Telegram"
    try:
        telegram(settings)
    except ConfigurationError as error:
        return wrong(what, str(error), "copy the token from BotFather")
    server = telegram_server(settings)
    try:
        name = await telegram_name(settings, patience=PATIENCE)
    except NotAccepted:
        mend = "set telegram.token to the one that BotFather shows; /token there shows it again"
        return wrong(what, f"{server} does not accept the token", mend)
    except NoAnswer as error:
        mend = "look at the network, and at telegram.api_base_url if it is set"
        return wrong(what, f"{server} does not answer: {error}", mend)
    return well(what, f"the token is that of @{name}")

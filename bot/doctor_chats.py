"""The doctor's look at the chats that are served: whether each platform knows its bot, and lets it do its work."""

from __future__ import annotations

from collections.abc import AsyncIterator

from bot.chats import Application, NoAnswer, NotAccepted, discord_application, telegram_name, telegram_server
from bot.config import Settings
from bot.findings import Finding, note, well, wrong
from bot.serve import discord, telegram
from core.errors import ConfigurationError

PATIENCE = 10.0
"""Seconds for a platform to answer."""
_PORTAL = "discord.com/developers/applications, your application"


async def examine_chats(settings: Settings) -> AsyncIterator[Finding]:
    """Every check of Telegram and of Discord. Nothing is received or sent."""
    yield await _telegram(settings)
    async for finding in _discord(settings):
        yield finding


async def _telegram(settings: Settings) -> Finding:
    what = "Telegram"
    if not settings.telegram.token.get_secret_value():
        return well(what, "not set up; telegram.token is where the token goes")
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


async def _discord(settings: Settings) -> AsyncIterator[Finding]:
    what = "Discord"
    if not settings.discord.token.get_secret_value():
        yield well(what, "not set up; discord.token is where the token goes")
        return
    try:
        discord(settings, {})
        found = await discord_application(settings, patience=PATIENCE)
    except ConfigurationError as error:
        yield wrong(what, str(error), f"copy the token: {_PORTAL}, Bot, Reset Token")
    except NotAccepted:
        mend = f"set discord.token to a new one: {_PORTAL}, Bot, Reset Token"
        yield wrong(what, "Discord does not accept the token", mend)
    except NoAnswer as error:
        yield wrong(what, f"Discord does not answer: {error}", "look at the network, then ask the doctor again")
    else:
        yield _application(what, found)
        yield well("Discord's link", f"{found.link} adds the bot to a server or to somebody's account")


def _application(what: str, found: Application) -> Finding:
    how = f"the token is that of {found.bot}"
    if found.elsewhere:
        mend = f"empty the field Interactions Endpoint URL: {_PORTAL}, General Information"
        return wrong(what, f"{how}, but its commands and buttons are sent to an address on the web", mend)
    if not found.for_accounts:
        mend = f"tick User Install: {_PORTAL}, Installation"
        return note(what, f"{how}; only servers can add it, not people for themselves", mend)
    if not found.for_servers:
        mend = f"tick Guild Install: {_PORTAL}, Installation"
        return note(what, f"{how}; only people can add it for themselves, not servers", mend)
    return well(what, how)

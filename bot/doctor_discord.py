"""The doctor's look at Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator

from bot.chats import NoAnswer, NotAccepted
from bot.chats_discord import Application, discord_application
from bot.config import Settings
from bot.findings import Finding, note, well, wrong
from bot.platforms import discord
from core.contracts.errors import ConfigurationError

PATIENCE = 10.0
"""Seconds for it to answer."""
_PORTAL = "discord.com/developers/applications, your application"


async def examine_discord(settings: Settings) -> AsyncIterator[Finding]:
    """Whether Discord knows the bot, and lets it do its work. Nothing is received or sent."""
    what = "Discord"
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

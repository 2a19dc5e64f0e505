"""Ask Discord about the bot's account, for the doctor and for invitations. Nothing is received or sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import discord

from adapters.discord import DiscordSection
from adapters.discord.platform import check_discord_token, silence_libraries
from core.contracts.errors import ConfigurationError
from core.contracts.findings import Finding, finding_note, finding_ok, finding_wrong
from core.contracts.platform_spec import DOCTOR_PATIENCE, INVITATION_PATIENCE, NoAnswer, NotAccepted
from core.languages.messages import say

INSTALL = "https://discord.com/oauth2/authorize?client_id="
"""Followed by the application's id, the page that adds a bot to a server or to an account."""
_PORTAL = "discord.com/developers/applications, your application"


async def examine(section: DiscordSection) -> AsyncIterator[Finding]:
    what = "Discord"
    try:
        app, bot = await _asked(section, patience=DOCTOR_PATIENCE)
    except ConfigurationError as error:
        yield finding_wrong(what, str(error), f"copy the token: {_PORTAL}, Bot, Reset Token")
    except NotAccepted:
        mend = f"set discord.token to a new one: {_PORTAL}, Bot, Reset Token"
        yield finding_wrong(what, "Discord does not accept the token", mend)
    except NoAnswer as error:
        yield finding_wrong(what, f"Discord does not answer: {error}", "look at the network, then ask the doctor again")
    else:
        yield _finding(what, app, bot)
        yield finding_ok("Discord's link", f"{INSTALL}{app.id} adds the bot to a server or to somebody's account")


async def invitation(section: DiscordSection, code: str, language: str) -> list[str]:
    line = say(language, "invite-discord", code=code)
    try:
        app, _ = await _asked(section, patience=INVITATION_PATIENCE)
    except NotAccepted:
        return [line, say(language, "invite-discord-refused")]
    except NoAnswer:
        return [line, say(language, "invite-discord-silent")]
    return [line, say(language, "invite-discord-adds", link=f"{INSTALL}{app.id}")]


def _finding(what: str, app: discord.AppInfo, bot: str) -> Finding:
    how = f"the token is that of {bot}"
    servers, accounts = app.guild_integration_config, app.user_integration_config
    says_where = servers is not None or accounts is not None
    if app.interactions_endpoint_url:
        mend = f"empty the field Interactions Endpoint URL: {_PORTAL}, General Information"
        return finding_wrong(what, f"{how}, but its commands and buttons are sent to an address on the web", mend)
    if says_where and accounts is None:
        mend = f"tick User Install: {_PORTAL}, Installation"
        return finding_note(what, f"{how}; only servers can add it, not people for themselves", mend)
    if says_where and servers is None:
        mend = f"tick Guild Install: {_PORTAL}, Installation"
        return finding_note(what, f"{how}; only people can add it for themselves, not servers", mend)
    return finding_ok(what, how)


async def _asked(section: DiscordSection, *, patience: float) -> tuple[discord.AppInfo, str]:
    """Return the application and the name of its bot.

    Raises ConfigurationError for a malformed token, NotAccepted, and NoAnswer after `patience` seconds.
    """
    silence_libraries()
    token = section.secret
    check_discord_token(token)
    client = discord.Client(intents=discord.Intents.none())
    try:
        async with asyncio.timeout(patience), client:
            await client.login(token)
            if client.application is None or client.user is None:
                raise NoAnswer("it does not say whose the token is")
            return client.application, client.user.name
    except discord.LoginFailure:
        raise NotAccepted from None
    except discord.HTTPException as error:
        raise NoAnswer(f"it answered with {error.status}") from None
    except TimeoutError:
        raise NoAnswer.within(patience) from None
    except (aiohttp.ClientError, OSError) as error:
        # Other texts than the system's own may hold addresses.
        reason = error.strerror if isinstance(error, OSError) else None
        raise NoAnswer(reason or type(error).__name__) from None

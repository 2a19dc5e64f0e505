"""The bot's account, asked of Discord for the doctor and for invitations. Nothing is received or sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import aiohttp
import discord

from adapters.discord import DiscordSection
from adapters.discord.platform import check_discord_token, silence_libraries
from core.contracts.errors import ConfigurationError
from core.contracts.findings import Finding, finding_note, finding_ok, finding_wrong
from core.contracts.platform_spec import DOCTOR_PATIENCE, INVITATION_PATIENCE, NoAnswer, NotAccepted
from core.languages.messages import say

INSTALL = "https://discord.com/oauth2/authorize?client_id="
"""With the application's id behind it, the page that adds a bot to a server or to an account."""
_PORTAL = "discord.com/developers/applications, your application"


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    id: int
    bot: str
    for_servers: bool
    """Whether it may be installed in a server; true where Discord does not say."""
    for_accounts: bool
    """Whether a person may install it for themselves; true where Discord does not say."""
    elsewhere: bool
    """Commands and pressed buttons are sent to an address on the web, and so never come to us."""

    @property
    def link(self) -> str:
        return f"{INSTALL}{self.id}"


async def examine(section: DiscordSection) -> AsyncIterator[Finding]:
    what = "Discord"
    try:
        found = await _asked(section, patience=DOCTOR_PATIENCE)
    except ConfigurationError as error:
        yield finding_wrong(what, str(error), f"copy the token: {_PORTAL}, Bot, Reset Token")
    except NotAccepted:
        mend = f"set discord.token to a new one: {_PORTAL}, Bot, Reset Token"
        yield finding_wrong(what, "Discord does not accept the token", mend)
    except NoAnswer as error:
        yield finding_wrong(what, f"Discord does not answer: {error}", "look at the network, then ask the doctor again")
    else:
        yield _finding(what, found)
        yield finding_ok("Discord's link", f"{found.link} adds the bot to a server or to somebody's account")


async def invitation(section: DiscordSection, code: str, language: str) -> list[str]:
    line = say(language, "invite-discord", code=code)
    try:
        found = await _asked(section, patience=INVITATION_PATIENCE)
    except NotAccepted:
        return [line, say(language, "invite-discord-refused")]
    except NoAnswer:
        return [line, say(language, "invite-discord-silent")]
    return [line, say(language, "invite-discord-adds", link=found.link)]


def _finding(what: str, found: Application) -> Finding:
    how = f"the token is that of {found.bot}"
    if found.elsewhere:
        mend = f"empty the field Interactions Endpoint URL: {_PORTAL}, General Information"
        return finding_wrong(what, f"{how}, but its commands and buttons are sent to an address on the web", mend)
    if not found.for_accounts:
        mend = f"tick User Install: {_PORTAL}, Installation"
        return finding_note(what, f"{how}; only servers can add it, not people for themselves", mend)
    if not found.for_servers:
        mend = f"tick Guild Install: {_PORTAL}, Installation"
        return finding_note(what, f"{how}; only people can add it for themselves, not servers", mend)
    return finding_ok(what, how)


async def _asked(section: DiscordSection, *, patience: float) -> Application:
    """The application and its bot. Raises ConfigurationError for what can be no token, NotAccepted, and NoAnswer after
    `patience` seconds."""
    silence_libraries()
    token = section.secret
    check_discord_token(token)
    client = discord.Client(intents=discord.Intents.none())
    try:
        async with asyncio.timeout(patience), client:
            await client.login(token)
            return _application(client)
    except discord.LoginFailure:
        raise NotAccepted from None
    except discord.HTTPException as error:
        raise NoAnswer(f"it answered with {error.status}") from None
    except TimeoutError:
        raise NoAnswer.within(patience) from None
    except (aiohttp.ClientError, OSError) as error:
        raise NoAnswer(_why(error)) from None


def _application(client: discord.Client) -> Application:
    app, user = client.application, client.user
    if app is None or user is None:
        raise NoAnswer("it does not say whose the token is")
    servers, accounts = app.guild_integration_config, app.user_integration_config
    untold = servers is None and accounts is None
    return Application(
        id=app.id,
        bot=user.name,
        for_servers=untold or servers is not None,
        for_accounts=untold or accounts is not None,
        elsewhere=bool(app.interactions_endpoint_url),
    )


def _why(error: Exception) -> str:
    """What the system says of it; other words may hold addresses, so of them only the kind is told."""
    return (error.strerror if isinstance(error, OSError) else None) or type(error).__name__

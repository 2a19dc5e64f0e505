"""What the bot of the configuration is called, asked of Discord. Nothing is received or sent."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import aiohttp
import discord

from bot.chats import NoAnswer, NotAccepted, slow
from bot.config import Settings

INSTALL = "https://discord.com/oauth2/authorize?client_id="
"""With the application's id behind it, the page that adds a bot to a server or to an account."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """A Discord application and its bot."""

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


async def discord_application(settings: Settings, *, patience: float) -> Application:
    """The application and its bot. Raises NotAccepted, and NoAnswer after `patience` seconds."""
    token = settings.discord.token.get_secret_value()
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
        raise NoAnswer(slow(patience)) from None
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

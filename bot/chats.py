"""What the bots of the configuration are called, asked of the platforms themselves. Nothing is received or sent."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import aiohttp
import discord
import telegram
from telegram.error import InvalidToken, TelegramError
from telegram.request import HTTPXRequest

from adapters.telegram.failures import redacted
from adapters.telegram.platform import OFFICIAL_SERVER
from bot.config import Settings

INSTALL = "https://discord.com/oauth2/authorize?client_id="
"""With the application's id behind it, the page that adds a bot to a server or to an account."""


class NotAccepted(Exception):
    """The platform does not know the token."""


class NoAnswer(Exception):
    """The platform could not be asked; its text says why, and holds no secret."""


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


def telegram_server(settings: Settings) -> str:
    """The address of the Bot API that is asked, without a slash at its end."""
    return (settings.telegram.api_base_url or OFFICIAL_SERVER).rstrip("/")


async def telegram_name(settings: Settings, *, patience: float) -> str:
    """The user name of the bot. Raises NotAccepted, and NoAnswer after `patience` seconds."""
    token = settings.telegram.token.get_secret_value()
    request = HTTPXRequest(read_timeout=patience, connect_timeout=patience)
    try:
        async with asyncio.timeout(patience), request:
            me = await telegram.Bot(token, base_url=f"{telegram_server(settings)}/bot", request=request).get_me()
    except InvalidToken:
        raise NotAccepted from None
    except TelegramError as error:
        raise NoAnswer(redacted(error, token=token)) from None
    except TimeoutError:
        raise NoAnswer(_slow(patience)) from None
    return me.username or ""


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
        raise NoAnswer(_slow(patience)) from None
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


def _slow(patience: float) -> str:
    return f"nothing came within {patience:.0f} seconds"


def _why(error: Exception) -> str:
    """What the system says of it; other words may hold addresses, so of them only the kind is told."""
    return (error.strerror if isinstance(error, OSError) else None) or type(error).__name__

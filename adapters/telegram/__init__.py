"""Telegram: long polling or a webhook in, the Bot API out.

`SPEC` registers it; `platform.TelegramPlatform` is its `Platform`.
"""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Annotated, Final, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator, model_validator

from core.contracts.platform_spec import PlatformSection, PlatformSpec, Wiring

if TYPE_CHECKING:
    from pathlib import Path

    from core.contracts.findings import Finding
    from core.contracts.ports import Platform

# Without this opt-in the library warns whenever Telegram asks it to wait. It is read at every such error.
os.environ.setdefault("PTB_TIMEDELTA", "true")

_PORTS: Final = (443, 80, 88, 8443)


class TelegramSection(PlatformSection):
    api_base_url: str | None = None
    """Another Bot API server, for example http://127.0.0.1:8081."""
    webhook_url: str | None = None
    """The address that Telegram posts updates to, as in https://bot.example.org/telegram; None polls for them."""
    webhook_secret: SecretStr = SecretStr("")
    """The secret that Telegram sends along; if empty, one is made from the token."""
    webhook_host: str = "127.0.0.1"
    webhook_port: Annotated[int, Field(ge=1, le=65_535)] = 8770
    """The local port that receives the updates as HTTP."""

    @field_validator("webhook_secret")
    @classmethod
    def _is_sendable(cls, value: SecretStr) -> SecretStr:
        if not re.fullmatch(r"[A-Za-z0-9_-]{0,256}", value.get_secret_value()):
            raise ValueError("it has only letters, digits, - and _, 256 of them at most")
        return value

    @model_validator(mode="after")
    def _is_reachable(self) -> Self:
        if self.webhook_url is None:
            return self
        try:
            url = urlsplit(self.webhook_url)
            port = url.port
        except ValueError:
            raise ValueError("webhook_url is not an address") from None
        # An own Bot API server posts to any address.
        schemes = {"https"} if self.api_base_url is None else {"https", "http"}
        if url.scheme not in schemes or not url.hostname:
            raise ValueError("webhook_url begins with https://, as in https://bot.example.org/telegram")
        if url.query or url.fragment or url.username:
            raise ValueError("webhook_url has only a host and a path, as in https://bot.example.org/telegram")
        if self.api_base_url is None and port not in {None, *_PORTS}:
            raise ValueError("webhook_url: Telegram only posts to ports 443, 80, 88 and 8443")
        return self

    @property
    def secrets(self) -> tuple[str, ...]:
        return (self.secret, self.webhook_secret.get_secret_value())


def _make(section: TelegramSection, wiring: Wiring) -> Platform:
    from adapters.telegram.platform import TelegramPlatform

    webhook = None
    if section.webhook_url is not None:
        from adapters.telegram.webhook import WebhookPlace

        webhook = WebhookPlace(
            url=section.webhook_url,
            host=section.webhook_host,
            port=section.webhook_port,
            secret=section.webhook_secret.get_secret_value(),
        )
    return TelegramPlatform(
        token=section.secret,
        clock=wiring.clock,
        api_base_url=section.api_base_url,
        commands=wiring.menus,
        on_accepted=wiring.on_accepted,
        on_contact=wiring.on_contact,
        webhook=webhook,
    )


def _examine(section: TelegramSection) -> AsyncIterator[Finding]:
    from adapters.telegram.account import examine

    return examine(section)


async def _invitation(section: TelegramSection, code: str, language: str, _data_dir: Path) -> list[str]:
    from adapters.telegram.account import invitation

    return await invitation(section, code, language)


SPEC = PlatformSpec(
    name="telegram",
    title="Telegram",
    section=TelegramSection,
    example="123456789",
    ids="[0-9]+",
    make=_make,
    examine=_examine,
    invitation=_invitation,
    way_in="In Telegram the link is https://t.me/NAME?start={code} with the bot's name in place of NAME.",
    beginning="setup-beginning-telegram",
)

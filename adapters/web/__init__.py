"""The web page: a small server for the person at this computer, and for others once it is opened to them.

`SPEC` registers it; `platform.WebPlatform` is its `Platform`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Annotated

from pydantic import Field, field_validator

from core.contracts.platform_spec import PlatformSection, PlatformSpec, Wiring

if TYPE_CHECKING:
    from pathlib import Path

    from core.contracts.findings import Finding
    from core.contracts.ports import Platform

HOME = "local"
"""The chat of the person at this computer."""


class WebSection(PlatformSection):
    enabled: bool = False
    host: str = "127.0.0.1"
    """The address of this computer to listen on."""
    port: Annotated[int, Field(ge=0, le=65_535)] = 8765
    """The first port that is tried; 0 takes any free one."""
    home_network: bool = False
    """Serve the page to phones and computers in the home network, too, without encryption."""
    public_url: str = ""
    """The public address, behind a proxy that speaks TLS."""
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses or networks of proxies whose `X-Forwarded-For` is believed."""

    @property
    def is_served(self) -> bool:
        return self.enabled

    @field_validator("trusted_proxies")
    @classmethod
    def _networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        from ipaddress import ip_network

        try:
            found = [ip_network(each) for each in value]
        except ValueError:
            raise ValueError("write addresses or networks, as in 10.0.0.5 or 172.16.0.0/12") from None
        if any(not each.prefixlen for each in found):
            raise ValueError("a network of all addresses would believe everybody; name your proxy")
        return value

    @field_validator("public_url")
    @classmethod
    def _an_origin(cls, value: str) -> str:
        from urllib.parse import urlsplit

        parts = urlsplit(value)
        if value and (parts.scheme != "https" or not parts.hostname or parts.path.strip("/") or parts.query):
            raise ValueError("write it as in https://talk.example.org, with https and without a path")
        return value.rstrip("/").lower()


def _make(section: WebSection, wiring: Wiring) -> Platform:
    from adapters.web.microphone import HearingSettings
    from adapters.web.platform import WebPlatform

    return WebPlatform(
        section,
        clock=wiring.clock,
        data_dir=wiring.data_dir,
        menus=wiring.menus,
        on_accepted=wiring.on_accepted,
        on_contact=wiring.on_contact,
        tell=wiring.tell,
        show=wiring.show,
        operator=wiring.operator,
        guides=wiring.guides,
        hearing=HearingSettings(longest=wiring.longest, hears=wiring.hears),
    )


def _examine(section: WebSection) -> AsyncIterator[Finding]:
    from adapters.web.account import examine

    return examine(section)


async def _invitation(section: WebSection, code: str, language: str, data_dir: Path) -> list[str]:
    from asyncio import to_thread

    from adapters.web.account import invitation

    return await to_thread(invitation, section, code, language, data_dir)


SPEC = PlatformSpec(
    name="web",
    title="the page",
    section=WebSection,
    example="0f3a5c7e9b1d2f4a6c8e",
    ids="local|[0-9a-f]{20}",
    make=_make,
    examine=_examine,
    invitation=_invitation,
    way_in="On the page the link is ADDRESS/i/{code} with web.public_url in place of ADDRESS, "
    "or this computer's address with web.home_network.",
    switch="enabled",
    home=HOME,
)

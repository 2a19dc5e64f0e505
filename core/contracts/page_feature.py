"""Pages that a feature adds to the page in the browser: what it is asked, and what it answers. No web library here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from core.contracts.messages import Address, Content


@dataclass(frozen=True, slots=True, kw_only=True)
class PageCall:
    """A request of somebody whose key opens a chat; what is posted came from our own form."""

    address: Address
    language: str
    """The language that the browser asks for, of those that the program speaks."""
    token: str
    """Belongs into the field `form` of each form."""
    place: str = ""
    """The rest of the address, behind the name of the feature."""
    query: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)
    """What was posted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageView:
    """A page to show, in the frame that all pages have."""

    title: str
    body: str
    """HTML, with every text in it escaped."""
    language: str
    style: str = ""
    """The name of a style sheet among the feature's assets."""
    script: str = ""
    """The same of a module."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageMove:
    """Lead the browser on, after something was done."""

    to: str
    event: Content | None = None
    """Handed in as if the person had done it in the chat, before the browser is led on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFile:
    body: bytes
    media_type: str


PageAnswer = PageView | PageMove | PageFile


class PageFeature(Protocol):
    """The pages of one feature, at the address `/NAME` and below it."""

    name: str
    assets: Path
    """A folder with style sheets and modules, served below `/static/NAME`."""

    def link(self, language: str) -> str:
        """Return the words of the link in the menu."""

    async def get(self, call: PageCall) -> PageAnswer | None:
        """Return what is at an address; None where there is nothing. Nothing changes by it."""

    async def post(self, call: PageCall) -> PageMove | None:
        """Do what a form asks for; None where it cannot be understood."""

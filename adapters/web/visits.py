"""Holds what every request needs: the page's settings, the visitor, and the posted form."""

from __future__ import annotations

import json
import re
from asyncio import timeout
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl

from aiohttp import web

from adapters.web import HOME
from adapters.web.events import Streams
from adapters.web.microphone import HearingSettings
from adapters.web.pace import Pace
from adapters.web.reaching import Reach
from adapters.web.security import Doors, key_digest
from adapters.web.spool import Spool
from core.contracts.messages import Address, Content, Incoming, Sender
from core.contracts.operator_desk import OperatorDesk
from core.contracts.platform_spec import Menu
from core.contracts.ports import Clock, Inbox
from core.languages.messages import match_locale

if TYPE_CHECKING:
    from adapters.web.push import Push
    from adapters.web.talking import FollowedRecordings

PLATFORM: Final = "web"
BODY: Final = 1_000_000
"""The most bytes of a posted body; files and recordings have limits of their own."""
BODY_PATIENCE: Final = 30.0
"""Seconds that a body may take to arrive."""
STRANGERS_PATIENCE: Final = 5.0
"""Seconds that the small form of a person whose key opens nothing yet may take."""
ID: Final = re.compile(r"[A-Za-z0-9-]{8,64}")
"""The id that a browser gives to what it sends, so that a repeat is taken once."""
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}")


class Refused(Exception):
    """A request is not served. Carries the status, and the key of the message that says so."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status
        self.words = words


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSettings:
    """Everything that the handlers of requests need."""

    clock: Clock
    inbox: Inbox
    streams: Streams
    doors: Doors
    menus: Mapping[str, Menu]
    """The commands and what they do, by language."""
    spool: Spool
    pace: Pace
    hearing: HearingSettings = field(default_factory=HearingSettings)
    followed: FollowedRecordings | None = None
    """Follows the recordings of people who talk hands free."""
    push: Push | None = None
    """Tells browsers of a new question although the page is closed there."""
    operator: OperatorDesk | None = None
    """Answers the operator's page; None where there is none."""
    data_dir: Path = Path()
    """Where a test of an address leaves what it will ask for."""
    reach: Reach | None = None
    """How others reach the page; None where that cannot be changed while it runs."""

    @property
    def outside(self) -> str:
        """The best address at which others reach the page now; empty if only this computer does."""
        return self.reach.links[0] if self.reach is not None and self.reach.links else ""

    async def visitor(self, request: web.BaseRequest) -> PageVisitor:
        """Return the visitor, whose key must open a chat; raises Refused."""
        key = self.doors.key(request)
        address = await self.inbox.shown.opens(key_digest(key)) if key else None
        if address is None or address.platform != PLATFORM:
            raise Refused(403, "page-closed")
        if address.chat == HOME and self.doors.is_other_at_home(request):
            raise Refused(403, "page-closed")
        self.streams.came(key_digest(key), address.chat)
        return PageVisitor(address=address, key=key, tag=request_language_tag(request))


async def reader_of(request: web.Request, cost: float = 1.0) -> PageVisitor:
    """Return the visitor who reads something of this cost; raises Refused, also when they ask too often."""
    page = request.app[PAGE]
    visitor = await page.visitor(request)
    if not page.pace.allows(visitor.address.chat, cost):
        raise Refused(429, "page-too-often")
    return visitor


PAGE: Final = web.AppKey("page", PageSettings)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageVisitor:
    address: Address
    key: str
    tag: str
    """The language that their browser asks for."""

    @property
    def sender(self) -> Sender:
        return Sender(id=self.address.chat, language=self.tag)

    def event_id(self, client_id: str) -> str:
        """Return the id of an event that their browser sends under `client_id`, however often."""
        return browser_event_id(self.address.chat, client_id)


def browser_event_id(chat: str, client_id: str) -> str:
    """Return the id of an event that the browser of a chat sends under `client_id`."""
    return f"{PLATFORM}:{chat}:{client_id}"


def request_language_tag(request: web.BaseRequest) -> str:
    first = request.headers.get("Accept-Language", "").split(",")[0].split(";")[0].strip()
    return first if _LANGUAGE.fullmatch(first) else ""


def incoming_event(
    page: PageSettings, visitor: PageVisitor, client_id: str, content: Content, *, ref: str = "", position: str = ""
) -> Incoming:
    """Return the event that a person's browser sends under `client_id`, however often."""
    return Incoming(
        event_id=visitor.event_id(client_id),
        address=visitor.address,
        sender=visitor.sender,
        content=content,
        sent_at=page.clock.now(),
        position=position,
        ref=ref,
    )


_BROWSERS: Final = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS: Final = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}
"""Browser names: what `User-Agent` contains, and what people call it. The first match wins."""


def device_of(request: web.BaseRequest) -> str:
    """Return the browser's name, such as "Firefox, Linux"; empty if it is unknown."""
    told = request.headers.get("User-Agent", "")[:500]
    known_as = (next((name for mark, name in names.items() if mark in told), "") for names in (_BROWSERS, _SYSTEMS))
    return ", ".join(filter(None, known_as))


def request_language(request: web.BaseRequest) -> str:
    """Return the language of the page's words while a chat is still empty."""
    return match_locale(request_language_tag(request))


@dataclass(frozen=True, slots=True, kw_only=True)
class PostedForm:
    """The fields of a body that only our own page can have sent."""

    fields: Mapping[str, object]
    by_form: bool

    def text(self, name: str) -> str:
        """Return a text field; raises Refused if there is none."""
        value = self.fields.get(name)
        if not isinstance(value, str):
            raise Refused(400, "page-not-understood")
        return value

    def number(self, name: str, otherwise: int | None = None) -> int:
        """Return a whole number from 0 on, or `otherwise` if it was left out; raises Refused."""
        value = self.fields.get(name, otherwise)
        if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 16:
            return int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 53:
            raise Refused(400, "page-not-understood")
        return value

    @property
    def id(self) -> str:
        found = self.text("id")
        if not ID.fullmatch(found):
            raise Refused(400, "page-not-understood")
        return found


def can_record(request: web.Request) -> bool:
    """Return whether browsers allow a microphone on this page: over https, or on this computer."""
    doors = request.app[PAGE].doors
    return doors.origin(request).startswith("https:") or doors.is_loopback(request)


async def read_posted(request: web.Request, key: str, *, patience: float | None = None) -> PostedForm:
    """Read a body. JSON comes with a header that no other site can send, a form with a token that no other site knows.

    The body may take `patience` seconds, by default `BODY_PATIENCE`.
    """
    patience = BODY_PATIENCE if patience is None else patience
    if request.content_type == "application/json":
        if request.headers.getall("X-Raconteur", []) != ["1"]:
            raise Refused(403, "page-not-understood")
        try:
            found = json.loads(await read_body(request, patience))
        except (ValueError, RecursionError):
            raise Refused(400, "page-not-understood") from None
        if not isinstance(found, dict):
            raise Refused(400, "page-not-understood")
        return PostedForm(fields=found, by_form=False)
    if request.content_type != "application/x-www-form-urlencoded":
        raise Refused(415, "page-not-understood")
    body = await read_body(request, patience)
    try:
        pairs = parse_qsl(body.decode("ascii"), keep_blank_values=True, max_num_fields=40, errors="replace")
    except ValueError:
        raise Refused(400, "page-not-understood") from None
    fields = dict(pairs)
    if not request.app[PAGE].doors.is_form_of(key, fields.get("form")):
        raise Refused(403, "page-closed")
    return PostedForm(fields=fields, by_form=True)


async def read_body(request: web.Request, patience: float) -> bytes:
    """Return the body; raises Refused if it is too large, and TimeoutError after `patience` seconds."""
    if (request.content_length or 0) > BODY:
        raise Refused(413, "page-too-large")
    try:
        async with timeout(patience):
            return await request.read()
    except web.HTTPRequestEntityTooLarge:
        raise Refused(413, "page-too-large") from None
    except (web.RequestPayloadError, ValueError):
        raise Refused(400, "page-not-understood") from None

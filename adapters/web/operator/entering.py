"""Let the operator in: a link that works once is exchanged for a cookie, which opens only the operator's page.

Whoever sits at this computer, and opened the page by the link that was printed there, is the operator too.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web
from markupsafe import Markup

from adapters.web import HOME as LOCAL_CHAT
from adapters.web.markup import h
from adapters.web.operator.frame import HOME, SETUP, OperatorView, document_html, hidden_field
from adapters.web.security import KEY, form_token_for, key_digest, new_key
from adapters.web.visits import (
    PAGE,
    PLATFORM,
    STRANGERS_PATIENCE,
    PostedForm,
    Refused,
    device_of,
    read_posted,
    request_language,
)
from core.contracts.errors import NotFound
from core.contracts.messages import Address
from core.contracts.operator_desk import OperatorDesk
from core.contracts.ports import Clock
from core.languages.messages import say

MONTH: Final = 30 * 86_400
"""Seconds for which a cookie is valid."""
LARGEST_FORM: Final = 16_000
"""The most bytes of a form."""
ENTRANCE: Final = f"{HOME}/in"
"""The address of a link, without its key."""
TO_SETUP: Final = "?to=setup"
"""Added to a link that leads on to the settings."""


@dataclass(slots=True, kw_only=True)
class Site:
    desk: OperatorDesk
    clock: Clock
    watching: int = 0
    """How many transcripts are being watched live."""
    made: tuple[str, Sequence[str]] = ("", ())
    """The invitation made last, with what the address that shows it ends with."""


SITE: Final = web.AppKey("operator", Site)


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """A request of the operator."""

    request: web.Request
    site: Site
    key: str
    owner: bool = False
    """It comes from the conversation on this computer."""
    fields: PostedForm | None = field(default=None)
    """The posted form; None for a GET."""

    @property
    def desk(self) -> OperatorDesk:
        return self.site.desk

    @property
    def language(self) -> str:
        return request_language(self.request)

    def view(self, here: str = "") -> OperatorView:
        return OperatorView(
            language=self.language,
            token=form_token_for(self.key),
            now=self.site.clock.now(),
            device=key_digest(self.key),
            here=here,
            panels=tuple((f"{HOME}/{panel.path}", panel.title) for panel in self.desk.panels),
            owner=self.owner,
        )

    def part(self, name: str) -> str:
        """Return a variable part of the address."""
        return self.request.match_info[name]

    def given(self, name: str) -> str:
        """Return a field of the form; empty if it is missing."""
        value = "" if self.fields is None else self.fields.fields.get(name, "")
        return value if isinstance(value, str) else ""


Answering = Callable[[Visit], Awaitable[web.StreamResponse]]
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def require_operator(answering: Answering) -> Handler:
    """Return a handler that lets only the operator in, and answers NotFound with 404."""

    async def handle(request: web.Request) -> web.StreamResponse:
        site = request.app[SITE]
        _refuse_others_at_home(request)
        signed_in = await _operator_key(request)
        key = signed_in or await _owner_key(request)
        if not key:
            raise _closed(request)
        fields = None if request.method == "GET" else await read_operator_form(request, key)
        try:
            return await answering(Visit(request=request, site=site, key=key, owner=not signed_in, fields=fields))
        except NotFound:
            raise Refused(404, "page-not-there") from None

    return handle


def _refuse_others_at_home(request: web.Request) -> None:
    """Raise Refused for another device in the home network, where anybody could read the key along."""
    if request.app[PAGE].doors.is_other_at_home(request):
        raise Refused(403, "operator-not-here")


def _closed(request: web.Request) -> Refused:
    """Return the refusal of somebody without a key; only this computer hears of the command that makes one."""
    here = request.app[PAGE].doors.is_loopback(request)
    return Refused(403, "operator-closed" if here else "operator-closed-elsewhere")


async def _operator_key(request: web.Request) -> str:
    """Return the key that a link was exchanged for; empty if there is none, or it opens nothing any more."""
    key = request.cookies.get(_cookie(request), "")
    return key if KEY.fullmatch(key) and await request.app[SITE].desk.keys.opens(key_digest(key)) else ""


async def _owner_key(request: web.Request) -> str:
    """Return the key of the conversation of whoever sits at this computer; empty for everybody else."""
    page = request.app[PAGE]
    key = page.doors.key(request)
    if not key or not page.doors.is_loopback(request):
        return ""
    opened = await page.inbox.shown.opens(key_digest(key))
    return key if opened == Address(platform=PLATFORM, chat=LOCAL_CHAT) else ""


async def read_operator_form(request: web.Request, key: str) -> PostedForm:
    """Read a form of a view that the holder of this key was shown; raises Refused."""
    if (request.content_length or 0) > LARGEST_FORM:
        raise Refused(413, "page-too-large")
    found = await read_posted(request, key, patience=STRANGERS_PATIENCE)
    if not found.by_form:
        raise Refused(415, "page-not-understood")
    return found


async def get_entry(request: web.Request) -> web.Response:
    """GET /operator/in/LINK: show a button, since programs open links before people. `?to=setup`: to the settings."""
    link = await _link_of(request)
    key = new_key()
    language = request_language(request)
    token, button = (
        hidden_field("form", form_token_for(key)),
        h("button", say(language, "operator-enter"), type="submit"),
    )
    action = f"{ENTRANCE}/{link}{TO_SETUP if _to_setup(request) else ''}"
    form = h("form", token, button, method="post", action=action)
    response = operator_html(_plain(language, h("p", say(language, "operator-gate")), form))
    _give(response, request, key)
    return response


async def post_entry(request: web.Request) -> web.Response:
    """POST /operator/in/LINK: use up the link, and give a cookie that opens the page."""
    link = await _link_of(request)
    key = request.cookies.get(_cookie(request), "")
    if not KEY.fullmatch(key):
        raise _closed(request)
    await read_operator_form(request, key)
    doors = request.app[PAGE].doors
    fresh = new_key()
    if not await request.app[SITE].desk.keys.exchange(key_digest(link), key_digest(fresh), device=device_of(request)):
        await doors.wrong(request)
        raise _closed(request)
    response = redirect_to_view(SETUP if _to_setup(request) else HOME)
    _give(response, request, fresh)
    return response


async def post_leave(visit: Visit) -> web.Response:
    """POST /operator/leave: revoke the cookie."""
    await visit.desk.keys.close(key_digest(visit.key))
    response = operator_html(_plain(visit.language, h("p", say(visit.language, "operator-gone"))))
    response.del_cookie(_cookie(visit.request), path=HOME)
    return response


def operator_html(text: str, *, status: int = 200) -> web.Response:
    return web.Response(text=text, status=status, content_type="text/html")


def redirect_to_view(path: str) -> web.Response:
    """Redirect to a view, after an act."""
    return web.Response(status=303, headers={"Location": path})


async def _link_of(request: web.Request) -> str:
    """Return the key of the link; raises Refused for a malformed one."""
    _refuse_others_at_home(request)
    link = request.match_info["link"]
    if not KEY.fullmatch(link):
        await request.app[PAGE].doors.wrong(request)
        raise _closed(request)
    return link


def _to_setup(request: web.Request) -> bool:
    return request.query.get("to") == "setup"


def _plain(language: str, *body: Markup) -> str:
    """Return a page without links to the views."""
    title = say(language, "operator-title")
    return document_html(language, title, h("main", h("h1", title), *body))


def _give(response: web.Response, request: web.Request, key: str) -> None:
    """Put a key into the browser; it opens nothing before a link is exchanged for it."""
    secure = request.app[PAGE].doors.origin(request).startswith("https:")
    response.set_cookie(
        _cookie(request), key, max_age=MONTH, path=HOME, httponly=True, samesite="Strict", secure=secure or None
    )


def _cookie(request: web.Request) -> str:
    # Cookies know no ports: two copies on one computer would take each other's.
    origin = urlsplit(request.app[PAGE].doors.origin(request))
    return "__Secure-raconteur-operator" if origin.scheme == "https" else f"raconteur_operator_{origin.port or 80}"

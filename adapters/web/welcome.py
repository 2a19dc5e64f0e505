"""The first screens: what this is for, then a name, three lines about one's words, and Begin.

They stand where the conversation will be, for as long as nothing was said in it.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import quote
from uuid import uuid4

from aiohttp import web
from markupsafe import Markup

from adapters.web import HOME
from adapters.web.markup import h, join_markup
from adapters.web.operator.frame import SETUP, hidden_field
from adapters.web.pages import document
from adapters.web.security import form_token_for
from adapters.web.visits import (
    PAGE,
    PLATFORM,
    PageSettings,
    PageVisitor,
    PostedForm,
    Refused,
    incoming_event,
    read_posted,
    reader_of,
)
from core.contracts.messages import Command
from core.contracts.page_lines import PageUpdate
from core.contracts.welcome import BEGIN, BeginRequest, ConsentOffer, OfferedInterview, Welcome
from core.languages.messages import match_locale, say

ADDRESS: Final = "/begin"
GIVE: Final = "/give"
BEGUN: Final = "begun"
"""In the address of the conversation while its first question is on its way."""
LONGEST_NAME: Final = 60
_SIGNS: Final = {"welcome-model": "sign on", "welcome-model-silent": "sign off"}
"""The classes of the signs that have a colour."""


async def welcome_page(page: PageSettings, visitor: PageVisitor, welcome: Welcome) -> str:
    """Return the first screen: two big choices, quiet links to the rest, and for the owner how the questions come."""
    language = match_locale(visitor.tag)
    first, *others = welcome.offered(language)
    owner = visitor.address.chat == HOME
    choices = [_choice(_begin_address(first), say(language, "welcome-tell"), say(language, "welcome-tell-more"))]
    if owner and page.inbox.giving is not None and page.inbox.giving.is_on:
        choices.append(_choice(GIVE, say(language, "welcome-give"), say(language, "welcome-give-more"), quiet=True))
    quiet = [h("li", h("a", each.title, href=_begin_address(each))) for each in others]
    body = h(
        "main",
        _picture(),
        h("h1", say(language, "welcome-title")),
        h("p", say(language, "welcome-what"), class_="lead"),
        h("div", *choices, class_="ways"),
        h("nav", h("p", say(language, "welcome-also")), h("ul", *quiet)) if quiet else None,
        await _model_sign(language, page, welcome) if owner else None,
        class_="welcome",
    )
    return document(language, say(language, "page-title"), body)


async def get_begin(request: web.Request) -> web.Response:
    """GET /begin?kind=KIND: ask for a name and for consent, both on one screen."""
    page = request.app[PAGE]
    visitor = await reader_of(request)
    language = match_locale(visitor.tag)
    welcome, kind = page.inbox.welcome, request.query.get("kind", "")
    found = () if welcome is None else welcome.offered(language)
    chosen = next((each for each in found if each.kind == kind), None)
    offer = None if welcome is None or chosen is None else welcome.consent(chosen.kind, PLATFORM, language)
    if chosen is None or offer is None:
        raise Refused(404, "page-not-there")
    return web.Response(text=_begin_page(visitor, chosen, offer, language), content_type="text/html")


async def post_begin(request: web.Request) -> web.Response:
    """POST /begin {id, kind, consent, name}: begin with the first question."""
    page = request.app[PAGE]
    visitor = await page.visitor(request)
    body = await read_posted(request, visitor.key)
    wanted = BeginRequest(
        kind=short_field(body, "kind", 60),
        consent=short_field(body, "consent", 64),
        name=shown_name(body),
        language=match_locale(visitor.tag),
    )
    command = Command(name=BEGIN, argument=wanted.model_dump_json())
    taken = await page.inbox.shown.accept(incoming_event(page, visitor, body.id, command), PageUpdate())
    page.streams.ring(visitor.address.chat)
    if taken.stranger:
        raise Refused(403, "page-closed")
    return web.Response(status=303, headers={"Location": f"/?{BEGUN}=1"})


def _begin_page(visitor: PageVisitor, chosen: OfferedInterview, offer: ConsentOffer, language: str) -> str:
    form = h(
        "form",
        hidden_field("form", form_token_for(visitor.key)),
        hidden_field("id", str(uuid4())),
        hidden_field("kind", chosen.kind),
        name_field(language),
        *begin_fields(offer, language),
        method="post",
        action=ADDRESS,
    )
    back = h("p", h("a", say(language, "welcome-back"), href="/"))
    about = h("p", chosen.about, class_="lead") if chosen.about else None
    main = h("main", h("h1", chosen.title), about, form, back, class_="welcome begin")
    return document(language, chosen.title, main)


def name_field(language: str) -> Markup:
    return h(
        "label",
        h("span", say(language, "welcome-name")),
        h("input", name="name", type="text", maxlength=LONGEST_NAME, autocomplete="given-name", dir="auto"),
    )


def begin_fields(offer: ConsentOffer, language: str) -> tuple[Markup, ...]:
    """Return the end of a form that begins an interview: what somebody agrees to, and the button."""
    more = h(
        "details",
        h("summary", say(language, "welcome-more")),
        *(h("p", paragraph) for paragraph in offer.text.split("\n\n")),
    )
    return (
        hidden_field("consent", offer.digest),
        h("ul", *(h("li", line) for line in offer.lines), class_="terms"),
        more,
        h("button", say(language, "welcome-begin"), type="submit", class_="send big"),
        h("p", say(language, "welcome-agreed"), class_="hint"),
    )


def _choice(address: str, words: str, more: str, *, quiet: bool = False) -> Markup:
    kind = "button big" if quiet else "button big send"
    return h("a", h("strong", words), h("span", more), href=address, class_=kind)


def _begin_address(offered: OfferedInterview) -> str:
    return f"{ADDRESS}?kind={quote(offered.kind, safe='')}"


async def _model_sign(language: str, page: PageSettings, welcome: Welcome) -> Markup:
    """Tell the owner, and nobody else, whether a language model words the questions."""
    operator = page.operator
    key = "welcome-model" if welcome.has_model else "welcome-no-model"
    link = None
    if operator is not None:
        if await operator.setup.has_unused_model():
            key = "welcome-model-saved"
        elif welcome.has_model and not await operator.model_answers():
            key = "welcome-model-silent"
        link = join_markup(" ", h("a", say(language, "welcome-settings"), href=SETUP))
    return h("p", say(language, key), link, class_=_SIGNS.get(key, "sign"))


def shown_name(body: PostedForm) -> str:
    return " ".join(body.text("name").split())[:LONGEST_NAME]


def short_field(body: PostedForm, name: str, most: int) -> str:
    """Return a text field; raises Refused if there is none, or it is too long."""
    value = body.text(name)
    if len(value) > most:
        raise Refused(400, "page-not-understood")
    return value


def _picture() -> Markup:
    return h("img", src="/static/telling.svg", alt="", width=320, height=200, class_="picture")

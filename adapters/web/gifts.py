"""The owner's screens for a gift: making one, its link ready to send, and how far each has come."""

from __future__ import annotations

from asyncio import timeout
from datetime import UTC, date, datetime, time
from typing import Final
from urllib.parse import quote
from zoneinfo import ZoneInfo

import segno
from aiohttp import web
from markupsafe import Markup

from adapters.web import HOME
from adapters.web.markup import Part, h, join_markup
from adapters.web.operator.frame import SETUP, hidden_field
from adapters.web.pages import document
from adapters.web.security import form_token_for
from adapters.web.uploads import pieces_of, read_fields
from adapters.web.visits import PAGE, PageSettings, PageVisitor, PostedForm, Refused, read_posted, reader_of
from adapters.web.welcome import GIVE, LONGEST_NAME
from core.contracts.giving import (
    LONGEST_WORDS,
    RHYTHMS,
    GiftRefused,
    GiftWish,
    GivenGift,
    Giving,
    OnTheirWay,
    SentAnswer,
)
from core.delivery.fitting import replace_surrogates
from core.languages import LANGUAGES
from core.languages.messages import match_locale, say
from core.timing.time_formatting import format_day

AGAIN: Final = f"{GIVE}/link"
LARGEST: Final = 21_000_000
"""The most bytes of the whole form, its photo included."""
PATIENCE: Final = 120.0
"""Seconds that the form may take to arrive."""
_LONGEST_FIELD: Final = 8_000
_FIELDS: Final = ("name", "giver", "language", "rhythm", "questions", "words")


async def get_give(request: web.Request) -> web.Response:
    """GET /give: the form, and how far earlier gifts have come. GET /give?gift=ID: the link of one of them."""
    page, visitor, giving = await _owner(request)
    language, given = match_locale(visitor.tag), await giving.given(visitor.address)
    if "gift" in request.query:
        gift = next((each for each in given if each.id == request.query["gift"]), None)
        if gift is None:
            raise Refused(404, "page-not-there")
        sent = await giving.sent_on(visitor.address, gift.id) if gift.opened else ()
        waiting = await giving.on_their_way(visitor.address, gift.id, language) if gift.opened else None
        return _html(_ready_page(page, visitor, gift, sent, waiting, language))
    giver = next((each.giver for each in given if each.giver), "") or await giving.giver_name(visitor.address)
    told = {"giver": giver, "language": language, "rhythm": RHYTHMS[1]}
    return _html(_form_page(giving, visitor, language, told, given))


async def post_give(request: web.Request) -> web.Response:
    """POST /give, multipart: make a gift, and show its link."""
    _, visitor, giving = await _owner(request)
    if (request.content_length or 0) > LARGEST:
        raise Refused(413, "page-too-large")
    async with timeout(PATIENCE):
        body, photo = await _read(request, visitor)
    told = {name: replace_surrogates(body.text(name)).replace("\r\n", "\n").strip() for name in _FIELDS}
    wish = GiftWish(
        name=told["name"],
        giver=told["giver"],
        language=told["language"],
        rhythm=told["rhythm"],
        questions=tuple(filter(None, (" ".join(line.split()) for line in told["questions"].split("\n")))),
        words=told["words"],
        photo=photo,
    )
    try:
        gift_id = await giving.give(visitor.address, wish)
    except GiftRefused as refused:
        language, given = match_locale(visitor.tag), await giving.given(visitor.address)
        return _html(_form_page(giving, visitor, language, told, given, refused), status=400)
    return web.Response(status=303, headers={"Location": _address(gift_id)})


async def post_link(request: web.Request) -> web.Response:
    """POST /give/link {gift}: make a new link in place of one that cannot be used any more."""
    _, visitor, giving = await _owner(request)
    body = await read_posted(request, visitor.key)
    gift_id = body.text("gift")
    if not await giving.renew(visitor.address, gift_id):
        raise Refused(404, "page-not-there")
    return web.Response(status=303, headers={"Location": _address(gift_id)})


async def _owner(request: web.Request) -> tuple[PageSettings, PageVisitor, Giving]:
    """Return the visitor at this computer, and what makes gifts; raises Refused for anybody else."""
    page, visitor = request.app[PAGE], await reader_of(request)
    giving = page.inbox.giving
    if visitor.address.chat != HOME or not page.doors.is_loopback(request) or giving is None or not giving.is_on:
        raise Refused(404, "page-not-there")
    return page, visitor, giving


async def _read(request: web.Request, visitor: PageVisitor) -> tuple[PostedForm, bytes]:
    """Return the fields, and the photo; empty where none was chosen. Raises Refused."""
    if request.content_type != "multipart/form-data":
        raise Refused(415, "page-not-understood")
    body, file = await read_fields(request, by_form=True, longest=_LONGEST_FIELD)
    if not request.app[PAGE].doors.is_form_of(visitor.key, body.fields.get("form")):
        raise Refused(403, "page-closed")
    photo = bytearray()
    async for piece in pieces_of(file):
        photo += piece
        if len(photo) > LARGEST:
            raise Refused(413, "page-too-large")
    return body, bytes(photo)


# --- making one -------------------------------------------------------------------------------------------------------


def _form_page(
    giving: Giving,
    visitor: PageVisitor,
    language: str,
    told: dict[str, str],
    given: tuple[GivenGift, ...],
    refused: GiftRefused | None = None,
) -> str:
    def field(name: str, *inside: Part, hint: str = "", hidden: bool = False) -> Markup:
        wrong = refused is not None and refused.about == name
        text = say(language, refused.words, teller=told.get("name", ""), megabytes=20) if refused and wrong else ""
        words = h("span", say(language, f"give-{name}"))
        under = h("small", say(language, hint), class_="hint") if hint else None
        return h(
            "label",
            words,
            *inside,
            under,
            h("strong", text, class_="wrong", role="alert") if wrong else None,
            hidden=hidden,
        )

    def text_input(name: str, *, required: bool = False, fill: str = "off") -> Markup:
        return h(
            "input",
            name=name,
            type="text",
            value=told.get(name, ""),
            maxlength=LONGEST_NAME,
            required=required,
            autocomplete=fill,
            dir="auto",
        )

    def area(name: str, rows: int, most: int) -> Markup:
        return h("textarea", told.get(name, ""), name=name, rows=rows, maxlength=most, dir="auto")

    tongues = (
        h("option", say(code, "language-name"), value=code, selected=code == told.get("language"), lang=code)
        for code in LANGUAGES
    )
    rhythms = (
        h("option", say(language, f"give-rhythm-{each}"), value=each, selected=each == told.get("rhythm"))
        for each in RHYTHMS
    )
    more = h(
        "details",
        h("summary", say(language, "give-more")),
        field("questions", area("questions", 4, 2_000), hint="give-questions-hint"),
        field("words", area("words", 3, LONGEST_WORDS), hint="give-words-hint"),
        field(
            "photo",
            h("input", name="file", type="file", accept="image/*"),
            hint="give-photo-hint",
            hidden=not giving.takes_photos,
        ),
        open=bool(refused and refused.about in {"questions", "words", "photo"})
        or any(map(told.get, ("questions", "words"))),
    )
    form = h(
        "form",
        hidden_field("form", form_token_for(visitor.key)),
        field("name", text_input("name", required=True), hint="give-name-hint"),
        field("giver", text_input("giver", fill="given-name")),
        field("language", h("select", *tongues, name="language")),
        field("rhythm", h("select", *rhythms, name="rhythm")),
        more,
        h("button", say(language, "give-make"), type="submit", class_="send big"),
        method="post",
        action=GIVE,
        enctype="multipart/form-data",
    )
    body = h(
        "main",
        h("h1", say(language, "give-title")),
        h("p", say(language, "give-lead"), class_="lead"),
        form,
        _given_list(given, language) if given else None,
        h("p", h("a", say(language, "welcome-back"), href="/")),
        class_="welcome begin",
    )
    return document(language, say(language, "give-title"), body)


def _given_list(given: tuple[GivenGift, ...], language: str) -> Markup:
    rows = (
        h("li", h("a", each.name, href=_address(each.id)), h("span", _how_far(each, language)), dir="auto")
        for each in given
    )
    return h("section", h("h2", say(language, "give-given")), h("ul", *rows, class_="given"), id="given")


def _how_far(gift: GivenGift, language: str) -> str:
    if not gift.opened:
        return say(language, "give-unopened")
    if not gift.begun:
        return say(language, "give-opened")
    if not gift.answers or gift.last_day is None:
        return say(language, "give-begun")
    return say(language, "give-answers", count=gift.answers, day=_day(language, gift.last_day))


def _day(language: str, day: date) -> str:
    return format_day(language, datetime.combine(day, time(12), UTC), ZoneInfo("UTC"))


# --- its link ---------------------------------------------------------------------------------------------------------


def _ready_page(
    page: PageSettings,
    visitor: PageVisitor,
    gift: GivenGift,
    sent: tuple[SentAnswer, ...],
    waiting: OnTheirWay | None,
    language: str,
) -> str:
    title = say(language, "give-for", name=gift.name)
    parts: list[Part] = [h("h1", title), h("p", _how_far(gift, language), class_="lead", role="status")]
    if waiting is not None:
        words = say(language, "give-on-its-way", name=gift.name, count=waiting.count, time=waiting.at)
        parts.append(h("p", words, class_="sent"))
    if gift.opened and (sent or waiting is None):
        parts.append(_sent_on(gift, sent, language))
    if gift.code:
        parts += _link_parts(page, gift, language)
    elif not gift.opened:
        form = h(
            "form",
            hidden_field("form", form_token_for(visitor.key)),
            hidden_field("gift", gift.id),
            h("p", say(language, "give-link-gone")),
            h("button", say(language, "give-link-new"), type="submit", class_="send big"),
            method="post",
            action=AGAIN,
        )
        parts.append(form)
    if gift.opened or not gift.code:
        parts.append(_reminder(page, gift, language))
    parts.append(h("p", h("a", say(language, "give-another"), href=GIVE), class_="back"))
    parts.append(h("p", h("a", say(language, "welcome-back"), href="/")))
    return document(language, title, h("main", *parts, class_="welcome begin gift"), script="gift.js")


def _sent_on(gift: GivenGift, sent: tuple[SentAnswer, ...], language: str) -> Markup:
    """Show what the teller has sent on, in their own words, or say that it is up to them."""
    if not sent:
        return h("p", say(language, "give-nothing-sent", name=gift.name), class_="sent")
    letters = (
        h(
            "li",
            h("p", each.question, class_="asked", dir="auto") if each.question else None,
            h("blockquote", _paragraphs(each.words or say(language, "family-picture"))),
            h("p", _day(language, each.day), class_="hint"),
        )
        for each in sent
    )
    title = say(language, "give-sent", name=gift.name)
    return h("section", h("h2", title), h("ol", *letters), class_="sent")


def _paragraphs(words: str) -> Markup:
    return join_markup(*(h("p", each, dir="auto") for each in words.split("\n") if each.strip()))


def _link_parts(page: PageSettings, gift: GivenGift, language: str) -> list[Part]:
    link = f"{page.outside or page.doors.home}/i/{gift.code}"
    text = say(gift.language, "give-text", name=gift.name, giver=gift.giver or "none")
    whole = f"{text}\n\n{link}"
    subject = say(gift.language, "give-subject", giver=gift.giver or "none")
    mail = f"mailto:?subject={quote(subject, safe='')}&body={quote(whole, safe='')}"
    # The code is black on white in the dark, too: few cameras read it the other way round.
    picture = segno.make(link, micro=False, error="m").svg_inline(scale=5, border=3, light="#fff")
    near = None
    if not page.outside.startswith("https:"):
        words = "give-only-home" if page.outside else "give-only-here"
        reach = None
        if page.operator is not None:
            kind = None if page.outside else "button big send"
            reach = h("a", say(language, "give-reach"), href=f"{SETUP}#reach", class_=kind)
        near = h("div", h("p", say(language, words)), h("p", reach) if reach else None, class_="near")
    return [
        near,
        h(
            "label",
            h("span", say(language, "give-link")),
            h("input", type="text", value=link, readonly=True, id="link", dir="ltr"),
        ),
        h(
            "div",
            _button(language, "give-share", id="share", class_="send big scripted", hidden=True, data_title=subject),
            _button(language, "give-copy", data_copies="link", class_="big scripted"),
            h("a", say(language, "give-mail"), href=mail, class_="button big") if page.outside else None,
            class_="ways",
        ),
        h("p", "", id="copied", role="status", class_="hint", data_copied=say(language, "give-copied")),
        h(
            "label",
            h("span", say(language, "give-message")),
            h("textarea", whole, readonly=True, rows=9, id="message", lang=gift.language, dir="auto"),
        ),
        h("p", _button(language, "give-copy-message", data_copies="message", class_="scripted")),
        h(
            "figure",
            h("div", Markup(picture), role="img", aria_label=say(language, "give-scan-name"), class_="scan"),  # noqa: S704
            h("figcaption", say(language, "give-scan")),
        )
        if page.outside
        else None,
        h("p", say(language, "give-once"), class_="hint"),
        h("p", h("a", say(language, "give-look"), href=f"/i/{gift.code}")),
    ]


def _reminder(page: PageSettings, gift: GivenGift, language: str) -> Markup:
    """Return words to send to somebody who has the link and has not told anything for a while.

    The address below them opens the question on the device where they began, and nothing on any other.
    """
    text = say(gift.language, "give-reminder-text", name=gift.name, giver=gift.giver or "none")
    if page.outside:
        text = f"{text}\n\n{page.outside}/"
    return h(
        "section",
        h(
            "label",
            h("span", say(language, "give-reminder")),
            h("textarea", text, readonly=True, rows=6, id="reminder", lang=gift.language, dir="auto"),
        ),
        h("p", _button(language, "give-copy-message", data_copies="reminder", class_="scripted")),
        h("p", "", id="copied", role="status", class_="hint", data_copied=say(language, "give-copied")),
    )


def _button(language: str, words: str, **attributes: str | bool) -> Markup:
    return h("button", say(language, words), type="button", **attributes)


def _address(gift_id: str) -> str:
    return f"{GIVE}?gift={quote(gift_id, safe='')}"


def _html(text: str, *, status: int = 200) -> web.Response:
    return web.Response(text=text, status=status, content_type="text/html")

"""The owner's screens for a gift: making one, its link ready to send, and how far each has come."""

from __future__ import annotations

from asyncio import timeout
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

import segno
from aiohttp import web
from markupsafe import Markup

from adapters.web import HOME
from adapters.web.markup import Part, h
from adapters.web.operator.frame import SETUP, OperatorView, hidden_field
from adapters.web.operator.reach_view import TOPIC, reach_view
from adapters.web.operator.setup_view import ANYWAY, MARK
from adapters.web.pages import document
from adapters.web.security import form_token_for, key_digest
from adapters.web.tending import (
    DONE,
    REACH,
    RETURN,
    changes_section,
    day_label,
    gift_form,
    sent_section,
    story_page,
    take_back_page,
)
from adapters.web.uploads import pieces_of, read_fields
from adapters.web.visits import PAGE, PageSettings, PageVisitor, PostedForm, Refused, read_posted, reader_of
from adapters.web.welcome import GIFT, GIVE, LONGEST_NAME, gift_address
from core.contracts.errors import ConfigurationError
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
from core.contracts.setup_desk import SetupOutcome, SetupSheet
from core.delivery.fitting import replace_surrogates
from core.languages import LANGUAGES
from core.languages.messages import match_locale, say

AGAIN: Final = f"{GIVE}/link"
LARGEST: Final = 21_000_000
"""The most bytes of the whole form, its photo included."""
PATIENCE: Final = 120.0
"""Seconds that the form may take to arrive."""
_LONGEST_FIELD: Final = 8_000
_FIELDS: Final = ("name", "giver", "language", "rhythm", "questions", "words")


async def get_give(request: web.Request) -> web.Response:
    """GET /give: the form, and how far earlier gifts have come. GET /give?gift=ID: the page of one of them."""
    _, visitor, giving = await _owner(request)
    language, given = match_locale(visitor.tag), await giving.given(visitor.address)
    if GIFT in request.query:
        return _html(await _gift_page(request, request.query[GIFT]))
    giver = next((each.giver for each in given if each.giver), "") or await giving.giver_name(visitor.address)
    told = {"giver": giver, "language": language, "rhythm": RHYTHMS[1]}
    notice = (
        h("p", say(language, "give-taken-back"), role="status", class_="near") if "taken" in request.query else None
    )
    return _html(_form_page(giving, visitor, language, told, given, notice=notice))


async def _gift_page(request: web.Request, gift_id: str, *, asked: str = "", refused: GiftRefused | None = None) -> str:
    page, visitor, giving = await _owner(request)
    gift = await _given_gift(request, gift_id)
    sent = await giving.sent_on(visitor.address, gift.id) if gift.opened else ()
    language = match_locale(visitor.tag)
    waiting = await giving.on_their_way(visitor.address, gift.id, language) if gift.opened else None
    await giving.mark_seen(visitor.address, gift.id)
    back = "" if gift.teller is None else await page.inbox.shown.way_back(gift.teller)
    done = DONE.get(request.query.get("done", ""), "")
    shown = _Shown(page=page, gift=gift, language=language, token=form_token_for(visitor.key), back=back)
    return shown.document(sent, waiting, changes_section(gift, shown.token, language, asked, refused), done)


async def _given_gift(request: web.Request, gift_id: str) -> GivenGift:
    """Return one of the owner's gifts; raises Refused."""
    _, visitor, giving = await _owner(request)
    for each in await giving.given(visitor.address):
        if each.id == gift_id:
            return each
    raise Refused(404, "page-not-there")


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
    return see_other(gift_address(gift_id))


async def post_link(request: web.Request) -> web.Response:
    """POST /give/link {gift}: make a new link in place of one that cannot be used any more."""
    _, visitor, giving = await _owner(request)
    body = await read_posted(request, visitor.key)
    gift_id = body.text("gift")
    if not await giving.renew(visitor.address, gift_id):
        raise Refused(404, "page-not-there")
    return see_other(gift_address(gift_id))


async def post_rhythm(request: web.Request) -> web.Response:
    """POST /give/rhythm {gift, rhythm}: have the questions come otherwise from now on."""
    _, visitor, giving = await _owner(request)
    body = await read_posted(request, visitor.key)
    gift_id, rhythm = body.text(GIFT), body.text("rhythm")
    # An empty value keeps the days that the teller chose.
    try:
        kept = not rhythm or await giving.set_rhythm(visitor.address, gift_id, rhythm)
    except GiftRefused as refused:
        raise Refused(400, refused.words) from None
    if not kept:
        raise Refused(404, "page-not-there")
    return see_other(f"{gift_address(gift_id)}&done=rhythm#said")


async def post_ask(request: web.Request) -> web.Response:
    """POST /give/ask {gift, question}: ask one more thing."""
    _, visitor, giving = await _owner(request)
    body = await read_posted(request, visitor.key)
    gift_id, words = body.text(GIFT), replace_surrogates(body.text("question")).strip()
    try:
        if not await giving.ask(visitor.address, gift_id, words):
            raise Refused(404, "page-not-there")
    except GiftRefused as refused:
        return _html(await _gift_page(request, gift_id, asked=words, refused=refused), status=400)
    return see_other(f"{gift_address(gift_id)}&done=ask#said")


async def get_take_back(request: web.Request) -> web.Response:
    """GET /give/back?gift=ID: ask once before a gift is taken back."""
    _, visitor, _ = await _owner(request)
    gift = await _given_gift(request, request.query.get(GIFT, ""))
    return _html(take_back_page(gift, form_token_for(visitor.key), match_locale(visitor.tag)))


async def post_take_back(request: web.Request) -> web.Response:
    """POST /give/back {gift}: take it back. What was told stays with whoever told it."""
    _, visitor, giving = await _owner(request)
    body = await read_posted(request, visitor.key)
    if not await giving.take_back(visitor.address, body.text(GIFT)):
        raise Refused(404, "page-not-there")
    return see_other(f"{GIVE}?taken=1")


async def post_return(request: web.Request) -> web.Response:
    """POST /give/return {gift}: make a link with which the teller comes back on another device."""
    page, visitor, _ = await _owner(request)
    body = await read_posted(request, visitor.key)
    gift = await _given_gift(request, body.text(GIFT))
    if gift.teller is None or not await page.inbox.shown.invite_back(gift.teller):
        raise Refused(404, "page-not-there")
    return see_other(gift_address(gift.id))


async def get_story(request: web.Request) -> web.Response:
    """GET /give/story?gift=ID: what was sent, as a page to print or to save."""
    _, visitor, giving = await _owner(request)
    gift = await _given_gift(request, request.query.get(GIFT, ""))
    sent = await giving.sent_on(visitor.address, gift.id)
    return _html(story_page(gift, sent, match_locale(visitor.tag)))


async def get_sent_photo(request: web.Request) -> web.Response:
    """GET /give/photo?gift=ID&answer=NUMBER: the photograph of an answer that was sent."""
    _, visitor, giving = await _owner(request)
    number = request.query.get("answer", "")
    found = None
    if number.isascii() and number.isdecimal() and len(number) < 10:
        found = await giving.sent_photo(visitor.address, request.query.get(GIFT, ""), int(number))
    if found is None:
        raise Refused(404, "page-not-there")
    body, media_type = found
    return web.Response(body=body, headers={"Content-Type": media_type})


async def get_reach(request: web.Request) -> web.Response:
    """GET /give/reach?gift=ID: choose who can open the link, and nothing else."""
    page, visitor, _ = await _owner(request)
    gift = await _given_gift(request, request.query.get(GIFT, ""))
    if page.operator is None:
        raise Refused(404, "page-not-there")
    language = match_locale(visitor.tag)
    try:
        sheet = await page.operator.setup.sheet(language)
    except ConfigurationError:
        return see_other(f"{SETUP}#reach")
    return _html(_reach_page(page, visitor, gift, sheet))


async def post_reach(request: web.Request) -> web.Response:
    """POST /give/reach {gift, ...}: take the choice, and go back to the page of the gift."""
    page, visitor, _ = await _owner(request)
    body = await read_posted(request, visitor.key)
    gift = await _given_gift(request, body.text(GIFT))
    if page.operator is None:
        raise Refused(404, "page-not-there")
    answers = {name: value for name, value in body.fields.items() if isinstance(value, str)}
    mark, anyway = answers.get(MARK, ""), bool(answers.get(ANYWAY))
    try:
        outcome = await page.operator.setup.take(
            match_locale(visitor.tag), answers, mark=mark, anyway=anyway, only=TOPIC
        )
    except ConfigurationError:
        return see_other(f"{SETUP}#reach")
    if outcome.reach is not None and page.reach is not None:
        await page.reach.change(home_network=outcome.reach.home_network, public_url=outcome.reach.public_url)
    if outcome.written or outcome.trouble == "same":
        return see_other(gift_address(gift.id))
    return _html(_reach_page(page, visitor, gift, outcome.sheet, outcome), status=400 if outcome.wrong else 409)


def _reach_page(
    page: PageSettings, visitor: PageVisitor, gift: GivenGift, sheet: SetupSheet, outcome: SetupOutcome | None = None
) -> str:
    now = "give-reach-now-home" if page.outside else "give-reach-now-here"
    view = OperatorView(
        language=match_locale(visitor.tag),
        token=form_token_for(visitor.key),
        now=page.clock.now(),
        device=key_digest(visitor.key),
        owner=True,
    )
    return reach_view(
        view,
        sheet,
        REACH,
        now="give-reach-now-all" if page.outside.startswith("https:") else now,
        back=gift_address(gift.id),
        hidden=(hidden_field(GIFT, gift.id),),
        outcome=outcome,
    )


def see_other(address: str) -> web.Response:
    return web.Response(status=303, headers={"Location": address})


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
    *,
    notice: Markup | None = None,
) -> str:
    def field(name: str, *inside: Part, hint: str = "", hidden: bool = False) -> Markup:
        wrong = refused is not None and refused.about == name
        text = say(language, refused.words, teller=told.get("name", ""), megabytes=20) if refused and wrong else ""
        words = h("span", say(language, f"give-{name}"))
        hints = [say(language, hint)] if hint else []
        if name == "questions":
            hints.append(say(language, "give-questions-later"))
        under = h("small", " ".join(hints), class_="hint") if hints else None
        # The error comes before its field, which takes the focus: so both are in sight, also on a phone.
        why = h("strong", text, class_="wrong", role="alert") if wrong else None
        return h("label", words, why, *inside, under, hidden=hidden)

    def is_wrong(name: str) -> bool:
        return refused is not None and refused.about == name

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
            autofocus=is_wrong(name),
        )

    def area(name: str, rows: int, most: int) -> Markup:
        told_there = told.get(name, "")
        return h("textarea", told_there, name=name, rows=rows, maxlength=most, dir="auto", autofocus=is_wrong(name))

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
            h("input", name="file", type="file", accept="image/*", autofocus=is_wrong("photo")),
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
        notice,
        h("p", say(language, "give-lead"), class_="lead"),
        form,
        _given_list(given, language) if given else None,
        h("p", h("a", say(language, "welcome-back"), href="/")),
        class_="welcome begin",
    )
    return document(language, say(language, "give-title"), body)


def _given_list(given: tuple[GivenGift, ...], language: str) -> Markup:
    rows = (
        h("li", h("a", each.name, href=gift_address(each.id)), h("span", _how_far(each, language)), dir="auto")
        for each in given
    )
    return h("section", h("h2", say(language, "give-given")), h("ul", *rows, class_="given"), id="given")


def _how_far(gift: GivenGift, language: str) -> str:
    if not gift.opened and not gift.looked:
        return say(language, "give-unopened")
    if not gift.begun:
        return say(language, "give-opened")
    if not gift.answers or gift.last_day is None:
        return say(language, "give-begun")
    return say(language, "give-answers", count=gift.answers, day=day_label(language, gift.last_day))


# --- its link ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shown:
    """The page of one gift."""

    page: PageSettings
    gift: GivenGift
    language: str
    token: str
    back: str
    """The code of a link with which the teller comes back; empty where none was made, or it was used."""

    def document(self, sent: tuple[SentAnswer, ...], waiting: OnTheirWay | None, changes: Markup, done: str) -> str:
        gift, language = self.gift, self.language
        title = say(language, "give-for", name=gift.name)
        parts: list[Part] = [h("h1", title), h("p", _how_far(gift, language), class_="lead", role="status")]
        if done:
            parts.append(h("p", say(language, done), role="status", class_="near", id="said"))
        if waiting is not None:
            words = self._say("give-on-its-way", name=gift.name, count=waiting.count, time=waiting.at)
            parts.append(h("p", words, class_="sent"))
        if gift.opened and (sent or waiting is None):
            parts.append(sent_section(gift, sent, language))
        parts += self._link()
        parts.append(changes)
        parts.append(h("p", h("a", say(language, "give-another"), href=GIVE), class_="back"))
        parts.append(h("p", h("a", say(language, "welcome-back"), href="/")))
        return document(language, title, h("main", *parts, class_="welcome begin gift"), script="gift.js")

    def _link(self) -> list[Part]:
        """Return the link that can be sent now, or the button that makes one, and a reminder to send."""
        gift = self.gift
        if gift.code:
            return self._ready(gift.code, "give-message-text")
        new = self._say("give-link-new")
        if not gift.opened:
            gone = h("p", self._say("give-link-gone"))
            return [gift_form(self.token, gift, AGAIN, gone, h("button", new, type="submit", class_="send big"))]
        if self.back:
            heading = h("h2", self._say("give-return", name=gift.name))
            return [self._reminder(), heading, *self._ready(self.back, "give-return-text")]
        if gift.teller is None:
            return [self._reminder()]
        when = h("p", self._say("give-return-when", name=gift.name), class_="hint")
        button = h("button", self._say("give-return", name=gift.name), type="submit")
        return [self._reminder(), gift_form(self.token, gift, RETURN, button, when, class_="new-link")]

    def _ready(self, code: str, message: str) -> list[Part]:
        page, gift = self.page, self.gift
        link = f"{page.outside or page.doors.home}/i/{code}"
        speaks = "no" if page.outside and not page.outside.startswith("https:") else "yes"
        text = say(gift.language, message, name=gift.name, giver=gift.giver or "none", speaks=speaks)
        whole = f"{text}\n\n{link}"
        subject = say(gift.language, "give-subject", giver=gift.giver or "none")
        mail = f"mailto:?subject={quote(subject, safe='')}&body={quote(whole, safe='')}"
        # The code is black on white in the dark, too: few cameras read it the other way round.
        picture = segno.make(link, micro=False, error="m").svg_inline(scale=5, border=3, light="#fff")
        look = h("p", h("a", self._say("give-look"), href=f"/i/{code}")) if gift.code else None
        return [
            self._near(),
            h(
                "label",
                h("span", self._say("give-link")),
                h("input", type="text", value=link, readonly=True, id="link", dir="ltr"),
            ),
            h(
                "div",
                self._button("give-share", id="share", class_="send big scripted", hidden=True, data_title=subject),
                self._button("give-copy", data_copies="link", class_="big scripted"),
                h("a", self._say("give-mail"), href=mail, class_="button big") if page.outside else None,
                class_="ways",
            ),
            self._copied("link"),
            h(
                "label",
                h("span", self._say("give-message")),
                h("textarea", whole, readonly=True, rows=9, id="message", lang=gift.language, dir="auto"),
            ),
            h("p", self._button("give-copy-message", data_copies="message", class_="scripted")),
            self._copied("message"),
            h(
                "figure",
                h("div", Markup(picture), role="img", aria_label=self._say("give-scan-name"), class_="scan"),  # noqa: S704
                h("figcaption", self._say("give-scan")),
            )
            if page.outside
            else None,
            h("p", self._say("give-once"), class_="hint"),
            look,
        ]

    def _near(self) -> Markup | None:
        """Say who can open the link where that is not everybody, and offer to change it."""
        page = self.page
        if page.outside.startswith("https:"):
            return None
        words = h("p", self._say("give-only-home" if page.outside else "give-only-here"))
        if page.operator is None:
            return h("div", words, class_="near")
        kind = None if page.outside else "button big send"
        address = f"{REACH}?gift={quote(self.gift.id, safe='')}"
        return h("div", words, h("p", h("a", self._say("give-reach"), href=address, class_=kind)), class_="near")

    def _reminder(self) -> Markup:
        """Return words to send to somebody who has the link and has not told anything for a while.

        The address below them opens the question on the device where they began, and nothing on any other.
        """
        gift = self.gift
        text = say(gift.language, "give-reminder-text", name=gift.name, giver=gift.giver or "none")
        if self.page.outside:
            text = f"{text}\n\n{self.page.outside}/"
        return h(
            "section",
            h(
                "label",
                h("span", self._say("give-reminder")),
                h("textarea", text, readonly=True, rows=6, id="reminder", lang=gift.language, dir="auto"),
            ),
            h("p", self._button("give-copy-message", data_copies="reminder", class_="scripted")),
            self._copied("reminder"),
        )

    def _copied(self, what: str) -> Markup:
        words = self._say("give-copied")
        return h("p", "", id=f"copied-{what}", role="status", class_="hint copied", data_copied=words)

    def _button(self, words: str, **attributes: str | bool) -> Markup:
        return h("button", self._say(words), type="button", **attributes)

    def _say(self, key: str, **values: str | int) -> str:
        return say(self.language, key, **values)


def _html(text: str, *, status: int = 200) -> web.Response:
    return web.Response(text=text, status=status, content_type="text/html")

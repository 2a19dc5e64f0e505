"""Parts of a giver's page after the gift: its rhythm, their questions, taking it back, a new link, what was sent."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time
from typing import Final
from urllib.parse import quote
from zoneinfo import ZoneInfo

from markupsafe import Markup

from adapters.web.markup import Part, h, join_markup
from adapters.web.operator.frame import hidden_field
from adapters.web.pages import document
from adapters.web.welcome import GIVE, gift_address
from core.contracts.giving import GiftRefused, GivenGift, SentAnswer
from core.languages.messages import say
from core.timing.time_formatting import format_day

RHYTHM: Final = f"{GIVE}/rhythm"
ASK: Final = f"{GIVE}/ask"
BACK: Final = f"{GIVE}/back"
RETURN: Final = f"{GIVE}/return"
STORY: Final = f"{GIVE}/story"
PHOTO: Final = f"{GIVE}/photo"
REACH: Final = f"{GIVE}/reach"
DONE: Final = {"rhythm": "give-rhythm-saved", "ask": "give-ask-kept"}
"""The messages shown after a change, by the value of `done` in the address."""
_RHYTHMS: Final = ("daily", "twice", "weekly", "once")
_LONGEST: Final = 400
"""The most characters of a question that its field takes."""


def gift_form(token: str, gift: GivenGift, action: str, *inside: Part, **attributes: str) -> Markup:
    hidden = hidden_field("form", token), hidden_field("gift", gift.id)
    return h("form", *hidden, *inside, method="post", action=action, **attributes)


def changes_section(
    gift: GivenGift, token: str, language: str, asked: str = "", refused: GiftRefused | None = None
) -> Markup:
    """Return the block with everything that can be changed. `asked`: a question that was refused, to be mended."""
    away = h("p", h("a", say(language, "give-take-back"), href=f"{BACK}?gift={quote(gift.id, safe='')}"))
    return h(
        "section",
        h("h2", say(language, "give-change")),
        _rhythm_form(gift, token, language),
        _questions(gift, token, language, asked, refused),
        away,
        class_="changes",
        id="change",
    )


def _rhythm_form(gift: GivenGift, token: str, language: str) -> Markup:
    names = [(each, say(language, f"give-rhythm-{each}")) for each in _RHYTHMS]
    if not gift.rhythm:
        names.insert(0, ("", say(language, "give-rhythm-own", name=gift.name)))
    options = (h("option", words, value=each, selected=each == gift.rhythm) for each, words in names)
    field = h("label", h("span", say(language, "give-rhythm")), h("select", *options, name="rhythm", required=True))
    return gift_form(token, gift, RHYTHM, field, h("button", say(language, "give-save"), type="submit"))


def _questions(gift: GivenGift, token: str, language: str, asked: str, refused: GiftRefused | None) -> Markup:
    rows = (
        h(
            "li",
            h("p", each.text, dir="auto"),
            h("span", say(language, "give-asked-yes" if each.asked else "give-asked-wait")),
        )
        for each in gift.questions
    )
    wrong = None
    if refused is not None:
        why = say(language, refused.words, teller=gift.name, most=30)
        wrong = h("strong", why, class_="wrong", role="alert", id="wrong")
    field = h(
        "label",
        h("span", say(language, "give-ask")),
        wrong,
        h(
            "textarea",
            asked,
            name="question",
            rows=2,
            maxlength=_LONGEST,
            required=True,
            dir="auto",
            autofocus=refused is not None,
            aria_describedby="wrong" if wrong else None,
        ),
        h("small", say(language, "give-ask-hint"), class_="hint"),
    )
    form = gift_form(token, gift, ASK, field, h("button", say(language, "give-ask-add"), type="submit"))
    title, listed = h("h3", say(language, "give-asked")), h("ul", *rows, class_="given asks")
    return join_markup(*((title, listed) if gift.questions else ()), form)


def take_back_page(gift: GivenGift, token: str, language: str) -> str:
    """Return the page that asks once before a gift is taken back."""
    title = say(language, "give-take-back-sure", name=gift.name)
    means = "give-take-back-opened" if gift.opened else "give-take-back-unopened"
    yes = h("button", say(language, "give-take-back-yes"), type="submit", class_="send big")
    main = h(
        "main",
        h("h1", title),
        h("p", say(language, means, name=gift.name), class_="lead"),
        gift_form(token, gift, BACK, yes),
        h("p", h("a", say(language, "give-take-back-no"), href=gift_address(gift.id), class_="button big")),
        class_="welcome begin gift",
    )
    return document(language, title, main)


# --- what was sent ----------------------------------------------------------------------------------------------------


def sent_section(gift: GivenGift, sent: tuple[SentAnswer, ...], language: str) -> Markup:
    """Show what the teller has sent on, in their own words, or say that it is up to them."""
    if not sent:
        return h("p", say(language, "give-nothing-sent", name=gift.name), class_="sent")
    story = h("a", say(language, "give-story"), href=f"{STORY}?gift={quote(gift.id, safe='')}", class_="button")
    title = h("h2", say(language, "give-sent", name=gift.name))
    return h("section", title, _letters(gift, sent, language), h("p", story), class_="sent")


def story_page(gift: GivenGift, sent: tuple[SentAnswer, ...], language: str) -> str:
    """Return what was sent as a page to print or to save, with nothing else on the paper."""
    title = say(language, "give-story-title", name=gift.name)
    top = h(
        "nav",
        h("a", say(language, "welcome-back"), href=gift_address(gift.id), class_="button"),
        " ",
        h("button", say(language, "give-story"), type="button", class_="scripted", id="print"),
        class_="reading",
        aria_label=title,
    )
    inside = _letters(gift, sent, language) if sent else h("p", say(language, "give-nothing-sent", name=gift.name))
    main = h("main", h("h1", title), h("div", inside, class_="sent"), class_="document story")
    return document(language, title, join_markup(top, main), script="reading.js")


def _letters(gift: GivenGift, sent: Iterable[SentAnswer], language: str) -> Markup:
    return h("ol", *(_letter(gift, each, language) for each in sent))


def _letter(gift: GivenGift, sent: SentAnswer, language: str) -> Markup:
    picture = None
    if sent.photo:
        address = f"{PHOTO}?gift={quote(gift.id, safe='')}&answer={sent.number}"
        picture = h("img", src=address, alt=say(language, "family-picture"), loading="lazy")
    words = sent.words or ("" if sent.photo else say(language, "family-picture"))
    paragraphs = (h("p", each, dir="auto") for each in words.split("\n") if each.strip())
    return h(
        "li",
        h("p", sent.question, class_="asked", dir="auto") if sent.question else None,
        picture,
        h("blockquote", *paragraphs) if words else None,
        h("p", day_label(language, sent.day), class_="hint"),
    )


def day_label(language: str, day: date) -> str:
    return format_day(language, datetime.combine(day, time(12), UTC), ZoneInfo("UTC"))

"""The menu: what can be done now, the person's own interviews, and the page itself.

It is a dialog of the conversation, and a page of its own where there is no JavaScript.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from uuid import uuid4

from aiohttp import web
from markupsafe import Markup

from adapters.web import HOME
from adapters.web.markup import Part, h, join_markup
from adapters.web.operator.frame import SETUP, hidden_field
from adapters.web.pages import document, html_response
from adapters.web.security import form_token_for
from adapters.web.visits import PAGE, PageSettings, PageVisitor, reader_of
from adapters.web.welcome import GIVE, gift_link
from core.contracts.giving import GivenGift
from core.contracts.page_menu import MenuEntry, MenuPart, PersonMenu
from core.languages.messages import match_locale, say

ADDRESS: Final = "/menu"
FINISH: Final = "/finish"
DONE: Final = "done"
GIFT: Final = "gift"
_LOOKS: Final = ("auto", "light", "dark")
MOST: Final = 8
"""Entries that are seen at once, the one that shows all others among them."""
MOST_GIVEN: Final = 2
"""Gifts that the menu shows; the page that makes them shows all."""
_EMPTY: Final = PersonMenu()


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownMenu:
    """What the menu of one person shows, and what its forms carry."""

    language: str
    menu: PersonMenu
    commands: tuple[tuple[str, str], ...]
    """All commands, where nobody tells which can be used now."""
    token: str
    client_id: str
    settings: str
    """The address of the settings; empty for everybody but the person at this computer."""
    gifts: str
    """The address where they make gifts; empty for everybody else."""
    given: tuple[GivenGift, ...] = ()
    """The gifts that this person has made."""
    pages: Mapping[str, str] = field(default_factory=dict)
    """The words of the links to pages of features, by the command that they belong to, which is the address too."""


def gives_here(request: web.Request, page: PageSettings, visitor: PageVisitor) -> bool:
    """Return whether the visitor makes gifts here, as the person at this computer does."""
    at_home = visitor.address.chat == HOME and page.doors.is_loopback(request)
    return at_home and page.inbox.giving is not None and page.inbox.giving.is_on


async def menu_of(page: PageSettings, visitor: PageVisitor, language: str, *, gives: bool) -> ShownMenu:
    menus, giving = page.inbox.menus, page.inbox.giving
    settings = SETUP if page.operator is not None and visitor.address.chat == HOME else ""
    return ShownMenu(
        language=language,
        menu=_EMPTY if menus is None else await menus.menu(visitor.address, language),
        commands=page.menus.get(language, ()),
        token=form_token_for(visitor.key),
        client_id=str(uuid4()),
        settings=settings,
        gifts=GIVE if gives else "",
        given=await giving.given(visitor.address) if gives and giving is not None else (),
        pages={each.name: each.link(language) for each in page.inbox.pages},
    )


def menu_dialogs(shown: ShownMenu) -> Markup:
    """Return the menu as a dialog, and the question before somebody finishes."""
    close = h("button", say(shown.language, "page-close"), type="button", class_="close")
    title = h("h2", say(shown.language, "page-commands"), id="menu-title", class_="unseen")
    content = h("div", menu_content(shown), id="menu-content")
    menu = h("dialog", title, content, close, id="menu", aria_labelledby="menu-title")
    return join_markup(menu, h("dialog", finish_content(shown), id="finish", aria_labelledby="finish-title"))


def menu_content(shown: ShownMenu) -> Markup:
    """Return the part of the menu that changes with what can be done."""
    language, menu = shown.language, shown.menu
    parts = menu.parts
    if not parts:
        entries = tuple(MenuEntry(command=name, label=does) for name, does in shown.commands)
        parts = (MenuPart(name="", entries=entries),)
    links = _owner_links(shown)
    wanted = menu.first or tuple(entry.command for part in parts for entry in part.entries)
    first = frozenset([name for name in wanted if not (shown.gifts and name == GIFT)][: MOST - 1 - len(links)])
    seen = [_entry(entry, shown) for part in parts for entry in part.entries if entry.command in first]
    sections: list[Part] = [_section(part, first, shown) for part in parts if part.name != "page"]
    if menu.interviews:
        mine = [
            h("li", _order(f"/resume {each.id}", h("strong", each.title), h("span", f"{each.how_far} · {each.last}")))
            for each in menu.interviews
        ]
        heading = h("h3", say(language, "page-menu-mine"))
        sections.insert(0, h("section", heading, h("ul", *mine, class_="orders interviews")))
    own = tuple(entry for part in parts for entry in part.entries if part.name == "page" and entry.command not in first)
    return h(
        "div",
        h("section", h("ul", *(h("li", each) for each in (*seen, *links)), class_="orders")) if seen or links else None,
        h("details", h("summary", say(language, "page-menu-more")), *sections, _this_page(own, shown), class_="more"),
        data_ahead=menu.ahead or None,
        data_time=menu.time or None,
        data_zone="wanted" if menu.wants_zone else None,
    )


def finish_content(shown: ShownMenu) -> Markup:
    """Return the question whether somebody wants to finish now, with thanks; going on comes first."""
    language = shown.language
    return join_markup(
        h("h2", say(language, "page-finish"), id="finish-title"),
        h("p", say(language, "page-finish-thanks")),
        h(
            "div",
            h("a", say(language, "page-finish-not-yet"), href="/", class_="button send", data_close=True),
            _order(f"/{DONE}", say(language, "page-finish-yes")),
            class_="row",
        ),
    )


async def get_menu(request: web.Request) -> web.Response:
    """GET /menu?language=TAG: the menu as a page; for the page's own script only what changes."""
    page = request.app[PAGE]
    visitor = await reader_of(request)
    gives = gives_here(request, page, visitor)
    shown = await menu_of(page, visitor, match_locale(request.query.get("language", "") or visitor.tag), gives=gives)
    if request.headers.get("X-Raconteur") == "1":
        return web.json_response({"menu": menu_content(shown), "finish": finish_content(shown)})
    return _page(shown, "page-commands", h("h1", say(shown.language, "page-commands")), menu_content(shown))


async def get_finish(request: web.Request) -> web.Response:
    """GET /finish: ask before somebody finishes."""
    visitor = await reader_of(request)
    page = request.app[PAGE]
    shown = await menu_of(page, visitor, match_locale(visitor.tag), gives=gives_here(request, page, visitor))
    return _page(shown, "page-finish", finish_content(shown))


def _page(shown: ShownMenu, title: str, *content: Part) -> web.Response:
    language = shown.language
    back = h("p", h("a", say(language, "page-reading-back"), href="/", class_="button"))
    main = h("main", *content, back, order_form(shown), class_="notice menu")
    return html_response(document(language, say(language, title), main))


def order_form(shown: ShownMenu) -> Markup:
    """Return the form that the buttons of the menu belong to."""
    return h(
        "form",
        hidden_field("form", shown.token),
        hidden_field("id", shown.client_id),
        id="order",
        method="post",
        action="/say",
        hidden=True,
    )


def _owner_links(shown: ShownMenu) -> list[Markup]:
    """Return the links that only the person at this computer has."""
    found = ((shown.gifts, "welcome-give"), (shown.settings, "page-settings"))
    links = [h("a", say(shown.language, words), href=address, class_="button") for address, words in found if address]
    return [*(gift_link(each, shown.language, kind="button") for each in shown.given[:MOST_GIVEN]), *links]


def _section(part: MenuPart, first: Collection[str], shown: ShownMenu) -> Markup | None:
    """Return what a part has besides the entries shown first, under its heading; None where that is nothing."""
    entries: list[Part] = []
    for each in part.entries:
        if each.command not in first:
            entries.append(h("li", _entry(each, shown)))
        if words := shown.pages.get(each.command):
            entries.append(h("li", h("a", words, href=f"/{each.command}", class_="button")))
    if not entries:
        return None
    heading = h("h3", say(shown.language, f"page-menu-{part.name}")) if part.name else None
    return h("section", heading, h("ul", *entries, class_="orders"))


def _entry(entry: MenuEntry, shown: ShownMenu) -> Markup:
    if entry.command == DONE and shown.menu.ahead:
        return h("a", entry.label, href=FINISH, class_="button", data_finish=True)
    return _order(f"/{entry.command}", entry.label)


def _order(text: str, *label: Part) -> Markup:
    return h("button", *label, type="submit", form="order", name="text", value=text, data_order=text)


def _this_page(own: Sequence[MenuEntry], shown: ShownMenu) -> Markup:
    language = shown.language
    looks = [
        h("label", h("input", type="radio", name="look", value=look), " ", say(language, f"page-look-{look}"))
        for look in _LOOKS
    ]
    printing = h("button", say(language, "page-menu-print"), type="button", data_print=True, class_="scripted")
    links = [
        h("li", printing, class_="scripted"),
        h("li", h("a", say(language, "page-devices"), href="/devices", class_="button")),
    ]
    # Whoever makes gifts on a page of their own needs no command for it.
    entries = [h("li", _entry(each, shown)) for each in own if not (shown.gifts and each.command == GIFT)]
    return h(
        "section",
        h("h3", say(language, "page-menu-page")),
        h("ul", *entries, *links, class_="orders"),
        h("fieldset", h("legend", say(language, "page-look")), *looks, class_="looks scripted"),
    )

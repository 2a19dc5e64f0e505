"""Builds the parts that all views of the operator's page share: the frame, forms, tables, and figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final
from urllib.parse import quote

from markupsafe import Markup

from adapters.web.markup import Part, h
from core.contracts.messages import Progress
from core.contracts.session import Status
from core.languages.messages import say

Titles = Mapping[str, Mapping[str, str]]
"""The titles of interviews, by kind and language."""
MICROS: Final = 1_000_000
HOME: Final = "/operator"
LIST: Final = f"{HOME}/interviews"
SETUP: Final = f"{HOME}/setup"
NEARBY: Final = f"{SETUP}/nearby"
GIVE: Final = "/give"
GIVEN: Final = f"{GIVE}#given"
"""The part of the owner's page for gifts that shows what was given before."""
_VIEWS: Final = (
    (HOME, "operator-who"),
    (f"{HOME}/doors", "operator-doors"),
    (SETUP, "operator-setup"),
)
_RARE_VIEWS: Final = (
    (LIST, "operator-sessions"),
    (f"{HOME}/figures", "operator-figures"),
    (f"{HOME}/devices", "operator-devices"),
)
"""Views that are folded away, with those of the features behind them."""


def session_address(session_id: str) -> str:
    """Return the address of a session; an imported one may have any id."""
    return f"{HOME}/sessions/{quote(session_id, safe='')}"


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatorView:
    language: str
    token: str
    """The token in each form, so that no other site can send one."""
    now: datetime
    device: str
    """The digest of the key that this browser has."""
    here: str = ""
    """The address of the view that is marked as current."""
    panels: tuple[tuple[str, str], ...] = ()
    """The addresses of what features show, with the messages that are their titles."""
    owner: bool = False
    """Whoever looks at it has come from their own conversation, and goes back there."""

    def document(self, title: str, *body: Part) -> str:
        name = say(self.language, "operator-title")
        rare = (*_RARE_VIEWS, *self.panels)
        more = h(
            "details",
            h("summary", say(self.language, "operator-rare")),
            *(self._link(*each) for each in rare),
            open=any(path == self.here for path, _ in rare),
        )
        links = (*(self._link(*each) for each in _VIEWS), more)
        if self.owner:
            leave = h("a", say(self.language, "page-reading-back"), href="/")
        else:
            leave = self.form(f"{HOME}/leave", button=say(self.language, "operator-leave"))
        skip = h("a", say(self.language, "operator-skip"), href="#main", class_="skip")
        header = h("header", h("nav", *links, aria_label=name), leave)
        main = h("main", h("h1", title), *body, id="main")
        script = h("script", type="module", src="/static/operator/operator.js")
        return document_html(self.language, f"{title} · {name}", skip, header, main, script=script)

    def _link(self, path: str, key: str) -> Markup:
        return h("a", say(self.language, key), href=path, aria_current="page" if path == self.here else None)

    def form(
        self, action: str, *fields: Part, button: str, danger: bool = False, quiet: str = "", name: str | None = None
    ) -> Markup:
        """`quiet` is what a screen reader adds to the words of the button."""
        hidden = h("span", f" {quiet}", class_="unseen") if quiet else None
        send = h("button", button, hidden, type="submit", class_="danger" if danger else None)
        return h("form", hidden_field("form", self.token), *fields, send, method="post", action=action, id=name)


def document_html(language: str, title: str, *body: Markup, script: Markup | None = None) -> str:
    """Return a whole HTML document in the style of the operator's page."""
    head = (
        h("meta", charset="utf-8"),
        h("meta", name="viewport", content="width=device-width, initial-scale=1"),
        h("title", title),
        h("link", rel="icon", href="/static/icon.svg", type="image/svg+xml"),
        h("link", rel="stylesheet", href="/static/tokens.css"),
        h("link", rel="stylesheet", href="/static/operator/operator.css"),
        script,
    )
    return f"<!doctype html>{h('html', h('head', *head), h('body', *body), lang=language)}"


def hidden_field(name: str, value: str) -> Markup:
    return h("input", type="hidden", name=name, value=value)


def text_field(name: str, label: str, *, value: str = "", **more: str | bool | None) -> Markup:
    """Return a field with its label before it."""
    return h("label", h("span", label), h("input", name=name, value=value, **{"type": "text", **more}))


def choice_field(name: str, label: str, choices: Iterable[tuple[str, str]], *, chosen: str = "") -> Markup:
    """`choices` are pairs of the sent value and the shown words."""
    options = (h("option", words, value=value, selected=value == chosen) for value, words in choices)
    return h("label", h("span", label), h("select", *options, name=name))


def facts_html(rows: Iterable[tuple[str, Part]], **attributes: str) -> Markup:
    """Return a list of facts without those that are empty."""
    return h("dl", *(h("div", h("dt", label), h("dd", value)) for label, value in rows if value), **attributes)


def table_html(
    caption: str, heads: Sequence[str], rows: Iterable[Sequence[Part]], *, numbers: frozenset[int]
) -> Markup:
    """Return a table whose first column names the row; `numbers` are the columns of figures."""

    def cells(row: Sequence[Part]) -> Markup:
        first, *others = row
        rest = (
            h("td", cell, role="cell", data_label=heads[n], class_="number" if n in numbers else None)
            for n, cell in enumerate(others, start=1)
        )
        return h("tr", h("th", first, scope="row", role="rowheader"), *rest, role="row")

    columns = (
        h("th", name, scope="col", role="columnheader", class_="number" if n in numbers else None)
        for n, name in enumerate(heads)
    )
    # On a phone each row is a card, and without the roles it would no longer be a table to a screen reader.
    head = h("thead", h("tr", *columns, role="row"), role="rowgroup")
    body = h("tbody", *(cells(row) for row in rows), role="rowgroup")
    inside = h("table", h("caption", caption, class_="unseen"), head, body, role="table")
    # What is wider than a small screen is scrolled, also by keyboard.
    return h("div", inside, class_="wide", tabindex="0", role="region", aria_label=caption)


def time_html(at: datetime) -> Markup:
    """Return a time in this computer's time zone."""
    return h("time", at.astimezone().strftime("%Y-%m-%d %H:%M"), datetime=at.isoformat())


def format_price(micros: int) -> str:
    """Return a price with two decimals, or up to four if they are not zero."""
    whole, rest = f"{Decimal(micros) / MICROS:.4f}".split(".")
    return f"{whole}.{rest[:2]}{rest[2:].rstrip('0')}"


def kind_choices(language: str, kinds: Titles) -> list[tuple[str, str]]:
    """Return the kinds of interview with their titles in a language."""
    return [(kind, titles.get(language, kind)) for kind, titles in kinds.items()]


def progress_label(language: str, progress: Progress | None) -> str:
    return "" if progress is None else say(language, "operator-far", done=progress.done, total=progress.total)


def status_label(language: str, status: Status) -> str:
    return say(language, f"operator-state-{status.value}")


def status_choices(language: str) -> list[tuple[str, str]]:
    return [(status.value, status_label(language, status)) for status in Status]

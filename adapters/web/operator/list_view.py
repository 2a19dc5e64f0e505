"""Show the list of the sessions, a page at a time. Searched words never appear in an address."""

from __future__ import annotations

from contextlib import suppress
from typing import Final
from urllib.parse import urlencode

from markupsafe import Markup

from adapters.web.markup import Part, h, join_markup
from adapters.web.operator.frame import (
    HOME,
    LIST,
    OperatorView,
    Titles,
    choice_field,
    format_price,
    hidden_field,
    kind_choices,
    progress_label,
    session_address,
    status_choices,
    status_label,
    table_html,
    text_field,
    time_html,
)
from core.contracts.operator_desk import ListPlace, SessionList, SessionRow, Sought
from core.contracts.session import Status
from core.languages.messages import say

_NUMBERS: Final = frozenset({4, 6})
_HEADS: Final = ("person", "interview", "state", "progress", "answers", "touched", "cost", "trouble")
LONGEST: Final = 200
"""The most characters that are searched for."""


def list_view(view: OperatorView, found: SessionList, sought: Sought, kinds: Titles) -> str:
    language = view.language
    heads = [say(language, f"operator-head-{name}") for name in _HEADS]
    title = say(language, "operator-sessions")
    body = h("p", say(language, "operator-none"))
    if found.rows:
        rows: list[list[Part]] = [
            [
                h("a", row.person, href=session_address(row.id)),
                join_markup(row.title, h("br"), h("small", row.about)) if row.about else row.title,
                status_label(language, row.status),
                progress_label(language, row.progress),
                row.answers,
                time_html(row.touched_at),
                format_price(row.cost_micros),
                troubles_label(language, row),
            ]
            for row in found.rows
        ]
        body = table_html(title, heads, rows, numbers=_NUMBERS)
    number = h("p", say(language, "operator-total", number=found.total))
    return view.document(title, _search(view, sought, kinds), number, body, _next(view, found, sought))


def parse_search(words: str, status: str, kind: str, behind: str) -> Sought:
    """Return what was asked for, without filters that cannot be understood."""
    at, _, session_id = behind.partition("~")
    place = None
    with suppress(ValueError):
        place = ListPlace(touched_at=float(at), session_id=session_id) if session_id else None
    return Sought(
        status=Status(status) if status in set(Status) else None,
        kind=kind[:LONGEST],
        words=words.strip()[:LONGEST],
        behind=place,
    )


def list_address(sought: Sought, behind: ListPlace | None = None) -> str:
    """Return the address of a list that no words were searched for."""
    query = {
        "status": "" if sought.status is None else sought.status.value,
        "kind": sought.kind,
        "behind": _written(behind),
    }
    given = urlencode({name: value for name, value in query.items() if value})
    return f"{LIST}?{given}" if given else LIST


def _written(place: ListPlace | None) -> str:
    return "" if place is None else f"{place.touched_at!r}~{place.session_id}"


def _search(view: OperatorView, sought: Sought, kinds: Titles) -> Markup:
    language = view.language
    every = ("", say(language, "operator-every"))
    return h(
        "search",
        view.form(
            f"{HOME}/find",
            text_field(
                "words", say(language, "operator-words"), value=sought.words, type="search", maxlength=str(LONGEST)
            ),
            choice_field(
                "status",
                say(language, "operator-head-state"),
                [every, *status_choices(language)],
                chosen=sought.status or "",
            ),
            choice_field(
                "kind", say(language, "operator-kind"), [every, *kind_choices(language, kinds)], chosen=sought.kind
            ),
            button=say(language, "operator-find"),
        ),
    )


def troubles_label(language: str, row: SessionRow) -> str:
    found = {"operator-undeliverable": row.undeliverable, "operator-unheard": row.unheard}
    return ", ".join(say(language, key, number=number) for key, number in found.items() if number)


def _next(view: OperatorView, found: SessionList, sought: Sought) -> Markup | None:
    if found.behind is None:
        return None
    words = say(view.language, "operator-next")
    if not sought.words:
        return h("p", h("a", words, href=list_address(sought, found.behind), rel="next"))
    fields = (
        hidden_field("words", sought.words),
        hidden_field("status", "" if sought.status is None else sought.status.value),
        hidden_field("kind", sought.kind),
        hidden_field("behind", _written(found.behind)),
    )
    return view.form(f"{HOME}/find", *fields, button=words)

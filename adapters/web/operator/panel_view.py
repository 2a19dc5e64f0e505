"""Show what a feature has on the operator's page: a list of things, and one of them with what was said in it."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Final
from urllib.parse import quote

from adapters.web.markup import Part, h
from adapters.web.operator.frame import HOME, MICROS, OperatorView, facts_html, format_price, table_html, time_html
from core.contracts.operator_desk import OperatorPanel, PanelCell, PanelSheet, PanelTable
from core.languages.messages import say

_FIGURES: Final = (int, Decimal)


def panel_address(panel: OperatorPanel) -> str:
    return f"{HOME}/{panel.path}"


def thing_address(panel: OperatorPanel, thing_id: str) -> str:
    """Return the address of one of its things, which may have any id."""
    return f"{panel_address(panel)}/{quote(thing_id, safe='')}"


def table_view(view: OperatorView, panel: OperatorPanel, table: PanelTable) -> str:
    title = say(view.language, panel.title)
    if not table.rows:
        return view.document(title, h("p", table.empty))
    rows: list[list[Part]] = [
        [h("a", _shown(name), href=thing_address(panel, thing_id)), *map(_shown, cells)]
        for thing_id, (name, *cells) in table.rows
    ]
    numbers = frozenset(n for n, cell in enumerate(table.rows[0][1]) if isinstance(cell, _FIGURES))
    return view.document(title, table_html(title, table.heads, rows, numbers=numbers))


def sheet_view(view: OperatorView, address: str, sheet: PanelSheet) -> str:
    get = h("p", h("a", say(view.language, "operator-get-transcript"), href=f"{address}/transcript"))
    said = (
        h(
            "li",
            h("div", h("span", line.speaker, class_="mark"), time_html(line.at), class_="head"),
            h("p", line.text, dir="auto"),
            value=line.number,
            class_="bot" if line.asks else "me",
        )
        for line in sheet.said
    )
    facts = facts_html((name, _shown(cell)) for name, cell in sheet.facts)
    transcript = h("h2", say(view.language, "operator-transcript"))
    return view.document(sheet.title, facts, get, transcript, h("ol", *said, id="said"))


def _shown(cell: PanelCell) -> Part:
    match cell:
        case Decimal():
            return format_price(int(cell * MICROS))
        case datetime():
            return time_html(cell)
    return cell

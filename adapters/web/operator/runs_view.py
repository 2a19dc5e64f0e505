"""Runs of the chamber, and of one what both sides may read of it: no thought of either."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from markupsafe import Markup

from adapters.web.markup import Part, h
from adapters.web.operator.frame import OperatorView, facts_html, format_price, run_address, table_html, time_html
from core.contracts.operator_desk import RunRow, RunSheet
from core.languages.messages import say

_HEADS: Final = (
    "operator-run",
    "operator-sides",
    "operator-head-state",
    "operator-turns",
    "operator-head-cost",
    "operator-head-touched",
)


def runs_view(view: OperatorView, runs: tuple[RunRow, ...]) -> str:
    language = view.language
    title = say(language, "operator-runs")
    heads = [say(language, key) for key in _HEADS]
    rows = (_row(language, run) for run in runs)
    found = (
        table_html(title, heads, rows, numbers=frozenset({3, 4})) if runs else h("p", say(language, "operator-no-runs"))
    )
    return view.document(title, found)


def _row(language: str, run: RunRow) -> list[Part]:
    return [
        h("a", run.name, href=run_address(run.id)),
        f"{run.prime} · {run.candidate}",
        _state(language, run),
        run.turns,
        format_price(run.cost_micros),
        time_html(run.touched_at),
    ]


def run_view(view: OperatorView, sheet: RunSheet) -> str:
    language, run = view.language, sheet.row
    rows: list[tuple[str, Part]] = [
        ("Prime", run.prime),
        ("Candidate", run.candidate),
        (say(language, "operator-head-state"), _state(language, run)),
        (say(language, "operator-turns"), run.turns),
        (say(language, "operator-head-touched"), time_html(run.touched_at)),
        (say(language, "operator-head-cost"), format_price(run.cost_micros)),
    ]
    get = h("p", h("a", say(language, "operator-get-transcript"), href=f"{run_address(run.id)}/transcript"))
    said = (_said(*each) for each in sheet.said)
    return view.document(
        run.name, facts_html(rows), get, h("h2", say(language, "operator-transcript")), h("ol", *said, id="said")
    )


def _state(language: str, run: RunRow) -> str:
    return say(language, "chamber-file-is", status=run.status, why=run.why)


def _said(number: int, speaker: str, text: str, at: datetime) -> Markup:
    return h(
        "li",
        h("div", h("span", speaker.capitalize(), class_="mark"), time_html(at), class_="head"),
        h("p", text, dir="auto"),
        value=number,
        class_="bot" if speaker == "prime" else "me",
    )

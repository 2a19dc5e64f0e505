"""Show the runs of the chamber, and the transcript of one without either side's thoughts."""

from __future__ import annotations

from typing import Final

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
    if not runs:
        return view.document(title, h("p", say(language, "operator-no-runs")))
    rows: list[list[Part]] = [
        [
            h("a", run.name, href=run_address(run.id)),
            f"{run.prime} · {run.candidate}",
            _state(language, run),
            run.turns,
            format_price(run.cost_micros),
            time_html(run.touched_at),
        ]
        for run in runs
    ]
    return view.document(title, table_html(title, heads, rows, numbers=frozenset({3, 4})))


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
    said = (
        h(
            "li",
            h("div", h("span", speaker.capitalize(), class_="mark"), time_html(at), class_="head"),
            h("p", text, dir="auto"),
            value=number,
            class_="bot" if speaker == "prime" else "me",
        )
        for number, speaker, text, at in sheet.said
    )
    return view.document(
        run.name, facts_html(rows), get, h("h2", say(language, "operator-transcript")), h("ol", *said, id="said")
    )


def _state(language: str, run: RunRow) -> str:
    return say(language, "chamber-file-is", status=run.status, why=run.why)

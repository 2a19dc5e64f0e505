"""Runs of the chamber, and of one what both sides may read of it: no thought of either."""

from __future__ import annotations

from markupsafe import Markup

from adapters.web.operator.frame import HOME, View, facts, moment, money, table
from adapters.web.operator.markup import Part, h
from core.contracts.operator_desk import RunRow, RunSheet
from core.words import say


def runs_view(view: View, runs: tuple[RunRow, ...]) -> str:
    language = view.language
    title = say(language, "operator-runs")
    heads = [
        say(language, key) for key in ("operator-run", "operator-sides", "operator-head-state", "operator-head-touched")
    ]
    rows = (
        [
            h("a", run.name, href=f"{HOME}/runs/{run.id}"),
            f"{run.prime} · {run.candidate}",
            _state(run),
            moment(run.touched_at),
        ]
        for run in runs
    )
    found = table(title, heads, rows, numbers=frozenset()) if runs else h("p", say(language, "operator-no-runs"))
    return view.document(title, found)


def run_view(view: View, sheet: RunSheet) -> str:
    language, run = view.language, sheet.row
    rows: list[tuple[str, Part]] = [
        ("Prime", run.prime),
        ("Candidate", run.candidate),
        (say(language, "operator-head-state"), _state(run)),
        (say(language, "operator-head-touched"), moment(run.touched_at)),
        (say(language, "operator-head-cost"), money(sheet.cost_micros)),
    ]
    get = h("p", h("a", say(language, "operator-get-transcript"), href=f"{HOME}/runs/{run.id}/transcript"))
    said = (_said(*each) for each in sheet.said)
    return view.document(
        run.name, facts(rows), get, h("h2", say(language, "operator-transcript")), h("ol", *said, id="said")
    )


def _state(run: RunRow) -> str:
    return f"{run.status} ({run.why})" if run.why else run.status


def _said(number: int, speaker: str, text: str, at: object) -> Markup:
    return h(
        "li",
        h("div", h("span", speaker.capitalize(), class_="mark"), class_="head"),
        h("p", text, dir="auto"),
        value=number,
        class_="bot" if speaker == "prime" else "me",
    )

"""The figures of talks as a table for the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from bot.formatting import pluralize
from core.features.evaluation.measures import (
    SPENT,
    TALKED,
    Measure,
    Tallies,
    format_tally,
    group_tallies,
)
from core.simulation.people import SimulatedPerson
from core.simulation.talks import RecordedTalk

WIDTH = 120
"""Columns where nobody looks at it on a screen."""
_FEW = 3
"""So many people have a column of their own."""
_PARTS: Mapping[str, Sequence[Measure]] = {"What was said": TALKED, "What it took": SPENT}


def measures_table(talks: Sequence[tuple[SimulatedPerson, RecordedTalk, Tallies]]) -> Table:
    """Make a row for each measure that counted anything; a column for all, for each language, and for each of few."""
    columns = dict(group_tallies([(person, tallies) for person, _, tallies in talks]))
    if 1 < len(talks) <= _FEW:
        columns |= {person.name: tallies for person, _, tallies in talks}
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    made.add_column(f"{pluralize(len(talks), 'talk')}, {pluralize(sum(talk.turns for _, talk, _ in talks), 'answer')}")
    for name in columns:
        made.add_column(Text(name), justify="right")
    made.add_column("good")
    for title, measures in _PARTS.items():
        rows: list[tuple[str, ...]] = []
        for measure in measures:
            values = [format_tally(measure, tallies.get(measure.name)) for tallies in columns.values()]
            if any(value not in {"", "0"} for value in values) or (measure.good == "0" and any(values)):
                rows.append((f"  {measure.title}", *values, measure.good))
        if rows:
            made.add_row(Text(title, style="bold"))
        for row in rows:
            made.add_row(*map(Text, row))
    return made

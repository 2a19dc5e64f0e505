"""A study's rows with pseudonyms in the place of what identifies somebody."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.research.coding import Coded, Unit
from core.research.pseudonyms import Pseudonym, Replacer
from core.research.tables import TableRow


def texts_of(row: TableRow) -> tuple[str, ...]:
    """Return where in a row something can stand that identifies somebody."""
    return tuple(text for text in (row.question, row.answer, row.value) if text)


def pseudonymise(
    rows: Sequence[TableRow], coded: Iterable[Coded], pseudonyms: Sequence[Pseudonym]
) -> tuple[list[TableRow], list[Coded]]:
    """Both with pseudonyms, in the language of each interview; codings rest on the words that stand there now."""
    replacers = {row.language: Replacer(pseudonyms, language=row.language) for row in rows}
    made = [_row(row, replacers[row.language]) for row in rows]
    before = {Unit(row.participant, row.wave, row.number): row for row in rows}
    codings = [_coding(one, before[one.unit], replacers[before[one.unit].language]) for one in coded]
    return made, codings


def _row(row: TableRow, replaced: Replacer) -> TableRow:
    value = replaced(row.value)
    return replace(
        row,
        question=replaced(row.question),
        answer=replaced(row.answer),
        value=value,
        value_number=row.value_number if value == row.value else None,
    )


def _coding(one: Coded, row: TableRow, replaced: Replacer) -> Coded:
    start, end = replaced.passage(row.answer, one.start, one.end)
    return replace(one, start=start, quote=replaced(row.answer)[start:end])

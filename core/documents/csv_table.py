"""Writes tables as CSV in which no spreadsheet computes anything: whatever people wrote stays text."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Final

import regex

_FORMULA: Final = regex.compile(r"'*(?:[\t\r\n]|[\s\p{C}\p{Z}]*[=+\-@＝＋－＠﹦﹢﹣﹫])")
"""How a text begins that a spreadsheet takes for a formula (OWASP, "CSV Injection"), in any width and behind whatever a
spreadsheet passes over; and how a text begins that `escape_formula` has changed."""


def csv_text(rows: Iterable[Iterable[object]], *, line_end: str = "\r\n") -> str:
    """Return rows as RFC 4180 has them, each text in them harmless."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator=line_end)
    for row in rows:
        writer.writerow([escape_formula(value) if isinstance(value, str) else value for value in row])
    return out.getvalue()


def escape_formula(text: str) -> str:
    """Return `text`, with an apostrophe in front of what a spreadsheet would compute."""
    return f"'{text}" if _FORMULA.match(text) else text


def unescape_formula(cell: str) -> str:
    """Return the text that `escape_formula` made `cell` of."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell

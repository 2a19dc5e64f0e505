"""Tables as files: whatever people write comes back from them as it was, and makes no spreadsheet compute."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.features.research.tables import (
    FORMATS,
    ParticipantRow,
    TableRow,
    participant_rows,
    study_answer_rows,
    to_csv,
    to_jsonl,
    to_parquet,
)
from tests.features.research.interviews import Interview

WORDS = st.text(min_size=1).filter(lambda text: text.strip() != "")


def rows(text: str) -> list[TableRow]:
    return [*study_answer_rows([Interview().ask("q-0", "Bread?").tell(text).by("P001")])]


def read(content: bytes) -> list[dict[str, str]]:
    return [*csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""))]


@given(WORDS)
def test_words_come_back_as_they_were(text: str) -> None:
    made = rows(text)
    wanted = [row.answer for row in made]
    assert [json.loads(line)["answer"] for line in to_jsonl(TableRow, made).decode().split("\n") if line] == wanted
    assert [row["answer"].removeprefix("'") for row in read(to_csv(TableRow, made))] == [
        each.removeprefix("'") for each in wanted
    ]


@pytest.mark.parametrize("text", ["=HYPERLINK(1)", "+7 901", "-5", "@SUM(A1)"])
def test_no_cell_is_computed(text: str) -> None:
    (row,) = read(to_csv(TableRow, rows(text)))
    assert row["answer"] == f"'{text}"


def test_what_is_not_known_is_empty_and_times_are_utc() -> None:
    told = Interview().ask("q-0", "Bread?").tell("Dark").by("P001")
    (row,) = read(to_csv(ParticipantRow, participant_rows([told])))
    assert (row["begun_at"], row["ended_at"]) == ("2026-05-04T10:00:00+00:00", "2026-05-04T11:00:00+00:00")
    (answer,) = read(to_csv(TableRow, study_answer_rows([told])))
    assert (answer["value_number"], answer["edited"]) == ("", "false")


def test_parquet_keeps_types_and_nothing_at_all_is_a_table_too() -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    made = rows("Тёмный 🍞 хлеб \ud800")
    table = parquet.read_table(io.BytesIO(to_parquet(TableRow, made)))
    assert table.column_names == [*TableRow.__slots__]
    (back,) = table.to_pylist()
    assert (back["answer"], back["answered_at"]) == ("Тёмный 🍞 хлеб ?", made[0].answered_at)
    empty = parquet.read_table(io.BytesIO(to_parquet(TableRow, [])))
    assert (empty.num_rows, empty.schema) == (0, table.schema)
    assert set(FORMATS) == {"csv", "jsonl", "parquet"}

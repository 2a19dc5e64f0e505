"""`raconteur study pseudonyms`, and tables in which nobody is named."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from core.contracts.errors import ModelUnavailable
from core.features.research.findings import names_of_study
from core.store.reports import read_snapshot
from tests.fakes.model import ScriptedModel
from tests.features.research.study_kit import DATABASE, adds, asking, changes, is_erased, refused, set_up, tells
from tests.integration.cli_kit import run

EXPORT = ("study", "export", "voices", "--pseudonymised", "--force", "--out", "tables")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    set_up(tmp_path)
    tells(1, "we saw Rosa and the baker", "then Otto came")
    tells(2, "with Rosa's boy in Oryol")
    return tmp_path


def found(*more: str) -> str:
    told = run("study", "pseudonyms", "find", "voices", *more)
    assert told.exit_code == 0, told.exception
    return told.output


def review(folder: Path) -> list[dict[str, str]]:
    assert run("study", "pseudonyms", "review", "voices", "--out", "review.csv", "--force").exit_code == 0
    with (folder / "review.csv").open(newline="", encoding="utf-8-sig") as file:
        return [*csv.DictReader(file)]


def give_back(folder: Path, rows: list[dict[str, str]], delimiter: str = ",") -> None:
    with (folder / "review.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, [*rows[0]], delimiter=delimiter)
        writer.writeheader()
        writer.writerows(rows)


def take() -> tuple[str, ...]:
    return ("study", "pseudonyms", "take", "voices", "review.csv")


def answers(folder: Path) -> list[str]:
    with (folder / "tables" / "voices-answers.csv").open(newline="", encoding="utf-8-sig") as file:
        return [row["answer"] for row in csv.DictReader(file)]


def by_form(rows: list[dict[str, str]]) -> dict[str, dict[str, str]]:
    return {row["forms"].split(" | ")[0]: row for row in rows}


def rule(folder: Path) -> None:
    """Rosa is called Vera, Otto stays, and Oryol has no name of its own."""
    rows = by_form(review(folder))
    rows["Rosa"] |= {"ruling": "replaced", "replacement": "Vera"}
    rows["Otto"] |= {"ruling": "Stays"}
    rows["Oryol"] |= {"ruling": "replaced"}
    give_back(folder, [*rows.values()], delimiter=";")
    assert run(*take()).output.strip() == "3 rulings taken; 0 are open."


def test_what_a_reviewer_rules_stands_in_the_tables_and_the_key_does_not(here: Path) -> None:
    assert "2 interviews have words that were not looked through" in refused(*EXPORT)
    assert found().startswith("3 found, 3 wait for a decision.")
    assert "3 finds wait for a ruling" in refused(*EXPORT)
    assert not (here / "tables").exists()
    rows = by_form(review(here))
    assert (rows["Rosa"]["forms"], rows["Rosa"]["count"], rows["Oryol"]["kind"]) == ("Rosa | Rosa's", "2", "place")
    assert rows["Otto"]["excerpt"] == "then Otto came"
    assert (here / "review.csv").stat().st_mode & 0o077 == 0
    rule(here)
    for form in ("jsonl", "qdpx", "parquet", "csv"):
        assert run(*EXPORT, "--format", form).exit_code == 0
    assert answers(here) == ["we saw Vera and the baker", "then Otto came", "with Vera boy in [place 1]"]
    assert not any(b"Rosa" in path.read_bytes() for path in (here / "tables").iterdir())


def test_words_that_came_after_the_last_look_are_not_let_out(here: Path) -> None:
    found()
    rule(here)
    changes(1, 2, "then Karl came")
    assert "1 interviews have words" in refused(*EXPORT)
    assert found().startswith("3 found, 1 wait")
    adds(2, 2, "and Rosa wept")
    assert found().startswith("3 found, 1 wait")
    assert run(*EXPORT, "--unreviewed").exit_code == 0
    assert answers(here) == [
        "we saw Vera and the baker",
        "then [person 3] came",
        "with Vera boy in [place 1]",
        "and Vera wept",
    ]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"ruling": "maybe"}, ":2: 'maybe': a ruling is open, replaced or stays"),
        ({"number": "77"}, ":2: there is no person 77"),
        ({"replacement": "Vera"}, ":2: there is a replacement, but the ruling is open"),
        ({"number": "2"}, ":3: person 2 stands in an earlier line too"),
    ],
)
def test_a_wrong_line_is_told_and_nothing_is_taken(here: Path, change: dict[str, str], told: str) -> None:
    found()
    rows = sorted(review(here), key=lambda row: (row["kind"], row["number"]))
    give_back(here, [rows[0] | change, *(row | {"ruling": "stays"} for row in rows[1:])])
    assert told in refused(*take())
    assert {row["ruling"] for row in review(here)} == {"open"}


def test_what_a_model_finds_is_kept_where_it_stands_in_the_text(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lies(_prompt: object, _schema: object) -> dict[str, Any]:
        texts = {"the baker": "person", "bak": "person", "Napoleon": "person", "": "place", "boy": "creature"}
        return {"finds": [{"text": text, "kind": kind} for text, kind in texts.items()]}

    with asking(monkeypatch, ScriptedModel(lies)) as model:
        assert "thrown away" in found("--model")
        assert len(model.prompts) == 2
        found("--model")
        assert len(model.prompts) == 2
        adds(2, 2, "and the baker again")
        found("--model")
        assert len(model.prompts) == 3
    assert {*by_form(review(here))} == {"Rosa", "Otto", "Oryol", "the baker"}
    assert by_form(review(here))["the baker"]["count"] == "2"


def test_what_a_model_has_looked_through_is_not_paid_for_twice(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replies: list[Any] = [{"finds": []}, ModelUnavailable("gone"), {"finds": []}]
    with asking(monkeypatch, ScriptedModel(lambda *_: replies.pop(0))) as model:
        assert isinstance(run("study", "pseudonyms", "find", "voices", "--model").exception, ModelUnavailable)
        found("--model")
    assert [prompt.session_id for prompt in model.prompts] == ["s1", "s2", "s2"]


def test_without_a_model_it_says_so_after_the_rules(here: Path) -> None:
    assert "There is no model" in refused("study", "pseudonyms", "find", "voices", "--model")
    assert len(review(here)) == 3


def test_with_an_interview_its_names_go(here: Path) -> None:
    found()
    is_erased(1)
    left = [row.form for row in read_snapshot(DATABASE, lambda c: names_of_study(c, "voices")) if row.kind]
    assert sorted(left) == ["Oryol", "Rosa's"]
    tells(3, "Karl")
    found()
    assert by_form(review(here))["Karl"]["number"] == "3"

"""`raconteur study code`, `codes import` and `agreement`: codes that rest on what was said."""

from __future__ import annotations

import csv
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from core.contracts.errors import ModelUnavailable
from core.contracts.ports import Prompt
from core.features.research.findings import codings_of_study
from core.store.reports import read_snapshot
from tests.fakes.model import ScriptedModel
from tests.features.research.study_kit import DATABASE, adds, asking, changes, is_erased, refused, set_up, tells
from tests.integration.cli_kit import run

BOOK = """
[[codes]]
name = "loss"
title = "Loss"
definition = "Somebody or something is gone."
[[codes]]
name = "food"
title = "Food"
definition = "What was eaten."
"""
CODE = ("study", "code", "voices", "--codebook", "codes.toml")
IMPORT = ("study", "codes", "import", "voices", "anna.csv", "--codebook", "codes.toml", "--coder", "anna")
AGREEMENT = ("study", "agreement", "voices", "--codebook", "codes.toml")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    set_up(tmp_path)
    (tmp_path / "codes.toml").write_text(BOOK, encoding="utf-8")
    tells(1, "then Rosa was gone", "we ate bread")
    tells(2, "nothing at all")
    return tmp_path


QUOTES = {"then Rosa was gone": ("loss", "Rosa was gone"), "we ate bread": ("food", "bread")}


def codes_it(prompt: Prompt, _schema: object) -> dict[str, Any]:
    """Codes what it knows, and lies about the rest."""
    answers = []
    for number, text in re.findall(r"(\d+)\n<question>.*?<answer>\s*(.*?)\s*</answer>", prompt.user, re.DOTALL):
        true = [dict(zip(("code", "quote"), QUOTES[text], strict=True))] if text in QUOTES else []
        lies = [{"code": "joy", "quote": text}, {"code": "loss", "quote": "he never said this"}]
        answers.append({"number": int(number), "codes": [*true, *lies]})
    return {"answers": [*answers, {"number": 77, "codes": [{"code": "loss", "quote": "gone"}]}]}


def coded(monkeypatch: pytest.MonkeyPatch, *more: str) -> tuple[str, ScriptedModel]:
    with asking(monkeypatch, ScriptedModel(codes_it)) as model:
        return run(*CODE, *more).output, model


def table(*more: str) -> list[tuple[str, ...]]:
    assert run("study", "export", "voices", "--out", "tables", "--force", *more).exit_code == 0
    with Path("tables/voices-codes.csv").open(newline="", encoding="utf-8-sig") as file:
        return [tuple(row.values()) for row in csv.DictReader(file)]


def test_a_model_codes_what_it_can_quote_and_is_asked_once(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told, model = coded(monkeypatch)
    assert "2 codes given to 3 answers." in told
    assert "5 discarded: not in the codebook, or not for an answer." in told
    assert "3 discarded: the quotation is not in the answer." in told
    assert table() == [
        ("P001", "1", "1", "model", "loss", "Rosa was gone", "5"),
        ("P001", "1", "2", "model", "food", "bread", "7"),
        ("P002", "1", "1", "model", "", "", ""),
    ]
    assert [prompt.session_id for prompt in model.prompts] == ["s1", "s2"]
    assert coded(monkeypatch)[1].prompts == []
    adds(2, 2, "then Rosa was gone")
    (prompt,) = coded(monkeypatch)[1].prompts
    assert "nothing at all" not in prompt.user
    assert len(coded(monkeypatch, "--coder", "second")[1].prompts) == 2


def test_what_was_coded_before_a_model_failed_is_kept(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(prompt: Prompt, schema: object) -> Any:
        return ModelUnavailable("gone") if prompt.session_id == "s2" else codes_it(prompt, schema)

    with asking(monkeypatch, ScriptedModel(fails)):
        assert isinstance(run(*CODE).exception, ModelUnavailable)
    assert [prompt.session_id for prompt in coded(monkeypatch)[1].prompts] == ["s2"]


def test_an_answer_that_a_model_leaves_out_is_not_looked_at(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with asking(monkeypatch, ScriptedModel(lambda *_: {"answers": []})):
        assert "3 answers that the model left out" in run(*CODE).output
    assert table() == []


def test_a_code_goes_when_its_words_are_changed_or_deleted(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    coded(monkeypatch)
    changes(1, 2, "we ate soup")
    assert [row[4] for row in table()] == ["loss", ""]
    changes(1, 1, "and then, then Rosa was gone")
    assert table()[0][4:] == ("loss", "Rosa was gone", "15")
    is_erased(1)
    assert {row.session_id for row in read_snapshot(DATABASE, lambda c: codings_of_study(c, "voices"))} == {"s2"}


def theirs(*lines: str) -> None:
    Path("anna.csv").write_text("\n".join(("participant,wave,number,code,quote", *lines)), encoding="utf-8")


def test_a_person_codes_and_the_agreement_is_told(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    coded(monkeypatch)
    assert "there are: model" in refused(*AGREEMENT)
    theirs("P001,1,1,loss,gone", "P001,1,2,loss,", "P002,1,1,,")
    assert "2 codes for 3 answers taken from anna." in run(*IMPORT).output
    told = [line.split() for line in run(*AGREEMENT).output.splitlines() if line.split()]
    assert told[0] == ["code", "alpha", "units", "anna", "model"]
    # Units (1,1) (0,1) (0,0): coincidences 0-0: 2, 0-1: 1 each way, 1-1: 2; alpha = 1 - 5 * 2 / (2 * 3 * 3).
    assert ["loss", "0.444", "3", "2", "1"] in told
    assert ["food", "0.000", "3", "0", "1"] in told
    assert any(line[:2] == ["all", "codes"] for line in told)
    theirs("P001,1,1,,", "P001,1,2,food,we ate bread")
    run(*IMPORT)
    assert ("P001", "1", "2", "anna", "food", "we ate bread", "0") in table()
    assert not [row for row in table() if row[3:5] == ("anna", "loss")]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("P001,1,1,joy,gone", "anna.csv:3: 'joy' is not in the codebook"),
        ("P001,1,1,loss,Rosa is gone", "anna.csv:3: the quotation does not stand"),
        ("P001,1,9,loss,gone", "anna.csv:3: there is no answer 9 of P001 in wave 1"),
        ("P001,1,one,loss,gone", "anna.csv:3: there is no answer one"),
        ("P001,1,1,,gone", "anna.csv:3: there is a quotation without a code"),
    ],
)
def test_a_wrong_line_is_told_and_nothing_is_taken(here: Path, line: str, told: str) -> None:
    theirs("P001,1,2,food,bread", line)
    assert told in refused(*IMPORT)
    assert table() == []


def test_codes_are_in_the_project_and_their_quotations_are_without_names(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    coded(monkeypatch)
    run("study", "pseudonyms", "find", "voices")
    unnamed = ("--pseudonymised", "--unreviewed")
    assert table(*unnamed)[0] == ("P001", "1", "1", "model", "loss", "[person 1] was gone", "5")
    assert "is for --format qdpx" in refused("study", "export", "voices", "--out", "t", "--codebook", "codes.toml")
    project = ("study", "export", "voices", "--out", "tables", "--format", "qdpx", "--codebook", "codes.toml")
    assert run(*project, *unnamed).exit_code == 0
    with zipfile.ZipFile("tables/voices.qdpx") as archive:
        xml = archive.read("project.qde").decode()
        sources = {name: archive.read(name).decode() for name in archive.namelist()}
    assert 'name="[person 1] was gone"' in xml
    assert "<CodeRef" in xml
    assert 'name="model"' in xml
    assert not any("Rosa" in text for text in sources.values())

"""`raconteur study`: setting one up, inviting to it, and what it writes."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from core.features import NAMES
from tests.features.research.test_whole import SCRIPT
from tests.integration.cli_kit import run
from tests.unit.script_kit import write

WRITES = "announcements" in NAMES


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    write(tmp_path / "mine", "hospital.toml", SCRIPT)
    (tmp_path / "config.toml").write_text(
        '[interviews]\nscripts_dir = "mine"\nenabled = []\n[web]\npublic_url = "https://talk.example.org"\n',
        encoding="utf-8",
    )
    return tmp_path


def test_a_study_is_set_up_invited_to_and_written_down(here: Path) -> None:
    assert "no database" in str(run("study", "list").exception)
    assert run("study", "new", "hospital", "--interview", "hospital", "--quota", "20").exit_code == 0
    invited = ("study", "invite", "hospital", "--count", "3", "--batch", "autumn", "--out", "invited.csv")
    assert "P001 to P003" in run(*invited).output
    assert "--force" in str(run(*invited).exception)
    assert "P004 to P006" in run(*invited, "--force").output
    with (here / "invited.csv").open(newline="", encoding="utf-8") as file:
        rows = [*csv.DictReader(file)]
    assert [row["participant"] for row in rows] == ["P004", "P005", "P006"]
    assert all(row["code"] in row["way 1"] and row["batch"] == "autumn" for row in rows)
    assert len({row["code"] for row in rows}) == 3
    assert (here / "invited.csv").stat().st_mode & 0o077 == 0
    assert run("study", "list").output.strip() == "hospital: hospital, wave 1, 0 of 20 begun"
    assert "wave 1: 6 invited" in run("study", "status", "hospital").output
    for form in ("csv", "jsonl", "parquet", "qdpx"):
        assert run("study", "export", "hospital", "--format", form, "--out", "tables").exit_code == 0
    assert len([*(here / "tables").iterdir()]) == 13
    assert "0 written to given" in run("study", "consents", "hospital", "--out", "given").output
    assert (here / "given" / "hospital-consents.csv").read_text().strip() == "participant,agreed_at,language,digest"
    assert "--force" in str(run("study", "consents", "hospital", "--out", "given").exception)
    assert "3 invitations of autumn" not in run("study", "close", "hospital", "--batch", "spring").output
    assert "6 invitations of autumn" in run("study", "close", "hospital", "--batch", "autumn").output
    assert "closed" in run("study", "close", "hospital").output
    assert run("study", "list").output.strip().endswith("closed")
    assert "30" in run("study", "change", "hospital", "--quota", "30").output


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (("new", "Big Name", "--interview", "hospital"), "small letters"),
        (("new", "tea", "--interview", "tea"), "no interview 'tea'"),
        (("status", "tea"), "no study 'tea'"),
        (("invite", "tea", "--out", "x.csv"), "no study 'tea'"),
        (("invite", "tea", "--out", "x.csv", "--closes", "soon"), "is not a date"),
        (("wave", "tea"), "no study 'tea'" if WRITES else "without announcements"),
        (("wave", "hospital"), "Nobody has begun wave 1" if WRITES else "without announcements"),
        (("invite", "tea", "--out", "x.csv", "--closes", "2020-01-01"), "is over"),
    ],
)
def test_what_cannot_be_done_is_said(here: Path, wrong: tuple[str, ...], told: str) -> None:
    run("study", "new", "hospital", "--interview", "hospital")
    found = run("study", *wrong)
    assert told in str(found.exception)
    assert not (here / "x.csv").exists()


def test_a_wave_is_refused_where_nothing_writes_to_participants(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.features.research.cli_wave.entry_points", lambda: ())
    run("study", "new", "hospital", "--interview", "hospital")
    assert "without announcements" in str(run("study", "wave", "hospital").exception)
    assert "wave 1" in run("study", "status", "hospital").output

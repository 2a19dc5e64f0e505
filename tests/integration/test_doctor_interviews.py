"""The doctor's look at what interviews need: folders, setups, who may come."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from core.contracts.findings import Verdict
from tests.integration.doctor_kit import findings

pytestmark = pytest.mark.usefixtures("doctors_folder")


@pytest.mark.parametrize(
    ("podcast", "tells"),
    [
        ("transcribe = false", "podcast.transcribe is false"),
        ("questions = 1", "1 question as"),
        ("allowed_hosts = ['nas.local', '10.0.0.7']", "links may also lead to nas.local, 10.0.0.7"),
    ],
)
async def test_what_holds_for_podcasts_is_told(podcast: str, tells: str) -> None:
    found = (await findings(f"[voice]\nengine = 'off'\n[podcast]\n{podcast}"))["Podcasts"]
    assert found.mark is Verdict.WELL
    assert tells in found.how


@pytest.mark.parametrize(("key", "what"), [("notes_dir", "Notes folder"), ("inkwell_dir", "Inkwell folder")])
async def test_the_folders_of_notes_have_to_be_there(key: str, what: str, tmp_path: Path) -> None:
    config = f"[voice]\nengine = 'off'\n[podcast]\n{key} = '{tmp_path / 'vault'}'"
    missing = (await findings(config))[what]
    assert missing.mark is Verdict.WRONG
    assert "is not there" in missing.how
    assert f"podcast.{key}" in missing.mend
    (tmp_path / "vault").write_text("a file in the way")
    assert "is not a folder" in (await findings(config))[what].how
    (tmp_path / "vault").unlink()
    (tmp_path / "vault").mkdir()
    assert (await findings(config))[what].mark is Verdict.WELL


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="nothing is closed to this user")
async def test_a_folder_of_notes_that_cannot_be_written_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir(mode=0o500)
    found = (await findings(f"[podcast]\nnotes_dir = '{tmp_path / 'vault'}'"))["Notes folder"]
    assert found.mark is Verdict.WRONG
    assert "cannot be written" in found.how


async def test_setups_that_can_be_begun_in_a_chat_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chamber = '[chamber]\ndir = "setups"\nday_budget = 5'
    assert "Chamber" not in await findings()
    missing = (await findings(chamber))["Chamber"]
    assert (missing.mark, "setups" in missing.how) == (Verdict.WRONG, True)
    (tmp_path / "setups").mkdir()
    assert (await findings(chamber))["Chamber"].mark is Verdict.NOTE
    (tmp_path / "setups" / "rosa.toml").write_text('interview = "life-story"\nperson = "Rosa"\n')
    assert (await findings(chamber))["Chamber"].how == "1 setup (rosa), 2 at a time, 5.00 a day at most"
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    side = '\nprovider = "openai"\nmodel = "m"\napi_key = "${OPENAI_API_KEY}"\n'
    (tmp_path / "setups" / "bare.toml").write_text(f"[prime]{side}[candidate]{side}")
    broken = (await findings(chamber))["Chamber"]
    assert broken.mark is Verdict.WRONG
    assert "bare.toml, line 4" in broken.how
    assert "OPENAI_API_KEY" in broken.how


async def test_nothing_is_looked_at_for_an_interview_that_nobody_can_choose(tmp_path: Path) -> None:
    found = await findings(f"[interviews]\nenabled = ['life-story']\n[podcast]\nnotes_dir = '{tmp_path / 'nowhere'}'")
    assert not {"Podcasts", "Notes folder"} & found.keys()


@pytest.mark.parametrize(
    ("access", "mark", "tells"),
    [
        ("", Verdict.WRONG, "nobody"),
        ("allowed = ['telegram:1', 'telegram:2']\nadmins = ['telegram:1']", Verdict.WELL, "2 people"),
        ("admins = ['telegram:1']", Verdict.WELL, "1 person"),
        ("policy = 'open'", Verdict.NOTE, "anybody"),
    ],
)
@pytest.mark.parametrize("chat", ["telegram", "discord"])
async def test_who_may_talk_to_the_bot_is_told(access: str, mark: Verdict, tells: str, chat: str) -> None:
    found = (await findings(f"[{chat}]\ntoken = 'hunter2'\n[access]\n{access}"))["Access"]
    assert found.mark is mark
    assert tells in found.how

"""Voices as the operator sees them: what the doctor says, what could not be heard, and having it heard again."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import doctor_voice
from bot.config import Settings
from bot.doctor_voice import examine_voice
from bot.sections import VoiceSection
from core.contracts.errors import VoiceAbsent
from core.contracts.findings import Finding, Verdict
from core.store.reports import write_direct
from core.store.schema import recordings
from core.store.store import Connection
from core.transcription import clip
from core.transcription.engines import require
from tests.fakes.command_line import keep, raconteur
from tests.fakes.effort import some
from tests.fakes.records import small_record, small_scripts
from tests.fakes.voice_weights import MODEL, faster_folder, whisper_folder

NASTY = "trouble\x1b[2J"


def installed() -> bool:
    try:
        require("whisper")
        require("faster-whisper")
    except VoiceAbsent:
        return False
    return True


hearing = pytest.mark.skipif(not installed(), reason="the extra `voice` is not installed")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """With one interview, and recordings: heard, unheard in it, and unheard beside it."""
    path = tmp_path / "data" / "raconteur.db"
    whole = small_record()
    keep(path, (whole, small_scripts()))
    row = {
        "person_id": whole.person.id, "platform": "terminal", "chat": "1", "size": 9, "media_type": "audio/ogg",
        "created_at": 1.0, "attempts": 1, "due_at": None, "audio": "", "seconds": 42.0, "session_id": None, "seq": None,
    }  # fmt: skip
    rows = [
        {"event_id": "e1", "file_ref": "f1", "state": "heard", "trouble": ""},
        {
            "event_id": "e2",
            "file_ref": "f2",
            "state": "unheard",
            "trouble": "truncated",
            "session_id": whole.session.id,
        },
        {"event_id": "e3", "file_ref": "f3", "state": "unheard", "trouble": NASTY},
    ]

    def put(c: Connection) -> None:
        c.execute(recordings.insert(), [row | more for more in rows])

    write_direct(path, put)
    return path


def states(database: Path) -> dict[str, tuple[str, bool]]:
    """The state of each recording, and whether it is due."""

    def read(c: Connection) -> dict[str, tuple[str, bool]]:
        return {row.event_id: (row.state, row.due_at is not None) for row in c.execute(recordings.select())}

    return write_direct(database, read)


# --- having it heard again ----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("database")
def test_what_could_not_be_heard_is_listed_with_its_reason(tmp_path: Path) -> None:
    ended = raconteur("rehear", folder=tmp_path)
    lines = ended.out.splitlines()
    assert [line.split(":")[0] for line in lines] == ["r2", "r3"]
    assert f"session {small_record().session.id}" in lines[0]
    assert "42 s: it breaks off" in lines[0]
    assert "no session" in lines[1]
    assert "\x1b" not in ended.out


@pytest.mark.usefixtures("database")
def test_an_interview_shows_what_of_it_was_not_heard(tmp_path: Path) -> None:
    shown = raconteur("show", small_record().session.id, folder=tmp_path).out
    assert "Not heard\n  r2: 1970-01-01 00:00, 42 s: it breaks off; not fetched\n" in shown
    assert "r3" not in shown
    listed = raconteur("sessions", folder=tmp_path).out
    assert "unheard" in listed
    assert "1 recording" not in raconteur("doctor", folder=tmp_path).out
    assert "! Recordings: 2 recordings could not be heard, and are kept" in raconteur("doctor", folder=tmp_path).out


@pytest.mark.parametrize(("which", "again"), [("r3", "e3"), ("session", "e2")])
def test_one_recording_or_all_of_an_interview_is_heard_again(
    which: str, again: str, tmp_path: Path, database: Path
) -> None:
    before = states(database)
    ended = raconteur("rehear", small_record().session.id if which == "session" else which, folder=tmp_path)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("1 recording will be heard again")
    assert states(database) == before | {again: ("waiting", True)}


@pytest.mark.parametrize("which", ["r1", "r99", "r9999999999999999999", "nobody", "r"])
def test_what_is_not_there_is_said_and_changes_nothing(which: str, tmp_path: Path, database: Path) -> None:
    before = states(database)
    ended = raconteur("rehear", which, folder=tmp_path)
    assert ended.code == 2
    assert len(ended.err.splitlines()) == 1
    assert states(database) == before


# --- the doctor ---------------------------------------------------------------------------------------------------


async def examined(*, hear: bool = False, **voice: object) -> dict[str, Finding]:
    settings = Settings(voice=VoiceSection.model_validate(voice))
    found = {finding.what: finding async for finding in examine_voice(settings, hear=hear)}
    assert all((finding.mark is Verdict.WELL) == (finding.mend == "") for finding in found.values())
    return found


def real(engine: str) -> dict[str, object]:
    folder = whisper_folder() if engine == "whisper" else faster_folder()
    return {"engine": engine, "model": MODEL, "models_dir": folder}


async def test_switched_off_it_says_so() -> None:
    [finding] = (await examined(engine="off", hear=True)).values()
    assert finding.mark is Verdict.WELL
    assert "voice.engine" in finding.how


async def test_without_the_packages_it_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(_: str) -> None:
        raise VoiceAbsent("to hear voices, torch must be installed: run `make voice`")

    monkeypatch.setattr(doctor_voice, "require", absent)
    [finding] = (await examined(hear=True)).values()
    assert finding.mark is Verdict.NOTE
    assert "make voice" in finding.mend


@hearing
@pytest.mark.parametrize("engine", ["whisper", "faster-whisper"])
async def test_missing_weights_are_a_note_or_a_mistake_and_nothing_is_heard(engine: str, tmp_path: Path) -> None:
    found = await examined(engine=engine, models_dir=tmp_path, hear=True)
    assert found["Weights"].mark is (Verdict.NOTE if engine == "whisper" else Verdict.WRONG)
    assert str(tmp_path) in f"{found['Weights'].how} {found['Weights'].mend}"
    assert "Hearing" not in found


@hearing
@pytest.mark.parametrize("engine", some(["whisper"], soak=["whisper", "faster-whisper"]))
async def test_the_clip_is_heard_to_the_word(engine: str) -> None:
    found = await examined(**real(engine), hear=True)
    assert {name: finding.mark for name, finding in found.items()} == {
        "Voice": Verdict.WELL,
        "Weights": Verdict.WELL,
        "Hearing": Verdict.WELL,
    }
    assert "GB of memory" in found["Voice"].how


@hearing
async def test_a_clip_that_is_misheard_is_told_word_by_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clip, "SAYS", "My grandfather lived in a small house by the lake.")
    found = (await examined(**real("faster-whisper"), hear=True))["Hearing"]
    assert found.mark is Verdict.NOTE
    assert "2 words were heard otherwise" in found.how


@hearing
async def test_a_machine_that_is_too_small_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_voice, "memory", lambda: 0.5)
    assert (await examined())["Voice"].mark is Verdict.NOTE


def test_the_clip_is_small_and_says_what_it_says() -> None:
    assert clip.FILE.stat().st_size < 20_000
    assert clip.differences(clip.SAYS.lower()) == 0
    assert clip.differences("") == len(set(clip.SAYS.split()))

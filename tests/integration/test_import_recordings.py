"""An interview that is imported names those of its recordings that are here, and no others."""

from __future__ import annotations

from pathlib import Path

from core.documents.archive import export_json
from core.store.records import record
from core.store.reports import write_beside
from core.transcription.audio_files import name_of
from tests.fakes.command_line import raconteur
from tests.fakes.records import BEGAN, Conversation, record_of, small_scripts

HERE, ELSEWHERE = b"a voice", b"another voice"
OUTSIDE = "../../config.toml"


def test_only_what_is_here_is_named(tmp_path: Path) -> None:
    recordings = tmp_path / "data" / "recordings"
    recordings.mkdir(parents=True)
    here, elsewhere = (name_of(data, "audio/ogg") for data in (HERE, ELSEWHERE))
    (recordings / here).write_bytes(HERE)
    talk = Conversation()
    question = talk.ask("What do you remember?")
    for audio in (here, elsewhere, OUTSIDE):
        talk.speak("A door.", question, audio=audio)
    whole = record_of(talk)
    (tmp_path / "session.json").write_bytes(export_json(whole, small_scripts(), saved_at=BEGAN))
    assert raconteur("import", "session.json", folder=tmp_path).code == 0
    there, _ = write_beside(tmp_path / "data" / "raconteur.db", lambda c: record(c, whole.session.id))
    assert [entry.audio for entry in there.entries[1:]] == [here, "", ""]
    assert [entry.spoken_seconds for entry in there.entries[1:]] == [42.0, 42.0, 42.0]

"""Export and import: nothing is lost on the way, and nothing broken comes in."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.documents import archive
from core.documents.archive import export_json, import_json, without_recordings
from core.errors import BadImport
from core.session import FORMAT, Record
from tests.fakes.records import AUDIO, Conversation, record_of, records, small_record, small_scripts

SCRIPTS = small_scripts()


@given(record=records())
def test_import_is_the_inverse_of_export(record: Record) -> None:
    data = export_json(record, SCRIPTS)
    assert import_json(data) == (record, SCRIPTS)
    assert export_json(*import_json(data)) == data


def test_the_script_keeps_its_name_in_the_database() -> None:
    _, scripts = import_json(export_json(small_record(), SCRIPTS))
    assert scripts.digest == SCRIPTS.digest


def test_people_can_read_it() -> None:
    record = small_record()
    text = export_json(record, SCRIPTS).decode()
    content = json.loads(text)
    assert list(content)[:5] == ["format", "version", "person", "session", "entries"]
    assert "\n  " in text
    assert "История жизни" in text
    wordings = [revision["text"] for revision in content["entries"][2]["revisions"]]
    assert wordings == ["A blue door.", "A green door, not a blue one."]


def _small() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(export_json(small_record(), SCRIPTS))
    return content


def _refusal(data: bytes) -> str:
    with pytest.raises(BadImport) as caught:
        import_json(data)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert len(sentence) < 250
    return sentence


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not JSON"),
        (b"# Life story\n", "not JSON"),
        (b"\xff\xfe\x00", "not JSON"),
        (b'{"format": "raconteur-session", "version": NaN}', "not JSON"),
        (b'{"format": "raconteur-session", "version": 1, "x": "\\ud83d"}', "not JSON"),
        (b"9" * 5_000, "not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[]", "no export"),
        (b"7", "no export"),
        (b'{"format": "something-else", "version": 1}', "no export"),
        (b'{"format": ["raconteur-session"]}', "no export"),
        (b'{"format": "raconteur-session"}', "which version"),
        (b'{"format": "raconteur-session", "version": true}', "which version"),
        (b'{"format": "raconteur-session", "version": "1"}', "which version"),
        (b'{"format": "raconteur-session", "version": 1}', "damaged at person"),
    ],
)
def test_another_file_is_refused(data: bytes, reason: str) -> None:
    assert reason in _refusal(data)


def test_a_newer_version_is_refused_before_its_content_is_looked_at() -> None:
    data = json.dumps({"format": "raconteur-session", "version": FORMAT + 1, "entries": "otherwise"}).encode()
    assert "newer" in _refusal(data)


def test_a_huge_file_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    data = export_json(small_record(), SCRIPTS)
    monkeypatch.setattr(archive, "LIMIT", len(data))
    import_json(data)
    assert "larger" in _refusal(data + b" ")


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("entries.1.seq", 1, "two entries have the same number"),
        ("entries.0.seq", 0, "not in their order"),
        ("entries.2.seq", 99, "not in their order"),
        ("entries.2.answers", 99, "answers a question that is not in the file"),
        ("entries.2.answers", 1, "answers a question that is not in the file"),
        ("entries.2.answers", 6, "asked after it"),
        ("entries.1.answers", 2, "answers a question that is not in the file"),
        ("entries.2.role", "interviewer", "said by somebody else"),
        ("entries.2.kind", "question", "said by somebody else"),
        ("entries.2.revisions", [], "has no words"),
        ("entries.2.revisions.0.number", 900, "not in their order"),
        ("entries.3.revisions.0.number", 3, "two revisions have the same number"),
        ("entries.2.revisions.0.at", "2026-03-12T09:30:00", "no time zone"),
        ("entries.2.revisions.0.at", "one morning", "damaged at entries.2.revisions.0.at"),
        ("entries.2.kind", "whisper", "damaged at entries.2.kind"),
        ("entries.2.seq", 3.5, "damaged at entries.2.seq"),
        ("session.last_seq", 3, "more entries than the session has counted"),
        ("session.last_seq", 2**31, "out of range"),
        ("session.revision", -1, "out of range"),
        ("session.counters.active_seconds", -0.5, "out of range"),
        ("entries.2.spoken_seconds", -1.0, "out of range"),
        ("entries.1.audio", "a.ogg", "was spoken and is no answer"),
        ("session.open_question", 3, "question that is open"),
        ("session.timing.reminded_at", "2026-03-12T09:30:00", "no time zone"),
        ("session.timing.reminded", 2**31, "out of range"),
        ("session.person_id", "p-0002", "another person"),
        ("session.address", "terminal:1", "damaged at session.address"),
        ("findings", {"\u001b[31m": 3}, "damaged at findings.??31m"),
        ("scripts.scripts.ru.chapters.0.id", "other", "damaged at scripts"),
        ("digest.notes", None, "damaged at digest.notes"),
    ],
)
def test_broken_content_is_refused(path: str, value: object, reason: str) -> None:
    content = _small()
    *way, last = path.split(".")
    spot: Any = content
    for step in way:
        spot = spot[int(step) if step.isdigit() else step]
    spot[int(last) if last.isdigit() else last] = value
    assert reason in _refusal(json.dumps(content).encode())


def test_recordings_that_stayed_elsewhere_are_not_named_any_more() -> None:
    talk = Conversation()
    question = talk.ask("What do you remember?")
    for audio in AUDIO:
        talk.speak("A door.", question, audio=audio)
    here = without_recordings(record_of(talk), {AUDIO[1]})
    assert [(e.audio, e.spoken_seconds) for e in here.entries[1:]] == [("", 42.0), (AUDIO[1], 42.0), ("", 42.0)]
    assert without_recordings(record_of(talk), AUDIO) == record_of(talk)


def test_a_file_from_before_there_were_deadlines_and_consent_is_taken() -> None:
    content = _small()
    for entry in content["entries"]:
        del entry["spoken_seconds"], entry["audio"]
    for part, names in (("session", ("timing",)), ("person", ("timezone", "quiet_hours", "agreed", "awaits"))):
        for name in names:
            del content[part][name]
    assert import_json(json.dumps(content).encode()) == (small_record(), SCRIPTS)


def test_a_state_nested_too_deeply_is_refused() -> None:
    content = _small()
    content["session"]["state"] = {"a": json.loads("[" * 400 + "]" * 400)}
    assert "damaged at session.state" in _refusal(json.dumps(content).encode())


@given(data=st.data())
def test_a_cut_file_is_refused(data: st.DataObject) -> None:
    whole = export_json(small_record(), SCRIPTS).rstrip()
    assert "not JSON" in _refusal(whole[: data.draw(st.integers(0, len(whole) - 1))])


def test_a_session_is_bound_to_the_script_in_its_file() -> None:
    content = _small()
    content["session"]["script_digest"] = "counted otherwise"
    record, scripts = import_json(json.dumps(content).encode())
    assert record.session.script_digest == scripts.digest == SCRIPTS.digest

"""Export and import: nothing is lost on the way, and nothing broken comes in."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contracts.calls import Spent
from core.contracts.errors import BadImport
from core.contracts.script import ScriptSet
from core.contracts.session import FORMAT, Record
from core.documents import archive
from core.documents.archive import bind_to_scripts, import_json, without_recordings
from core.documents.archive import export_json as export_at
from tests.fakes.records import AUDIO, BEGAN, Conversation, record_of, records, small_record, small_scripts

SCRIPTS = small_scripts()
SPENT = Spent(
    purpose="notes", model="m", calls=2, input_tokens=900, cached_tokens=100, output_tokens=40, cost_micros=123_456
)


def export_json(record: Record, scripts: ScriptSet) -> bytes:
    return export_at(record, scripts, saved_at=BEGAN, spent=[SPENT])


def alone(language: str) -> ScriptSet:
    """The script of one language."""
    return SCRIPTS.model_copy(update={"scripts": {language: SCRIPTS.scripts[language]}})


@given(record=records(marks=True))
def test_import_is_the_inverse_of_export(record: Record) -> None:
    data = export_json(record, SCRIPTS)
    found = import_json(data)
    assert found.record == record
    assert found.scripts == alone(SCRIPTS.speak(record.session.language).language)
    assert found.spent == (SPENT,)
    assert export_at(found.record, found.scripts, saved_at=BEGAN, spent=found.spent) == data


def test_only_the_script_of_the_interviews_language_is_in_it() -> None:
    record = small_record()
    for language, other in (("en", "История жизни"), ("ru", "Life story")):
        changed = record.model_copy(update={"session": record.session.model_copy(update={"language": language})})
        content = json.loads(export_json(changed, SCRIPTS))
        assert list(content["scripts"]["scripts"]) == [language]
        assert other not in json.dumps(content["scripts"], ensure_ascii=False)


def test_the_script_keeps_its_name_when_it_went_out_and_came_in() -> None:
    found = import_json(export_json(small_record(), SCRIPTS))
    again = import_json(export_json(bind_to_scripts(found.record, found.scripts), found.scripts))
    assert again.scripts.digest == again.record.session.script_digest == alone("en").digest


@given(text=st.text(alphabet="ab\x7f\x80\x85\x9b\u061c\u200e\u202e\u2066\u2069\u2028\n", min_size=1))
def test_what_nobody_should_see_is_an_escape_and_comes_back(text: str) -> None:
    talk = Conversation()
    talk.answer(text, talk.ask("What stayed?"))
    data = export_json(record_of(talk), SCRIPTS)
    assert not set(data.decode()) & set("\x7f\x80\x85\x9b\u061c\u200e\u202e\u2066\u2069")
    assert import_json(data).record == record_of(talk)


def test_numbers_depths_and_lengths_are_told_of_each_line() -> None:
    talk = Conversation()
    first = talk.ask("One?", "reflective-opening")
    talk.answer("two words", first)
    deeper = talk.ask("Why?", "reflective-opening", follow_up=True)
    talk.speak("three words here", deeper, seconds=20)
    talk.answer("and more", deeper)
    deepest = talk.ask("And why that?", "reflective-opening", follow_up=True)
    talk.withdraw(talk.ask("Taken back?", "reflective-x"))
    last = talk.ask("Two?", "reflective-how")
    closing = talk.ask("What remains?", "reflective-conclusion")
    more = talk.ask("And?", "reflective-conclusion", follow_up=True)
    content = json.loads(export_json(record_of(talk), SCRIPTS))
    assert content["about_entries"] == [
        {"seq": first, "number": 1, "depth": 0},
        {"seq": 2, "words": 2, "thinking_seconds": 60.0},
        {"seq": deeper, "number": 1, "depth": 1, "follow_up_to": first},
        {"seq": 4, "words": 3, "thinking_seconds": 40.0},
        {"seq": 5, "words": 2},
        {"seq": deepest, "number": 1, "depth": 2, "follow_up_to": deeper},
        {"seq": last, "number": 2, "depth": 0},
        {"seq": closing, "number": None, "depth": 0},
        {"seq": more, "number": None, "depth": 1, "follow_up_to": closing},
    ]
    figures = content["figures"]
    assert (figures["questions"], figures["closing"], figures["follow_ups"]) == (2, True, 3)
    assert (figures["answers"], figures["words"], figures["average"]) == (2, 7, 4)


def test_people_can_read_it() -> None:
    record = small_record()
    text = export_json(record, SCRIPTS).decode()
    content = json.loads(text)
    assert list(content)[:6] == ["format", "version", "saved_at", "person", "session", "entries"]
    assert "\n  " in text
    assert content["saved_at"] == "2026-03-12T09:30:00Z"
    assert content["spent"][0]["input_tokens"] == 900
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
        (b"\xff\xfe\x00", "not JSON"),
        (b'{"format": "raconteur-session", "version": NaN}', "not JSON"),
        (b'{"format": "raconteur-session", "version": 1, "x": "\\ud83d"}', "not JSON"),
        (b"9" * 5_000, "not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[]", "not an interview exported"),
        (b'{"format": "something-else", "version": 1}', "not an interview exported"),
        (b'{"format": ["raconteur-session"]}', "not an interview exported"),
        (b'{"format": "raconteur-session", "version": true}', "which version"),
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
        ("entries.2.answers", 1, "answers a question that is not in the file"),
        ("entries.2.answers", 6, "asked after it"),
        ("entries.1.answers", 2, "answers a question that is not in the file"),
        ("entries.2.role", "interviewer", "said by somebody else"),
        ("entries.2.revisions", [], "has no words"),
        ("entries.2.revisions.0.number", 900, "not in their order"),
        ("entries.3.revisions.0.number", 3, "two revisions have the same number"),
        ("entries.2.revisions.0.at", "2026-03-12T09:30:00", "no time zone"),
        ("entries.2.revisions.0.at", "one morning", "damaged at entries.2.revisions.0.at"),
        ("entries.2.kind", "whisper", "damaged at entries.2.kind"),
        ("session.last_seq", 3, "more entries than the session has counted"),
        ("session.last_seq", 2**31, "out of range"),
        ("session.revision", -1, "out of range"),
        ("session.counters.active_seconds", -0.5, "out of range"),
        ("entries.2.spoken_seconds", -1.0, "out of range"),
        ("entries.0.audio", "a.ogg", "was spoken and is no answer"),
        ("entries.1.kept_back", True, "is marked as an answer and is none"),
        ("entries.1.kept_passages", ["A door."], "has passages that are kept back and is not"),
        ("entries.0.asides", ["a"], "is marked as an answer and is none"),
        ("entries.2.asides", "a", "damaged at entries.2.asides"),
        ("session.open_question", 3, "question that is open"),
        ("session.timing.reminded_at", "2026-03-12T09:30:00", "no time zone"),
        ("session.timing.reminded", 2**31, "out of range"),
        ("session.person_id", "p-0002", "another person"),
        ("session.address", "terminal:1", "damaged at session.address"),
        ("findings", {"\u001b[31m": 3}, "damaged at findings.??31m"),
        ("spent.0.cost_micros", -1, "out of range"),
        ("spent.0.model", None, "damaged at spent.0.model"),
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
    content = _small() | {"scripts": SCRIPTS.model_dump(mode="json")}
    del content["saved_at"], content["spent"]
    for entry in content["entries"]:
        del entry["spoken_seconds"], entry["audio"]
    for part, names in (("session", ("timing",)), ("person", ("timezone", "quiet_hours", "agreed", "awaits"))):
        for name in names:
            del content[part][name]
    found = import_json(json.dumps(content).encode())
    assert (found.record, found.scripts, found.spent) == (small_record(), SCRIPTS, ())


def test_a_state_nested_too_deeply_is_refused() -> None:
    content = _small()
    content["session"]["state"] = {"a": json.loads("[" * 400 + "]" * 400)}
    assert "damaged at session.state" in _refusal(json.dumps(content).encode())


@given(data=st.data())
def test_a_cut_file_is_refused(data: st.DataObject) -> None:
    whole = export_json(small_record(), SCRIPTS).rstrip()
    assert "not JSON" in _refusal(whole[: data.draw(st.integers(0, len(whole) - 1))])

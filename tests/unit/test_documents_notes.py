"""The notes of an interview as a file."""

from __future__ import annotations

from hypothesis import given

from core.contracts.session import Digest, Note, Record
from core.documents.readings_file import session_notes_markdown
from tests.fakes.records import Conversation, record_of, records
from tests.fakes.rendering import Block, rendered, told


def _blocks(digest: Digest, language: str = "en") -> list[Block]:
    return rendered(session_notes_markdown(record_of(Conversation(), digest=digest, language=language)))


def test_the_summary_and_every_note_are_there() -> None:
    found = (
        Note(key="uncertain_door_colour", value="green"),
        Note(key="birth_place", value="Kazan *or* near it"),
        Note(key="brother", value="Pavel", stale=True),
    )
    blocks = _blocks(Digest(summary="Two rooms.\n\nA door.", notes=found))
    assert [block.text for block in blocks] == [
        "Life story: notes",
        "In short",
        "Two rooms.",
        "A door.",
        "Notes",
        "birth place: Kazan *or* near it",
        "brother: Pavel (based on words that have since changed)",
        "door colour: green (not certain)",
    ]


def test_where_nothing_was_noted_the_file_says_so() -> None:
    assert _blocks(Digest(), "ru")[1:] == [Block("italic", "Заметок пока нет.")]


@given(record=records())
def test_nothing_in_it_is_read_as_markup(record: Record) -> None:
    blocks = rendered(session_notes_markdown(record))
    assert [block.style for block in blocks].count("item") == len(record.digest.notes)
    summary = [block.text for block in blocks if block.style == "plain"]
    assert summary == told(record.digest.summary)

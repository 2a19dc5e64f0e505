"""Turns between people."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from core.processes.fair_queue import FairQueue


@dataclass(frozen=True, eq=False)
class Note:
    person: str
    number: int
    pieces: int


def line_of(*notes: Note) -> FairQueue[Note]:
    line: FairQueue[Note] = FairQueue()
    for note in notes:
        line.join(note)
    return line


def served(line: FairQueue[Note]) -> list[Note]:
    """Whose turn it was, piece by piece, until all are heard."""
    turns: list[Note] = []
    while (note := line.first()) is not None:
        turns.append(note)
        if turns.count(note) == note.pieces:
            line.leave(note)
        line.had_a_turn(note.person)
    return turns


def test_a_long_note_gives_way_after_each_piece() -> None:
    long, short = Note("anna", 1, 5), Note("boris", 1, 1)
    assert [note.person for note in served(line_of(long, short))] == ["anna", "boris", "anna", "anna", "anna", "anna"]


def test_leaving_twice_changes_nothing() -> None:
    note, other = Note("anna", 1, 1), Note("anna", 2, 1)
    line = line_of(note, other)
    line.leave(note)
    line.leave(note)
    assert list(line) == [other]


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.integers(1, 4)), max_size=20))
def test_each_is_heard_whole_in_its_persons_order(sent: list[tuple[str, int]]) -> None:
    notes = [Note(person, number, pieces) for number, (person, pieces) in enumerate(sent)]
    people = {note.person for note in notes}

    turns = served(line_of(*notes))

    assert [turns.count(note) for note in notes] == [note.pieces for note in notes]
    for person in people:
        assert [note.number for note in turns if note.person == person] == sorted(
            note.number for note in turns if note.person == person
        )
        places = [place for place, note in enumerate(turns) if note.person == person]
        assert all(later - earlier <= len(people) for earlier, later in pairwise(places))
        assert places[0] < len(people)

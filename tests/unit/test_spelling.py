"""Which names are told to those who listen."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.jobs.recordings import ROOM, spelling_hints


def test_the_person_comes_first_and_short_notes_are_names() -> None:
    assert spelling_hints("Agafya", ["Gomel", "Maria Ivanovna", "Gomel"]) == "Agafya, Gomel, Maria Ivanovna"


def test_of_a_longer_note_only_what_is_written_like_a_name_is_taken() -> None:
    note = "Her brother Pavel Orlov, a miller, left for Cheboksary in 1931. They never met again."
    assert spelling_hints("", [note]) == "Pavel Orlov, Cheboksary"


def test_a_short_note_that_is_no_name_says_nothing() -> None:
    assert spelling_hints("", ["born 1934", "two sisters", "4"]) == ""


def test_names_of_any_alphabet_are_names() -> None:
    assert spelling_hints("Глаша", ["Вторая сестра Нюра жила в Калуге и пекла хлеб"]) == "Глаша, Нюра, Калуге"


@given(name=st.text(max_size=300), notes=st.lists(st.text(max_size=300), max_size=60))
def test_there_is_never_more_than_there_is_room_for(name: str, notes: list[str]) -> None:
    told = spelling_hints(name, notes)
    assert len(told) <= ROOM
    assert told.split() == told.replace("\n", " ").split()
    assert "\n" not in told

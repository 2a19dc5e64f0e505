"""What a typed line means."""

from __future__ import annotations

import pytest

from adapters.terminal.reading import Local, Reading, interpret_line
from core.contracts.messages import Choice, Command, Press, Text

MENU = (Choice(label="Life story", data="life"), Choice(label="⏭ Not now", data="later"))
SKIP = (Choice(label="Skip", data="skip:7"),)


@pytest.mark.parametrize(
    ("typed", "reading"),
    [
        ("/pause", Command(name="pause")),
        ("  /Language  pt-BR ", Command(name="language", argument="pt-BR")),
        ("/note first line\nsecond line", Command(name="note", argument="first line\nsecond line")),
        ("/TABLE", Local.TABLE),
        ("/quit now", Local.QUIT),
        ("/home/anna was our folder", Text(text="/home/anna was our folder")),
        ("  I was born in a village.\n", Text(text="I was born in a village.")),
        (" \n\t", None),
        ("\0", None),
    ],
)
def test_without_choices(typed: str, reading: Reading) -> None:
    assert interpret_line(typed, (), numbered=False) == reading


@pytest.mark.parametrize("typed", ["1", " 1 ", "[1]", "life story", "LIFE STORY", "Life story."])
def test_a_number_or_a_label_takes_a_choice(typed: str) -> None:
    assert interpret_line(typed, MENU, numbered=True) == Press(data="life")


def test_a_label_is_typed_without_its_picture() -> None:
    assert interpret_line("not now", MENU, numbered=True) == Press(data="later")


@pytest.mark.parametrize("typed", ["0", "3", "12", "1938", "1 or 2", "-1", "²", "Life story, please", "…"])
def test_what_names_no_choice_is_an_answer(typed: str) -> None:
    assert interpret_line(typed, MENU, numbered=True) == Text(text=typed)


def test_a_number_answers_a_question_whose_single_choice_has_none() -> None:
    assert interpret_line("1", SKIP, numbered=False) == Text(text="1")
    assert interpret_line("skip", SKIP, numbered=False) == Press(data="skip:7")

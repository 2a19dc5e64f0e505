"""Interpret the lines that the person types."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from adapters.terminal.safe import storable_text
from core.contracts.messages import Choice, Command, Press, Text

# A word right behind the slash, and no second slash in it: "/home/anna" is no command.
_COMMAND = re.compile(r"/([^\W\d_][^\s/]*)(?:\s+(.*))?", re.DOTALL)


class Local(StrEnum):
    """Commands that the terminal answers itself."""

    TABLE = "table"
    QUIT = "quit"


Reading = Text | Command | Press | Local | None


def interpret_line(typed: str, choices: Sequence[Choice], *, numbered: bool) -> Reading:
    """Return what the person means, given the open choices; None when nothing was written.

    If the choices are shown with numbers from 1, a number picks one; otherwise it is an answer.
    """
    text = storable_text(typed).strip()
    if not text:
        return None
    command = _COMMAND.fullmatch(text)
    if command:
        name = command[1].lower()
        if name in {*Local}:
            return Local(name)
        return Command(name=name, argument=(command[2] or "").strip())
    chosen = find_choice(text, choices, numbered=numbered)
    return Press(data=chosen.data) if chosen else Text(text=text)


def find_choice(text: str, choices: Sequence[Choice], *, numbered: bool) -> Choice | None:
    """Return the choice that a text names by its number ("2" or "[2]") or its label, in any case."""
    number = text.removeprefix("[").removesuffix("]")
    if numbered and number.isdecimal() and 1 <= int(number[:4]) <= len(choices):
        return choices[int(number) - 1]
    wanted = _words_of(text)
    for choice in choices:
        if text == choice.label.strip() or (wanted and wanted == _words_of(choice.label)):
            return choice
    return None


def _words_of(label: str) -> str:
    """Return a label as people type it: in lower case, without emoji and punctuation."""
    return " ".join("".join(c for c in label.casefold() if c.isalnum() or c.isspace()).split())

"""A talk as it was held: who said what, in which turn, and what the model was given for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

BEFORE = -1
"""The turn of what was said before the interview began."""


class Who(StrEnum):
    INTERVIEWER = "interviewer"
    PERSON = "person"


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkLine:
    who: Who
    text: str
    turn: int
    """Of the person's: which of their answers it is part of, from 1. Of the interviewer's: which it follows; 0 at the
    beginning, `BEFORE` earlier."""
    unasked: bool = False
    """Of the interviewer's: it came by itself while the person was away, such as a reminder."""
    file: bool = False
    """A document; `text` is its name."""
    answer: bool = True
    """Of the person's: words, and no command."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallFigures:
    """One call of a model, in order."""

    purpose: str
    outcome: str
    prompt: str
    input_tokens: int
    """Those read from the cache included; 0 where nobody counts."""
    cached_tokens: int
    output_tokens: int
    cost_micros: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedTalk:
    interviewer: str
    """The kind of interview, or "plain"."""
    person: str
    language: str
    lines: tuple[TalkLine, ...]
    done: tuple[tuple[int, int], ...] = ()
    """(turn, index in the person's deeds) of what they did, in order."""
    calls: tuple[CallFigures, ...] = ()

    @property
    def turns(self) -> int:
        """The number of answers that the person gave."""
        return max((line.turn for line in self.lines if line.who is Who.PERSON), default=0)

    def heard(self, turn: int) -> str:
        """Return all that the interviewer said after an answer, without files and reminders; 0 for how it began."""
        return join_said(
            line.text
            for line in self.lines
            if line.who is Who.INTERVIEWER and line.turn == turn and not line.unasked and not line.file
        )

    def told(self, turn: int) -> str:
        """Return all that the person wrote in one answer, without commands."""
        return join_said(
            line.text for line in self.lines if line.who is Who.PERSON and line.turn == turn and line.answer
        )


def join_said(texts: Iterable[str]) -> str:
    return "\n\n".join(text for text in texts if text)


def format_talk(talk: RecordedTalk) -> str:
    names = {Who.INTERVIEWER: "INTERVIEWER", Who.PERSON: talk.person.upper()}
    texts = (f"{names[line.who]}: {f'[{line.text}]' if line.file else line.text}" for line in talk.lines)
    return "\n\n".join(texts) + "\n"

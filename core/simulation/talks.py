"""Talks with somebody who is played, as they are written down, and the calls of a model in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

CACHED = 0.1  # the weight of something from the cache
BEFORE = -1  # the turn of what was said before the interview began


class Who(StrEnum):
    INTERVIEWER = "interviewer"
    PERSON = "person"


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkLine:
    who: Who
    text: str
    turn: int
    """The number, from 1, of the person's answer that the line is part of, or follows if it is the interviewer's; 0 at
    the beginning, `BEFORE` earlier."""
    unasked: bool = False  # True for a line that came while the person was away, such as a reminder
    file: bool = False  # a document; `text` is its name
    answer: bool = True  # False for a command of the person's


@dataclass(frozen=True, slots=True, kw_only=True)
class CallFigures:
    """The figures of one call of a model."""

    purpose: str
    outcome: str
    prompt: str
    input_tokens: int  # tokens read, from the cache too; 0 where nobody counts
    cached_tokens: int
    output_tokens: int
    cost_micros: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedTalk:
    interviewer: str  # the kind of interview, or "plain"
    person: str
    language: str
    lines: tuple[TalkLine, ...]
    done: tuple[tuple[int, int], ...] = ()  # (turn, index in the person's deeds) of what they did, in order
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


def effective_inputs(prompts: Iterable[str]) -> Iterator[float]:
    """Yield the effective input of each call of one purpose, in characters; the first finds an empty cache."""
    before = ""
    for prompt in prompts:
        pairs = enumerate(zip(before, prompt, strict=False))
        shared = next((place for place, (a, b) in pairs if a != b), min(len(before), len(prompt)))
        yield len(prompt) - (1 - CACHED) * shared
        before = prompt

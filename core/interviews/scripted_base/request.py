"""What the prompts of every decision have in common: the craft, the books, and what code knows of the moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any, Self

from core.contracts.session import Role
from core.interviews.quoting import quoted
from core.interviews.scripted_base.prompting import fitted, listed
from core.interviews.scripted_base.standing import Standing
from core.interviews.signals import Signals

_CLOSED_ROOM = 900
_HOOKS_ROOM = 1_600
_UNSETTLED_ROOM = 600
_RETURN_ROOM = 500
_WITNESS = 4
"""Messages that lie between two that only say back what was told: one in five."""
_MENDED = {
    "guard-two-questions": "a second question",
    "guard-repeated": "a question asked before",
    "guard-refused": "a question about a closed subject",
    "guard-leading": "a question that supposes or judges",
    "guard-private": "a question nobody should ask",
    "guard-consolation": "a formula of comfort",
    "guard-praise": "praise",
    "guard-said-before": "a sentence said before",
    "guard-too-long": "a question that was too long",
    "guard-message-too-long": "what was too long",
    "guard-language": "words in another language",
    "guard-invented": "what nobody has said",
}
"""What the guard took out, for who wrote it."""
_WISHES_ROOM = 400
_ENOUGH = 3
"""Open threads with which nobody needs the list."""
_UNTOLD = 14
"""Subjects that are named as not told yet, the nearest first."""


_PROMPTS = Path(__file__).parent / "prompts"
_FACTS = "You are a language model, not a person. Whoever runs this bot can read everything. /privacy tells the rest."


@dataclass(frozen=True, slots=True, kw_only=True)
class Craft:
    """How to listen and how to speak, the same in every kind of interview."""

    text: str
    secret: str
    """What must not be recited: the instructions, without the facts, which may be told."""
    facts: str
    """These, and what the operator wishes."""

    @classmethod
    def load(cls, *, facts: str = "", guidance: str = "") -> Self:
        """`facts`: what the interviewer may say of who reads and keeps what is told. `guidance`: what the operator
        wishes of the interview. Raises OSError when the file is missing.
        """
        template = (_PROMPTS / "craft.md").read_text(encoding="utf-8").strip()
        wished = f"What the one who runs this wishes of the interview:\n{guidance.strip()}" if guidance.strip() else ""
        told = "\n\n".join(part for part in (facts.strip() or _FACTS, wished) if part)
        return cls(text=Template(template).substitute(facts=told), secret=template, facts=told)


@dataclass(frozen=True, slots=True, kw_only=True)
class KindPrompts:
    """The craft, and the Markdown files of a kind by their names; read once."""

    craft: Craft
    texts: Mapping[str, str]

    @classmethod
    def load(cls, folder: Path, *, facts: str = "", guidance: str = "") -> Self:
        """`facts` and `guidance` as for `Craft.load`. Raises OSError when a file cannot be read."""
        texts = {path.stem: path.read_text(encoding="utf-8").strip() for path in folder.glob("*.md")}
        return cls(craft=Craft.load(facts=facts, guidance=guidance), texts=texts)

    def filled(self, name: str, **blanks: str) -> str:
        return Template(self.texts[name]).substitute(blanks)


def books(ground: Standing[Any]) -> list[str]:
    """What is closed, first of all; then wishes and open threads, the newest where there is no room for all."""
    state = ground.state
    refused = list(enumerate(state.refused, 1))
    return [
        listed("closed", (quoted("subject", r.subject, n=n, kind=r.kind) for n, r in reversed(refused)), _CLOSED_ROOM),
        listed("wishes", (quoted("wish", wish) for wish in reversed(state.wishes)), _WISHES_ROOM),
        listed("told_in_two_ways", _numbered("both", state.unsettled), _UNSETTLED_ROOM),
        listed("open_threads", _numbered("thread", state.hooks), _HOOKS_ROOM),
        fitted("you_meant_to_say_on_their_return", state.on_return, _RETURN_ROOM) if state.on_return else "",
    ]


def _numbered(tag: str, texts: Sequence[str]) -> Iterable[str]:
    return (quoted(tag, text, n=n) for n, text in enumerate(texts, 1))


def facts_of(ground: Standing[Any], signals: Signals) -> str:
    """What code knows and the transcript does not show."""
    state = ground.state
    facts = [f"Language: {ground.language}."]
    facts.extend(_telling(ground))
    if state.vote:
        facts.append(f"The answer before was in {state.vote}: if this one is too, write in {state.vote}.")
    if state.dry > 1:
        facts.append(f"The last {state.dry} answers brought little new: turn, unless they asked for this subject.")
    if state.witnessed < _WITNESS:
        facts.append("Lately you began by saying their words back: begin differently now.")
    if said := [_MENDED[name] for name in state.mended if name in _MENDED]:
        facts.append(f"Taken out of your last message: {'; '.join(dict.fromkeys(said))}.")
    facts.extend(_wished(signals))
    if ground.situation.session.timing.calm:
        facts.append("They were in distress before: press nothing, quote nothing of it.")
    return " ".join(facts)


def _telling(ground: Standing[Any]) -> Iterable[str]:
    """How it has come that they tell this."""
    question = ground.situation.question
    if ground.just_told_freely:
        yield (
            "They have told all this without being asked, and have finished. Take up one thing of it that is open; the "
            "others are threads. Name in told every subject of the list that it tells."
        )
    if question is not None and question.retells:
        yield "They tell this once more because they wish to: what is new in it counts, not that it was told before."


def _wished(signals: Signals) -> Iterable[str]:
    """What rules have heard that they wish."""
    if signals.declined:
        yield "They refuse something."
    if signals.hesitates:
        yield "They put something off: not_now."
    if signals.keep_back:
        yield "They ask to keep something back."
    if signals.onward:
        yield "They wish for another question: turn."


def untold(ground: Standing[Any]) -> str:
    """What of a long agenda was not asked yet, the nearest first; said where there may be need of it."""
    if len(ground.state.hooks) > _ENOUGH and not ground.state.dry:
        return ""
    fresh = [place.question.id for place in ground.window]
    if fresh:
        more = max(0, len(fresh) - _UNTOLD)
        return f"Not asked yet: {', '.join(fresh[:_UNTOLD])}{f' and {more} more' if more else ''}."
    return "All of the list was asked about: take up what is left open, else close in the light."


def newest(ground: Standing[Any]) -> str:
    """Which of the lines are to be answered now."""
    situation = ground.situation
    question = situation.question.seq if situation.question is not None else 0
    numbers = _unmet(ground, question)
    which = f" (n {numbers[0]} to {numbers[-1]})" if numbers else ""
    return f"Their newest words are the last of theirs in the transcript{which}. Answer them."


def _unmet(ground: Standing[Any], question: int) -> list[int]:
    """The messages of this answer that no word of ours has met yet."""
    left, found = ground.heard, []
    for entry in ground.situation.talk:
        if entry.role is Role.PERSON and entry.answers == question:
            left -= len(entry.text) + 1
            if left < 0:
                found.append(entry.seq)
    return found

"""What the prompts of every decision have in common: the craft, the books, and what code knows of the moment."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any, Self

from core.interviews.common.prompting import listed
from core.interviews.common.standing import Standing
from core.interviews.common.state import numbers_in
from core.interviews.signals import Signals
from core.quoting import quoted
from core.session import Role

_CLOSED_ROOM = 900
_HOOKS_ROOM = 1_400
_WISHES_ROOM = 400
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

    @classmethod
    def load(cls, *, facts: str = "", guidance: str = "") -> Self:
        """`facts`: what the interviewer may say of who reads and keeps what is told. `guidance`: what the operator
        wishes of the interview. Raises OSError when the file is missing.
        """
        template = (_PROMPTS / "craft.md").read_text(encoding="utf-8").strip()
        wished = f"What the one who runs this wishes of the interview:\n{guidance.strip()}" if guidance.strip() else ""
        told = "\n\n".join(part for part in (facts.strip() or _FACTS, wished) if part)
        return cls(text=Template(template).substitute(facts=told), secret=template)


def books(ground: Standing[Any]) -> list[str]:
    """What is closed, first of all; then wishes and open threads, the newest where there is no room for all."""
    state = ground.state
    refused = list(enumerate(state.refused, 1))
    hooks = list(enumerate(state.hooks, 1))
    return [
        listed("closed", (quoted("subject", r.subject, n=n, kind=r.kind) for n, r in reversed(refused)), _CLOSED_ROOM),
        listed("wishes", (quoted("wish", wish) for wish in reversed(state.wishes)), _WISHES_ROOM),
        listed("open_threads", (quoted("thread", hook, n=n) for n, hook in reversed(hooks)), _HOOKS_ROOM),
    ]


def facts_of(ground: Standing[Any], signals: Signals) -> str:
    """What code knows and the transcript does not show."""
    state = ground.state
    facts = [f"Language: {ground.language}."]
    if state.vote:
        facts.append(f"The answer before was in {state.vote}: if this one is too, write in {state.vote}.")
    facts.append(f"At: {state.question_id}, for {state.follow_ups + 1} messages.")
    if state.dry > 1:
        facts.append(f"The last {state.dry} answers brought little new: turn, unless they asked for this subject.")
    if signals.declined:
        facts.append("They refuse something.")
    if signals.hesitates:
        facts.append("They put something off: not_now.")
    if signals.keep_back:
        facts.append("They ask to keep something back.")
    if signals.onward:
        facts.append("They wish for another question: turn.")
    if ground.situation.session.timing.calm:
        facts.append("They were in distress before: press nothing, quote nothing of it.")
    return " ".join(facts)


def untold(ground: Standing[Any]) -> str:
    """What of a long agenda was not asked yet, the nearest first."""
    taken = numbers_in(ground.state.taken_up)
    fresh = [place.question.id for place in ground.window]
    again = [place.question.id for place in ground.untold if place.index in taken and place != ground.place]
    if not fresh and not again:
        return "All of the list is told: ask what should have been asked, then close in the light."
    named = ", ".join((fresh or again)[:_UNTOLD])
    more = max(0, len(fresh) - _UNTOLD)
    return f"Not asked yet: {named}{f' and {more} more' if more else ''}."


def newest(ground: Standing[Any]) -> str:
    """Which of the lines are to be answered now."""
    situation = ground.situation
    question = situation.question.seq if situation.question is not None else 0
    numbers = [entry.seq for entry in situation.talk if entry.role is Role.PERSON and entry.answers == question]
    which = f" (n {numbers[0]} to {numbers[-1]})" if numbers else ""
    met = " Its beginning was met before by a pause." if ground.heard else ""
    return f"Their newest words are the last in the transcript{which}.{met} Answer them."

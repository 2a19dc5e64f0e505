"""What is said to somebody who comes back from a pause: where they were, and a way on. By rules, at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from core.contracts.session import EntryKind, Role
from core.contracts.turn import Turn
from core.documents.readable import excerpt
from core.interviews.guard import touches
from core.interviews.scripted_base.base_turns import deeper, forward
from core.interviews.scripted_base.books import closed, flat
from core.interviews.scripted_base.standing import Standing
from core.interviews.signals import hear
from core.interviews.signals.courtesy import is_courtesy
from core.words import say

_DOOR = 12
"""Words of a thread that are quoted at most."""


def welcome(ground: Standing[Any]) -> Turn:
    """What the model had thought of when they left; else the open question, where it has no answer; else a way on.

    After distress nothing of their words is said to them.
    """
    state, calm = ground.state, ground.situation.session.timing.calm
    if ground.just_told_freely:
        return Turn(state=state.dump(), notice=say(ground.language, "resumed-plain", name=_name(ground)))
    if state.on_return and not calm:
        return deeper(ground, state.on_return, room="?" not in state.on_return)
    if _unanswered(ground) and (not calm or _is_of_the_script(ground)):
        return Turn(state=_met(ground).state.dump(), notice=_where(ground))
    plainly = say(ground.language, "resumed-plain", name=_name(ground))
    if calm:
        return _floor(ground, plainly)
    if door := _door(ground):
        text = say(ground.language, "resumed-door", phrase=door)
        return replace(deeper(ground, text, room=True), notice=plainly)
    if _left_to_them(ground):
        return _floor(ground, _where(ground))
    for place in ground.window:
        return replace(forward(ground, place), notice=_where(ground))
    return _floor(ground, _where(ground))


def _floor(ground: Standing[Any], lead: str) -> Turn:
    return replace(deeper(ground, say(ground.language, "resumed-floor"), room=True), notice=lead)


def _where(ground: Standing[Any]) -> str:
    """The episode or the chapter that they were at."""
    if ground.title:
        return say(ground.language, "resumed-about", name=_name(ground), title=excerpt(ground.title))
    if ground.title is not None or not ground.scripted:
        return say(ground.language, "resumed-plain", name=_name(ground))
    return say(ground.language, "resumed", name=_name(ground), chapter=ground.place.chapter.title)


def _name(ground: Standing[Any]) -> str:
    return ground.situation.person.name or "none"


# --- what is open -------------------------------------------------------------------------------------------------


def _left_to_them(ground: Standing[Any]) -> bool:
    """Whether they went while the floor was theirs, without a word."""
    question = ground.situation.question
    return question is not None and question.kind is EntryKind.ROOM and not _told(ground)


def _unanswered(ground: Standing[Any]) -> bool:
    question = ground.situation.question
    return question is not None and question.kind is not EntryKind.ROOM and not _told(ground)


def _told(ground: Standing[Any]) -> bool:
    """Whether anything was said to what is open but a wish to pause, a greeting or a goodbye."""
    answer = ground.situation.answer
    for aside in ground.situation.asides:
        answer = answer.replace(aside, "\n", 1)
    lines = [line for line in answer.splitlines() if any(map(str.isalnum, line))]
    return any(not hear(line).wish and not is_courtesy(line) for line in lines)


def _met(ground: Standing[Any]) -> Standing[Any]:
    """What was said to the open question so far is no answer: the next words are taken by themselves."""
    question, met = ground.situation.question, len(ground.situation.answer)
    return ground.remembering(met_question=0 if question is None else question.seq, met=met)


def _is_of_the_script(ground: Standing[Any]) -> bool:
    question = ground.situation.question
    return question is not None and question.text == ground.place.question.text


def _door(ground: Standing[Any]) -> str:
    """The newest open thread whose words are theirs to the letter, in what is in sight; empty for none."""
    situation = ground.situation
    said = [entry.text for entry in situation.tail if entry.role is Role.PERSON and not entry.kept_back]
    theirs = flat("\n".join((*said, situation.answer)))
    shut = closed(ground.state.refused)
    for hook in reversed(ground.state.hooks):
        if flat(hook) in theirs and len(hook.split()) <= _DOOR and not touches(hook, shut):
            return str(hook).strip(" .,;:!?…")
    return ""

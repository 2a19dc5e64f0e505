"""The greeting for somebody who comes back, without a model: where they were, and a way on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from core.contracts.session import EntryKind
from core.contracts.turn import Turn
from core.documents.readable import excerpt
from core.interviews.scripted_base.base_turns import go_deeper, move_to
from core.interviews.scripted_base.standing import ScriptedContext
from core.languages.messages import say

LAST_WORDS = 90
"""Characters of what they told last, for the sentence that says where they were."""


def welcome_back(ground: ScriptedContext[Any]) -> Turn:
    """Return the greeting alone where a question is still open, which is then asked again; else with a way on."""
    question, calm = ground.situation.question, ground.situation.session.timing.calm
    if ground.just_told_freely:
        return Turn(state=ground.state.dump(), notice=_plainly(ground))
    is_open = question is not None and question.kind is not EntryKind.ROOM and not ground.situation.answer.strip()
    if is_open:
        return Turn(state=ground.state.dump(), notice=_plainly(ground) if calm else _where(ground))
    for place in () if calm else ground.window:
        return replace(move_to(ground, place), notice=_where(ground))
    return replace(go_deeper(ground, say(ground.language, "resumed-floor"), room=True), notice=_plainly(ground))


def _where(ground: ScriptedContext[Any]) -> str:
    """Name the episode or the chapter that they were at."""
    name = ground.situation.person.name or "none"
    if ground.title and ground.reached is not None:
        situation = ground.situation
        last = next((entry for entry in reversed(situation.tail) if entry.kind is EntryKind.ANSWER), None)
        # Nothing is cited that is a photograph, is kept back, or may be.
        hidden = last is None or situation.answer.strip() or last.kept_back or last.photo
        told = "" if last is None or hidden else excerpt(last.text, LAST_WORDS)
        words = {"title": excerpt(ground.title), "told": "yes" if told else "no", "words": told}
        return say(
            ground.language, "resumed-at", name=name, done=ground.reached.done, total=ground.reached.total, **words
        )
    if ground.title:
        return say(ground.language, "resumed-about", name=name, title=excerpt(ground.title))
    if ground.title is not None or not ground.scripted:
        return _plainly(ground)
    return say(ground.language, "resumed", name=name, chapter=ground.place.chapter.title)


def _plainly(ground: ScriptedContext[Any]) -> str:
    return say(ground.language, "resumed-plain", name=ground.situation.person.name or "none")

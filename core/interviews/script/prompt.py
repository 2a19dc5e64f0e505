"""The prompt of a decision: the craft, the script's own wishes, the transcript, and what can be asked now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from core.contracts.ports import Prompt, Tier
from core.contracts.script import Place, Script
from core.contracts.session import last_time
from core.interviews.quoting import quoted
from core.interviews.script.course import ScriptStanding
from core.interviews.scripted_base.prompt_transcript import pieces
from core.interviews.scripted_base.prompting import BEFORE_ROOM, listed, named
from core.interviews.scripted_base.request import KindPrompts, books, facts_of, newest
from core.interviews.signals import Signals

FOLDER = Path(__file__).parent / "prompts"
_OBJECTIVE = 200
_OBJECTIVES = 12
_WINDOW_ROOM = 2_400
_ROOM = 600
_LAST_TIME_ROOM = 1_600


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptPrompts(KindPrompts):
    systems: dict[str, tuple[Script, str]] = field(default_factory=dict)
    """By language, the script that was spoken last and what the model is told of it."""

    @property
    def secret(self) -> str:
        """What must not be recited."""
        return f"{self.texts['decision']}\n\n{self.craft.secret}"

    def system(self, script: Script) -> str:
        """The same for everybody who is interviewed by this script in this language, so that it is cached."""
        known = self.systems.get(script.language)
        if known is None or known[0] is not script:
            known = script, self.filled("decision", craft=self.craft.text, script=_about(script))
            self.systems[script.language] = known
        return known[1]


def _about(script: Script) -> str:
    """What the one who wrote the script has said of the whole."""
    lines = [f"It is called: {script.title}."]
    if script.about:
        lines.append(f"People are told: {script.about[:_ROOM]}")
    lines += (f"To find out: {each[:_OBJECTIVE]}" for each in script.objectives[:_OBJECTIVES])
    if script.voice:
        lines.append(f"How you speak: {script.voice}")
    lines += (f"Part: {chapter.title}. {chapter.objective[:_OBJECTIVE]}".strip() for chapter in script.chapters)
    return "\n".join(lines)


def decision_prompt(prompts: ScriptPrompts, ground: ScriptStanding, signals: Signals) -> Prompt:
    """The one call of a turn."""
    parts = [
        *books(ground),
        listed("window", map(_coming, _open(ground)), _WINDOW_ROOM),
        listed("last_time", _said_before(ground), _LAST_TIME_ROOM),
        named(ground.situation.person.name),
        f"{_course(ground)} {facts_of(ground, signals)}",
        newest(ground),
    ]
    return Prompt(
        purpose="decision",
        system=prompts.system(ground.script),
        transcript=pieces(ground.situation.talk),
        user="\n".join(part for part in parts if part),
        tier=Tier.MAIN,
        max_tokens=1_200,
        session_id=ground.situation.session.id,
        timeout=45.0,
    )


def _open(ground: ScriptStanding) -> tuple[Place, ...]:
    """What it may turn to by itself."""
    return tuple(place for place in ground.window if not place.question.closed)


def _said_before(ground: ScriptStanding) -> Iterator[str]:
    """What they answered to the open question, and to those that may come, when they were asked in an earlier wave."""
    noted = {note.key: note.value for note in ground.situation.digest.notes}
    for question in dict.fromkeys(place.question.id for place in (ground.place, *_open(ground))):
        if said := noted.get(last_time(question)):
            yield quoted("said", said, id=question)


def _course(ground: ScriptStanding) -> str:
    """What code has decided."""
    left = ground.follow_ups_left
    stays = f"You may stay with this subject ({left} left)." if left > 0 else "Go on: stay no longer with this subject."
    asked = f"The open question is after: {ground.place.question.objective or ground.place.question.text}"
    if _open(ground):
        return f"{asked[:_ROOM]} {stays}"
    ahead = "The next question is put by code, behind your message" if ground.left else "Nothing is left: then close"
    return f"{asked[:_ROOM]} {stays} {ahead}; where you do not stay, ask nothing."


def _coming(place: Place) -> str:
    question = place.question
    return quoted("q", question.text[:BEFORE_ROOM], id=question.id, objective=question.objective[:_OBJECTIVE])

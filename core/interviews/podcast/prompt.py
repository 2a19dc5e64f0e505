"""The prompts of this interview: our instructions from Markdown files, and the words of others as quoted data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Final, Self

from core.interviews.common.prompting import BEFORE_ROOM, fitted, listed, talk
from core.interviews.podcast.course import Ground
from core.ports import Prompt, Tier
from core.quoting import quoted
from core.script import Place
from core.sources.bounds import written

TEMPLATES = ("reflective", "analytical", "creative")
TEMPERATURES: Final = {"reflective": 0.7, "analytical": 0.8, "creative": 0.9}
"""How freely questions are worded."""
WHOLE = 20_000
"""Characters of a decision's prompt, whatever was told, whatever the episode is and however long the interview is."""
TALK = 5_200
"""Of these for the newest words: the answer, and the transcript before it."""
_QUESTION_ROOM = 650
_SMALL_ROOM = 420
_ASKED_ROOM = 1_400
_WINDOW_ROOM = 1_400
_NAME_ROOM = 60
_OBJECTIVE = 160

_HERE = Path(__file__).parent / "prompts"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompts:
    """The Markdown files, read once. Those of a template by its name."""

    decision: str
    opening: Template
    context: Template
    insights: Template
    narrative: Template
    openings: dict[str, str]
    follow_ups: dict[str, str]
    conclusions: dict[str, str]

    @classmethod
    def load(cls, folder: Path = _HERE) -> Self:
        """Raises OSError when a file is missing."""

        def read(name: str) -> str:
            return (folder / f"{name}.md").read_text(encoding="utf-8").strip()

        def each(moment: str) -> dict[str, str]:
            return {template: read(f"{template}-{moment}") for template in TEMPLATES}

        return cls(
            decision=read("decision"),
            opening=Template(read("opening")),
            context=Template(read("context")),
            insights=Template(read("insights")),
            narrative=Template(read("narrative")),
            openings=each("opening"),
            follow_ups=each("follow-up"),
            conclusions=each("conclusion"),
        )

    @property
    def secret(self) -> str:
        """All that must not be recited in a question."""
        own = (self.decision, self.opening.template)
        return "\n\n".join((*own, *self.openings.values(), *self.follow_ups.values(), *self.conclusions.values()))


def known_template(template: str) -> str:
    """The template whose prompts are used: the one that is named, else the first."""
    return template if template in TEMPLATES else TEMPLATES[0]


def decision_prompt(prompts: Prompts, ground: Ground) -> Prompt:
    """The one call of a turn. System and user part together are never longer than `WHOLE`."""
    system = _system(prompts, ground)
    fixed = _fixed_parts(ground)
    closing = "Decide what comes next."
    room = min(TALK, WHOLE - len(system) - sum(len(part) + 1 for part in fixed) - len(closing) - 2)
    return Prompt(
        purpose="decision",
        system=system,
        user="\n".join([*fixed, *talk(ground, room), closing]),
        tier=Tier.MAIN,
        max_tokens=800,
        session_id=ground.situation.session.id,
        timeout=45.0,
        temperature=TEMPERATURES[known_template(ground.state.template)],
    )


def _system(prompts: Prompts, ground: Ground) -> str:
    """The frame with what the template says to this moment; the same for most of a conversation."""
    template = known_template(ground.state.template)
    parts = [prompts.decision]
    if not ground.concluding:
        parts.append(prompts.follow_ups[template])
    if not ground.mains_left:
        parts.append(prompts.conclusions[template])
    return "\n\n".join(parts)


def _fixed_parts(ground: Ground) -> list[str]:
    window, state = ground.window, ground.state
    source = ground.situation.source
    parts = [
        _facts(ground, window),
        fitted("name", ground.situation.person.name[:_NAME_ROOM], 4 * _NAME_ROOM),
        written(source) if source is not None else "",
        _open_question(ground),
        listed("asked_before", (quoted("q", each[:BEFORE_ROOM]) for each in reversed(state.asked[:-1])), _ASKED_ROOM),
        listed("rather_not", (quoted("id", each) for each in reversed(state.declined)), _SMALL_ROOM),
        listed("said_lately", (quoted("bridge", a) for a in reversed(state.acknowledgements)), _SMALL_ROOM),
        listed("window", map(_coming, window), _WINDOW_ROOM),
    ]
    return [part for part in parts if part]


def _facts(ground: Ground, window: Sequence[Place]) -> str:
    facts = [f"Language: {ground.language}."]
    if ground.concluding:
        facts.append("This was the last question. The window is empty: close.")
    else:
        allowed = f"allowed ({ground.follow_ups_left} left)" if ground.may_follow_up else "none, go on"
        facts.append(f"Main question {ground.state.main} of {ground.state.total}. Follow-up: {allowed}.")
    if window == (ground.conclusion,):
        facts.append("What comes next is the last question: the window holds it alone.")
    if ground.state.vote:
        facts.append(f"The answer before was in {ground.state.vote}: if this one is too, write in {ground.state.vote}.")
    return " ".join(facts)


def _open_question(ground: Ground) -> str:
    asked, scripted = ground.situation.question, ground.place.question
    text = asked.text if asked is not None else scripted.text
    return fitted("open_question", text, _QUESTION_ROOM, id=scripted.id)


def _coming(place: Place) -> str:
    question = place.question
    return quoted("q", question.text[:BEFORE_ROOM], id=question.id, objective=question.objective[:_OBJECTIVE])

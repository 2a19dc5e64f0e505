"""What the model is asked to decide, and what of it is allowed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict

from core.interviews.common.wishes import language_tag, one_form
from core.interviews.life_story.course import MOST_SKIPPED, Ground, window
from core.script import Place
from core.turn import Occurrence

_LONGEST_REASON = 160


class _Asked(BaseModel):
    """Filled in by a model: every field has a value that changes nothing, and what is unknown is passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Skip(_Asked):
    """A question that is answered already."""

    id: str = ""
    reason: str = ""


class Decision(_Asked):
    """What comes after an answer. The fields are told to the model in `prompts/decision.md`."""

    assessment: str = ""
    objective_met: bool = False
    emotional: bool = False
    declined: bool = False
    wants: Annotated[Literal["go_on", "next", "pause", "stop"], BeforeValidator(one_form)] = "go_on"
    distress: bool = False
    language: str = ""
    action: Annotated[Literal["follow_up", "next", "close"], BeforeValidator(one_form)] = "next"
    skipped: list[Skip] = []
    next_id: str = ""
    bridge: str = ""
    question: str = ""

    @property
    def language_tag(self) -> str:
        """The primary tag of the answer's language; empty where the model gave none that can be one."""
        return language_tag(self.language)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The way forward in the script."""

    target: Place | None
    """None at the script's end."""
    covered: tuple[int, ...]
    """Coming questions that are answered already, those passed over by this step among them."""
    meant: bool
    """Whether the model's words are about `target`."""
    log: tuple[Occurrence, ...]


def step(decision: Decision, ground: Ground) -> Step:
    """The first question of the window that was not found answered with a reason; whatever else the model chose.

    A question that the model passes over without a reason is asked: nothing of a life is left out by an oversight.
    """
    allowed = {place.question.id: place.index for place in ground.window[:-1]}
    reasons: dict[int, Occurrence] = {}
    for skip in decision.skipped:
        index = allowed.get(skip.id.strip())
        reason = " ".join(skip.reason.split())
        if index is not None and index not in reasons and reason and len(reasons) < MOST_SKIPPED:
            reasons[index] = Occurrence(name="skipped", detail=f"{skip.id.strip()}: {reason[:_LONGEST_REASON]}")
    covered = tuple(sorted({*ground.state.covered, *reasons}))
    ahead = window(ground.script, ground.state.index, covered)
    target = ahead[0] if ahead else None
    return Step(
        target=target,
        covered=covered,
        meant=target is not None and decision.next_id.strip() == target.question.id,
        log=tuple(reasons[index] for index in sorted(reasons)),
    )

"""The course of the interview as a state machine: read from `machine.toml`, and the only judge of what may follow.

A model proposes an intent and a step; `Machine.step` takes the step where it is possible, else the first possible one
of that intent, else none: what is open stays open. Nothing else moves an interview from one state to another.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

_FILE = Path(__file__).parent / "machine.toml"


class Step(StrEnum):
    """A state, which is also the step that leads to it."""

    GREETING = "greeting"
    QUESTION = "question"
    FOLLOWUP = "followup"
    SANDBOX_GUIDANCE = "sandbox_guidance"
    CODE_REVIEW = "code_review"
    EVALUATION = "evaluation"
    CLOSING = "closing"


class Intent(StrEnum):
    """What the candidate wants with their newest words."""

    ANSWER = "answer"
    WRITE_CODE = "write_code"
    REVIEW_MY_CODE = "review_my_code"
    ASSESS_ME = "assess_me"
    CHANGE_TOPIC = "change_topic"
    CLARIFY = "clarify"
    STOP = "stop"
    CONTINUE = "continue"
    SMALL_TALK = "small_talk"


class Need(StrEnum):
    """What has to be so before a step."""

    ASKS_LEFT = "asks_left"
    """A question of the plan was not asked yet."""
    MAY_PROBE = "may_probe"
    """The open question may be gone into further."""
    EXERCISE = "exercise"
    """An exercise is open, or one of the plan was not given yet, or they ask for one and there is one."""
    CODE = "code"
    """Code was handed in."""
    OVER = "over"
    """Nothing of the plan is left, or they ask for the end."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class State(_Frozen):
    about: Annotated[str, Field(min_length=1)]
    to: tuple[Step, ...]


class Machine(_Frozen):
    start: Step
    states: Mapping[Step, State]
    needs: Mapping[Step, Need]
    intents: Mapping[Intent, tuple[Step, ...]]

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if set(self.states) != set(Step) or set(self.intents) != set(Intent):
            raise ValueError("every state and every intent has to be there")
        return self

    def possible(self, now: Step, holds: frozenset[Need]) -> tuple[Step, ...]:
        """Where it can go from a state, given what holds."""
        return tuple(step for step in self.states[now].to if self.needs.get(step) in {None, *holds})

    def step(self, now: Step, intent: Intent, wanted: Step | None, holds: frozenset[Need]) -> Step | None:
        """What follows; None: nothing moves, and what is open stays open."""
        possible, fitting = self.possible(now, holds), self.intents[intent]
        if wanted in possible and wanted in fitting:
            return wanted
        return next((step for step in fitting if step in possible), None)

    def diagram(self) -> str:
        """As a Mermaid state diagram."""
        return "\n".join(("stateDiagram-v2", *self._lines()))

    def _lines(self) -> Iterator[str]:
        yield f"    [*] --> {self.start}"
        for name, state in self.states.items():
            yield f"    {name}: {state.about}"
            for step in state.to:
                need = self.needs.get(step)
                yield f"    {name} --> {step}" + (f": {need}" if need is not None else "")
            if not state.to:
                yield f"    {name} --> [*]"


@cache
def machine() -> Machine:
    """Raises ValueError or OSError when the file is wrong."""
    return Machine.model_validate(tomllib.loads(_FILE.read_text(encoding="utf-8")))

"""What a model decides after an answer, beside what every interview's decision has: the intent and the step."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, TypeVar

from pydantic import BeforeValidator

from core.interviews.scripted_base.decision import Decision
from core.interviews.technical.machine import Intent, Step

E = TypeVar("E", bound=StrEnum)


def _named(value: object) -> str:
    return value.strip().lower().replace("-", "_").replace(" ", "_") if isinstance(value, str) else ""


def _intent(value: object) -> Intent:
    name = _named(value)
    return Intent(name) if name in set(Intent) else Intent.ANSWER


def _step(value: object) -> Step | None:
    name = _named(value)
    return Step(name) if name in set(Step) else None


class TechnicalDecision(Decision):
    """The fields are told to the model in the prompt, in the order of its thinking."""

    intent: Annotated[Intent, BeforeValidator(_intent)] = Intent.ANSWER
    step: Annotated[Step | None, BeforeValidator(_step)] = None
    """What it wants to do next; the machine decides whether that is possible."""
    struggles: bool = False
    """They do not get on."""

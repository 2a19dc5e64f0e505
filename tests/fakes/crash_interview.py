"""The life-story interview with a model that never follows up: each answer leads to the next scripted question."""

from __future__ import annotations

from pydantic import BaseModel

from core.contracts.ports import Prompt
from core.contracts.turn import Interview
from core.interviews.life_story.interview import LifeStory
from tests.fakes.deciding import goes_on, whole
from tests.fakes.model import Reply, Respond, plain_answer


def _next_question(prompt: Prompt, schema: type[BaseModel]) -> Reply:
    return goes_on(whole(prompt)) if prompt.purpose == "decision" else plain_answer(prompt, schema)


def interview_and_model() -> tuple[Interview, Respond]:
    """The interview, and how its model answers."""
    return LifeStory(), _next_question

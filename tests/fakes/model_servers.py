"""The fake model servers and their behaviours, in one place to import from."""

from __future__ import annotations

from tests.fakes.anthropic_server import FakeAnthropic
from tests.fakes.model_behaviours import (
    Answers,
    Asked,
    Behaviour,
    Cuts,
    Fails,
    FakeModelServer,
    Hangs,
    Refuses,
    Says,
    Sends,
    TokenUse,
    Truncates,
    broken,
    example_of,
    overloaded,
    rate_limited,
)
from tests.fakes.openai_server import FakeOpenAI

__all__ = [
    "Answers",
    "Asked",
    "Behaviour",
    "Cuts",
    "Fails",
    "FakeAnthropic",
    "FakeModelServer",
    "FakeOpenAI",
    "Hangs",
    "Refuses",
    "Says",
    "Sends",
    "TokenUse",
    "Truncates",
    "broken",
    "example_of",
    "overloaded",
    "rate_limited",
]

"""What holds for every test."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from core.commands import COMMANDS
from core.contracts.commands import register_commands
from core.features.registration import register_features
from core.llm import nearby
from tests.fakes.effort import tries

pytest_plugins = ["tests.fakes.postgres"]

# Before anything loads onnxruntime, which would report to its maker.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

# A shell that starts the tests in its background has them ignore Ctrl-C, and what they start would ignore it too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# No test asserts on time: a busy machine must not turn a law into a failure. What decides whether a change is taken
# draws the same examples each time; `make soak` at a desk draws new ones.
settings.register_profile(
    "house",
    deadline=None,
    derandomize="CI" in os.environ or "RACONTEUR_SOAK" not in os.environ,
    max_examples=tries(12, soak=1_000),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("house")

register_commands(COMMANDS)
register_features()


@pytest.fixture(autouse=True)
def no_models_nearby(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever tests this may have models of their own on this computer."""
    monkeypatch.setattr(nearby, "PORTS", {})


@pytest.fixture(autouse=os.environ.get("RACONTEUR_TEST_STORE") == "postgres")
def databases_are_given_back() -> Iterator[None]:
    from tests.fakes.other_stores import LENT

    yield
    LENT.close()

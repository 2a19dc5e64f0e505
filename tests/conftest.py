"""What holds for every test."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from tests.fakes.effort import tries

# No test asserts on time: a busy machine must not turn a law into a failure.
settings.register_profile(
    "house", deadline=None, max_examples=tries(25, soak=1_000), suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")

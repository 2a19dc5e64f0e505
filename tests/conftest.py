"""What holds for every test."""

from __future__ import annotations

from hypothesis import settings

# No test asserts on time: a busy machine must not turn a law into a failure.
settings.register_profile("house", deadline=None)
settings.load_profile("house")

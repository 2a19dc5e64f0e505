"""What becomes of a side that could not speak: how often, and after how long, it is asked again."""

from __future__ import annotations

from typing import Final

from core.contracts.errors import ModelError, ModelMisread, ModelRefused, ModelUnavailable
from core.timing.clock import Backoff

ATTEMPTS: Final = 5
REFUSALS: Final = 3
"""Attempts at what a model declines, or says without a word that is public."""
LONGEST_ASKED: Final = 900.0
"""Seconds that a service may ask to wait; a run whose service asks for more is paused."""
_WAITS: Final = Backoff(first=1.0, longest=60.0, growth=3.0)


class NothingPublic(ModelMisread):
    """The reply has no word that the other side may read."""

    code = "nothing-public"


def side_retry_delay(error: ModelError, attempt: int, jitter: float) -> float | None:
    """Return the seconds to wait after attempt number `attempt` (from 1), or None to give up; `jitter` is in [0, 1)."""
    if isinstance(error, ModelRefused | ModelMisread):
        return None if attempt >= REFUSALS else 0.0
    if not isinstance(error, ModelUnavailable) or attempt >= ATTEMPTS:
        return None
    return _WAITS.of_service(error.retry_after, attempt, jitter=jitter, most=LONGEST_ASKED)

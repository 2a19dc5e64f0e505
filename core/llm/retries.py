"""When a failed call is worth another attempt, and after which wait."""

from __future__ import annotations

from typing import Final

from core.contracts.errors import ModelError, ModelMisread, ModelUnavailable
from core.contracts.ports import Prompt, Tier
from core.timing.clock import Backoff

_ATTEMPTS: Final = 3
"""For a service that cannot be reached or is overloaded, the first one included."""
_MISREAD_ATTEMPTS: Final = 2
"""For answers that cannot be read, where nobody waits for them."""
_WAITS = Backoff(first=0.5, longest=5.0, growth=2.0)
"""The longest is also the most that a server may ask for. One that asks for more is not asked again."""


def wait_before_next(error: ModelError, prompt: Prompt, attempt: int, jitter: float) -> float | None:
    """Seconds before the attempt after number `attempt` (from 1), or None to give up; `jitter` is in [0, 1)."""
    if isinstance(error, ModelMisread):
        somebody_waits = prompt.tier is Tier.MAIN and prompt.purpose == "decision"
        return None if somebody_waits or attempt >= _MISREAD_ATTEMPTS else 0.0
    if not isinstance(error, ModelUnavailable) or attempt >= _ATTEMPTS:
        return None
    asked = error.retry_after or 0.0
    if asked > _WAITS.longest:
        return None
    return max(asked, _WAITS.after(attempt) * (1 + jitter) / 2)

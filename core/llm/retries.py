"""When a failed call is worth another attempt, and after which wait."""

from __future__ import annotations

from dataclasses import dataclass

from core.contracts.errors import ModelError, ModelMisread, ModelUnavailable
from core.contracts.ports import Prompt, Tier
from core.timing.clock import Backoff

_WAITS = Backoff(first=0.5, longest=5.0, growth=2.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """How often, and how long between; the waits have jitter."""

    attempts: int = 3
    """For a service that cannot be reached or is overloaded, the first one included."""
    misread_attempts: int = 2
    """For answers that cannot be read, where nobody waits for them."""
    waits: Backoff = _WAITS
    """The longest is also the most that a server may ask for. One that asks for more is not asked again."""

    def wait(self, error: ModelError, prompt: Prompt, attempt: int, jitter: float) -> float | None:
        """Seconds before the attempt after number `attempt` (from 1), or None to give up; `jitter` is in [0, 1)."""
        if isinstance(error, ModelMisread):
            again = not _somebody_waits(prompt) and attempt < self.misread_attempts
            return 0.0 if again else None
        if not isinstance(error, ModelUnavailable) or attempt >= self.attempts:
            return None
        asked = error.retry_after or 0.0
        if asked > self.waits.longest:
            return None
        return max(asked, self.waits.after(attempt) * (1 + jitter) / 2)


def _somebody_waits(prompt: Prompt) -> bool:
    return prompt.tier is Tier.MAIN and prompt.purpose == "decision"

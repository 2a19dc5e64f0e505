"""When a failed call is worth another attempt, and after which wait."""

from __future__ import annotations

from dataclasses import dataclass

from core.contracts.errors import ModelError, ModelMisread, ModelUnavailable
from core.contracts.ports import Prompt, Tier


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """Waits grow by doubling, with jitter, up to a cap."""

    attempts: int = 3
    """For a service that cannot be reached or is overloaded, the first one included."""
    misread_attempts: int = 2
    """For answers that cannot be read, where nobody waits for them."""
    first_wait: float = 0.5
    longest_wait: float = 5.0
    """Seconds; also the most that a server may ask for. One that asks for more is not asked again."""

    def wait(self, error: ModelError, prompt: Prompt, attempt: int, jitter: float) -> float | None:
        """Seconds before the attempt after number `attempt` (from 1), or None to give up; `jitter` is in [0, 1)."""
        if isinstance(error, ModelMisread):
            again = not _somebody_waits(prompt) and attempt < self.misread_attempts
            return 0.0 if again else None
        if not isinstance(error, ModelUnavailable) or attempt >= self.attempts:
            return None
        asked = error.retry_after or 0.0
        if asked > self.longest_wait:
            return None
        backoff = min(self.longest_wait, self.first_wait * 2.0 ** (attempt - 1))
        return max(asked, backoff * (1 + jitter) / 2)


def _somebody_waits(prompt: Prompt) -> bool:
    return prompt.tier is Tier.MAIN and prompt.purpose == "decision"

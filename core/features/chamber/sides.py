"""Who speaks in a run, a model or whatever stands in its place, and how often one that could not is asked again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Protocol

from core.contracts.chat import ChatLine, ChatModel, ChatRequest, Piece, ignore_request_start
from core.contracts.errors import ModelError, ModelMisread, ModelRefused, ModelUnavailable
from core.features.chamber.messages import NOTHING_TAKEN, ReplyCost, Utterance, candidate_context, prime_context
from core.features.chamber.setup import Participant, Prime, RunRules
from core.features.chamber.thought_patterns import Patterns
from core.llm.chat_provider import encodable
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


_END = "When you have finished the interview, say goodbye and end that message with this line and nothing after it:\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class SideReply:
    """The words of a side, with its thoughts."""

    text: str
    thinking: str = ""
    blocks: str = ""
    taken: ReplyCost = NOTHING_TAKEN
    left_out: tuple[str, ...] = ()
    ended: bool = False
    """It does not speak again."""


class Side(Protocol):
    async def warm_up(self) -> None:
        """Load what the first words need, which would be loaded with them otherwise."""

    async def speak(
        self,
        said: Sequence[Utterance],
        *,
        heard: Callable[[Piece], None],
        begun: Callable[[], None] = ignore_request_start,
    ) -> SideReply:
        """Return the next words after everything that was said. Raises ModelError, and may be asked again then.

        `begun` is called when it no longer waits for its turn alone; until then it may be cancelled without any loss.
        """

    async def close(self) -> None:
        """Let go of what it holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """Both sides, each with the patterns of its thoughts."""

    prime: Side
    candidate: Side
    prime_patterns: Patterns
    candidate_patterns: Patterns

    @property
    def both(self) -> tuple[Side, Side]:
        return self.prime, self.candidate

    async def close(self) -> None:
        await self.prime.close()
        await self.candidate.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSide:
    """A side that a model speaks for."""

    chat: ChatModel
    purpose: str
    system: str
    shown: Callable[[Sequence[Utterance]], tuple[ChatLine, ...]]
    config: Participant
    run_id: str
    seed: int | None = None

    async def warm_up(self) -> None:
        await self.chat.warm_up()

    async def speak(
        self,
        said: Sequence[Utterance],
        *,
        heard: Callable[[Piece], None],
        begun: Callable[[], None] = ignore_request_start,
    ) -> SideReply:
        request = ChatRequest(
            purpose=self.purpose,
            system=self.system,
            lines=self.shown(said),
            max_tokens=self.config.max_tokens,
            temperature=self.config.temperature,
            seed=self.seed,
            session_id=self.run_id,
            timeout=self.config.timeout,
        )
        reply = await self.chat.say(request, heard=heard, begun=begun)
        taken = ReplyCost(
            model=reply.model,
            stop=reply.stop,
            input_tokens=reply.input_tokens,
            output_tokens=reply.output_tokens,
            cost_micros=reply.cost_micros,
            latency_ms=reply.latency_ms,
        )
        return SideReply(
            text=reply.text, thinking=reply.thinking, blocks=reply.blocks, taken=taken, left_out=reply.left_out
        )

    async def close(self) -> None:
        await self.chat.close()


def prime_side(config: Prime, rules: RunRules, chat: ChatModel, *, run_id: str, seed: int | None) -> ModelSide:
    system = config.system_prompt
    if rules.end_word:
        system = f"{system.rstrip()}\n\n{_END}{rules.end_word}".strip()
    shown = partial(prime_context, disclosure=config.disclosure, begin=rules.begin)
    return ModelSide(chat=chat, purpose="prime", system=system, shown=shown, config=config, run_id=run_id, seed=seed)


def candidate_side(config: Participant, chat: ChatModel, *, run_id: str, seed: int | None) -> ModelSide:
    return ModelSide(
        chat=chat,
        purpose="candidate",
        system=config.system_prompt,
        shown=candidate_context,
        config=config,
        run_id=run_id,
        seed=seed,
    )


def storable_reply(reply: SideReply) -> SideReply:
    """Replace half of a surrogate pair, which a service may send and nothing can keep, by a question mark."""
    return replace(
        reply, text=encodable(reply.text), thinking=encodable(reply.thinking), blocks=encodable(reply.blocks)
    )

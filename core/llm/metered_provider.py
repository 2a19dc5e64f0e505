"""One request to a provider, with a limit of time and its row in the ledger.

The row is reserved before the request is sent, and settled however it ends.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final, TypeVar

import structlog
from pydantic import BaseModel

from core.contracts.calls import Call, Ledger, Settlement
from core.contracts.chat import ChatRequest, Stop, ignore_piece
from core.contracts.errors import ModelError, ModelRefused, RaconteurError
from core.contracts.ports import Clock
from core.llm.chat_provider import ChatProvider, Heard, Interrupted, Spoken, Usage, encodable
from core.llm.json_schema import provider_schema
from core.llm.prices import Price, estimate_tokens
from core.timing.clock import TimeLimit

log = structlog.get_logger()
T = TypeVar("T")

_MESSAGE_TOKENS: Final = 10
"""Taken by what tells one message of a conversation from the next."""
_REMEMBERED: Final = 2_000
"""Instructions of sessions that need not be written down again."""
_KINDS = {"text": str, "thinking": str, "blocks": str, "stop": Stop, "usage": Usage | None, "left_out": tuple}
"""The types of the fields of a `Spoken`, for those that a class of the operator's own makes."""


class OutOfTime(Interrupted):
    """The limit came before the answer."""

    code = Interrupted.code


def limit_time(clock: Clock, seconds: float) -> TimeLimit:
    """Return the limit within which a request must be answered, with its retries; OutOfTime is raised at its end."""

    def late() -> OutOfTime:
        return OutOfTime(f"The model gave no answer within {seconds:g} s; see whether it is overloaded.")

    return TimeLimit(clock, seconds, late=late)


@dataclass(slots=True, kw_only=True)
class Attempt:
    """One request and what is known of it so far."""

    request: ChatRequest
    call: Call
    price: Price
    prompt_tokens: int
    """At most."""
    number: int = 0
    started: float = 0.0
    outcome: str = "internal"
    answer: str | None = None
    """None as long as there is none."""
    usage: Usage | None = None
    """None where the service has not told it."""
    open_ended: bool = False
    """The service may have worked to the end without our hearing of it."""
    settlement: Settlement = field(default_factory=lambda: Settlement(outcome="internal"))
    """Once it has ended."""
    settled: asyncio.Task[None] | None = None

    def end(self, now: float, *, keep_answer: bool) -> Settlement:
        usage = self.usage or Usage()
        if self.usage is not None:
            cost, counted = self.price.cost(usage), usage.prompt_tokens + usage.output_tokens
        # Where the service has told nothing, rather too much than too little: a budget is a promise.
        elif self.answer is not None or self.open_ended:
            cost, counted = self.call.reserved_micros, self.call.reserved_tokens
        elif self.outcome == "cancelled":
            # It was read, and hardly answered: people who write in bursts must not use up their budget by it.
            cost, counted = self.price.worst(self.prompt_tokens, 0), self.prompt_tokens
        else:
            cost, counted = 0, 0
        self.settlement = Settlement(
            outcome=self.outcome,
            input_tokens=usage.prompt_tokens,
            cached_tokens=usage.cached_tokens,
            output_tokens=usage.output_tokens,
            counted_tokens=counted,
            cost_micros=cost,
            latency_ms=round((now - self.started) * 1000),
            answer=self.answer if self.answer and keep_answer else "",
        )
        return self.settlement


class MeteredProvider:
    """A provider whose requests are rows of the ledger. It decides nothing about retries."""

    def __init__(
        self,
        provider: ChatProvider,
        ledger: Ledger,
        clock: Clock,
        *,
        keep_prompts: bool,
        keep_whole: bool = False,
        writes_on: bool = False,
    ) -> None:
        """`keep_whole`: the ledger gets every prompt with all that the database has of it already, to be measured.

        `writes_on`: a reply that nobody waits for any more is written to its end, and is paid for.
        """
        self._provider = provider
        self._ledger = ledger
        self._clock = clock
        self._keep_prompts = keep_prompts
        self._keep_whole = keep_whole
        self._writes_on = writes_on
        self._written_down: dict[tuple[str | None, str], None] = {}
        """Sessions with the instructions that the ledger has of them, the oldest first."""
        self._settling: set[asyncio.Task[None]] = set()
        self._warming = asyncio.Lock()
        self._is_warm = False

    async def warm_up(self) -> None:
        """Load what the first request needs, once. What fails here is told by that request."""
        async with self._warming:
            if not self._is_warm:
                try:
                    await self._provider.warm_up()
                except Exception as error:  # noqa: BLE001 - an operator's own may raise anything
                    log.warning("llm.not_warmed_up", error=type(error).__name__)
                self._is_warm = True

    async def close(self) -> None:
        """Return when every call is settled and the connections are closed; nothing may be asked any more."""
        while self._settling:
            await asyncio.wait(set(self._settling))
        try:
            await self._provider.close()
        except Exception as error:  # noqa: BLE001 - an operator's own may raise anything, and all is said already
            log.error("llm.close_failed", error=type(error).__name__)

    def attempt(self, request: ChatRequest, model: str, price: Price) -> Attempt:
        """Return a request as it is sent, with the most that it can take."""
        lines = tuple(replace(line, text=encodable(line.text)) for line in request.lines)
        request = replace(request, system=encodable(request.system), lines=lines)
        sent = (text for line in lines for text in (line.text, line.blocks))
        tokens = estimate_tokens(request.system, *sent) + _MESSAGE_TOKENS * (len(lines) + 1)
        if request.schema is not None:
            tokens += _schema_tokens(request.schema)
        call = Call(
            purpose=request.purpose,
            model=model,
            session_id=request.session_id,
            reserved_micros=price.worst(tokens, request.max_tokens),
            reserved_tokens=tokens + request.max_tokens,
            prompt=self._kept(request) if self._keep_prompts else "",
        )
        return Attempt(request=request, call=call, price=price, prompt_tokens=tokens)

    def _kept(self, request: ChatRequest) -> str:
        """Return what the ledger keeps of a prompt: not again what the database has already."""
        *before, last = request.lines
        if self._keep_whole:
            pieces = [request.system, *(f"{line.role}: {line.text}" for line in before), last.text]
            return "\n\n".join(filter(None, pieces))
        system, conversation = request.system, ""
        if request.session_id is not None and (request.session_id, _digest(system)) in self._written_down:
            system = f"[instructions as before: {len(system)} characters, {_digest(system)}]"
        if before:
            characters = sum(len(line.text) for line in before)
            conversation = f"[conversation: {len(before)} messages, {characters} characters]"
        return "\n\n".join(filter(None, (system, conversation, last.text)))

    async def reserve(self, attempt: Attempt, deadline: TimeLimit) -> None:
        """Give the attempt its number. A reservation that nobody waits for any more is given back when it comes.

        Raises BudgetSpent, OutOfTime, or a ModelError where the ledger cannot be written.
        """
        reserving = asyncio.ensure_future(self._ledger.reserve(attempt.call))

        async def give_back() -> None:
            try:
                number = await reserving
            except RaconteurError:
                return
            await self._settle(number, Settlement(outcome="cancelled"))

        try:
            attempt.number = await deadline.bound(asyncio.shield(reserving))
        except (OutOfTime, asyncio.CancelledError):
            self._spawn(give_back())
            raise
        except ModelError:
            raise
        except RaconteurError as error:
            # `from None`: a database's own exception quotes what it was to write, the prompt among it.
            raise ModelError(f"The call could not be written into the ledger ({error.code}).") from None
        # The ledger has these instructions now.
        key = attempt.call.session_id, _digest(attempt.request.system)
        self._written_down.pop(key, None)
        self._written_down[key] = None
        if len(self._written_down) > _REMEMBERED:
            del self._written_down[next(iter(self._written_down))]

    async def send(
        self, attempt: Attempt, deadline: TimeLimit, read: Callable[[Spoken], T], heard: Heard = ignore_piece
    ) -> T:
        """Send a request that is reserved, and return what `read` makes of the reply. Raises ModelError.

        However it ends, it is settled, and nobody waits for that.
        """
        attempt.started = self._clock.monotonic()
        # Until it has failed in a way that tells more.
        attempt.open_ended = self._writes_on
        try:
            spoken = await deadline.bound(self._spoken(attempt, heard))
            attempt.answer, attempt.usage = spoken.text, spoken.usage
            answer = read(spoken)
            attempt.outcome = ModelRefused.code if spoken.stop is Stop.REFUSED else "ok"
            return answer
        except ModelError as error:
            attempt.outcome = error.code
            attempt.open_ended = isinstance(error, Interrupted)
            raise
        except asyncio.CancelledError:
            attempt.outcome = "cancelled"
            raise
        finally:
            settlement = attempt.end(self._clock.monotonic(), keep_answer=self._keep_prompts)
            attempt.settled = self._spawn(self._settle(attempt.number, settlement))

    async def _spoken(self, attempt: Attempt, heard: Heard) -> Spoken:
        """Return what the provider says. Whatever else it raises, an operator's own above all, becomes our error."""
        try:
            spoken: object = await self._provider.say(attempt.request, attempt.call.model, heard)
        except ModelError:
            raise
        except Exception as error:  # noqa: BLE001 - one that fails must not end a run; its message may hold words
            kind = type(error).__name__
            raise Interrupted(f"What speaks with the model service failed ({kind}); see extra and client.") from None
        if not isinstance(spoken, Spoken):
            raise ModelError("The class that client names returns no core.llm.chat_provider.Spoken.")
        if wrong := [name for name, kind in _KINDS.items() if not isinstance(getattr(spoken, name), kind)]:
            raise ModelError(f"The class that client names returns a Spoken with a wrong value ({', '.join(wrong)}).")
        return replace(
            spoken, text=encodable(spoken.text), thinking=encodable(spoken.thinking), blocks=encodable(spoken.blocks)
        )

    async def _settle(self, number: int, settlement: Settlement) -> None:
        try:
            await self._ledger.settle(number, settlement)
        except Exception as error:  # noqa: BLE001 - the end of a task; its message could hold the answer's text
            log.error("ledger.settle_failed", call=number, error=type(error).__name__)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._settling.add(task)
        task.add_done_callback(self._settling.discard)
        return task


@lru_cache(maxsize=64)
def _schema_tokens(schema: type[BaseModel]) -> int:
    return estimate_tokens(str(provider_schema(schema)))


@lru_cache(maxsize=32)
def _digest(instructions: str) -> str:
    return hashlib.sha256(instructions.encode()).hexdigest()[:16]

"""Each request is a row of the ledger: reserved before it is sent, and settled however it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import structlog

from core.contracts.calls import Call, Ledger, Settlement
from core.contracts.errors import ModelError, RaconteurError
from core.contracts.ports import Clock
from core.llm.prices import Price
from core.llm.provider import Interrupted, Usage
from core.timing.clock import TimeLimit

log = structlog.get_logger()


class OutOfTime(Interrupted):
    """The limit came before the answer."""

    code = Interrupted.code


def out_of_time(seconds: float) -> OutOfTime:
    return OutOfTime(f"The model gave no answer within {seconds:g} s; see whether it is overloaded.")


@dataclass(slots=True, kw_only=True)
class Attempt:
    """One request and what is known of it so far."""

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

    def answered(self, text: str, usage: Usage | None) -> None:
        self.answer, self.usage = text, usage

    def end(self, now: float, *, keep_answer: bool) -> Settlement:
        usage = self.usage or Usage()
        cost, counted = self.price.cost(usage), usage.prompt_tokens + usage.output_tokens
        if self.usage is None:
            cost, counted = self._uncounted()
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

    def _uncounted(self) -> tuple[int, int]:
        """The cost and the tokens where the service told none, rather too high than too low: a budget is a promise."""
        if self.answer is not None or self.open_ended:
            return self.call.reserved_micros, self.call.reserved_tokens
        if self.outcome == "cancelled":
            # It was read, and hardly answered: people who write in bursts must not use up their budget by it.
            return self.price.worst(self.prompt_tokens, 0), self.prompt_tokens
        return 0, 0


class BudgetReservation:
    """The rows of one model."""

    def __init__(self, ledger: Ledger, clock: Clock, *, keep_answers: bool) -> None:
        self._ledger = ledger
        self._clock = clock
        self._keep_answers = keep_answers
        self._settling: set[asyncio.Task[None]] = set()

    async def reserve(self, attempt: Attempt, deadline: TimeLimit) -> None:
        """Give the attempt its number. A reservation that nobody waits for any more is given back when it comes.

        Raises BudgetSpent, OutOfTime, or a ModelError where the ledger cannot be written.
        """
        reserving = asyncio.ensure_future(self._ledger.reserve(attempt.call))
        try:
            attempt.number = await deadline.bound(asyncio.shield(reserving))
        except (OutOfTime, asyncio.CancelledError):
            self._spawn(self._give_back(reserving))
            raise
        except ModelError:
            raise
        except RaconteurError as error:
            # `from None`: a database's own exception quotes what it was to write, the prompt among it.
            raise ModelError(f"The call could not be written into the ledger ({error.code}).") from None

    @contextmanager
    def settled(self, attempt: Attempt) -> Iterator[None]:
        """The request itself. However it ends, it is settled, and nobody waits for that."""
        attempt.started = self._clock.monotonic()
        try:
            yield
        except ModelError as error:
            attempt.outcome = error.code
            attempt.open_ended = isinstance(error, Interrupted)
            raise
        except asyncio.CancelledError:
            attempt.outcome = "cancelled"
            raise
        finally:
            settlement = attempt.end(self._clock.monotonic(), keep_answer=self._keep_answers)
            attempt.settled = self._spawn(self._settle(attempt.number, settlement))

    async def close(self) -> None:
        """Return when every call is settled."""
        while self._settling:
            await asyncio.wait(set(self._settling))

    async def _give_back(self, reserving: asyncio.Future[int]) -> None:
        try:
            number = await reserving
        except RaconteurError:
            return
        await self._settle(number, Settlement(outcome="cancelled"))

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

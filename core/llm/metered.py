"""A provider with a budget, a limit of time, retries and the ledger around it: the `LanguageModel` of the program."""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, Final, TypeVar

import structlog
from pydantic import BaseModel

from core.contracts.calls import Call, Ledger, Settlement
from core.contracts.errors import ModelError, ModelMisread, ModelRefused, ModelUnavailable, RaconteurError
from core.contracts.ports import Answer, Clock, Prompt, Tier
from core.llm.json_schema import provider_schema, read_answer
from core.llm.prices import Price, PriceTable, most_tokens
from core.llm.provider import Completion, Ending, Interrupted, Provider, Usage
from core.timing.clock import Backoff, TimeLimit

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


log = structlog.get_logger()

Result = TypeVar("Result")
_REMEMBERED = 2_000
"""Instructions of sessions that need not be written down again."""


class OutOfTime(Interrupted):
    """The limit came before the answer."""

    code = Interrupted.code


@dataclass(slots=True, kw_only=True)
class _Attempt:
    """One request and what is known of it so far."""

    call: Call
    price: Price
    prompt_tokens: int
    """At most."""
    number: int = 0
    started: float = 0.0
    outcome: str = "internal"
    completion: Completion | None = None
    open_ended: bool = False
    """The service may have worked to the end without our hearing of it."""
    settled: asyncio.Task[None] | None = None

    def settlement(self, now: float, *, keep_answer: bool) -> Settlement:
        completion = self.completion
        usage = (completion and completion.usage) or Usage()
        cost, counted = self.price.cost(usage), usage.prompt_tokens + usage.output_tokens
        if completion is None or completion.usage is None:
            cost, counted = self._uncounted()
        return Settlement(
            outcome=self.outcome,
            input_tokens=usage.prompt_tokens,
            cached_tokens=usage.cached_tokens,
            output_tokens=usage.output_tokens,
            counted_tokens=counted,
            cost_micros=cost,
            latency_ms=round((now - self.started) * 1000),
            answer=completion.text if completion and keep_answer else "",
        )

    def _uncounted(self) -> tuple[int, int]:
        """The cost and the tokens where the service told none, rather too high than too low: a budget is a promise."""
        if self.outcome == "cancelled":
            # It was read, and hardly answered: people who write in bursts must not use up their budget by it.
            return self.price.worst(self.prompt_tokens, 0), self.prompt_tokens
        if self.completion or self.open_ended:
            return self.call.reserved_micros, self.call.reserved_tokens
        return 0, 0


class MeteredModel:
    """See `LanguageModel`. The retries are ours: each is a row of the ledger, and all run on the injected clock."""

    offline = False

    def __init__(
        self,
        *,
        provider: Provider,
        models: Mapping[Tier, str],
        ledger: Ledger,
        clock: Clock,
        prices: Mapping[str, Price],
        keep_prompts: bool = True,
        keep_whole: bool = False,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        """`keep_whole`: the ledger gets every prompt with all that it has of it already, to be measured."""
        self._provider = provider
        self._models = dict(models)
        self._ledger = ledger
        self._clock = clock
        self._prices = PriceTable(prices)
        self._keep_prompts = keep_prompts
        self._keep_whole = keep_whole
        self._written_down: dict[tuple[str | None, str], None] = {}
        """Sessions with what they were last asked by, the oldest first: that stands in the ledger already."""
        self._jitter = jitter
        self._settling: set[asyncio.Task[None]] = set()

    async def ask(self, prompt: Prompt, schema: type[Answer]) -> Answer:
        """One structured answer, within `prompt.timeout` seconds. Raises ModelError and nothing else."""
        prompt = replace(
            prompt,
            system=_encodable(prompt.system),
            transcript=tuple(_encodable(piece) for piece in prompt.transcript if piece.strip()),
            user=_encodable(prompt.user),
        )
        deadline = TimeLimit(self._clock, prompt.timeout, late=partial(_too_late, prompt.timeout))
        count = 1
        while True:
            attempt = self._prepare(prompt, schema)
            try:
                return await self._run(attempt, prompt, schema, deadline)
            except ModelError as error:
                self._report(error, attempt, count)
                wait = wait_before_next(error, prompt, count, self._jitter())
                if wait is None or wait >= deadline.remaining():
                    raise
            await deadline.bound(self._pause(wait, attempt))
            count += 1

    async def warm_up(self) -> None:
        """Load what the first call needs, so that it does not wait for it."""
        await self._provider.warm_up()

    async def close(self) -> None:
        """Return when every call is settled and the connections are closed; nothing may be asked any more."""
        while self._settling:
            await asyncio.wait(set(self._settling))
        await self._provider.close()

    def _prepare(self, prompt: Prompt, schema: type[BaseModel]) -> _Attempt:
        model = self._models[prompt.tier]
        price = self._prices.of(model)
        tokens = most_tokens(prompt.system, *prompt.transcript, prompt.user) + _tokens_of(schema)
        answer = self._provider.output_limit(prompt)
        call = Call(
            purpose=prompt.purpose,
            model=model,
            session_id=prompt.session_id,
            reserved_micros=price.worst(tokens, answer),
            reserved_tokens=tokens + answer,
            prompt=self._kept(prompt) if self._keep_prompts else "",
        )
        return _Attempt(call=call, price=price, prompt_tokens=tokens)

    def _kept(self, prompt: Prompt) -> str:
        """What the ledger keeps of a prompt. Not again what the database has: the transcript, and our own words."""
        if self._keep_whole:
            return "\n\n".join(part for part in (prompt.system, "\n".join((*prompt.transcript, prompt.user))) if part)
        system, transcript = prompt.system, ""
        if prompt.session_id is not None and _key(prompt) in self._written_down:
            system = f"[instructions as before: {len(system)} characters, {_key(prompt)[1]}]"
        if prompt.transcript:
            transcript = f"[transcript: {len(prompt.transcript)} pieces, {sum(map(len, prompt.transcript))} characters]"
        return "\n\n".join(part for part in (system, transcript, prompt.user) if part)

    def _write_down(self, prompt: Prompt) -> None:
        """Its instructions are in the ledger now."""
        self._written_down.pop(_key(prompt), None)
        self._written_down[_key(prompt)] = None
        if len(self._written_down) > _REMEMBERED:
            del self._written_down[next(iter(self._written_down))]

    async def _run(self, attempt: _Attempt, prompt: Prompt, schema: type[Answer], deadline: TimeLimit) -> Answer:
        attempt.number = await self._reserve(attempt.call, deadline)
        self._write_down(prompt)
        attempt.started = self._clock.monotonic()
        try:
            request = self._provider.complete(prompt, schema, attempt.call.model)
            attempt.completion = await deadline.bound(request)
            answer = _read(attempt.completion, schema)
            attempt.outcome = "ok"
            return answer
        except ModelError as error:
            attempt.outcome = error.code
            attempt.open_ended = isinstance(error, Interrupted)
            raise
        except asyncio.CancelledError:
            attempt.outcome = "cancelled"
            raise
        finally:
            # The answer does not wait for this.
            settlement = attempt.settlement(self._clock.monotonic(), keep_answer=self._keep_prompts)
            attempt.settled = self._spawn(self._settle(attempt.number, settlement))

    async def _reserve(self, call: Call, deadline: TimeLimit) -> int:
        """The call's number. A reservation that nobody waits for any more is given back when it comes."""
        reserving = asyncio.ensure_future(self._ledger.reserve(call))
        try:
            return await deadline.bound(asyncio.shield(reserving))
        except (OutOfTime, asyncio.CancelledError):
            self._spawn(self._give_back(reserving))
            raise
        except ModelError:
            raise
        except RaconteurError as error:
            # `from None`: a database's own exception quotes what it was to write, the prompt among it.
            raise ModelError(f"The call could not be written into the ledger ({error.code}).") from None

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

    async def _pause(self, seconds: float, attempt: _Attempt) -> None:
        """The wait before another attempt, whose reservation must not meet the one of this."""
        if attempt.settled is not None:
            await asyncio.shield(attempt.settled)
        if seconds > 0:
            await self._clock.sleep(seconds)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._settling.add(task)
        task.add_done_callback(self._settling.discard)
        return task

    def _report(self, error: ModelError, attempt: _Attempt, count: int) -> None:
        call = attempt.call
        log.warning(
            "llm.failed", code=error.code, reason=str(error), purpose=call.purpose, model=call.model, attempt=count
        )


def _key(prompt: Prompt) -> tuple[str | None, str]:
    return prompt.session_id, _digest(prompt.system)


@lru_cache(maxsize=32)
def _digest(instructions: str) -> str:
    return hashlib.sha256(instructions.encode()).hexdigest()[:16]


@lru_cache(maxsize=64)
def _tokens_of(schema: type[BaseModel]) -> int:
    return most_tokens(str(provider_schema(schema)))


def _too_late(seconds: float) -> OutOfTime:
    return OutOfTime(f"The model gave no answer within {seconds:g} s; see whether it is overloaded.")


def _read(completion: Completion, schema: type[Answer]) -> Answer:
    if completion.ending is Ending.REFUSED:
        raise ModelRefused("The model declined to answer.")
    if completion.ending is Ending.TRUNCATED:
        raise ModelMisread("The model's answer was cut off; raise the limit of tokens.")
    return read_answer(completion.text, schema)


def _encodable(text: str) -> str:
    """Half of a surrogate pair, which a platform may let through, cannot be sent and becomes a question mark."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()

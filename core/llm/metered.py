"""A provider with a budget, a limit of time, retries and the ledger around it: the `LanguageModel` of the program.

The ledger reserves a row, at the most that a request can cost, before it is sent, and settles it however it ends.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import re
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from decimal import ROUND_CEILING, Decimal
from functools import lru_cache
from typing import Any, Final, TypeVar

import structlog
from pydantic import BaseModel

from core.contracts.calls import Call, Ledger, Settlement
from core.contracts.chat import ChatLine, ChatRequest, ChatRole, Stop, ignore_piece
from core.contracts.errors import ModelError, ModelMisread, ModelRefused, ModelUnavailable, RaconteurError
from core.contracts.ports import Answer, Clock, Prompt, Tier
from core.llm.chat_provider import (
    ChatProvider,
    Heard,
    Interrupted,
    Spoken,
    Usage,
    encodable,
    provider_schema,
    read_answer,
)
from core.timing.clock import Backoff, TimeLimit

log = structlog.get_logger()

Amount = Decimal | float | int
_BYTES_PER_TOKEN = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """Prices of a model for a million tokens, in the operator's currency. Prompt prices left out equal `input`."""

    input: Amount
    output: Amount
    cached_input: Amount | None = None
    cache_write: Amount | None = None  # to keep something in the cache for five minutes

    def cost(self, usage: Usage) -> int:
        """Return the micros, a started one counted whole: a price for a million tokens is the micros of one token."""
        return _micros(
            (self.input, usage.input_tokens),
            (self._or_input(self.cached_input), usage.cached_tokens),
            (self._or_input(self.cache_write), usage.written_tokens),
            (self.output, usage.output_tokens),
        )

    def worst(self, prompt_tokens: int, output_tokens: int) -> int:
        """Return the most that such a call can cost, whatever the cache does, in micros."""
        kinds = (self.input, self._or_input(self.cached_input), self._or_input(self.cache_write))
        return _micros((max(Decimal(str(amount)) for amount in kinds), prompt_tokens), (self.output, output_tokens))

    def _or_input(self, amount: Amount | None) -> Amount:
        return self.input if amount is None else amount


FREE = Price(input=0, output=0)


class PriceTable:
    """The operator's prices by model name. A model that is not in it costs nothing, and is warned of once."""

    def __init__(self, prices: Mapping[str, Price]) -> None:
        self._prices = dict(prices)

    def of(self, model: str) -> Price:
        price = self._prices.get(model)
        if price is None:
            log.warning("llm.price_unknown", model=model, mend="add the model to llm.prices, or budgets cannot hold it")
            price = self._prices[model] = FREE
        return price


def estimate_tokens(*texts: str) -> int:
    """Estimate the tokens in texts generously, for reservations: tokenizers take two bytes or more for a token."""
    return sum(-(-len(text.encode()) // _BYTES_PER_TOKEN) for text in texts)


def _micros(*parts: tuple[Amount, int]) -> int:
    total = sum((Decimal(str(price)) * tokens for price, tokens in parts), Decimal(0))
    return int(total.to_integral_value(rounding=ROUND_CEILING))


T = TypeVar("T")

_MESSAGE_TOKENS: Final = 10  # taken by what tells one message of a conversation from the next
_REMEMBERED: Final = 2_000  # instructions of sessions that need not be written down again
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
    prompt_tokens: int  # at most
    number: int = 0
    started: float = 0.0
    outcome: str = "internal"
    answer: str | None = None  # None as long as there is none
    usage: Usage | None = None  # None where the service has not told it
    open_ended: bool = False  # the service may have worked to the end without our hearing of it
    settlement: Settlement = field(default_factory=lambda: Settlement(outcome="internal"))  # once it has ended
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


THINKING_TOKENS: Final = 2_000
"""Room for the thoughts of models that have them, within the same limit as the answer."""
_ATTEMPTS: Final = 3  # for a service that cannot be reached or is overloaded, the first one included
_MISREAD_ATTEMPTS: Final = 2  # for answers that cannot be read, where nobody waits for them
_WAITS = Backoff(first=0.5, longest=5.0, growth=2.0)
"""The longest is also the most that a server may ask for. One that asks for more is not asked again."""
_AWAITED: Final = frozenset({"talk", "books"})
"""Purposes of calls that a person waits for: an answer that cannot be read isn't asked for a second time."""
_THOUGHTS = re.compile(r"\A(?:.*?</think>|\s*<think>.*)", re.DOTALL)
"""The thoughts before a message, as some local models write them. Some templates leave out the opening tag; without a
closing one, everything is a thought."""


def retry_delay(error: ModelError, prompt: Prompt, attempt: int, jitter: float) -> float | None:
    """Return the seconds to wait after attempt number `attempt` (from 1), or None to give up; `jitter` is in [0, 1)."""
    if isinstance(error, ModelMisread):
        return None if prompt.purpose in _AWAITED or attempt >= _MISREAD_ATTEMPTS else 0.0
    if not isinstance(error, ModelUnavailable) or attempt >= _ATTEMPTS:
        return None
    return _WAITS.of_service(error.retry_after, attempt, jitter=jitter, most=_WAITS.longest)


def chat_request(prompt: Prompt, schema: type[BaseModel] | None, thinking_tokens: int = THINKING_TOKENS) -> ChatRequest:
    """Return a prompt of an interview as providers take it; `schema` is the form of the answer, None for a message."""
    conversation = (ChatLine(role=ChatRole(line.role), text=line.text) for line in prompt.conversation)
    return ChatRequest(
        purpose=prompt.purpose,
        system=prompt.system,
        lines=(*conversation, ChatLine(role=ChatRole.USER, text=prompt.user)),
        max_tokens=prompt.max_tokens + thinking_tokens,
        temperature=prompt.temperature,
        session_id=prompt.session_id,
        timeout=prompt.timeout,
        schema=schema,
        effort="low",
        is_last_repeated=False,
    )


class MeteredModel:
    """See `LanguageModel`. The retries are ours: each is a row of the ledger, and all run on the injected clock."""

    offline = False

    def __init__(
        self,
        *,
        provider: ChatProvider,
        models: Mapping[Tier, str],
        ledger: Ledger,
        clock: Clock,
        prices: Mapping[str, Price],
        keep_prompts: bool = True,
        keep_whole: bool = False,
        thinking_tokens: int = THINKING_TOKENS,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        """`keep_whole`: as for `MeteredProvider`."""
        self._provider = MeteredProvider(provider, ledger, clock, keep_prompts=keep_prompts, keep_whole=keep_whole)
        self._models = dict(models)
        self._clock = clock
        self._prices = PriceTable(prices)
        self._thinking_tokens = thinking_tokens
        self._jitter = jitter

    async def ask(self, prompt: Prompt, schema: type[Answer]) -> Answer:
        """Return one structured answer within `prompt.timeout` seconds. Raises ModelError and nothing else."""
        return await self._answered(prompt, schema, lambda text: read_answer(text, schema))

    async def write(self, prompt: Prompt) -> str:
        """Return one message within `prompt.timeout` seconds. Raises ModelError and nothing else."""
        return await self._answered(prompt, None, _message)

    async def _answered(self, prompt: Prompt, schema: type[BaseModel] | None, read: Callable[[str], T]) -> T:
        """Ask, more than once where that may help, and return what `read` makes of the answer."""
        request = chat_request(prompt, schema, self._thinking_tokens)

        def read_spoken(spoken: Spoken) -> T:
            if spoken.stop is Stop.REFUSED:
                raise ModelRefused("The model declined to answer.")
            if spoken.stop is Stop.LIMIT:
                raise ModelMisread("The model's answer was cut off; raise the limit of tokens.")
            return read(spoken.text)

        deadline = limit_time(self._clock, prompt.timeout)
        model = self._models[prompt.tier]
        count = 1
        while True:
            attempt = self._provider.attempt(request, model, self._prices.of(model))
            try:
                await self._provider.reserve(attempt, deadline)
                return await self._provider.send(attempt, deadline, read_spoken)
            except ModelError as error:
                log.warning(
                    "llm.failed", code=error.code, reason=str(error), purpose=prompt.purpose, model=model, attempt=count
                )
                wait = retry_delay(error, prompt, count, self._jitter())
                if wait is None or wait >= deadline.remaining():
                    raise
            if attempt.settled is not None:
                # The reservation of the next attempt must not meet the one of this.
                await deadline.bound(asyncio.shield(attempt.settled))
            if wait > 0:
                await deadline.bound(self._clock.sleep(wait))
            count += 1

    async def warm_up(self) -> None:
        """Load what the first call needs, so that it does not wait for it."""
        await self._provider.warm_up()

    async def close(self) -> None:
        """Return when every call is settled and the connections are closed; nothing may be asked any more."""
        await self._provider.close()


def _message(text: str) -> str:
    message = _THOUGHTS.sub("", text, count=1).strip()
    if not message:
        raise ModelMisread("The model's answer is empty.")
    return message

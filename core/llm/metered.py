"""A provider with a budget, a limit of time, retries and the ledger around it: the `LanguageModel` of the program."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Final, TypeVar

import structlog
from pydantic import BaseModel

from core.contracts.calls import Call, Ledger
from core.contracts.errors import ModelError, ModelMisread, ModelRefused, ModelUnavailable
from core.contracts.ports import Answer, Clock, Prompt, Tier
from core.llm.budget_reservation import Attempt, BudgetReservation, out_of_time
from core.llm.chat_provider import SILENCE
from core.llm.json_schema import provider_schema, read_answer
from core.llm.prices import MESSAGE_TOKENS, Price, PriceTable, estimate_tokens
from core.llm.prompt_log import PromptLog
from core.llm.provider import Ending, Provider, encodable
from core.timing.clock import Backoff, TimeLimit

log = structlog.get_logger()

_ATTEMPTS: Final = 3
"""For a service that cannot be reached or is overloaded, the first one included."""
_MISREAD_ATTEMPTS: Final = 2
"""For answers that cannot be read, where nobody waits for them."""
_WAITS = Backoff(first=0.5, longest=5.0, growth=2.0)
"""The longest is also the most that a server may ask for. One that asks for more is not asked again."""
_AWAITED: Final = frozenset({"talk", "books"})
"""Purposes of calls that a person waits for: an answer that cannot be read isn't asked for a second time."""
_THOUGHTS = re.compile(r"\A(?:.*?</think>|\s*<think>.*)", re.DOTALL)
"""The thoughts before a message, as some local models write them. Some templates leave out the opening tag; without a
closing one, everything is a thought."""

T = TypeVar("T")


def retry_delay(error: ModelError, prompt: Prompt, attempt: int, jitter: float) -> float | None:
    """Seconds before the attempt after number `attempt` (from 1), or None to give up; `jitter` is in [0, 1)."""
    if isinstance(error, ModelMisread):
        return None if prompt.purpose in _AWAITED or attempt >= _MISREAD_ATTEMPTS else 0.0
    if not isinstance(error, ModelUnavailable) or attempt >= _ATTEMPTS:
        return None
    return _WAITS.of_service(error.retry_after, attempt, jitter=jitter, most=_WAITS.longest)


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
        self._booking = BudgetReservation(ledger, clock, keep_answers=keep_prompts)
        self._clock = clock
        self._prices = PriceTable(prices)
        self._keep_prompts = keep_prompts
        self._keep_whole = keep_whole
        self._prompts = PromptLog()
        self._jitter = jitter

    async def ask(self, prompt: Prompt, schema: type[Answer]) -> Answer:
        """Return one structured answer within `prompt.timeout` seconds. Raises ModelError and nothing else."""
        return await self._answered(prompt, schema, lambda text: read_answer(text, schema))

    async def write(self, prompt: Prompt) -> str:
        """Return one message within `prompt.timeout` seconds. Raises ModelError and nothing else."""
        return await self._answered(prompt, None, _message)

    async def _answered(self, prompt: Prompt, schema: type[BaseModel] | None, read: Callable[[str], T]) -> T:
        """Ask, more than once where that may help, and return what `read` makes of the answer."""
        # Leave out what services don't take.
        prompt = replace(
            prompt,
            system=encodable(prompt.system),
            conversation=tuple(
                replace(line, text=encodable(line.text) if line.text.strip() else SILENCE)
                for line in prompt.conversation
            ),
            user=encodable(prompt.user),
        )
        deadline = TimeLimit(self._clock, prompt.timeout, late=partial(out_of_time, prompt.timeout))
        count = 1
        while True:
            model = self._models[prompt.tier]
            price = self._prices.of(model)
            said = [line.text for line in prompt.conversation]
            tokens = estimate_tokens(prompt.system, *said, prompt.user) + MESSAGE_TOKENS * len(said)
            if schema is not None:
                tokens += _tokens_of(schema)
            answer = self._provider.output_limit(prompt)
            call = Call(
                purpose=prompt.purpose,
                model=model,
                session_id=prompt.session_id,
                reserved_micros=price.worst(tokens, answer),
                reserved_tokens=tokens + answer,
                prompt=self._kept(prompt) if self._keep_prompts else "",
            )
            attempt = Attempt(call=call, price=price, prompt_tokens=tokens)
            try:
                return await self._run(attempt, prompt, schema, read, deadline)
            except ModelError as error:
                log.warning(
                    "llm.failed",
                    code=error.code,
                    reason=str(error),
                    purpose=call.purpose,
                    model=call.model,
                    attempt=count,
                )
                wait = retry_delay(error, prompt, count, self._jitter())
                if wait is None or wait >= deadline.remaining():
                    raise
            await deadline.bound(self._pause(wait, attempt))
            count += 1

    async def warm_up(self) -> None:
        """Load what the first call needs, so that it does not wait for it."""
        await self._provider.warm_up()

    async def close(self) -> None:
        """Return when every call is settled and the connections are closed; nothing may be asked any more."""
        await self._booking.close()
        await self._provider.close()

    def _kept(self, prompt: Prompt) -> str:
        """Return what the ledger keeps of a prompt."""
        said = [f"{line.role}: {line.text}" for line in prompt.conversation]
        if self._keep_whole:
            return "\n\n".join(part for part in (prompt.system, *said, prompt.user) if part)
        return self._prompts.kept(prompt.session_id, prompt.system, said, prompt.user)

    async def _run(
        self,
        attempt: Attempt,
        prompt: Prompt,
        schema: type[BaseModel] | None,
        read: Callable[[str], T],
        deadline: TimeLimit,
    ) -> T:
        await self._booking.reserve(attempt, deadline)
        self._prompts.write_down(prompt.session_id, prompt.system)
        with self._booking.settled(attempt):
            completion = await deadline.bound(self._provider.complete(prompt, schema, attempt.call.model))
            attempt.answered(completion.text, completion.usage)
            if completion.ending is Ending.REFUSED:
                raise ModelRefused("The model declined to answer.")
            if completion.ending is Ending.TRUNCATED:
                raise ModelMisread("The model's answer was cut off; raise the limit of tokens.")
            answer = read(completion.text)
            attempt.outcome = "ok"
            return answer

    async def _pause(self, seconds: float, attempt: Attempt) -> None:
        """The wait before another attempt, whose reservation must not meet the one of this."""
        if attempt.settled is not None:
            await asyncio.shield(attempt.settled)
        if seconds > 0:
            await self._clock.sleep(seconds)


@lru_cache(maxsize=64)
def _tokens_of(schema: type[BaseModel]) -> int:
    return estimate_tokens(str(provider_schema(schema)))


def _message(text: str) -> str:
    message = _THOUGHTS.sub("", text, count=1).strip()
    if not message:
        raise ModelMisread("The model's answer is empty.")
    return message

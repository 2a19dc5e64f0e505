"""A provider with a budget, a limit of time, retries and the ledger around it: the `LanguageModel` of the program."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

import structlog
from pydantic import BaseModel

from core.contracts.calls import Ledger
from core.contracts.chat import ChatLine, ChatRequest, ChatRole, Stop
from core.contracts.errors import ModelError, ModelMisread, ModelRefused, ModelUnavailable
from core.contracts.ports import Answer, Clock, Prompt, Tier
from core.llm.chat_provider import ChatProvider, Spoken
from core.llm.json_schema import read_answer
from core.llm.metered_provider import MeteredProvider, limit_time
from core.llm.prices import Price, PriceTable
from core.timing.clock import Backoff

log = structlog.get_logger()

THINKING_TOKENS: Final = 2_000
"""Room for the thoughts of models that have them, within the same limit as the answer."""
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
                    "llm.failed",
                    code=error.code,
                    reason=str(error),
                    purpose=prompt.purpose,
                    model=model,
                    attempt=count,
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

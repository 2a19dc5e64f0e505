"""A conversation with its turn, a budget, a limit of time and the ledger around each request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import structlog

from core.contracts.calls import Ledger
from core.contracts.chat import ChatReply, ChatRequest, Piece, Stop, ignore_piece, ignore_request_start
from core.contracts.errors import ModelError, ModelRefused
from core.contracts.ports import Clock
from core.llm.chat_provider import ChatProvider, Heard, Spoken, encodable
from core.llm.metered import MeteredProvider, Price, limit_time
from core.llm.pace import RequestPace

log = structlog.get_logger()


class MeteredChat:
    """A `ChatModel`. Each call is one request: the caller decides whether and when to ask again."""

    def __init__(
        self,
        *,
        provider: ChatProvider,
        model: str,
        ledger: Ledger,
        clock: Clock,
        price: Price,
        pace: RequestPace,
        keep_prompts: bool = True,
    ) -> None:
        self._provider = MeteredProvider(provider, ledger, clock, keep_prompts=keep_prompts, writes_on=True)
        self._model = model
        self._clock = clock
        self._price = price
        self._pace = pace

    async def say(
        self, request: ChatRequest, *, heard: Heard = ignore_piece, begun: Callable[[], None] = ignore_request_start
    ) -> ChatReply:
        await self.warm_up()
        await self._pace.turn()
        begun()
        deadline = limit_time(self._clock, request.timeout)
        attempt = self._provider.attempt(request, self._model, self._price)
        await self._provider.reserve(attempt, deadline)
        try:
            spoken = await self._provider.send(attempt, deadline, lambda spoken: spoken, _undisturbed(heard))
        except ModelRefused:
            spoken = Spoken(text="", stop=Stop.REFUSED, usage=None)
        except ModelError as error:
            log.warning("chat.failed", code=error.code, reason=str(error), purpose=request.purpose, model=self._model)
            raise
        settlement = attempt.settlement
        return ChatReply(
            text=spoken.text,
            thinking=spoken.thinking,
            blocks=spoken.blocks,
            stop=spoken.stop,
            model=self._model,
            input_tokens=settlement.input_tokens,
            output_tokens=settlement.output_tokens,
            cost_micros=settlement.cost_micros,
            latency_ms=settlement.latency_ms,
            left_out=spoken.left_out,
        )

    async def warm_up(self) -> None:
        """Load what the first request needs, once."""
        await self._provider.warm_up()

    async def close(self) -> None:
        """Return when every call is settled and the connections are closed; nothing may be asked any more."""
        await self._provider.close()


def _undisturbed(heard: Heard) -> Heard:
    """Return the same listener; when it fails, it hears no more of this reply, which has been paid for."""
    listens = True

    def hear(piece: Piece) -> None:
        nonlocal listens
        if not listens:
            return
        try:
            heard(replace(piece, text=encodable(piece.text)))
        except Exception as error:  # noqa: BLE001 - a screen that is gone must not cost a reply
            listens = False
            log.error("chat.listener_failed", error=type(error).__name__)

    return hear

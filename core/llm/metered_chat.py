"""A conversation with its turn, a budget, a limit of time and the ledger around each request."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import structlog

from core.contracts.calls import Call, Ledger
from core.contracts.chat import ChatReply, ChatRequest, Piece, Stop, ignore_piece, ignore_request_start
from core.contracts.errors import ModelError, ModelRefused
from core.contracts.ports import Clock
from core.llm.budget_reservation import Attempt, BudgetReservation, out_of_time
from core.llm.chat_provider import ChatProvider, Heard, Spoken
from core.llm.pace import RequestPace
from core.llm.prices import MESSAGE_TOKENS, Price, estimate_tokens
from core.llm.prompt_log import PromptLog
from core.llm.provider import Interrupted, Usage, encodable
from core.timing.clock import TimeLimit

log = structlog.get_logger()

_KINDS = {"text": str, "thinking": str, "blocks": str, "stop": Stop, "usage": Usage | None, "left_out": tuple}
"""What a `Spoken` holds, for those that a class of the operator's own makes."""


class MeteredChat:
    """A `ChatModel`. One request for each call: who asks decides whether and when to ask again."""

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
        self._provider = provider
        self._model = model
        self._booking = BudgetReservation(ledger, clock, keep_answers=keep_prompts)
        self._clock = clock
        self._price = price
        self._pace = pace
        self._keep_prompts = keep_prompts
        self._prompts = PromptLog()
        self._warming = asyncio.Lock()
        self._warm = False

    async def say(
        self, request: ChatRequest, *, heard: Heard = ignore_piece, begun: Callable[[], None] = ignore_request_start
    ) -> ChatReply:
        request = replace(
            request,
            system=encodable(request.system),
            lines=tuple(replace(line, text=encodable(line.text)) for line in request.lines),
        )
        await self.warm_up()
        await self._pace.turn()
        begun()
        deadline = TimeLimit(self._clock, request.timeout, late=partial(out_of_time, request.timeout))
        *before, last = (line.text for line in request.lines)
        sent = (text for line in request.lines for text in (line.text, line.blocks))
        tokens = estimate_tokens(request.system, *sent) + MESSAGE_TOKENS * (len(request.lines) + 1)
        kept = self._prompts.kept(request.session_id, request.system, before, last) if self._keep_prompts else ""
        call = Call(
            purpose=request.purpose,
            model=self._model,
            session_id=request.session_id,
            reserved_micros=self._price.worst(tokens, request.max_tokens),
            reserved_tokens=tokens + request.max_tokens,
            prompt=kept,
        )
        attempt = Attempt(call=call, price=self._price, prompt_tokens=tokens)
        await self._booking.reserve(attempt, deadline)
        self._prompts.write_down(request.session_id, request.system)
        try:
            with self._booking.settled(attempt):
                # Until it has failed in a way that tells more: a reply that nobody waits for any more is written on.
                attempt.open_ended = True
                spoken = await deadline.bound(self._spoken(request, _undisturbed(heard)))
                attempt.answered(spoken.text, spoken.usage)
                attempt.outcome = ModelRefused.code if spoken.stop is Stop.REFUSED else "ok"
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
        """Load what the first request needs, once. What fails here is told by that request."""
        async with self._warming:
            if not self._warm:
                try:
                    await self._provider.warm_up()
                except Exception as error:  # noqa: BLE001 - an operator's own may raise anything
                    log.warning("chat.not_warmed_up", error=type(error).__name__)
                self._warm = True

    async def close(self) -> None:
        """Return when every call is settled and the connections are closed; nothing may be asked any more."""
        await self._booking.close()
        try:
            await self._provider.close()
        except Exception as error:  # noqa: BLE001 - an operator's own may raise anything, and all is said already
            log.error("chat.close_failed", error=type(error).__name__)

    async def _spoken(self, request: ChatRequest, heard: Heard) -> Spoken:
        """What the provider says. Whatever else it raises, an operator's own above all, becomes an error of ours."""
        try:
            spoken: object = await self._provider.say(request, self._model, heard)
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


def _undisturbed(heard: Heard) -> Heard:
    """The same listener; when it fails, it hears no more of this reply, which has been paid for."""
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

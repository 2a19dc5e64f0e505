"""A chat model that follows a script."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator

from core.contracts.chat import ChatReply, ChatRequest, Piece, ignore_piece, ignore_request_start
from core.llm.pace import RequestPace

Reply = ChatReply | str | Exception
Respond = Callable[[ChatRequest], Reply]

_PIECE = 7
"""Characters of a piece: shorter than most tags, so that they come in parts."""


def lined_up(*replies: Reply) -> Respond:
    """Replies in their order; asking for more of them fails."""
    waiting = iter(replies)
    return lambda _: next(waiting)


def spoken(text: str, *, thinking: str = "", input_tokens: int = 100, output_tokens: int = 20) -> ChatReply:
    """A reply as a provider gives it."""
    return ChatReply(
        text=text, thinking=thinking, input_tokens=input_tokens, output_tokens=output_tokens, cost_micros=300
    )


class ScriptedChat:
    """A `ChatModel` whose replies a function makes of the request: a reply, its mere text, or an exception to raise.

    A reply is heard in small pieces, the thinking first. No request that is `held` is answered before the gate is open,
    as it is unless another one is given.
    """

    def __init__(
        self,
        respond: Respond = lambda request: f"Reply {len(request.lines)}.",
        *,
        gate: asyncio.Event | None = None,
        held: Callable[[ChatRequest], bool] = lambda _: True,
    ) -> None:
        self.respond = respond
        self.gate = gate or asyncio.Event()
        if gate is None:
            self.gate.set()
        self.held = held
        """Which requests wait at the gate."""
        self.pace: RequestPace | None = None
        """Where requests wait for their turn."""
        self.requests: list[ChatRequest] = []
        """Every request, in order."""
        self.cancelled = 0
        self.readies: Callable[[], Awaitable[None]] = _at_once
        """What making it ready takes."""
        self.warmed = False
        self.closed = False
        self._begun = asyncio.Condition()

    async def say(
        self,
        request: ChatRequest,
        *,
        heard: Callable[[Piece], None] = ignore_piece,
        begun: Callable[[], None] = ignore_request_start,
    ) -> ChatReply:
        assert not self.closed, "asked after it was closed"
        if self.pace is not None:
            await self.pace.turn()
        begun()
        self.requests.append(request)
        async with self._begun:
            self._begun.notify_all()
        try:
            if self.held(request):
                await self.gate.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        reply = self.respond(request)
        if isinstance(reply, Exception):
            raise reply
        if isinstance(reply, str):
            reply = spoken(reply)
        for piece in pieces(reply):
            heard(piece)
        return reply

    async def begun(self, count: int) -> None:
        """Return when so many requests have come."""
        async with self._begun:
            await self._begun.wait_for(lambda: len(self.requests) >= count)

    async def warm_up(self) -> None:
        await self.readies()
        self.warmed = True

    async def close(self) -> None:
        self.closed = True


async def _at_once() -> None:
    """Nothing to load."""


def pieces(reply: ChatReply) -> Iterator[Piece]:
    """A reply as it comes in."""
    yield from (Piece(text=text, thinking=True) for text in _cut(reply.thinking))
    yield from (Piece(text=text) for text in _cut(reply.text))


def _cut(text: str) -> Iterable[str]:
    return (text[start : start + _PIECE] for start in range(0, len(text), _PIECE))

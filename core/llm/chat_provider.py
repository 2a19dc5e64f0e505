"""The protocol between `MeteredProvider` and the services that answer, those of an operator's own included."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from core.contracts.chat import ChatLine, ChatRequest, Piece, Stop
from core.contracts.errors import ModelUnavailable

Heard = Callable[[Piece], None]
_SILENCE = "…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens that a call took. The three kinds of prompt tokens do not overlap."""

    input_tokens: int = 0
    """Read afresh."""
    cached_tokens: int = 0
    """Read from the provider's cache."""
    written_tokens: int = 0
    """Read and written into the cache."""
    output_tokens: int = 0

    @property
    def prompt_tokens(self) -> int:
        return self.input_tokens + self.cached_tokens + self.written_tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """A reply as it came. `usage` is None where the service counts nothing; the rest is as in `ChatReply`."""

    text: str
    thinking: str = ""
    blocks: str = ""
    stop: Stop
    usage: Usage | None
    left_out: tuple[str, ...] = ()


class Interrupted(ModelUnavailable):
    """The request was sent and its end is unknown, so it may have cost as much as it could."""

    code = ModelUnavailable.code


class ChatProvider(Protocol):
    """A service that speaks. It holds no budget, repeats nothing and waits for no turn."""

    async def say(self, request: ChatRequest, model: str, heard: Heard) -> Spoken:
        """Return one reply, in at most `request.max_tokens` tokens, those of its thinking included.

        `heard` gets the pieces in order: joined, they are `thinking` and `text`. Raises `ModelUnavailable` for what
        may pass, `Interrupted` where it may have cost nevertheless, `ModelRefused` for what was declined before it was
        answered, and `ModelError` for what the operator must mend. None of their messages holds a key or anybody's
        words.
        """

    async def warm_up(self) -> None:
        """Load what the first request needs; it would be loaded then anyway."""

    async def close(self) -> None:
        """Close the connections."""


def line_text(line: ChatLine) -> str:
    """Return the text of a line, with a sign in place of a blank one, which services do not take."""
    return line.text if line.text.strip() else _SILENCE


def encodable(text: str) -> str:
    """Replace half of a surrogate pair, which a platform may let through and nothing can send, by a question mark."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


class StreamListener:
    """A reply as it comes in, passed on piece by piece."""

    def __init__(self, heard: Heard) -> None:
        self._heard = heard
        self._text: list[str] = []
        self._thinking: list[str] = []
        self._new_thought = False
        self.begun = False
        """Whether anything of the answer has come."""

    @property
    def text(self) -> str:
        return "".join(self._text)

    @property
    def thinking(self) -> str:
        return "".join(self._thinking)

    def say(self, text: str) -> None:
        if text:
            self._text.append(text)
            self._heard(Piece(text=text))

    def new_thought(self) -> None:
        """Set the next thought apart from the ones before."""
        self._new_thought = bool(self._thinking)

    def think(self, text: str) -> None:
        if not text:
            return
        if self._new_thought:
            text, self._new_thought = f"\n\n{text}", False
        self._thinking.append(text)
        self._heard(Piece(text=text, thinking=True))

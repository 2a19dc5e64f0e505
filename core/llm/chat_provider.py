"""What a service must do to hold a conversation: the protocol between `MeteredChat` and the SDKs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from core.contracts.chat import ChatLine, ChatRequest, Piece, Stop
from core.contracts.errors import ModelRefused, ModelUnavailable
from core.llm.failures import REFUSED_CODES, error_code
from core.llm.provider import Interrupted, Usage

Heard = Callable[[Piece], None]
SILENCE = "…"
"""Stands for a line without words, which services do not take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """What came back. `usage` is None where the service counts nothing; the rest is as in `ChatReply`."""

    text: str
    thinking: str = ""
    blocks: str = ""
    stop: Stop
    usage: Usage | None
    left_out: tuple[str, ...] = ()


class ChatProvider(Protocol):
    """A service that speaks. It holds no budget, repeats nothing and waits for no turn."""

    async def say(self, request: ChatRequest, model: str, heard: Heard) -> Spoken:
        """One reply, in at most `request.max_tokens` tokens, those of its thinking included.

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
    return line.text if line.text.strip() else SILENCE


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
        """What is thought next stands apart from what was thought before."""
        self._new_thought = bool(self._thinking)

    def think(self, text: str) -> None:
        if not text:
            return
        if self._new_thought:
            text, self._new_thought = f"\n\n{text}", False
        self._thinking.append(text)
        self._heard(Piece(text=text, thinking=True))


def is_unstreamed(headers: Mapping[str, str]) -> bool:
    """Return whether a service that was to send its answer in pieces sends it at once, or sends a page that is none."""
    kind = headers.get("content-type", "")
    return "json" in kind or "html" in kind


@contextmanager
def translate_stream_errors(failure: type[Exception], listening: StreamListener) -> Iterator[None]:
    """The reading of an answer that comes in pieces: what goes wrong in it may have cost.

    `failure`: what the SDK raises when the stream breaks, or brings an error.
    """
    from httpx2 import HTTPError

    try:
        yield
    # `from None` in all of these: what a server sends may quote the prompt or the key.
    except ValueError:
        raise Interrupted("The model service broke into its answer with something that cannot be read.") from None
    except (failure, HTTPError) as error:
        code = error_code(getattr(error, "body", None))
        if code in REFUSED_CODES and not listening.begun:
            raise ModelRefused(f"The model service declined to answer ({code}).") from None
        if code and not listening.begun:
            raise ModelUnavailable(f"The model service cannot answer now ({code}).") from None
        named = code or type(error.__cause__ or error).__name__
        raise Interrupted(f"The answer of the model service broke off ({named}).") from None


def interrupted_answer() -> Interrupted:
    """The error for an answer that ended without a reason."""
    return Interrupted("The model service ended its answer before it was whole.")

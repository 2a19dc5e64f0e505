"""Translate Telegram's errors into core's, never with the token in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from telegram.error import BadRequest, Forbidden, InvalidToken, RetryAfter, TelegramError

from adapters.telegram.connections import AnswerLostError
from core.contracts.errors import DeliveryError, Rejected, SoundForbidden, TooLarge, TryLater, Unreachable

_LONGEST = 300
_NOT_TELEGRAM = "Parsing the server response"
"""The library's words for an answer that is not the Bot API's: a proxy's error page, for example."""
_GONE = ("chat not found", "user is deactivated", "user_is_deactivated", "peer_id_invalid", "user_is_blocked")
_NO_VOICE = ("voice_messages_forbidden", "restricted receiving of voice", "restricted receiving of video")
"""A setting of the person's own."""
_TOO_LARGE = ("too large", "too big", "(413)")
_FOR_NOW = "temporarily unavailable"
"""Said of a file when the server could not get it from Telegram, for whatever reason."""


def delivery_error(error: TelegramError, *, token: str) -> DeliveryError:
    """Return core's error for an error of the library.

    An error that says nothing about the message itself (network, a server in trouble, a revoked token, a proxy's page)
    becomes `TryLater`: the message must outlive it.
    """
    text = redacted(error, token=token)
    said = error.message.lower()
    if isinstance(error, RetryAfter):
        return TryLater(text, after=seconds_to_wait(error))
    if _NOT_TELEGRAM in error.message and "(413)" not in said:
        return TryLater(f"The answer was not Telegram's: {text}")
    if any(words in said for words in _NO_VOICE):
        return SoundForbidden(text)
    if isinstance(error, Forbidden) or (isinstance(error, BadRequest) and any(words in said for words in _GONE)):
        return Unreachable(text)
    if any(words in said for words in _TOO_LARGE):
        return TooLarge(text)
    if isinstance(error, BadRequest) and _FOR_NOW not in said:
        return Rejected(text)
    if isinstance(error, InvalidToken):
        return TryLater("Telegram does not accept the token any more; set telegram.token to the one BotFather shows.")
    return TryLater(text, maybe_delivered=isinstance(error, AnswerLostError))


@contextmanager
def translate_telegram_errors(token: str) -> Iterator[None]:
    """Requests of the bot with this token in the body raise DeliveryError in place of the library's errors."""
    try:
        yield
    except TelegramError as error:
        raise delivery_error(error, token=token) from None


def is_entity_error(error: TelegramError) -> bool:
    """Return whether Telegram refused only the styling."""
    return isinstance(error, BadRequest) and "entit" in error.message.lower()


def seconds_to_wait(error: RetryAfter) -> float:
    asked = error.retry_after
    return asked.total_seconds() if isinstance(asked, timedelta) else float(asked)


def redacted(error: BaseException | str, *, token: str) -> str:
    """Return the error's text on one line, bounded, without the token."""
    text = " ".join(str(error).split()) or type(error).__name__
    for secret in (token, token.partition(":")[2]):
        if secret:
            text = text.replace(secret, "<token>")
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"

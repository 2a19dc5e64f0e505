"""What a server does not take, learned from what it rejects: that costs no tokens, and what it takes is remembered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

import structlog

from core.llm.failures import error_code, error_message

log = structlog.get_logger()

_REJECTED = frozenset({400, 422})
_NOT_ABOUT_FORM = frozenset({"content_filter", "content_policy_violation", "context_length_exceeded"})

T = TypeVar("T")


class Dialect:
    def __init__(self) -> None:
        self._without: frozenset[str] = frozenset()

    async def speak(
        self, send: Callable[[frozenset[str]], Awaitable[T]], rejection: Any, optional: Mapping[str, str]
    ) -> T:
        """Return what `send` returns when it leaves out as little as this server allows.

        `send` takes the names of what is to be left out. `rejection`: the SDK's error for an answer with a bad status.
        `optional`: what may be left out of this request, each with the word by which the server says that it is meant;
        an empty word is in every rejection. One step is taken for a rejection, in this order.
        """
        without = self._without
        while True:
            try:
                result = await send(without)
            except rejection as error:
                refused = _refused(error, {name: word for name, word in optional.items() if name not in without})
                if refused is None:
                    raise
                without |= {refused}
            else:
                # Remember only what was accepted: a request that failed in every form was wrong for another reason.
                if without != self._without:
                    self._without = without
                    log.info("llm.dialect", without=sorted(without))
                return result


def _refused(error: Any, optional: Mapping[str, str]) -> str | None:
    """Return what this rejection is about; None if there is nothing left to try."""
    if error.status_code not in _REJECTED or error_code(error.body) in _NOT_ABOUT_FORM:
        return None
    said = error_message(error.body)
    return next((name for name, word in optional.items() if word in said), None)

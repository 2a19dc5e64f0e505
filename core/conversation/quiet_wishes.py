"""What else than hours people say behind /quiet: what they do not want to hear of at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.contracts.commits import Commit
from core.contracts.messages import Choice
from core.conversation.context import ConversationContext


@dataclass(frozen=True, slots=True, kw_only=True)
class QuietWish:
    handle: Callable[[ConversationContext], Commit | None]
    """Does what was said; None where something else was meant."""
    remind: Callable[[ConversationContext], tuple[str, Choice] | None]
    """Says, where hours are shown, what they do not hear of, with the button that changes it."""


_registered: dict[str, QuietWish] = {}


def register_quiet_wish(feature: str, wish: QuietWish) -> None:
    """Have /quiet ask a feature first; once more changes nothing."""
    _registered[feature] = wish


def quiet_wishes() -> tuple[QuietWish, ...]:
    return tuple(_registered.values())

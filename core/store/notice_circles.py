"""Circles of people to whom a notice can go: whoever asks them says who they are, and what the button does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from core.contracts.notices import NoticeAudience, NoticeButton
from core.store.schema import persons


@dataclass(frozen=True, slots=True, kw_only=True)
class CircleHooks:
    people: Callable[[NoticeAudience], sa.Select[Any]]
    """Selects the ids of those who are in a circle now; of nobody in one that is somebody else's."""
    button: Callable[[Connection, NoticeAudience], NoticeButton | None]
    """Returns the button below their notice; None for a circle that is somebody else's."""


_asking: dict[str, CircleHooks] = {}


def register_circles(name: str, hooks: CircleHooks) -> None:
    """Have notices go to circles of this part of the program; once more changes nothing."""
    _asking[name] = hooks


def is_in_circle(circle: NoticeAudience) -> sa.ColumnElement[bool]:
    """Return whether a person is in a circle; nobody is in one that no part of the program knows."""
    return sa.or_(sa.false(), *(persons.c.id.in_(hooks.people(circle)) for hooks in _asking.values()))


def circle_button(c: Connection, circle: NoticeAudience) -> NoticeButton | None:
    """Return the button below the notice to a circle, if there is one."""
    return next(filter(None, (hooks.button(c, circle) for hooks in _asking.values())), None)

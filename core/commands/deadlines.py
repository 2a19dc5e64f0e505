"""What happens by itself when a deadline of a session has come."""

from __future__ import annotations

from core.change import Change
from core.house import Context


async def timer(ctx: Context) -> Change:
    """Whatever is due now for the session that the timer names; nothing where it is due no more."""
    return Change(person_id=ctx.person.id, done=(ctx.item.id,))

"""Names the person who gets what is told, as the messages to its teller name them."""

from __future__ import annotations

import sqlalchemy as sa

from core.contracts.session import Session
from core.conversation.context import ConversationContext, Runtime
from core.features.gift.family import Family
from core.features.gift.rows import family_of, members_of
from core.features.gift.rules import gift_rules
from core.store.schema import addresses
from core.store.store import Connection

NOBODY_NAMED = "none"
"""What messages get in place of a name: they speak of the family then."""


def reader_of(c: Connection, family: Family) -> str:
    """Return the name of the only person who gets what is told; `NOBODY_NAMED` without a name, or with several."""
    known = members_of(c, family.id)
    if len(known) > 1:
        return NOBODY_NAMED
    named = known[0].name if known else family.giver
    return named or NOBODY_NAMED


async def reader_in(ctx: ConversationContext, session: Session) -> str:
    """Return the same for an interview."""

    def look(c: Connection) -> str:
        family = None if session.family_id is None else family_of(c, session.family_id)
        return NOBODY_NAMED if family is None else reader_of(c, family)

    return await ctx.runtime.store.read(look)


def is_given_by_operator(c: Connection, runtime: Runtime, family: Family) -> bool:
    """Return whether whoever gives it also runs this, and can therefore read everything."""
    givers = [member.person_id for member in members_of(c, family.id) if member.gives]
    known = sa.select(addresses).where(addresses.c.person_id.in_(givers))
    return any(f"{row.platform}:{row.sender_id}" in runtime.admins for row in c.execute(known))


def grace_minutes(runtime: Runtime) -> int:
    """Return how many minutes an answer stays here before it goes out."""
    return round(gift_rules(runtime).grace.total_seconds() / 60)

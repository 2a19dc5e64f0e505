"""Coming into a study by an invitation, which lets nobody in any more when the study is full or over."""

from __future__ import annotations

from sqlalchemy.engine import Connection

from core.access.gate import invitation_digest, kept_digest
from core.contracts.commits import Commit
from core.contracts.messages import Incoming
from core.contracts.session import Person
from core.contracts.welcome import BeginRequest
from core.conversation.context import ConversationContext
from core.features.research.rows import Door, add_participant, participant_codes, study_entry
from core.store.feature_hooks import Entrance


def read_invitation(c: Connection, incoming: Incoming, owner: str | None, now: float) -> Entrance | None:
    """Read an event with an invitation to a study that is not open to its sender; None for everything else."""
    code = invitation_digest(incoming)
    door = study_entry(c, code, now=now, person_id=owner or "") if code else None
    if door is None or door is Door.OPEN:
        return None
    return Entrance(kept=incoming, admit=lambda _: False, answer=f"study-{door.value}", invites=False)


def take_in(c: Connection, incoming: Incoming, owner: str, now: float) -> None:
    """Make whoever comes by an invitation a participant."""
    if invitation := kept_digest(incoming):
        add_participant(c, invitation, owner, now=now)


def is_shut(c: Connection, code: str, now: float) -> bool:
    """Return whether a code is that of a study which is not open to somebody new."""
    return study_entry(c, code, now=now) not in {None, Door.OPEN}


async def turn_away(ctx: ConversationContext, code: str, _: BeginRequest | None) -> Commit | None:
    """Say why an invitation to a study opens nothing."""
    now, person_id = ctx.now.timestamp(), ctx.person.id
    door = await ctx.runtime.store.read(lambda c: study_entry(c, code, now=now, person_id=person_id))
    return None if door is None or door is Door.OPEN else ctx.respond(f"study-{door.value}")


async def codes_of_person(ctx: ConversationContext, person: Person, kind: str) -> tuple[str, ...]:
    return await ctx.runtime.store.read(lambda c: participant_codes(c, person.id, kind))

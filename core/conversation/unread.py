"""What becomes of every word that is stored before anybody has read whether it is to be kept between the two."""

from __future__ import annotations

from dataclasses import replace

from core.contracts.about import in_intake
from core.contracts.commits import AskForChore, Commit, KeepNotes
from core.contracts.session import EntryKind, Role, Session
from core.conversation.runtime import Runtime
from core.interviews.scripted_base.books import BOOKS
from core.store.desk_reads import session_by_id


async def request_judging(change: Commit, runtime: Runtime, *, offline: bool) -> Commit:
    """Return the change with what has its words judged: by the books where a model keeps them, else by their person."""
    told = any(entry.role is Role.PERSON for entry in change.entries)
    reworded = any(not revision.withdrawn for _, revision in change.revisions)
    if not (told or reworded) or change.has(KeepNotes):
        return change
    if offline:
        return change if change.session is None else replace(change, session=_apart(change.session, change))
    session = change.session
    if session is None and change.revised is not None:
        revised = change.revised
        session = await runtime.store.read(lambda c: session_by_id(c, revised))
    interview = None if session is None else runtime.interviews.get(session.kind)
    if session is None or interview is None or BOOKS not in interview.chores or in_intake(session):
        return change
    return change if AskForChore(BOOKS) in change.effects else change.having(AskForChore(BOOKS))


def _apart(session: Session, change: Commit) -> Session:
    """Nothing that was told without a model goes to a family by itself, also when one reads it some day."""
    told = {entry.answers or 0 for entry in change.entries if entry.kind is EntryKind.ANSWER}
    if session.family_id is None or not told:
        return session
    timing = session.timing.model_copy(update={"apart": tuple(sorted({*session.timing.apart, *told}))})
    return session.model_copy(update={"timing": timing})

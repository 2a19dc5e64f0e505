"""To which question something belongs that was spoken: the one that was open when it was begun.

It may take longer to be heard than questions stay open, since commands act meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.contracts.session import QUESTIONS, Entry, Session, Status
from core.conversation.context import Context
from core.conversation.mailbox import edits_of, is_words, meant_for, moves, named, unclaimed, was_taken_back
from core.store.asked import Asked, asked_lately, entry_at, handled_after
from core.store.codec import seconds
from core.store.desk_reads import MailItem, Scene, View, session_by_id
from core.store.store import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class Stray:
    """Words, and the question that they belong to."""

    items: tuple[MailItem, ...]
    session: Session
    question: Entry
    taken_back: bool = False
    """They were taken back before they were heard."""
    afterthought: bool = False
    """They were added in a pause, which goes on."""


def question_before(found: Scene) -> Entry | None:
    """The question before the open one: what was sent before the open one was seen belongs to it.

    None where words can only be meant for the open one: it is the first, or was answered before.
    """
    question = found.question
    if question is None or found.answers:
        return None
    return next((e for e in reversed(found.tail) if e.kind in QUESTIONS and e.seq < question.seq), None)


def by_what_was_asked(c: Connection, seen: View, run: tuple[MailItem, ...]) -> Stray | None:
    """For what was spoken, which may have taken longer to be heard than questions stay open."""
    asked = asked_lately(c, seen.person.id)
    later = handled_after(c, seen.person.id, run[0].id)
    homes: dict[int, tuple[Asked, bool] | None] = {}
    for item in run:
        if is_words(item):
            homes[item.id] = _home(c, seen, item, asked, _moving(later, item))
    first = next((home for home in homes.values() if home is not None), None)
    if first is None:
        return None
    messages = [item for item in run if homes.get(item.id) == first]
    mine = {i.id for message in messages for i in (message, *edits_of(message, run))}
    session = session_by_id(c, first[0].session_id)
    question = entry_at(c, first[0].session_id, first[0].seq)
    if session is None or question is None:
        return None
    items = tuple(item for item in run if item.id in mine)
    return Stray(items=items, session=session, question=question, taken_back=first[1])


def _moving(later: tuple[MailItem, ...], item: MailItem) -> tuple[MailItem, ...]:
    """What came after an item, was handled before it, and moved the interview."""
    return tuple(i for i in later if i.id > item.id and moves(i))


def _home(
    c: Connection, seen: View, item: MailItem, asked: tuple[Asked, ...], overtaking: tuple[MailItem, ...]
) -> tuple[Asked, bool] | None:
    """The question that words belong to, and whether they were taken back; None where they go the usual way."""
    found = _meant(c, seen, item, asked, overtaking)
    if found is None:
        return None
    if was_taken_back(overtaking):
        return found, True
    here = seen.session
    if here is None or here.id != found.session_id or here.status is Status.COMPLETED:
        return found, False
    usual = found.seq == here.open_question and (here.status is Status.ACTIVE or not overtaking)
    return None if usual else (found, False)


def _meant(
    c: Connection, seen: View, item: MailItem, asked: tuple[Asked, ...], overtaking: tuple[MailItem, ...]
) -> Asked | None:
    """The question that was open when something was begun; None where none was."""
    here = seen.session
    if not overtaking:
        # What was begun before the first question of an interview was seen can only be meant for that.
        asked = tuple(each for each in asked if here is not None and each.session_id == here.id)
    found = meant_for(item, asked)
    if found is None:
        return None
    session = session_by_id(c, found.session_id)
    if session is None or session.status is not Status.COMPLETED or any(named(i) == "done" for i in overtaking):
        return found
    return found if session.ended_at is not None and item.arrived_at < seconds(session.ended_at) else None


async def open_then(ctx: Context) -> tuple[str, int] | None:
    """(session, `seq`) of the question that was open when something spoken was begun; None where none was."""

    def unit(c: Connection) -> Asked | None:
        person, item = ctx.person.id, ctx.item
        later = handled_after(c, person, item.id) if item.overtaken else ()
        return _meant(c, ctx.view, item, asked_lately(c, person), _moving(later, item))

    found = await ctx.runtime.store.read(unit)
    if found is not None:
        return found.session_id, found.seq
    session = ctx.view.session
    if session is None or session.open_question is None or session.status is Status.COMPLETED:
        return None
    return session.id, session.open_question


async def unheard_before(ctx: Context, session: Session) -> int | None:
    """`seq` of the question of a session that the newest note answers which came before a command and is still unheard.

    None where there is none, or it was taken back already.
    """
    notes = [i for i in unclaimed(ctx.view) if not i.ready and i.id < ctx.item.id]

    def unit(c: Connection) -> int | None:
        asked = asked_lately(c, ctx.person.id)
        for note in reversed(notes):
            overtaking = _moving(handled_after(c, ctx.person.id, note.id), note)
            found = _meant(c, ctx.view, note, asked, overtaking)
            if found is not None and found.session_id == session.id and not was_taken_back(overtaking):
                return found.seq
        return None

    return await ctx.runtime.store.read(unit) if notes else None

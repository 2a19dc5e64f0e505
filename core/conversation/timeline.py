"""Finds the question that something was meant for: the newest that was seen when it was begun. Pure.

What is spoken may take longer to be heard than questions stay open, since commands act meanwhile. So what was asked
lately is looked back at (`MailboxView.past`), and what has overtaken the words that are only now heard.
"""

from __future__ import annotations

from collections.abc import Iterable

from core.contracts.messages import Voice
from core.contracts.session import QUESTIONS, Entry, Session, Status
from core.conversation.mailbox import command_name, is_spoken, moves_interview, without_requested
from core.store.desk_reads import Delivered, MailboxView, MailItem, QuestionAsked, QuestionScene


def begun_at(item: MailItem) -> float:
    """Return when somebody began to say something, in seconds since 1970."""
    content = item.incoming.content
    sent = item.incoming.sent_at.timestamp()
    if isinstance(content, Voice) and not content.prepared:
        return sent - (content.seconds or 0.0)
    return sent


def came_before(item: MailItem, delivered: Delivered) -> bool:
    """Return whether something was begun before a question was seen."""
    if delivered.position is None:
        return delivered.in_doubt_since is None or begun_at(item) < int(delivered.in_doubt_since)
    if delivered.in_doubt_since is not None and begun_at(item) >= int(delivered.in_doubt_since):
        return False
    same_chat = delivered.address in {None, item.incoming.address}
    if same_chat and item.incoming.position and delivered.position:
        if item.incoming.position < delivered.position:
            return True
        if not is_spoken(item):
            return False
    return delivered.sent_at is not None and begun_at(item) < int(delivered.sent_at)


def question_meant_by(item: MailItem, asked: Iterable[QuestionAsked]) -> QuestionAsked | None:
    """Return the newest question that was seen when something was begun; `asked`: the newest first."""
    return next((each for each in asked if not came_before(item, each.delivered)), None)


def question_before(found: QuestionScene) -> Entry | None:
    """Return the question before the open one; None where words can only be for the open one.

    It is so where that is the first, was answered, or was wished for by the person.
    """
    question = found.question
    if question is None or found.answers or question.title or question.retells:
        return None
    return next((e for e in reversed(found.tail) if e.kind in QUESTIONS and e.seq < question.seq), None)


def items_handled_before(seen: MailboxView, item: MailItem) -> tuple[MailItem, ...]:
    """Return what came after an item, was handled before it, and moved the interview; in the order of coming."""
    return tuple(i for i in seen.past.later if i.id > item.id and moves_interview(i))


def was_taken_back(later: Iterable[MailItem]) -> bool:
    """Return whether something that was not heard yet was taken back by what came after it, in that order."""
    for item in later:
        if command_name(item) in {"done", "interview"}:
            return False
        if command_name(item) == "undo":
            return True
    return False


def question_meant(seen: MailboxView, item: MailItem) -> QuestionAsked | None:
    """Return the question that was open when something was begun; None where none was."""
    later, here, asked = items_handled_before(seen, item), seen.session, seen.past.asked
    if not later:
        # What was begun before the first question of an interview was seen can only be meant for that.
        asked = tuple(each for each in asked if here is not None and each.session_id == here.id)
    found = question_meant_by(item, asked) or _first_of_ended(item, here, asked)
    if found is None or found.status is not Status.COMPLETED or any(command_name(i) == "done" for i in later):
        return found
    return found if found.ended_at is not None and item.arrived_at < found.ended_at else None


def _first_of_ended(item: MailItem, session: Session | None, asked: tuple[QuestionAsked, ...]) -> QuestionAsked | None:
    """Return the first question of an interview that has ended since something came that was begun before it."""
    if session is None or session.status is not Status.COMPLETED or session.ended_at is None:
        return None
    if item.arrived_at >= session.ended_at.timestamp():
        return None
    return next((each for each in reversed(asked) if each.session_id == session.id), None)


def question_open_then(seen: MailboxView, item: MailItem) -> tuple[str, int] | None:
    """Return (session, `seq`) of the question that was open when something spoken was begun; None if none was."""
    found = question_meant(seen, item)
    if found is not None:
        return found.session_id, found.seq
    session = seen.session
    if session is None or session.open_question is None or session.status is Status.COMPLETED:
        return None
    return session.id, session.open_question


def unheard_before(seen: MailboxView, item: MailItem, session: Session) -> int | None:
    """Return the `seq` of the question that the newest unheard note before an item answers, if not taken back."""
    for note in reversed(without_requested(seen)):
        if note.ready or note.id >= item.id:
            continue
        found, taken_back = question_meant(seen, note), was_taken_back(items_handled_before(seen, note))
        if found is not None and found.session_id == session.id and not taken_back:
            return found.seq
    return None

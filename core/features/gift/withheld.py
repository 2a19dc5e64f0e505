"""Finds what stays between its person and the bot until they let the family have it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from core.contracts.session import Entry, EntryKind, Record, Timing
from core.documents.visibility import visible_record
from core.features.gift.family import Family, SharingConsent
from core.features.gift.rows import shared_of
from core.store.chore_rows import has_unsettled_words
from core.store.records import load_record
from core.store.store import Connection


def withheld_answers(answers: Iterable[Entry], timing: Timing, *, unread: bool) -> tuple[tuple[Entry, ...], ...]:
    """Return those of the answers that stay apart, all messages to a question together.

    Those are answers in which danger was seen, answers told without a model, and all answers as long as there is
    anything that the books have not read (`unread`), since it may ask to keep one of them between the two. What their
    person has let go stays apart no more, in the wording in which they let it go.
    """
    told: dict[int, list[Entry]] = {}
    for answer in answers:
        if answer.newest.number not in timing.released:
            told.setdefault(answer.answers or 0, []).append(answer)
    return tuple(tuple(its) for asked, its in told.items() if unread or asked in timing.apart)


def withheld_seqs(whole: Record, *, unread: bool) -> frozenset[int]:
    """Return the `seq` of all answers of an interview that stay apart."""
    answers = (e for e in whole.entries if e.kind is EntryKind.ANSWER and not e.withdrawn)
    return frozenset(e.seq for its in withheld_answers(answers, whole.session.timing, unread=unread) for e in its)


def is_told_after(answer: Entry, at: datetime | None, seq: int) -> bool:
    """Return whether it was told after that moment. What is heard late may have been spoken before."""
    return at is not None and answer.seq > seq and (not answer.spoken_seconds or answer.at >= at)


def answers_awaiting_release(c: Connection, family: Family) -> tuple[tuple[Entry, ...], ...]:
    """Return what would have gone to the family, and waits for a word of its person; nothing without leave."""
    if family.session_id is None or family.leave is not SharingConsent.YES:
        return ()
    whole, _ = load_record(c, family.session_id)
    had = shared_of(c, family.session_id)
    told = (
        e
        for e in visible_record(whole.without_parts()).entries
        if e.kind is EntryKind.ANSWER and not e.withdrawn and e.seq not in had
    )
    new = (e for e in told if is_told_after(e, family.leave_at, family.leave_seq))
    return withheld_answers(new, whole.session.timing, unread=has_unsettled_words(c, family.session_id))

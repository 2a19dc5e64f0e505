"""What was told in distress: it stays between its person and the bot, until they themselves let the family have it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from core.contracts.family import Family, Leave
from core.contracts.session import Entry, EntryKind, Timing
from core.documents.shown import shown
from core.interviews.signals.distress import in_distress
from core.store.family_rows import shared_of
from core.store.records import record
from core.store.store import Connection


def apart(answers: Iterable[Entry], timing: Timing) -> tuple[tuple[Entry, ...], ...]:
    """Those of the answers that stay apart, all messages to a question together.

    An interview marks what it meets as distress; the words are looked at besides, for an edit or a voice that was
    heard late is met by none.
    """
    told: dict[int, list[Entry]] = {}
    for answer in answers:
        if answer.seq not in timing.let_go:
            told.setdefault(answer.answers or 0, []).append(answer)
    return tuple(
        tuple(its) for asked, its in told.items() if asked in timing.apart or any(in_distress(e.text) for e in its)
    )


def since(answer: Entry, at: datetime | None, seq: int) -> bool:
    """Whether it was told after that. What is heard late may have been spoken before."""
    return at is not None and answer.seq > seq and (not answer.spoken_seconds or answer.at >= at)


def waiting_to_be_let_go(c: Connection, family: Family) -> tuple[tuple[Entry, ...], ...]:
    """What would have gone to the family, and waits for a word of its person; nothing where there is no leave."""
    if family.session_id is None or family.leave is not Leave.YES:
        return ()
    whole, _ = record(c, family.session_id)
    had = shared_of(c, family.session_id)
    told = (e for e in shown(whole).entries if e.kind is EntryKind.ANSWER and not e.withdrawn and e.seq not in had)
    return apart((e for e in told if since(e, family.leave_at, family.leave_seq)), whole.session.timing)

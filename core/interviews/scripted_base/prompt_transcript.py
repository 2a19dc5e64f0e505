"""The transcript as a decision sees it: every word from one entry on, in pieces that never change once they are there.

A provider caches what stands at the beginning of a prompt and was there before. So lines are only added at the end, and
the beginning is moved rarely and far, where the whole has become too long.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from core.contracts.session import QUESTIONS, Entry, Role
from core.interviews.quoting import quoted, shortened

MOST = 32_000
"""Characters that are shown, about."""
LEFT = 12_000
"""Characters that stay when the beginning is moved."""
ENTRY_ROOM = 12_000
"""Of one message; of a longer one its beginning and its end are shown."""
_AROUND = 64
"""Characters that a line has around its words, at most."""
_ESCAPED = 5
"""Characters that one becomes, at most."""
_PAUSE = timedelta(hours=6)
"""A longer silence is told."""


def pieces(talk: Iterable[Entry]) -> tuple[str, ...]:
    """One piece for each message of ours together with what was said to it; oldest first."""
    found: list[list[str]] = []
    last: datetime | None = None
    for entry in talk:
        if entry.role is Role.INTERVIEWER or not found:
            found.append([])
        if last is not None and entry.at - last >= _PAUSE:
            found[-1].append(f'<pause for="{_span(entry.at - last)}"/>')
        found[-1].append(line(entry))
        last = entry.at
    return tuple("\n".join(lines) for lines in found)


def line(entry: Entry) -> str:
    """One message, quoted, with its number."""
    tag = "you" if entry.role is Role.INTERVIEWER else "they"
    spoken = {"spoken": "yes"} if entry.spoken_seconds else {}
    kept = {"kept_back": "yes"} if entry.kept_back else {}
    return quoted(tag, shortened(entry.text, ENTRY_ROOM), n=entry.seq, **spoken, **kept)


def since_after(talk: Sequence[Entry], since: int) -> int:
    """The entry from which the next decision sees every word: the same, until the whole is too long."""
    if sum(_ESCAPED * len(entry.text) + _AROUND for entry in talk) <= MOST:
        return since
    sizes = [len(line(entry)) + 1 for entry in talk]
    if sum(sizes) <= MOST:
        return since
    left = 0
    for entry, size in zip(reversed(talk), reversed(sizes), strict=True):
        left += size
        if left >= LEFT and entry.kind in QUESTIONS:
            return entry.seq
    return since


def between_us(lines: Iterable[Entry], question: Entry | None, *, alone: bool) -> tuple[int, ...]:
    """The messages that a plea to keep something back speaks of: the newest answer, and where that is nothing but the
    plea (`alone`), the answer before it too.
    """
    theirs = [entry for entry in lines if entry.role is Role.PERSON and entry.answers is not None]
    now = question.seq if question is not None else 0
    earlier = [entry for entry in theirs if entry.answers != now] if alone else []
    before = [entry for entry in earlier if entry.answers == earlier[-1].answers]
    return tuple(entry.seq for entry in (*before, *(entry for entry in theirs if entry.answers == now)))


def _span(gap: timedelta) -> str:
    hours = round(gap.total_seconds() / 3600)
    return f"{hours} hours" if hours < 36 else f"{round(hours / 24)} days"

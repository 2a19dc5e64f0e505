"""What of an interview its documents may show: the one place that decides it.

An answer that is kept back is in none of them, nor is a line of ours that gives its words away. What was said to the
interviewer is no part of what is told: it is taken out to the letter, and a transcript shows it apart.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.guard.stems import stems
from core.session import QUESTIONS, Entry, EntryKind, Record, Role

_FEW = 2
"""So many words of what is kept back make a later line of ours give it away; right behind it one is enough."""
_BLANKS = re.compile(r"[^\S\n]{2,}")
_EDGES = re.compile(r"[^\S\n]*\n[^\S\n]*")


def told(answer: Entry) -> str:
    """What was told in a message: its words without those that were said to the interviewer; may be empty."""
    text = answer.text
    for passage in _standing(answer):
        text = text.replace(passage, " ", 1)
    if text == answer.text:
        return text
    left = _EDGES.sub("\n", _BLANKS.sub(" ", text)).strip()
    return left if any(c.isalnum() for c in left) else ""


def asides(record: Record) -> tuple[str, ...]:
    """What was said to the interviewer and still stands, in the order in which it was said."""
    answers = (e for e in record.entries if e.kind is EntryKind.ANSWER and not e.withdrawn and not e.kept_back)
    return tuple(passage for answer in answers for passage in _standing(answer))


def kept_back(record: Record) -> tuple[Entry, ...]:
    """The answers that their person keeps out of every document until they release them."""
    return tuple(e for e in record.entries if e.kept_back and not e.withdrawn and e.text.strip())


def shown(record: Record, *, everything: bool = False) -> Record:
    """The interview with nothing in it that its documents may not show. Shown once more it is the same.

    `everything`: with what is kept back, for a file that goes to nobody but the person.
    """
    marked = [e for e in record.entries if e.asides or (e.kept_back and not everything)]
    if not marked:
        return record
    hidden = frozenset() if everything else frozenset(e.seq for e in record.entries if e.kept_back)
    gone = hidden | _betraying(record.entries, hidden)
    left = [_without_asides(e) for e in record.entries if e.seq not in gone]
    kept = [e for e in left if e.role is not Role.PERSON or e.text.strip() or e.withdrawn]
    answered = {e.answers for e in kept}
    # A question to which nothing is left was not passed over, so it is not shown as if it had been.
    emptied = {e.answers for e in marked} - answered
    entries = tuple(e for e in kept if e.kind not in QUESTIONS or e.seq not in emptied)
    return record.model_copy(update={"entries": entries})


def _standing(answer: Entry) -> tuple[str, ...]:
    """Passages that an edit has left where they were."""
    return tuple(passage for passage in answer.asides if passage.strip() and passage in answer.text)


def _without_asides(entry: Entry) -> Entry:
    if not entry.asides:
        return entry
    newest = entry.newest.model_copy(update={"text": told(entry)})
    return entry.model_copy(update={"asides": (), "revisions": (*entry.revisions[:-1], newest)})


def _betraying(entries: Sequence[Entry], hidden: frozenset[int]) -> frozenset[int]:
    """Lines of ours, by `seq`, that say words which nobody has told but in the answers `hidden`."""
    if not hidden:
        return frozenset()
    first = min(hidden)
    secret = stems(" ".join(e.text for e in entries if e.seq in hidden))
    elsewhere = (e.text for e in entries if e.seq not in hidden and (e.role is Role.PERSON or e.seq < first))
    secret -= stems(" ".join(elsewhere))
    found, right_behind = set(), False
    for entry in entries:
        if entry.role is Role.PERSON:
            right_behind = entry.seq in hidden
        elif entry.seq > first and len(stems(entry.text) & secret) >= (1 if right_behind else _FEW):
            found.add(entry.seq)
    return frozenset(found)

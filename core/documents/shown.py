"""What of an interview its documents may show: the one place that decides it.

An answer that is kept back is in none of them, nor is a line of ours that gives its words away. What was said to the
interviewer is no part of what is told: it is taken out to the letter, and a transcript shows it apart. Of what we said
documents show what asks for something told, and what speaks of it: no greeting or goodbye, nothing about the machine,
the file or how the talk goes on, and no answer to what was said beside the story. Of what was told several times one
telling is shown (`core.documents.takes`). All of it stays in the record.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.contracts.session import QUESTIONS, Entry, EntryKind, Record, Role
from core.documents.takes import chosen
from core.interviews.guard import by_asking, stems

_FEW = 2
"""So many words of what is kept back make a later line of ours give it away; right behind it one is enough."""
_BLANKS = re.compile(r"[^\S\n]{2,}")
_EDGES = re.compile(r"[^\S\n]*\n[^\S\n]*")


def told(answer: Entry) -> str:
    """What was told in a message: its words without those that were said to the interviewer; may be empty."""
    text = answer.text
    for passage in standing_asides(answer):
        text = text.replace(passage, " ", 1)
    if text == answer.text:
        return text
    left = _EDGES.sub("\n", _BLANKS.sub(" ", text)).strip()
    return left if any(c.isalnum() for c in left) else ""


def answered(entries: Sequence[Entry], *, everything: bool = False) -> frozenset[int]:
    """The questions, by `seq`, to which something was told that stands; `everything`: what is kept back, too."""
    there = (e for e in entries if e.kind is EntryKind.ANSWER and not e.withdrawn and (everything or not e.kept_back))
    return frozenset(e.answers for e in there if e.answers is not None and told(e).strip())


def asides(record: Record) -> tuple[str, ...]:
    """What was said to the interviewer and still stands, in the order in which it was said."""
    answers = (e for e in record.entries if e.kind is EntryKind.ANSWER and not e.withdrawn and not e.kept_back)
    return tuple(passage for answer in answers for passage in standing_asides(answer))


def kept_back(record: Record) -> tuple[Entry, ...]:
    """The answers that their person keeps out of every document until they release them."""
    return tuple(e for e in record.entries if e.kept_back and not e.withdrawn and e.text.strip())


def shown(record: Record, *, everything: bool = False) -> Record:
    """The interview with nothing in it that its documents may not show. Shown once more it is the same.

    `everything`: with what is kept back, for a file that goes to nobody but the person.
    """
    taken = chosen(record.entries, answered(record.entries, everything=everything))
    record = record.model_copy(update={"entries": taken})
    marked = [e for e in record.entries if e.asides or (e.kept_back and not everything)]
    hidden = frozenset() if everything else frozenset(e.seq for e in record.entries if e.kept_back)
    gone = hidden | _betraying(record.entries, hidden)
    ours = _of_the_story(record, hidden)
    left = [_without_asides(ours.get(e.seq, e)) for e in record.entries if e.seq not in gone]
    left = [e for e in left if e.kind is not EntryKind.REMARK]
    kept = [e for e in left if e.role is not Role.PERSON or e.text.strip() or e.withdrawn]
    still = {e.answers for e in kept}
    # A question to which nothing is left was not passed over, so it is not shown as if it had been.
    emptied = {e.answers for e in marked} - still
    entries = tuple(e for e in kept if e.kind not in QUESTIONS or e.seq not in emptied)
    return record.model_copy(update={"entries": entries})


def standing_asides(answer: Entry) -> tuple[str, ...]:
    """Passages that an edit has left where they were."""
    return tuple(passage for passage in answer.asides if passage.strip() and passage in answer.text)


def _without_asides(entry: Entry) -> Entry:
    return _worded(entry, told(entry)).model_copy(update={"asides": ()}) if entry.asides else entry


def _worded(entry: Entry, text: str) -> Entry:
    newest = entry.newest.model_copy(update={"text": text})
    return entry.model_copy(update={"revisions": (*entry.revisions[:-1], newest)})


def _of_the_story(record: Record, hidden: frozenset[int]) -> dict[int, Entry]:
    """Our questions and what else waits for an answer, by `seq`, without what is no part of the story; may be empty."""
    found: dict[int, Entry] = {}
    answers: list[Entry] = []
    ours_before = True
    for entry in sorted(record.entries, key=lambda e: e.seq):
        if entry.role is Role.PERSON:
            answers = [entry] if ours_before else [*answers, entry]
        elif entry.kind in QUESTIONS:
            standing = [answer for answer in answers if not answer.withdrawn]
            if entry.kind is EntryKind.ROOM or any(standing_asides(a) or a.kept_back for a in standing):
                words = " ".join(told(answer) for answer in standing if answer.seq not in hidden)
                found[entry.seq] = _worded(entry, _about(entry, words, record.session.language))
        ours_before = entry.role is not Role.PERSON
    return found


def _about(ours: Entry, words: str, language: str) -> str:
    """The sentences of our message that ask for something, and those that speak of what was told in `words`."""
    about, asks = stems(words), ours.kind is not EntryKind.ROOM
    parts = by_asking(ours.text, language)
    kept = [part for part, asking in parts if (asks and asking) or stems(part) & about]
    return ours.text if len(kept) == len(parts) else " ".join(kept)


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

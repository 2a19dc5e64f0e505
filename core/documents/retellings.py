"""Chooses the telling that is shown of what was told more than once, and finds what was told without being asked.

All of it stays in the record; another telling can be chosen at any time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from core.contracts.session import Entry, EntryKind


def original_seq(entry: Entry) -> int:
    """Return the place of a question among the others, by `seq`: one asked again has that of the first it repeats."""
    return min(entry.retells) if entry.retells and not entry.set_aside else entry.seq


def chosen_entries(entries: Sequence[Entry], answered: Collection[int]) -> tuple[Entry, ...]:
    """Return the entries without tellings that are not shown, and questions asked again to which nothing was told.

    `answered`: the questions to which something was told that may be shown. What was only said to the interviewer when
    one was asked again stays, without the question.
    """
    hidden: set[int] = set()
    untold: set[int] = set()
    for question in (entry for entry in entries if entry.retells):
        if question.set_aside:
            hidden.add(question.seq)
        elif question.seq not in answered:
            untold.add(question.seq)
        else:
            hidden.update(question.retells)

    def stays(entry: Entry) -> bool:
        if entry.kind is not EntryKind.ANSWER:
            return entry.seq not in hidden and entry.seq not in untold
        return entry.answers not in hidden and (entry.answers not in untold or not (entry.withdrawn or entry.kept_back))

    return tuple(filter(stays, entries))


def repeated_tellings(entries: Sequence[Entry], answered: Collection[int]) -> tuple[tuple[Entry, ...], ...]:
    """Return what was told more than once: for each, the questions to which it was told, the oldest first.

    The first of them stands for all that was asked at first. In the order in which it was last told.
    """
    questions = {entry.seq: entry for entry in entries}
    groups: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry.retells and entry.seq in answered:
            groups.setdefault(min(entry.retells), []).append(entry)
    ordered = sorted(groups.items(), key=lambda group: group[1][-1].seq)
    return tuple((questions[first], *later) for first, later in ordered)


def shown_question(telling: Sequence[Entry]) -> Entry:
    """Return the question whose telling is shown, of one of `repeated_tellings`."""
    return next((entry for entry in reversed(telling[1:]) if not entry.set_aside), telling[0])


def own_titles(entries: Iterable[Entry]) -> dict[str, str]:
    """Return the heading of what was told freely, by the id that its questions have."""
    return {entry.question_id: entry.title for entry in entries if entry.title}

"""Figures of the house by days and by questions, for plots. With many interviews that takes seconds: beside all else.

No figure holds a word of anybody. Days are of UTC.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from core.contracts.operator_desk import DayWaits, DropOff, HouseFigures
from core.contracts.session import Counters, EntryKind, Role, Status
from core.store.mailbox_rows import script_set
from core.store.rows import to_datetime
from core.store.schema import entries, sessions, spending
from core.store.statistics import DAY, select_waits

DAYS = 30
WAIT_DAYS = 14
MOST_RESTS = 12
"""Questions that are named."""
LONGEST_REACH = 150
"""Questions for which the number of interviews that came so far is given."""
RESTING = (Status.PAUSED, Status.ABANDONED)


def operator_figures(c: Connection, *, now: float) -> HouseFigures:
    today = to_datetime(now).date()
    rows = c.execute(sa.select(sessions.c.status, sa.func.count().label("number")).group_by(sessions.c.status))
    by_status = {row.status: row.number for row in rows}
    waits: dict[date, list[float]] = defaultdict(list)
    for row in c.execute(select_waits(_midnight(today - timedelta(days=WAIT_DAYS - 1)))):
        waits[to_datetime(row.arrived_at).date()].append(row.seconds)
    scopes = {each: f"day:{each.isoformat()}" for each in _days(today, DAYS)}
    spent = {row.scope: row.micros for row in c.execute(spending.select().where(spending.c.scope.in_(scopes.values())))}
    return HouseFigures(
        at=to_datetime(now),
        states={status: by_status.get(status.value, 0) for status in Status},
        answers=_answers(c, today),
        waits=tuple(
            DayWaits(day=day, median=_at_share(sorted(seconds), 50), most=_at_share(sorted(seconds), 95))
            for day, seconds in sorted(waits.items())
        ),
        costs=tuple((each, spent.get(scope, 0)) for each, scope in scopes.items()),
        courses=_courses(c),
        waiting=_waiting(c),
    )


def _days(today: date, number: int) -> Iterator[date]:
    return (today - timedelta(days=back) for back in reversed(range(number)))


def _midnight(day: date) -> float:
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def _at_share(ordered: list[float], percent: int) -> float:
    """Return the first value that this share of all is not above."""
    return ordered[-(-percent * len(ordered) // 100) - 1]


def _answers(c: Connection, today: date) -> tuple[tuple[date, int], ...]:
    since = _midnight(today - timedelta(days=DAYS - 1))
    # Rounded to a second by some databases before the division, which no plot shows.
    day = sa.cast(entries.c.at, sa.BigInteger) // int(DAY)
    rows = c.execute(
        sa.select(day.label("day"), sa.func.count().label("number"))
        .join(sessions, sessions.c.id == entries.c.session_id)
        # What was not touched since then has no answer from then; an index finds the others.
        .where(sessions.c.touched_at >= since, entries.c.at >= since, entries.c.kind == EntryKind.ANSWER.value)
        .group_by(day)
    )
    found = {row.day: row.number for row in rows}
    return tuple((each, found.get(int(_midnight(each) // DAY), 0)) for each in _days(today, DAYS))


def _waiting(c: Connection) -> int:
    """Return how many people have the last word in an interview that is under way."""
    last = (entries.c.session_id == sessions.c.id) & (entries.c.seq == sessions.c.last_seq)
    number: int = c.execute(
        sa.select(sa.func.count(sa.distinct(sessions.c.person_id)))
        .join(entries, last)
        .where(sessions.c.status == Status.ACTIVE.value, entries.c.role == Role.PERSON.value)
    ).scalar_one()
    return number


def _courses(c: Connection) -> tuple[DropOff, ...]:
    number: dict[str, Counter[int]] = defaultdict(Counter)
    counted = sa.select(sessions.c.kind, sessions.c.counters, sa.func.count().label("number"))
    for row in c.execute(counted.group_by(sessions.c.kind, sessions.c.counters)):
        asked = Counters.model_validate_json(row.counters).questions
        number[row.kind][min(asked, LONGEST_REACH)] += row.number
    rests = _rests(c)
    courses: list[DropOff] = []
    for kind, by_number in sorted(number.items()):
        furthest = max(by_number, default=0)
        reached = tuple(sum(n for most, n in by_number.items() if most >= far) for far in range(1, furthest + 1))
        courses.append(DropOff(kind=kind, reached=reached, rests=tuple(rests.get(kind, ()))))
    return tuple(courses)


def _rests(c: Connection) -> dict[str, list[tuple[str, int]]]:
    """Return by kind the questions that wait in interviews that do not go on, in the words of the script."""
    at_question = (entries.c.session_id == sessions.c.id) & (entries.c.seq == sessions.c.open_question)
    rows = c.execute(
        sa.select(
            sessions.c.kind,
            sessions.c.script_digest,
            sessions.c.language,
            entries.c.question_id,
            sa.func.count().label("number"),
        )
        .join(entries, at_question)
        .where(sessions.c.status.in_([status.value for status in RESTING]), entries.c.question_id != "")
        .group_by(sessions.c.kind, sessions.c.script_digest, sessions.c.language, entries.c.question_id)
    ).all()
    # The same question of several scripts or languages counts as one, by its id; so does all that is told unasked.
    numbers: dict[str, Counter[str]] = defaultdict(Counter)
    words: dict[tuple[str, str], str] = {}
    scripts: dict[tuple[str, str], dict[str, str]] = {}
    for row in rows:
        question = row.question_id.partition(":")[0]
        numbers[row.kind][question] += row.number
        script = (row.script_digest, row.language)
        if script not in scripts:
            found = script_set(c, row.script_digest)
            places = () if found is None else found.speak(row.language).places
            scripts[script] = {each.question.id: each.question.text for each in places}
        words.setdefault((row.kind, question), scripts[script].get(question, question))
    return {
        kind: [(words[kind, question], number) for question, number in counted.most_common(MOST_RESTS)]
        for kind, counted in numbers.items()
    }

"""Figures of the house by days and by questions, for plots. With many interviews that takes seconds: beside all else.

No figure holds a word of anybody. Days are of UTC.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from core.contracts.operator_desk import DayWaits, DropOff, HouseFigures
from core.contracts.session import Counters, EntryKind, Status
from core.store.codec import to_datetime
from core.store.desk_reads import script_set
from core.store.schema import entries, sessions, spending
from core.store.statistics import DAY, select_waits

DAYS = 30
WAIT_DAYS = 14
MOST_RESTS = 12
"""Questions that are named."""
LONGEST_REACH = 150
"""Questions of which it is told how many interviews came so far."""
RESTING = (Status.PAUSED, Status.ABANDONED)


def operator_figures(c: Connection, *, now: float) -> HouseFigures:
    today = to_datetime(now).date()
    return HouseFigures(
        at=to_datetime(now),
        states=_states(c),
        answers=_answers(c, today),
        waits=_waits(c, today),
        costs=_costs(c, today),
        courses=_courses(c),
    )


def _days(today: date, number: int) -> Iterator[date]:
    return (today - timedelta(days=back) for back in reversed(range(number)))


def _midnight(day: date) -> float:
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def _states(c: Connection) -> Mapping[Status, int]:
    rows = c.execute(sa.select(sessions.c.status, sa.func.count().label("number")).group_by(sessions.c.status))
    found = {row.status: row.number for row in rows}
    return {status: found.get(status.value, 0) for status in Status}


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


def _waits(c: Connection, today: date) -> tuple[DayWaits, ...]:
    since = _midnight(today - timedelta(days=WAIT_DAYS - 1))
    by_day: dict[date, list[float]] = defaultdict(list)
    for row in c.execute(select_waits(since)):
        by_day[to_datetime(row.arrived_at).date()].append(row.seconds)
    return tuple(_waits_of(day, sorted(by_day[day])) for day in sorted(by_day))


def _waits_of(day: date, seconds: list[float]) -> DayWaits:
    def at_share(percent: int) -> float:
        """The first that this share of all is not above."""
        return seconds[-(-percent * len(seconds) // 100) - 1]

    return DayWaits(day=day, median=at_share(50), most=at_share(95))


def _costs(c: Connection, today: date) -> tuple[tuple[date, int], ...]:
    scopes = {each: f"day:{each.isoformat()}" for each in _days(today, DAYS)}
    spent = {row.scope: row.micros for row in c.execute(spending.select().where(spending.c.scope.in_(scopes.values())))}
    return tuple((each, spent.get(scope, 0)) for each, scope in scopes.items())


def _courses(c: Connection) -> tuple[DropOff, ...]:
    number: dict[str, Counter[int]] = defaultdict(Counter)
    counted = sa.select(sessions.c.kind, sessions.c.counters, sa.func.count().label("number"))
    for row in c.execute(counted.group_by(sessions.c.kind, sessions.c.counters)):
        asked = Counters.model_validate_json(row.counters).questions
        number[row.kind][min(asked, LONGEST_REACH)] += row.number
    rests = _rests(c)
    return tuple(
        DropOff(kind=kind, reached=_reached(asked), rests=tuple(rests.get(kind, ())))
        for kind, asked in sorted(number.items())
    )


def _reached(asked: Counter[int]) -> tuple[int, ...]:
    return tuple(sum(n for most, n in asked.items() if most >= far) for far in range(1, max(asked, default=0) + 1))


def _rests(c: Connection) -> dict[str, list[tuple[str, int]]]:
    """By kind: the questions that wait in interviews that do not go on, in the words of the script."""
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
    return _named(c, rows)


def _named(c: Connection, rows: Iterable[Any]) -> dict[str, list[tuple[str, int]]]:
    """The same question of several scripts or languages counts as one, by its id; so does all that is told unasked."""
    numbers: dict[str, Counter[str]] = defaultdict(Counter)
    words: dict[tuple[str, str], str] = {}
    scripts: dict[tuple[str, str], dict[str, str]] = {}
    for row in rows:
        question = row.question_id.partition(":")[0]
        numbers[row.kind][question] += row.number
        script = (row.script_digest, row.language)
        if script not in scripts:
            scripts[script] = _questions(c, *script)
        words.setdefault((row.kind, question), scripts[script].get(question, question))
    return {
        kind: [(words[kind, question], number) for question, number in counted.most_common(MOST_RESTS)]
        for kind, counted in numbers.items()
    }


def _questions(c: Connection, digest: str, language: str) -> dict[str, str]:
    found = script_set(c, digest)
    return {} if found is None else {each.question.id: each.question.text for each in found.speak(language).places}

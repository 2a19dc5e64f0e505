"""The report of `raconteur stats`: figures with plain labels, and no word of anybody."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from datetime import datetime

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from bot.formatting import STATES, format_amount, format_local_time, terminal_line
from bot.kinds import kind_title
from core.contracts.session import Status
from core.store.statistics import Course, Statistics

PIPED_WIDTH = 120
"""Columns where nobody looks at it on a screen."""
LABELS = 28
MINUTE, HOUR, DAY = 60, 3600, 86_400
Fact = tuple[str, str]
"""A label, which is empty for a further line of the one before, and what is to be said."""


def statistics_json(found: Statistics) -> str:
    """Return all figures under the names of their fields. Moments are ISO 8601 in UTC, money is in millionths."""
    return json.dumps(asdict(found), default=_moment, ensure_ascii=False, indent=2)


def _moment(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(type(value).__name__)


def statistics_report(found: Statistics) -> Iterator[RenderableType]:
    yield Text(f"As of {format_local_time(found.at)}")
    courses = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    courses.add_column("interviews", width=LABELS)
    columns = [(terminal_line(kind_title(course.kind)), _figures(course)) for course in found.kinds]
    if len(columns) != 1:
        columns.append(("together", _figures(found.total)))
    for name, _ in columns:
        courses.add_column(Text(name), justify="right", min_width=max(map(len, name.split())))
    for label in columns[0][1]:
        courses.add_row(Text(f"  {label}"), *(Text(figures[label]) for _, figures in columns))
    yield courses
    for title, facts in (
        ("People", _people(found)),
        ("The interviewer", _craft(found)),
        ("Waiting", _waiting(found)),
        ("Timers", _timers(found)),
        ("Cost", _cost(found)),
    ):
        yield Text(title)
        table = Table.grid(padding=(0, 2))
        table.add_column(width=LABELS)
        table.add_column()
        for label, value in facts:
            table.add_row(Text(f"  {label}"), Text(value))
        yield table


def _figures(course: Course) -> dict[str, str]:
    return {
        "begun": f"{course.begun:,}",
        STATES[Status.ACTIVE]: f"{course.active:,}",
        STATES[Status.PAUSED]: f"{course.paused:,}",
        STATES[Status.COMPLETED]: f"{course.completed:,}",
        STATES[Status.ABANDONED]: f"{course.abandoned:,}",
        "completion rate": _share(course.completion_rate),
        "break-off rate": _share(course.break_off_rate),
        "answers": f"{course.answers:,}",
        "words told": f"{course.words:,}",
        "words per answer, median": _figure(course.median_words),
    }


def _people(found: Statistics) -> Iterator[Fact]:
    total = found.total
    over = total.completed + total.abandoned + total.silent
    yield "who have written", f"{found.people:,}"
    if found.deleted_people or found.deleted_sessions:
        people, interviews = _many(found.deleted_people, "person", "people"), _many(found.deleted_sessions, "interview")
        yield "deleted for good", f"{people}, {interviews}"
    silent = f"{total.silent:,} silent for more than {_figure(found.silence_days)} days"
    yield "the rates are of", f"{over:,}: {total.completed:,} finished, {total.abandoned:,} left, {silent}"


def _craft(found: Statistics) -> Iterator[Fact]:
    craft = found.craft
    again, stopped = sum(craft.asked_again.values()), sum(craft.stopped.values())
    share = f" ({_share(craft.as_written / (craft.as_written + again))})" if craft.as_written else ""
    yield "questions asked", f"{craft.asked:,}"
    yield "sent as written", f"{craft.as_written:,}{share}"
    yield "asked for again", f"{again:,}{_named(craft.asked_again)}"
    yield "not sent", f"{stopped:,}{_named(craft.stopped)}"
    yield "continued by the script", f"{craft.fell_back:,}, because the model was away{_named(craft.fell_back_by)}"


def _named(numbers: Mapping[str, int]) -> str:
    """Return names with their numbers, the most frequent first."""
    ordered = sorted(numbers.items(), key=lambda pair: (-pair[1], pair[0]))
    parts = ", ".join(f"{terminal_line(name)} {number:,}" for name, number in ordered)
    return f": {parts}" if parts else ""


def _waiting(found: Statistics) -> Iterator[Fact]:
    waits, queue = found.waits, found.queue
    if waits.median_seconds is not None and waits.p95_seconds is not None:
        yield (
            "for the next question",
            f"{format_duration(waits.median_seconds)} (median of {waits.number:,}, last 7 days)",
        )
        yield "95% within", f"{format_duration(waits.p95_seconds)} or less"
    else:
        yield "for the next question", "no answers in the last 7 days"
    for place, wait in enumerate(waits.longest):
        yield (
            "" if place else "longest",
            f"{format_duration(wait.seconds)}, {format_local_time(wait.at)}, session {terminal_line(wait.session_id)}",
        )
    yield "to be handled now", _since(queue.unhandled, queue.unhandled_since)
    yield "to be delivered now", _since(queue.unsent, queue.unsent_since)
    yield "never delivered", _many(found.undeliverable, "message")
    yield "given up", _many(found.given_up, "chore")


def _since(number: int, since: datetime | None) -> str:
    return f"{number:,}" if since is None else f"{number:,}, the oldest since {format_local_time(since)}"


def _timers(found: Statistics) -> Iterator[Fact]:
    upcoming = found.upcoming
    yield "questions held back", f"{upcoming.held:,} for the time that the person chose"
    soon = (
        _many(upcoming.held_soon, "question"),
        _many(upcoming.reminders_soon, "reminder or pause", "reminders or pauses"),
        f"{upcoming.endings_soon:,} to be archived",
        _many(upcoming.deletions_soon, "warning or deletion", "warnings or deletions"),
    )
    yield "in the next 24 hours", ", ".join(soon)


def _cost(found: Statistics) -> Iterator[Fact]:
    yield "in all", format_amount(sum(model.cost_micros for model in found.models))
    for place, model in enumerate(found.models):
        failed = f", {model.failed:,} failed" if model.failed else ""
        calls = f"{terminal_line(model.model)}, {_many(model.calls, 'call')}{failed}"
        yield "" if place else "by model", f"{format_amount(model.cost_micros)}  {calls}"
    spent = [day for day in found.days if day.cost_micros]
    for place, day in enumerate(spent):
        yield "" if place else "in the last 7 days", f"{format_amount(day.cost_micros)}  {day.day}"
    for place, session in enumerate(found.dearest):
        which = f"session {terminal_line(session.session_id)}, {terminal_line(session.kind)}"
        its = f"{format_amount(session.cost_micros)}  {which}"
        yield "" if place else "most expensive", its


def format_duration(seconds: float) -> str:
    """Format a length of time in the unit that suits it."""
    for unit, name in ((DAY, "days"), (HOUR, "h"), (MINUTE, "min")):
        if seconds >= 2 * unit:
            return f"{seconds / unit:.1f} {name}"
    return f"{seconds:.1f} s"


def _many(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def _share(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:g}"

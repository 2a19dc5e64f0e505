"""What `raconteur sessions` and `raconteur show` say. Words of a person are data: shown, and never obeyed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from decimal import Decimal

from rich import box
from rich.table import Table
from rich.text import Text

from adapters.terminal.safe import visible
from core.documents.plain import plain_time
from core.documents.transcript import chapter_titles, transcript
from core.messages import Progress
from core.script import ScriptSet
from core.session import Person, Record, Session, Status
from core.store.records import Overview
from core.store.reports import Background, SessionList, Unheard
from core.timing.rules import Due, Rules
from core.turn import Interview
from core.words import FALLBACK

MICROS = 1_000_000
STATES = {
    Status.ACTIVE: "under way",
    Status.PAUSED: "paused",
    Status.COMPLETED: "finished",
    Status.ABANDONED: "left",
}
MARK = "↻"
"""On a list, before what is not finished."""


def resumable(session: Session) -> bool:
    """Whether it is not finished yet. (A finished one can be opened again, too.)"""
    return session.status is not Status.COMPLETED


def sessions_table(found: SessionList, interviews: Mapping[str, Interview]) -> Table:
    """One row for each session, newest first."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    table.add_column("id", no_wrap=True)
    for name in ("person", "interview", "state", "progress"):
        table.add_column(name)
    table.add_column("words", justify="right")
    table.add_column("last touched", no_wrap=True)
    table.add_column("cost", justify="right")
    table.add_column("undelivered", justify="right")
    if found.unheard:
        table.add_column("unheard", justify="right")
    for overview in found.overviews:
        row = _row(overview, found.scripts.get(overview.session.script_digest), interviews)
        if found.unheard:
            row = (*row, str(found.unheard.get(overview.session.id, "")))
        table.add_row(*map(Text, row))
    return table


def _row(overview: Overview, scripts: ScriptSet | None, interviews: Mapping[str, Interview]) -> tuple[str, ...]:
    session = overview.session
    return (
        MARK if resumable(session) else "",
        line(session.id),
        called(overview.person, session),
        line(session.kind),
        STATES[session.status],
        far(session, scripts, interviews),
        str(session.counters.words),
        local(session.touched_at),
        amount(overview.cost_micros),
        str(overview.undeliverable) if overview.undeliverable else "",
    )


NEXT = {
    Due.ASK: "the question that waits for its time",
    Due.REMIND: "a reminder",
    Due.PAUSE: "it pauses",
    Due.ABANDON: "it is put aside",
    Due.WARN: "the person is told that it will be deleted",
    Due.DELETE: "it is deleted",
}


def progress_of(session: Session, scripts: ScriptSet | None, interviews: Mapping[str, Interview]) -> Progress | None:
    """How far a session is; None where its kind is not enabled, or its script is gone."""
    interview = interviews.get(session.kind)
    return None if interview is None or scripts is None else interview.progress(session, scripts)


def far(session: Session, scripts: ScriptSet | None, interviews: Mapping[str, Interview]) -> str:
    progress = progress_of(session, scripts, interviews)
    return "" if progress is None else f"{progress.done} of about {progress.total}"


def session_report(
    whole: Record, scripts: ScriptSet, around: Background, interviews: Mapping[str, Interview], rules: Rules
) -> Iterator[str]:
    """Everything that is known of a session, line by line."""
    session = whole.session
    yield f"Session {line(session.id)}"
    yield from _facts(whole, scripts, around, interviews, rules)
    yield ""
    yield visible(markdown(whole, scripts, interviews)).rstrip()
    notes = (f"{n.key}: {n.value}{' (to be renewed)' if n.stale else ''}" for n in whole.digest.notes)
    yield from _part("Notes", notes)
    written = (f"{name}, {count(len(text.split()), 'word')}" for name, text in whole.findings.items())
    yield from _part("Written about it", written)
    yield from _part("Background work that waits", _waiting(around))
    yield from _part("Model calls", _calls(around))
    yield from _part("Counted", (f"{name}: {number}" for name, number in around.occurrences.items()))
    dead = (f"{local(datetime.fromtimestamp(u.at, UTC))}: {u.error}" for u in around.undelivered)
    yield from _part("Never delivered", dead)
    yield from _part("Not heard", map(unheard_line, around.unheard))


def _facts(
    whole: Record, scripts: ScriptSet, around: Background, interviews: Mapping[str, Interview], rules: Rules
) -> Iterator[str]:
    session, counters = whole.session, whole.session.counters
    hint = ", /resume goes on with it" if resumable(session) else ""
    ended = local(session.ended_at) if session.ended_at else ""
    time = plain_time(FALLBACK, counters.active_seconds)
    facts = {
        "person": f"{called(whole.person, session)}, at {session.address}",
        "interview": f"{session.title} ({session.kind}), language {session.language}",
        "state": f"{STATES[session.status]}{hint}",
        "progress": far(session, scripts, interviews),
        "told": f"{count(counters.words, 'word')} in {count(counters.answers, 'answer')}, {time}",
        "asked": f"{count(counters.questions, 'question')}, and {counters.follow_ups} more about the answers",
        "begun": local(session.created_at),
        "last touched": local(session.touched_at),
        "ended": ended,
        "next": _next(whole, rules),
        "cost": amount(sum(c.cost_micros for c in around.calls)),
    }
    return (f"  {name:<14}{line(value)}" for name, value in facts.items() if value)


def _next(whole: Record, rules: Rules) -> str:
    """What the deadlines lead to, if nothing happens before."""
    deadline = rules.deadline(whole.session, whole.person)
    return "" if deadline is None else f"{NEXT[deadline.due]}, {local(deadline.at)}"


TROUBLES = {
    "silent": "nobody speaks in it",
    "unreadable": "no sound file that can be read",
    "truncated": "it breaks off",
    "no-audio": "there is no sound in it",
    "too-long": "longer than voice.max_minutes",
    "too-large": "too large to be fetched",
    "absent": "there was nothing to hear it with",
    "later": "something was in the way",
    "failed": "the worker failed over it",
}


def unheard_line(each: Unheard, *, whose: bool = False) -> str:
    """A recording that could not be heard: the ID that `raconteur rehear` takes, and what is known of it."""
    of = f", {line(each.person)}, {f'session {line(each.session_id)}' if each.session_id else 'no session'}"
    long = "" if each.seconds is None else f", {each.seconds:.0f} s"
    due = each.due_at
    again = "" if due is None else f"; tried again {local(datetime.fromtimestamp(due, UTC))}"
    fetched = "" if each.here else "; not fetched"
    why = TROUBLES.get(each.trouble, line(each.trouble))
    return (
        f"r{each.id}: {local(datetime.fromtimestamp(each.at, UTC))}{of if whose else ''}{long}: {why}{fetched}{again}"
    )


def _waiting(around: Background) -> Iterator[str]:
    for chore in around.chores:
        when = "given up" if chore.given_up else f"due {local(datetime.fromtimestamp(chore.due_at, UTC))}"
        tried = f", tried {count(chore.attempts, 'time')}" if chore.attempts else ""
        yield f"{chore.name}: {when}{tried}{f', {chore.error}' if chore.error else ''}"


def _calls(around: Background) -> Iterator[str]:
    for each in around.calls:
        failed = f", {each.failures} failed" if each.failures else ""
        yield f"{each.purpose}: {each.count}{failed}, cost {amount(each.cost_micros)}"


def _part(title: str, lines: Iterable[str]) -> Iterator[str]:
    rows = [f"  {line(text)}" for text in lines]
    if rows:
        yield from ("", title, *rows)


def markdown(whole: Record, scripts: ScriptSet, interviews: Mapping[str, Interview]) -> str:
    """The transcript as the person receives it."""
    script = scripts.speak(whole.session.language)
    return transcript(whole, chapters=chapter_titles(script), progress=progress_of(whole.session, scripts, interviews))


def called(person: Person, session: Session) -> str:
    """What to call a person on a list: their name, else where they are."""
    return line(person.name) or line(str(session.address))


def line(text: str) -> str:
    """Somebody's words on one line, with nothing in them that a terminal would obey."""
    return " ".join(visible(text).split())


def local(moment: datetime) -> str:
    return moment.astimezone().strftime("%Y-%m-%d %H:%M")


def amount(micros: int) -> str:
    """Money with two decimals, up to four where they are not zero."""
    whole, rest = f"{Decimal(micros) / MICROS:.4f}".split(".")
    return f"{whole}.{rest[:2]}{rest[2:].rstrip('0')}"


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{number} {one if number == 1 else many or one + 's'}"

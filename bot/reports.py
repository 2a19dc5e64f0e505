"""The reports of `raconteur show` and `calls`. Words of people and models are data: shown, never obeyed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from datetime import UTC, datetime

from adapters.terminal.safe import visible_text
from bot.formatting import (
    STATES,
    format_amount,
    format_local_time,
    is_resumable,
    person_label,
    pluralize,
    terminal_line,
)
from bot.kinds import session_progress
from core.contracts.operator_desk import LedgerCall
from core.contracts.script import ScriptSet
from core.contracts.session import Record
from core.documents.exchanges import talk_figures
from core.documents.readable import plain_time
from core.documents.transcript import chapter_titles, transcript_markdown
from core.documents.visibility import kept_back_answers
from core.languages.messages import FALLBACK
from core.store.reports import SessionSurroundings, Unheard
from core.timing.rules import Due, TimerRules

NEXT = {
    Due.ASK: "the question that waits for its time",
    Due.REMIND: "a reminder",
    Due.PAUSE: "it pauses",
    Due.ABANDON: "it is archived",
    Due.WARN: "the person is told that it will be deleted",
    Due.DELETE: "it is deleted",
}


def session_report(whole: Record, scripts: ScriptSet, around: SessionSurroundings, rules: TimerRules) -> Iterator[str]:
    session = whole.session
    yield f"Session {terminal_line(session.id)}"
    yield from _facts(whole, scripts, around, rules)
    yield ""
    yield visible_text(session_markdown(whole, scripts)).rstrip()
    notes = (f"{n.key}: {n.value}{' (to be renewed)' if n.stale else ''}" for n in whole.digest.notes)
    yield from _part("Notes", notes)
    written = (f"{name}, {pluralize(len(text.split()), 'word')}" for name, text in whole.findings.items())
    yield from _part("Written about it", written)
    yield from _part("Background work that waits", _waiting(around))
    calls = (
        f"{each.purpose}: {each.count}{f', {each.failures} failed' if each.failures else ''}"
        f", cost {format_amount(each.cost_micros)}"
        for each in around.calls
    )
    yield from _part("Model calls", calls)
    yield from _part("Counted", (f"{name}: {number}" for name, number in around.occurrences.items()))
    dead = (f"{format_local_time(datetime.fromtimestamp(u.at, UTC))}: {u.error}" for u in around.undelivered)
    yield from _part("Never delivered", dead)
    yield from _part("Not heard", map(unheard_line, around.unheard))


def _facts(whole: Record, scripts: ScriptSet, around: SessionSurroundings, rules: TimerRules) -> Iterator[str]:
    session, counted = whole.session, talk_figures(whole)
    hint = ", /resume goes on with it" if is_resumable(session) else ""
    progress = session_progress(session, scripts)
    ended = format_local_time(session.ended_at) if session.ended_at else ""
    time = plain_time(FALLBACK, counted.active_seconds)
    length = f"{pluralize(counted.average, 'word')} on average, {counted.substantive} with ten or more"
    closing = " and the closing one" if counted.closing else ""
    deadline = rules.deadline(whole.session, whole.person)
    facts = {
        "person": f"{person_label(whole.person.name, session.address)}, at {session.address}",
        "also at": ", ".join(str(each) for each in around.chats if each != session.address),
        "interview": f"{session.title} ({session.kind}), language {session.language}",
        "state": f"{STATES[session.status]}{hint}",
        "progress": "" if progress is None else f"{progress.done} of about {progress.total}",
        "told": f"{pluralize(counted.words, 'word')} in {pluralize(counted.answers, 'answer')}, {time}",
        "kept back": pluralize(len(kept), "answer") if (kept := kept_back_answers(whole)) else "",
        "answers": length if counted.answers > 1 else "",
        "asked": f"{pluralize(counted.questions, 'question')}{closing},"
        f" and {counted.follow_ups} more about the answers",
        "begun": format_local_time(session.created_at),
        "last active": format_local_time(session.touched_at),
        "ended": ended,
        "next": "" if deadline is None else f"{NEXT[deadline.due]}, {format_local_time(deadline.at)}",
        "cost": format_amount(sum(c.cost_micros for c in around.calls)),
    }
    return (f"  {name:<14}{terminal_line(value)}" for name, value in facts.items() if value)


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
    """Describe a recording that could not be heard, by the ID that `raconteur rehear` takes."""
    session = f"session {terminal_line(each.session_id)}" if each.session_id else "no session"
    of = f", {terminal_line(each.person)}, {session}"
    long = "" if each.seconds is None else f", {each.seconds:.0f} s"
    due = each.due_at
    again = "" if due is None else f"; tried again {format_local_time(datetime.fromtimestamp(due, UTC))}"
    fetched = "" if each.here else "; not fetched"
    why = TROUBLES.get(each.trouble, terminal_line(each.trouble))
    at = format_local_time(datetime.fromtimestamp(each.at, UTC))
    return f"r{each.id}: {at}{of if whose else ''}{long}: {why}{fetched}{again}"


def _waiting(around: SessionSurroundings) -> Iterator[str]:
    for chore in around.chores:
        when = "given up" if chore.given_up else f"due {format_local_time(datetime.fromtimestamp(chore.due_at, UTC))}"
        tried = f", tried {pluralize(chore.attempts, 'time')}" if chore.attempts else ""
        yield f"{chore.name}: {when}{tried}{f', {chore.error}' if chore.error else ''}"


def _part(title: str, lines: Iterable[str]) -> Iterator[str]:
    rows = [f"  {terminal_line(text)}" for text in lines]
    if rows:
        yield from ("", title, *rows)


def session_markdown(whole: Record, scripts: ScriptSet) -> str:
    """Return the transcript as the person receives it."""
    script = scripts.speak(whole.session.language)
    return transcript_markdown(whole, chapters=chapter_titles(script))


NOT_KEPT = "not kept: llm.keep_prompts is false, or there is none"


def call_report(call: LedgerCall) -> str:
    cached = f" ({call.cached_tokens} of them from the cache)" if call.cached_tokens else ""
    facts = (
        format_local_time(datetime.fromtimestamp(call.at, UTC)),
        f"{terminal_line(call.purpose)}, {terminal_line(call.model)}: {terminal_line(call.outcome)}",
        f"{call.latency_ms / 1000:.1f} s",
        f"{call.input_tokens} tokens in{cached}, {call.output_tokens} out",
        f"cost {format_amount(call.cost_micros)}",
    )
    return "\n".join(
        (f"── {' · '.join(facts)}", "", *_verbatim("Prompt", call.prompt), *_verbatim("Answer", call.answer))
    )


def _verbatim(title: str, text: str) -> tuple[str, ...]:
    lines = visible_text(text).splitlines() or [f"({NOT_KEPT})"]
    return (title, *(f"  {each}" for each in lines), "")


def call_line(call: LedgerCall) -> str:
    """Return a call as a line of JSON, under the names of its fields."""
    return json.dumps(asdict(call) | {"at": datetime.fromtimestamp(call.at, UTC).isoformat()}, ensure_ascii=False)

"""The functions that write the effects of a commit, in their order."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.commits import (
    AskForChore,
    BeginSession,
    BindRecording,
    BlankMail,
    Commit,
    Consent,
    ErasePerson,
    EraseSession,
    Join,
    KeepFinding,
    KeepNotes,
    KeepSound,
    Mark,
    MarkUnreachable,
    MoveSessions,
    PauseOthers,
    Revise,
)
from core.contracts.effects import Effect
from core.contracts.errors import Unreachable
from core.contracts.session import PHOTO_NOT_HERE
from core.contracts.turn import Occurrence
from core.store.arrivals import set_reachable
from core.store.chore_rows import BOOKS, ask_for_chore, save_learned_notes, unread_answers
from core.store.claims import Claim
from core.store.consents import blank_mail, keep_consent
from core.store.driver import execute_many, execute_pipelined, fetch_all
from core.store.erasing import erase_person, erase_session
from core.store.feature_hooks import registered_hooks
from core.store.finding_rows import drop_finding, put_finding
from core.store.kept_rows import keep_back, release
from core.store.outbox import drop_letters
from core.store.page_rows import show_line_again
from core.store.person_merge import join_people, move_sessions
from core.store.recording_rows import bind_recording
from core.store.records import keep_scripts
from core.store.rows import revision_values, session_values
from core.store.schema import entries, notes, occurrences, revisions, sessions
from core.store.store import Queue, Wake

INSERT_REVISION = revisions.insert().inline()
_STALE_NOTES = sa.select(notes.c.key, notes.c.entries).where(
    notes.c.session_id == bindparam("session"), notes.c.stale.is_(False)
)

_UNNAME_PHOTO = (
    entries.update()
    .where(entries.c.session_id == bindparam("session"), entries.c.seq == bindparam("its_seq"), entries.c.photo != "")
    .values(photo=PHOTO_NOT_HERE)
)
_INSERT_OCCURRENCE = occurrences.insert().inline()
_PAUSE_OTHERS = (
    sessions.update()
    .where(
        sessions.c.person_id == bindparam("person"), sessions.c.status == "active", sessions.c.id != bindparam("but")
    )
    .values(status="paused", revision=sessions.c.revision + 1, due_at=bindparam("look_at"))
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The commit that an effect is part of."""

    change: Commit
    now: float
    claim: Claim | None
    """Of whoever does the chores that are asked for."""

    @property
    def person_id(self) -> str:
        return self.change.person_id

    @property
    def session_id(self) -> str:
        """Return the session that it changes, or whose words it revises; empty for none."""
        return self.change.session_id


Writer = Callable[[Connection, Any, Step], None]
Waker = Callable[[Any], Wake]
"""Returns the worker to wake for an effect."""


def write_effects(c: Connection, step: Step, writers: Mapping[type[Effect], Writer]) -> None:
    """Write the effects that these writers are for, in their order."""
    if step.change.effects:
        for kind, write in writers.items():
            for effect in step.change.of(kind):
                write(c, effect, step)


def _begin_session(c: Connection, effect: BeginSession, step: Step) -> None:
    session = step.change.session
    if session is None:
        raise ValueError("There is no session to begin.")
    for moved in step.change.of(MoveSessions):
        session = session.model_copy(update={"address": moved.address})
    keep_scripts(c, effect.scripts)
    c.execute(sessions.insert(), session_values(session) | {"due_at": step.change.due_at, "revision": 1})
    for hooks in registered_hooks():
        if hooks.begun is not None:
            hooks.begun(c, session, step.now)


def _revise(c: Connection, effect: Revise, step: Step) -> None:
    execute_many(c, INSERT_REVISION, [revision_values(effect.session_id, effect.seq, effect.revision)])
    # Notes that rest on changed words are not used until they are renewed.
    for row in fetch_all(c, _STALE_NOTES, {"session": effect.session_id}):
        if effect.seq in json.loads(row.entries):
            its = (notes.c.session_id == effect.session_id) & (notes.c.key == row.key)
            c.execute(notes.update().where(its).values(stale=True))
    if effect.revision.withdrawn:
        execute_pipelined(c, _UNNAME_PHOTO, {"session": effect.session_id, "its_seq": effect.seq})
        for hooks in registered_hooks():
            if hooks.withdrawn is not None:
                hooks.withdrawn(c, effect.session_id, effect.seq, step.change.session)


def _show_sound(c: Connection, effect: KeepSound, step: Step) -> None:
    if step.change.session is not None:
        show_line_again(c, step.change.session.address, effect.ref)


def _write_mark(c: Connection, mark: Mark, step: Step) -> None:
    values: dict[str, object] = {}
    if mark.asides is not None:
        values["asides"] = json.dumps(mark.asides, ensure_ascii=False)
    if mark.kept_back:
        keep_back(c, step.session_id, mark.seq, mark.kept_passages)
    elif mark.kept_back is not None:
        release(c, step.session_id, mark.seq)
    for name in ("question_id", "set_aside"):
        if (value := getattr(mark, name)) is not None:
            values[name] = value
    if values:
        its = (entries.c.session_id == step.session_id) & (entries.c.seq == mark.seq)
        c.execute(entries.update().where(its), values)


def _pause_others(c: Connection, effect: PauseOthers, step: Step) -> None:
    others = {"person": step.person_id, "but": step.session_id, "look_at": effect.due_at}
    execute_pipelined(c, _PAUSE_OTHERS, others)


def _keep_notes(c: Connection, effect: KeepNotes, step: Step) -> None:
    change = step.change
    new = {*(entry.seq for entry in change.entries), *(revised.seq for revised in change.of(Revise))}
    caught_up = unread_answers(c, step.session_id) <= new
    save_learned_notes(c, step.session_id, effect.learned, caught_up=caught_up, now=step.now)
    if not caught_up:
        ask_for_chore(c, step.session_id, BOOKS, due_at=step.now, claim=step.claim)


def _keep_finding(c: Connection, effect: KeepFinding, step: Step) -> None:
    if effect.text:
        put_finding(c, step.session_id, effect.name, effect.text, now=step.now)
    else:
        drop_finding(c, step.session_id, effect.name)


def _mark_unreachable(c: Connection, effect: MarkUnreachable, step: Step) -> None:
    set_reachable(c, effect.address, unreachable_at=step.now)
    drop_letters(c, effect.address, now=step.now, error=Unreachable.code)


BEFORE_WORDS: Mapping[type[Effect], Writer] = {
    Consent: lambda c, effect, step: keep_consent(c, step.person_id, effect, now=step.now),
    BlankMail: lambda c, effect, step: blank_mail(c, step.person_id, effect.items),
    EraseSession: lambda c, effect, _: erase_session(c, effect.session_id),
    ErasePerson: lambda c, _, step: erase_person(c, step.person_id),
    Join: lambda c, effect, step: join_people(c, effect, step.person_id, now=step.now, look_at=effect.due_at),
    MoveSessions: lambda c, effect, step: move_sessions(
        c, step.person_id, effect.address, but="" if step.change.session is None else step.session_id
    ),
    BeginSession: _begin_session,
}
AFTER_WORDS: dict[type[Effect], Writer] = {
    KeepSound: _show_sound,
    Revise: _revise,
    Mark: _write_mark,
    PauseOthers: _pause_others,
    KeepNotes: _keep_notes,
    BindRecording: lambda c, effect, _: bind_recording(c, effect.event_id, effect.session_id, effect.seq),
}
AFTER_MESSAGES: Mapping[type[Effect], Writer] = {
    AskForChore: lambda c, effect, step: ask_for_chore(
        c, step.session_id, effect.name, due_at=step.now, claim=step.claim
    ),
    KeepFinding: _keep_finding,
    Occurrence: lambda c, effect, step: execute_pipelined(
        c,
        _INSERT_OCCURRENCE,
        {"session_id": step.session_id, "name": effect.name, "detail": effect.detail, "at": step.now},
    ),
    MarkUnreachable: _mark_unreachable,
}


WAKES: dict[type[Effect], Waker] = {
    Join: lambda step: Wake(Queue.DESK, step.person_id),
}
"""The worker that each effect wakes, for those that wake one."""


def register_effects(writers: Mapping[type[Effect], Writer], wakes: Mapping[type[Effect], Waker]) -> None:
    """Have a feature's effects written by its own functions, after the words, and have them wake its workers."""
    AFTER_WORDS.update(writers)
    WAKES.update(wakes)


def wakes_of(change: Commit) -> set[Wake]:
    """Return the workers to wake for the effects of a change."""
    return {wake(effect) for effect in change.effects if (wake := WAKES.get(type(effect))) is not None}

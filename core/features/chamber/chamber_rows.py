"""Store runs of the chamber and what is said in them; read lists and figures; take the steps of commands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.chat import Stop
from core.contracts.effects import Effect
from core.contracts.errors import NotFound, Stale
from core.contracts.messages import Address
from core.features.chamber.messages import Public, ReplyCost, SideNote, Speaker, Utterance, turn_of, utterance
from core.features.chamber.runs import ChamberRun, RunStatus, WholeRun, Why
from core.features.chamber.setup import Setup
from core.store.call_rows import forget_calls
from core.store.claims import Claim, Claimed, is_claimable, was_claimed_by_seat
from core.store.driver import execute_pipelined, fetch_all, fetch_one, insert_new, is_in_chat, upsert
from core.store.erasing import erase_letters
from core.store.feature_hooks import Erased, Then
from core.store.rows import from_row, to_datetime
from core.store.schema import outbox, run_notes, run_scores, run_watchers, runs, spending, utterances

RUNS = Claimed(runs)
_BY_ID = runs.select().where(runs.c.id == bindparam("its_id"))
_OF_RUN = utterances.select().where(utterances.c.run_id == bindparam("its_id"))
_SAID = _OF_RUN.order_by(utterances.c.seq)
_LAST_SAID = _OF_RUN.order_by(utterances.c.seq.desc()).limit(bindparam("most"))
_NOTES = run_notes.select().where(run_notes.c.run_id == bindparam("its_id")).order_by(run_notes.c.id)
_SCORES = run_scores.select().where(run_scores.c.run_id == bindparam("its_id")).order_by(run_scores.c.judge)
_WATCHERS = run_watchers.select().where(run_watchers.c.run_id == bindparam("its_id"))
_FREE = (
    sa.select(runs.c.id)
    .where(runs.c.status == RunStatus.RUNNING.value, runs.c.platform.is_not(None), is_claimable(runs))
    .order_by(runs.c.created_at)
)
_MINE = (runs.c.id == bindparam("its_id")) & (runs.c.claimed_by == bindparam("owner"))
_ASK = runs.update().where(_MINE).values(asking=bindparam("whom"), touched_at=bindparam("now"))
_HEARD = runs.update().where(_MINE).values(asking=None, touched_at=bindparam("now"), spent_seconds=bindparam("spent"))
_LAST = sa.select(sa.func.coalesce(sa.func.max(utterances.c.seq), 0).label("seq")).where(
    utterances.c.run_id == bindparam("its_id")
)
_PLAIN_COLUMNS = ("id", "person_id", "name", "series", "number", "seed", "language", "spent_seconds")
_INSERT_SAID, _INSERT_NOTE = utterances.insert(), run_notes.insert()
_PUT_SCORES = upsert(run_scores, "run_id", "judge", then=lambda new: {"body": new.body, "at": new.at})


def put_run(c: Connection, run: ChamberRun) -> None:
    """Begin a run; it is nobody's before it is claimed."""
    values = {name: getattr(run, name) for name in _PLAIN_COLUMNS} | {
        "setup": run.setup.model_dump_json(),
        "status": run.status.value,
        "why": None if run.why is None else run.why.value,
        "asking": None,
        "stop_wanted": False,
        "platform": None if run.address is None else run.address.platform,
        "chat": None if run.address is None else run.address.chat,
        "created_at": run.created_at.timestamp(),
        "touched_at": run.touched_at.timestamp(),
        "ended_at": None,
    }
    c.execute(runs.insert(), values)


def update_run_setup(c: Connection, run: ChamberRun) -> None:
    """Keep a run's setup as it is now; what was said stays as it was taken apart."""
    c.execute(runs.update().where(runs.c.id == run.id).values(setup=run.setup.model_dump_json()))


def run_by_id(c: Connection, run_id: str) -> ChamberRun | None:
    row = fetch_one(c, _BY_ID, {"its_id": run_id})
    return None if row is None else run_of(row)


def runs_in_series(c: Connection, series: str) -> tuple[ChamberRun, ...]:
    found = runs.select().where(runs.c.series == series).order_by(runs.c.number)
    return tuple(run_of(row) for row in c.execute(found))


def runs_beginning_with(c: Connection, beginning: str) -> tuple[ChamberRun, ...]:
    """Return the run whose id begins like this, or the runs of the series whose id does. Raises NotFound."""
    for column in (runs.c.id, runs.c.series):
        fitting = runs.select().where(column.startswith(beginning, autoescape=True)).order_by(runs.c.number, runs.c.id)
        found = tuple(run_of(row) for row in c.execute(fitting))
        if beginning and found:
            if len(found) > 1 and (column is runs.c.id or len({run.series for run in found}) > 1):
                raise NotFound(f"Several runs begin with {beginning!r}; type more of the one you mean.")
            return found
    raise NotFound(f"There is no run {beginning!r}; `raconteur chamber list` lists them.")


def waiting_runs(c: Connection, claim: Claim) -> tuple[str, ...]:
    """Return the running ones of chats that nobody is at; those of the command line go on from there."""
    return tuple(row.id for row in fetch_all(c, _FREE, {"owner": claim.owner, "now": claim.now}))


def utterances_of(c: Connection, run_id: str) -> tuple[Utterance, ...]:
    return tuple(utterance_of(row) for row in fetch_all(c, _SAID, {"its_id": run_id}))


def notes_of(c: Connection, run_id: str) -> tuple[SideNote, ...]:
    return tuple(
        from_row(SideNote, r, at=to_datetime(r.at), speaker=Speaker(r.speaker) if r.speaker else None)
        for r in fetch_all(c, _NOTES, {"its_id": run_id})
    )


def scores_of(c: Connection, run_id: str) -> dict[str, str]:
    """Return what each judge made of it, as JSON, by the judge's name."""
    return {row.judge: row.body for row in fetch_all(c, _SCORES, {"its_id": run_id})}


def run_ids(c: Connection, person_id: str) -> tuple[str, ...]:
    """Return all runs that a person owns, oldest first."""
    found = sa.select(runs.c.id).where(runs.c.person_id == person_id).order_by(runs.c.created_at, runs.c.id)
    return tuple(c.execute(found).scalars())


def load_whole_run(c: Connection, run: ChamberRun) -> WholeRun:
    return WholeRun(run=run, said=utterances_of(c, run.id), notes=notes_of(c, run.id), scores=scores_of(c, run.id))


def whole_run_by_id(c: Connection, run_id: str) -> WholeRun | None:
    run = run_by_id(c, run_id)
    return None if run is None else load_whole_run(c, run)


def watchers_of(c: Connection, run_id: str) -> dict[Address, str]:
    """Return who is shown how it goes on, with the language of each."""
    rows = fetch_all(c, _WATCHERS, {"its_id": run_id})
    return {Address(platform=row.platform, chat=row.chat): row.language for row in rows}


# --- the driver's steps: each raises Stale where the run is not the owner's any more, NotFound where it is gone -------


def mark_speaker_asked(c: Connection, claim: Claim, run_id: str, whom: Speaker, *, may_stop: bool) -> bool:
    """Write down who is asked now. False, with nothing written: it may stop here, and that is wished."""
    if _of_owner(c, claim, run_id).stop_wanted and may_stop:
        return False
    execute_pipelined(c, _ASK, {"its_id": run_id, "owner": claim.owner, "whom": whom.value, "now": claim.now})
    return True


def save_utterance(
    c: Connection, claim: Claim, run_id: str, said: Utterance, notes: Sequence[SideNote], *, spent: float
) -> None:
    """Keep what was said, with what was noted of it. `spent`: seconds for which the run has been running."""
    _of_owner(c, claim, run_id)
    last = fetch_one(c, _LAST, {"its_id": run_id})
    if last.seq + 1 != said.seq:
        raise Stale("Somebody else has spoken in this run.")
    execute_pipelined(c, _HEARD, {"its_id": run_id, "owner": claim.owner, "now": claim.now, "spent": spent})
    values = {
        "run_id": run_id,
        "seq": said.seq,
        "speaker": said.speaker.value,
        "public": said.public.text,
        **asdict(said.private),
        **asdict(said.taken),
        "stop": said.taken.stop.value,
        "ends": said.ends,
        "at": said.at.timestamp(),
    }
    execute_pipelined(c, _INSERT_SAID, values)
    save_side_notes(c, claim, run_id, notes)


def save_side_notes(c: Connection, claim: Claim, run_id: str, notes: Iterable[SideNote]) -> None:
    """Keep what happened on one side."""
    _of_owner(c, claim, run_id)
    for each in notes:
        speaker = "" if each.speaker is None else each.speaker.value
        values = {**asdict(each), "speaker": speaker, "at": each.at.timestamp(), "run_id": run_id}
        execute_pipelined(c, _INSERT_NOTE, values)


def settle_run(c: Connection, claim: Claim, run_id: str, status: RunStatus, why: Why, *, spent: float) -> None:
    """Pause or end a run, and let go of it."""
    _of_owner(c, claim, run_id)
    values = {
        "status": status.value,
        "why": why.value,
        "asking": None,
        "stop_wanted": False,
        "spent_seconds": spent,
        "touched_at": claim.now,
        "ended_at": claim.now if status is RunStatus.ENDED else None,
        "claimed_by": None,
        "claimed_until": None,
    }
    c.execute(runs.update().where(runs.c.id == run_id).values(values))


def _of_owner(c: Connection, claim: Claim, run_id: str) -> Any:
    """Return the row of a run that belongs to this owner."""
    row = fetch_one(c, _BY_ID, {"its_id": run_id})
    if row is None:
        raise NotFound("The run is gone.")
    if row.claimed_by != claim.owner:
        raise Stale("The run is another process's now.")
    return row


def request_stop(c: Connection, run_id: str) -> bool:
    """Have a run stop before its next request; False where it is not running."""
    changed = runs.update().where(runs.c.id == run_id, runs.c.status == RunStatus.RUNNING.value)
    return c.execute(changed.values(stop_wanted=True)).rowcount == 1


def leave_seat(c: Connection, claim: Claim, run_id: str, seat: str) -> None:
    """Free a run of an earlier process in a seat, which is known to be dead, and of what was wished of that."""
    dead = runs.update().where(runs.c.id == run_id, was_claimed_by_seat(runs, claim, seat))
    c.execute(dead.values(claimed_by=None, claimed_until=None, stop_wanted=False))


def continue_run(c: Connection, run_id: str, *, now: float) -> bool:
    """Have a run that is paused go on; False where it is not paused."""
    changed = runs.update().where(runs.c.id == run_id, runs.c.status == RunStatus.PAUSED.value)
    values = {"status": RunStatus.RUNNING.value, "why": None, "stop_wanted": False, "touched_at": now}
    return c.execute(changed.values(values)).rowcount == 1


def take_over_run(c: Connection, run_id: str, address: Address, language: str, *, now: float) -> bool:
    """Have a run of the command line that nobody is at be held by the engine, for a chat; False where it is no such."""
    values = {"platform": address.platform, "chat": address.chat, "language": language, "touched_at": now}
    loose = runs.c.claimed_by.is_(None) | (runs.c.claimed_until <= now)
    which = (runs.c.id == run_id, runs.c.status == RunStatus.RUNNING.value, runs.c.platform.is_(None), loose)
    return c.execute(runs.update().where(*which).values(values)).rowcount == 1


def watch_run(c: Connection, run_id: str, address: Address, language: str) -> None:
    """Have a chat shown how a run goes on. Raises NotFound where it is gone."""
    if fetch_one(c, _BY_ID, {"its_id": run_id}) is None:
        raise NotFound("The run is gone.")
    values = {"run_id": run_id, "platform": address.platform, "chat": address.chat, "language": language}
    c.execute(insert_new(run_watchers, "run_id", "platform", "chat"), values)


def stop_watching(c: Connection, run_id: str, address: Address) -> bool:
    """End a chat's watching; False where it did not watch."""
    its = run_watchers.c
    which = (its.run_id == run_id, its.platform == address.platform, its.chat == address.chat)
    return c.execute(run_watchers.delete().where(*which)).rowcount == 1


def stop_all_watching(c: Connection, run_id: str) -> None:
    c.execute(run_watchers.delete().where(run_watchers.c.run_id == run_id))


def put_scores(c: Connection, run_id: str, judge: str, body: str, *, now: float) -> None:
    """Keep what a judge made of a run, in place of what it made of it before. Raises NotFound where the run is gone."""
    if fetch_one(c, _BY_ID, {"its_id": run_id}) is None:
        raise NotFound("The run is gone.")
    execute_pipelined(c, _PUT_SCORES, {"run_id": run_id, "judge": judge, "body": body, "at": now})


def run_message_key(run_id: str, what: str) -> str:
    """Return the key of a message about a run: it goes with the run."""
    return f"chamber/{run_id}/{what}"


def forget_runs(c: Connection, deleted: Sequence[str]) -> None:
    """Delete what was said in any chat about runs, which does not go with them, and forget their calls."""
    for run_id in deleted:
        first = run_message_key(run_id, "")
        # A range, which the index of the keys finds.
        erase_letters(c, outbox.c.key >= first, outbox.c.key < f"{first}~")
    forget_calls(c, deleted)


def erase_runs_of(c: Connection, erased: Erased) -> Then | None:
    """Forget the runs of a person who is deleted, and what they watched."""
    for address in erased.chats:
        c.execute(run_watchers.delete().where(is_in_chat(run_watchers, address)))
    if erased.person_id is not None:
        forget_runs(c, run_ids(c, erased.person_id))
    return None


def count_runs(c: Connection, person_id: str) -> int:
    owned = sa.select(sa.func.count()).select_from(runs).where(runs.c.person_id == person_id)
    return int(c.execute(owned).scalar_one())


def erase_run(c: Connection, run_id: str) -> bool:
    """Delete a run with every word of it; False where there is none."""
    forget_runs(c, [run_id])
    return c.execute(runs.delete().where(runs.c.id == run_id)).rowcount == 1


def erase_oldest_run(c: Connection, before: float) -> bool:
    """Delete the run that has rested longest, if nothing has happened in it since then; tell whether there was one."""
    rests = (runs.c.status != RunStatus.RUNNING.value, runs.c.touched_at < before)
    oldest = sa.select(runs.c.id).where(*rests).order_by(runs.c.touched_at, runs.c.id).limit(1)
    run_id: str | None = c.execute(oldest).scalar()
    return run_id is not None and erase_run(c, run_id)


def run_of(row: Any) -> ChamberRun:
    return from_row(
        ChamberRun,
        row,
        setup=Setup.model_validate_json(row.setup),
        status=RunStatus(row.status),
        why=None if row.why is None else Why(row.why),
        asking=None if row.asking is None else Speaker(row.asking),
        stop_wanted=bool(row.stop_wanted),
        address=None if row.platform is None else Address(platform=row.platform, chat=row.chat),
        created_at=to_datetime(row.created_at),
        touched_at=to_datetime(row.touched_at),
        ended_at=None if row.ended_at is None else to_datetime(row.ended_at),
    )


def utterance_of(row: Any) -> Utterance:
    private = {name: getattr(row, name) for name in ("full", "taken_out", "thinking", "blocks")}
    return utterance(
        Speaker(row.speaker),
        private,
        seq=row.seq,
        at=to_datetime(row.at),
        public=Public(row.public),
        taken=from_row(ReplyCost, row, stop=Stop(row.stop)),
        ends=bool(row.ends),
    )


_WATCHED = (
    sa.select(runs.c.id)
    .where(runs.c.status == RunStatus.RUNNING.value, sa.exists().where(run_watchers.c.run_id == runs.c.id))
    .order_by(runs.c.created_at)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFigures:
    """The figures of a run so far."""

    said: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_micros: int = 0
    """With requests that failed, and with what is held for those under way."""

    @property
    def turns(self) -> int:
        return turn_of(self.said)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedRun:
    run: ChamberRun
    figures: RunFigures
    held: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    run: ChamberRun
    watchers: dict[Address, str]
    """With the language of each."""
    last: tuple[Utterance, ...]
    """What was said last, the oldest of it first."""


def newest_runs(c: Connection, *, limit: int, now: float) -> tuple[ListedRun, ...]:
    """Return the runs that were touched last."""
    return _listed(c, runs.select().order_by(runs.c.touched_at.desc(), runs.c.id).limit(limit), now)


def runs_by_prefix(c: Connection, beginning: str, *, limit: int, now: float) -> tuple[ListedRun, ...]:
    fitting = runs.c.id.startswith(beginning, autoescape=True)
    return _listed(c, runs.select().where(fitting).order_by(runs.c.id).limit(limit), now)


def run_figures(c: Connection, run_ids: Iterable[str]) -> dict[str, RunFigures]:
    """Return the figures of runs that exist."""
    wanted = list(run_ids)
    its = utterances.c
    # A sum of big integers is a decimal on PostgreSQL.
    sums = [sa.cast(sa.func.sum(its[name]), sa.BigInteger).label(name) for name in ("input_tokens", "output_tokens")]
    found = sa.select(its.run_id, sa.func.count().label("said"), *sums).where(its.run_id.in_(wanted))
    rows = {row.run_id: row for row in c.execute(found.group_by(its.run_id))}
    scopes = {f"session:{run_id}": run_id for run_id in wanted}
    spent = spending.select().where(spending.c.scope.in_(list(scopes)))
    held = {scopes[row.scope]: row.micros for row in c.execute(spent)}
    return {
        run_id: from_row(RunFigures, rows[run_id], cost_micros=held.get(run_id, 0))
        if run_id in rows
        else RunFigures(cost_micros=held.get(run_id, 0))
        for run_id in wanted
    }


def watched_run(c: Connection, run_id: str, *, most: int) -> Watched | None:
    """Return a run with its watchers and the `most` newest utterances; None unless it runs and is watched."""
    run = run_by_id(c, run_id)
    if run is None or run.status is not RunStatus.RUNNING:
        return None
    watchers = watchers_of(c, run_id)
    if not watchers:
        return None
    last = [utterance_of(row) for row in fetch_all(c, _LAST_SAID, {"its_id": run_id, "most": most})]
    return Watched(run=run, watchers=watchers, last=tuple(reversed(last)))


def watched_runs(c: Connection) -> tuple[str, ...]:
    """Return the running ones that somebody watches, wherever they are held."""
    return tuple(row.id for row in fetch_all(c, _WATCHED, {}))


def _listed(c: Connection, found: sa.Select[tuple[object, ...]], now: float) -> tuple[ListedRun, ...]:
    rows = c.execute(found).all()
    figures = run_figures(c, [row.id for row in rows])
    return tuple(
        ListedRun(
            run=run_of(row),
            figures=figures[row.id],
            held=row.claimed_by is not None and (row.claimed_until or 0.0) > now,
        )
        for row in rows
    )


class RunDeed(StrEnum):
    """A command's deed with a run of the chamber."""

    BEGIN = "begin"
    STOP = "stop"
    """Pause it after the turn."""
    GO_ON = "go-on"
    """Also one that runs with nobody at it: from the chat that wishes it."""
    WATCH = "watch"
    LEAVE = "leave"
    DELETE = "delete"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStep(Effect):
    """A step with a run; refused (Stale) where the run is not, or no longer, as it has to be for it."""

    run_id: str
    deed: RunDeed
    address: Address
    language: str
    name: str = ""
    setup: str = ""
    """Set for a run that begins: its `core.features.chamber.setup.Setup` as JSON, without keys."""


def take_step(c: Connection, step: RunStep, person_id: str, *, now: float) -> None:
    """Do with a run what a command says. Raises Stale where the run is not, or no longer, as it has to be."""
    match step.deed:
        case RunDeed.BEGIN:
            setup = Setup.model_validate_json(step.setup)
            begun = ChamberRun(
                id=step.run_id,
                name=step.name,
                setup=setup,
                seed=next(iter(setup.rules.seeds), None),
                person_id=person_id,
                address=step.address,
                language=step.language,
                created_at=to_datetime(now),
                touched_at=to_datetime(now),
            )
            put_run(c, begun)
            done = True
        case RunDeed.STOP:
            done = request_stop(c, step.run_id)
        case RunDeed.GO_ON:
            going = continue_run(c, step.run_id, now=now)
            done = take_over_run(c, step.run_id, step.address, step.language, now=now) or going
        case RunDeed.WATCH:
            run = run_by_id(c, step.run_id)
            done = run is not None and run.status is RunStatus.RUNNING
            if done:
                watch_run(c, step.run_id, step.address, step.language)
        case RunDeed.LEAVE:
            done = stop_watching(c, step.run_id, step.address)
        case RunDeed.DELETE:
            done = erase_run(c, step.run_id)
    if not done:
        raise Stale("The run is not as it was seen.")

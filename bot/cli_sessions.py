"""The interviews from the command line: a list of them, one of them whole, and what its models were asked."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli_settings import printed, quick_settings, settings_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.contracts.messages import Progress
    from core.store.beside import Snapshot
    from core.store.listing import Listed, ListFilter

NEWEST = 30
"""Sessions on the list when not all are asked for."""
PIPED_WIDTH = 160
"""Columns of a table that nobody looks at on a screen."""
NONE_YET = "No interview has begun yet; `raconteur run` begins one."

SessionId = Annotated[str, typer.Argument(metavar="ID", help="The session's id, or how it begins.")]


class State(StrEnum):
    """The states of the list; their order is that of `core.contracts.session.Status`."""

    UNDER_WAY = "under-way"
    PAUSED = "paused"
    FINISHED = "finished"
    LEFT = "left"


def sessions(
    context: typer.Context,
    everything: Annotated[bool, typer.Option("--all", help=f"All of them, not only the newest {NEWEST}.")] = False,
    status: Annotated[State | None, typer.Option("--status", help="Only those in this state.")] = None,
    kind: Annotated[str, typer.Option("--kind", metavar="KIND", help="Only those of a kind, as podcast.")] = "",
    person: Annotated[
        str, typer.Option("--person", metavar="WHO", help="Only theirs: a part of the name, or telegram:123456789.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="For programs: all of them, a line each.")] = False,
) -> None:
    """List the interviews. Who, about what, how far, what it cost, and which are not finished."""
    from bot.database import check
    from core.contracts.session import Status
    from core.store.beside import snapshot
    from core.store.listing import ALL, ListFilter, fitting
    from core.store.place import is_there

    database = quick_settings(context).storage.database
    if not is_there(database):
        if not as_json:
            typer.echo(NONE_YET)
        return
    check(database)
    chosen = None if status is None else list(Status)[list(State).index(status)]
    wanted = ListFilter(status=chosen, kind=kind, person=person)
    with snapshot(database) as c:
        if as_json:
            _as_json(c, wanted)
        elif total := fitting(c, wanted):
            _as_table(c, wanted, total=total, limit=ALL if everything else NEWEST)
        else:
            typer.echo(
                NONE_YET if wanted == ListFilter() else "No interview is like that; `raconteur sessions` lists all."
            )


def _as_json(c: Snapshot, wanted: ListFilter) -> None:
    import json

    from bot.session_list import as_object
    from core.store.listing import ALL

    for each, progress in _standing(c, wanted, limit=ALL):
        typer.echo(json.dumps(as_object(each, progress), ensure_ascii=False))


def _as_table(c: Snapshot, wanted: ListFilter, *, total: int, limit: int) -> None:
    from bot.session_list import MARK, sessions_table
    from bot.telling import resumable

    found = list(_standing(c, wanted, limit=limit))
    printed(sessions_table(found), piped=PIPED_WIDTH)
    if any(resumable(each.session) for each, _ in found):
        typer.echo(f"{MARK} not finished: the person goes on with /resume.")
    if total > len(found):
        typer.echo(f"These are the newest {len(found)} of {total}; --all shows the others too.")


def _standing(c: Snapshot, wanted: ListFilter, *, limit: int) -> Iterator[tuple[Listed, Progress | None]]:
    """The sessions, and how far each is; a script is read once."""
    from functools import cache, partial

    from bot.kinds import progress_of
    from core.store.listing import listed, script_set

    scripts = cache(partial(script_set, c))
    for each in listed(c, wanted, limit=limit):
        yield each, progress_of(each.session, scripts(each.session.script_digest))


def show(context: typer.Context, session: SessionId) -> None:
    """Show one interview. Every word of it, and what happened around it."""
    from bot.database import check
    from bot.reports import session_report
    from core.store.records import record
    from core.store.reports import background, read_beside, session_id
    from core.store.store import Connection

    settings = settings_of(context)
    database = settings.storage.database
    check(database)

    def unit(c: Connection) -> Iterator[str]:
        found = session_id(c, session)
        whole, scripts = record(c, found)
        return session_report(whole, scripts, background(c, found), settings.timers.rules())

    typer.echo("\n".join(read_beside(database, unit)))


def calls(
    context: typer.Context,
    session: SessionId,
    as_json: Annotated[bool, typer.Option("--json", help="For programs: a line for each call.")] = False,
) -> None:
    """Show what models were asked. For one interview: each prompt, its answer, tokens, cost and time."""
    from bot.database import check
    from bot.reports import call_line, call_report
    from core.store.call_rows import calls_for
    from core.store.reports import read_beside, session_id
    from core.store.store import Connection

    database = settings_of(context).storage.database
    check(database)

    def unit(c: Connection) -> bool:
        found = False
        for call in calls_for(c, session_id(c, session)):
            found = True
            typer.echo(call_line(call) if as_json else call_report(call))
        return found

    if not read_beside(database, unit) and not as_json:
        typer.echo("No model was asked for this interview.")

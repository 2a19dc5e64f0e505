"""`raconteur sessions`, `show` and `calls`: all interviews as a list, and one of them with its model calls."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli_settings import database_settings, load_command_settings, print_wide

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.contracts.messages import Progress
    from core.store.direct import Snapshot
    from core.store.listing import Listed, ListFilter

NEWEST = 30
"""Sessions on the list when not all are asked for."""
PIPED_WIDTH = 160
"""Columns of a table that nobody looks at on a screen."""
NONE_YET = "No interviews yet. Start with `raconteur run`."

Subject = tuple[str, str]
"""A part of a podcast's name and one of an episode's title; an empty part fits all."""
SessionId = Annotated[str, typer.Argument(metavar="ID", help="The session's ID, or its first characters.")]


class ListedState(StrEnum):
    """The states of the list; their order is that of `core.contracts.session.Status`."""

    UNDER_WAY = "under-way"
    PAUSED = "paused"
    FINISHED = "finished"
    LEFT = "left"


def sessions(
    context: typer.Context,
    everything: Annotated[bool, typer.Option("--all", help=f"List all of them, not just the newest {NEWEST}.")] = False,
    status: Annotated[ListedState | None, typer.Option("--status", help="List only those in this state.")] = None,
    kind: Annotated[str, typer.Option("--kind", metavar="KIND", help="List only this kind, such as podcast.")] = "",
    person: Annotated[
        str,
        typer.Option("--person", metavar="WHO", help="List only this person's: part of a name, or telegram:123456789."),
    ] = "",
    podcast: Annotated[
        str, typer.Option("--podcast", metavar="WORDS", help="List only those about a podcast: part of its name.")
    ] = "",
    episode: Annotated[
        str, typer.Option("--episode", metavar="WORDS", help="List only those about an episode: part of its title.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print all of them as JSON, one per line.")] = False,
) -> None:
    """List the interviews. Who, about what, how far, what it cost, and which are not finished."""
    from bot.database import check_database
    from core.contracts.session import Status
    from core.store.database_url import database_exists
    from core.store.direct import open_snapshot
    from core.store.listing import ALL, ListFilter, count_sessions

    database = load_command_settings(context).storage.database
    if not database_exists(database):
        if not as_json:
            typer.echo(NONE_YET)
        return
    check_database(database)
    chosen = None if status is None else list(Status)[list(ListedState).index(status)]
    wanted = ListFilter(status=chosen, kind=kind, person=person)
    subject = (podcast, episode)
    with open_snapshot(database) as c:
        if as_json:
            import json

            from bot.session_list import session_json

            for each, progress in _standing(c, wanted, subject, limit=ALL):
                typer.echo(json.dumps(session_json(each, progress), ensure_ascii=False))
            return
        total = sum(1 for _ in _about(c, wanted, subject, limit=ALL)) if any(subject) else count_sessions(c, wanted)
        if total:
            from bot.formatting import is_resumable
            from bot.session_list import MARK, sessions_table

            found = list(_standing(c, wanted, subject, limit=ALL if everything else NEWEST))
            print_wide(sessions_table(found), piped=PIPED_WIDTH)
            if any(is_resumable(each.session) for each, _ in found):
                typer.echo(f"{MARK} not finished: the person goes on with /resume.")
            if total > len(found):
                typer.echo(f"These are the newest {len(found)} of {total}; --all shows the others too.")
        else:
            anything = wanted == ListFilter() and not any(subject)
            typer.echo(NONE_YET if anything else "No interview matches. `raconteur sessions` lists all of them.")


def _about(c: Snapshot, wanted: ListFilter, subject: Subject, *, limit: int) -> Iterator[Listed]:
    """Yield the sessions that are wanted. Only its kind can read what one is about, so no query looks for that."""
    from itertools import islice

    from bot.session_list import is_about
    from core.store.listing import ALL, list_sessions

    if any(subject):
        yield from islice((each for each in list_sessions(c, wanted, limit=ALL) if is_about(each, *subject)), limit)
    else:
        yield from list_sessions(c, wanted, limit=limit)


def _standing(
    c: Snapshot, wanted: ListFilter, subject: Subject, *, limit: int
) -> Iterator[tuple[Listed, Progress | None]]:
    """Yield the sessions and how far each is, reading a script only once."""
    from functools import cache, partial

    from bot.kinds import session_progress
    from core.store.listing import bound_script_set

    scripts = cache(partial(bound_script_set, c))
    for each in _about(c, wanted, subject, limit=limit):
        yield each, session_progress(each.session, scripts(each.session.script_digest))


def show(context: typer.Context, session: SessionId) -> None:
    """Show one interview. Every word of it, and what happened around it."""
    from bot.reports import session_report
    from core.store.records import load_record
    from core.store.reports import read_snapshot, session_background, session_id
    from core.store.store import Connection

    settings = database_settings(context)
    database = settings.storage.database

    def unit(c: Connection) -> Iterator[str]:
        found = session_id(c, session)
        whole, scripts = load_record(c, found)
        return session_report(whole, scripts, session_background(c, found), settings.timers.rules())

    typer.echo("\n".join(read_snapshot(database, unit)))


def calls(
    context: typer.Context,
    session: SessionId,
    as_json: Annotated[bool, typer.Option("--json", help="Print each call as one line of JSON.")] = False,
) -> None:
    """Show what models were asked. For one interview: each prompt, its answer, tokens, cost and time."""
    from bot.reports import call_line, call_report
    from core.store.call_rows import calls_for
    from core.store.reports import read_snapshot, session_id
    from core.store.store import Connection

    database = database_settings(context).storage.database

    def unit(c: Connection) -> bool:
        found = False
        for call in calls_for(c, session_id(c, session)):
            found = True
            typer.echo(call_line(call) if as_json else call_report(call))
        return found

    if not read_snapshot(database, unit) and not as_json:
        typer.echo("No model was used in this interview.")

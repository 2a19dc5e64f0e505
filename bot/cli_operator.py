"""Commands for the operator that also work beside a running bot: figures, copies, and the model that hears."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli_settings import command_settings, database_settings, print_wide
from core.contracts.errors import ConfigurationError, NotFound

if TYPE_CHECKING:
    from core.store.store import Connection


def stats(
    context: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON, under fixed names.")] = False,
) -> None:
    """Show figures. How interviews end, what they cost, who waits."""
    import time

    from bot import statistics as shown
    from bot.database import check_database
    from core.store.database_url import database_exists
    from core.store.reports import read_snapshot
    from core.store.statistics import SILENCE, compute_statistics

    settings, now = command_settings(context), time.time()
    database = settings.storage.database
    if not database_exists(database) and not as_json:
        typer.echo("No interviews yet. Start with `raconteur run`.")
        return
    check_database(database)
    silence = settings.timers.rules().abandon or SILENCE
    found = read_snapshot(database, lambda c: compute_statistics(c, now=now, silence=silence))
    if as_json:
        typer.echo(shown.statistics_json(found))
        return
    print_wide(*shown.statistics_report(found), piped=shown.PIPED_WIDTH)


def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to save it: a new file, or a folder.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Copy every word into one checked file. Works while the bot runs; recordings and photos are not in it."""
    from datetime import datetime

    from rich.filesize import decimal

    from bot.backup import ON_SERVER, back_up
    from bot.formatting import pluralize
    from core.store.database_url import Server

    settings = command_settings(context)
    database = settings.storage.database
    if isinstance(database, Server):
        raise ConfigurationError(ON_SERVER.format(database=database))
    today = datetime.now().astimezone().date()
    made = back_up(database, file, today=today, replace=force)
    held = f"{pluralize(made.interviews, 'interview')} with {pluralize(made.answers, 'answer')}"
    typer.echo(f"{made.file}: {decimal(made.size)}, {held}; opened and checked.")
    recordings = settings.storage.recordings
    if settings.storage.bucket:
        typer.echo(f"It does not include recordings and photos, which are in {settings.storage.bucket}.")
    else:
        typer.echo(
            f"It does not include recordings and photos, which are in {recordings.resolve()}; copy that folder, too."
        )


def rehear(
    context: typer.Context,
    which: Annotated[
        str,
        typer.Argument(metavar="[ID]", help="A recording, such as r12, or a session for all of its unheard ones."),
    ] = "",
) -> None:
    """Try again to turn recordings into text. Without an ID, list those that failed."""
    import re
    import time

    from bot.formatting import pluralize
    from bot.reports import unheard_line
    from core.store.recording_rows import retry_recording as try_again
    from core.store.reports import read_snapshot, session_id, unheard_recordings, write_direct

    settings = database_settings(context)
    database = settings.storage.database
    if not which:
        waiting = read_snapshot(database, unheard_recordings)
        typer.echo(
            "\n".join(unheard_line(each, whose=True) for each in waiting) or "Every recording has been transcribed."
        )
        return

    def unit(c: Connection) -> int:
        if re.fullmatch(r"r\d{1,18}", which):
            found = tuple(each for each in unheard_recordings(c) if each.id == int(which[1:]))
        else:
            found = unheard_recordings(c, session_id(c, which))
        if not found:
            raise NotFound(f"There are no unheard recordings under {which!r}; `raconteur rehear` lists them all.")
        return sum(try_again(c, each.id, now=time.time()) for each in found)

    number = write_direct(database, unit)
    which = pluralize(number, "recording")
    typer.echo(f"{which} will be transcribed again: by the running bot within a minute, or at its next start.")

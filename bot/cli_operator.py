"""What the operator asks for beside the interviews, while the bot may be running: figures and copies."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bot.cli_settings import settings_of


def stats(
    context: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="For programs: everything, under fixed names.")] = False,
) -> None:
    """Show figures. How interviews end, what they cost, who waits."""
    import sys
    import time

    from rich.console import Console

    from bot import statistics as shown
    from bot.database import check
    from core.store.reports import read_beside
    from core.store.statistics import SILENCE, statistics

    settings, now = settings_of(context), time.time()
    database = settings.storage.database
    if not database.exists() and not as_json:
        typer.echo("No interview has begun yet; `raconteur run` begins one.")
        return
    check(database)
    silence = settings.timers.rules().abandon or SILENCE
    found = read_beside(database, lambda c: statistics(c, now=now, silence=silence))
    if as_json:
        typer.echo(shown.as_json(found))
        return
    width = None if sys.stdout.isatty() else shown.PIPED_WIDTH
    Console(width=width, highlight=False, markup=False).print(*shown.statistics_report(found), sep="\n")


def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to put it: a new file, or a folder.")],
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Copy the database. Beside a running bot, checked, in one file."""
    from datetime import datetime

    from rich.filesize import decimal

    from bot.backup import back_up
    from bot.telling import count

    settings = settings_of(context)
    today = datetime.now().astimezone().date()
    made = back_up(settings.storage.database, file, today=today, replace=force)
    held = f"{count(made.interviews, 'interview')} with {count(made.answers, 'answer')}"
    typer.echo(f"{made.file}: {decimal(made.size)}, {held}; opened and found whole.")
    recordings = settings.storage.recordings
    if recordings.is_dir() and any(recordings.iterdir()):
        typer.echo(
            f"Recordings of voices are not in it: they are the files in {recordings.resolve()}; copy those, too."
        )

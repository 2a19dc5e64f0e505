"""What the operator asks for beside the interviews, while the bot may be running: figures, copies, and what hears."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli_settings import printed, settings_of
from core.contracts.errors import ConfigurationError, NotFound, WeightsAbsent

if TYPE_CHECKING:
    from core.store.reports import Unheard
    from core.store.store import Connection
    from core.transcription.engines import Weights


def stats(
    context: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="For programs: everything, under fixed names.")] = False,
) -> None:
    """Show figures. How interviews end, what they cost, who waits."""
    import time

    from bot import statistics as shown
    from bot.database import check
    from core.store.place import is_there
    from core.store.reports import read_beside
    from core.store.statistics import SILENCE, statistics

    settings, now = settings_of(context), time.time()
    database = settings.storage.database
    if not is_there(database) and not as_json:
        typer.echo("No interview has begun yet; `raconteur run` begins one.")
        return
    check(database)
    silence = settings.timers.rules().abandon or SILENCE
    found = read_beside(database, lambda c: statistics(c, now=now, silence=silence))
    if as_json:
        typer.echo(shown.as_json(found))
        return
    printed(*shown.statistics_report(found), piped=shown.PIPED_WIDTH)


def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to put it: a new file, or a folder.")],
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Copy the database. Beside a running bot, checked, in one file."""
    from datetime import datetime

    from rich.filesize import decimal

    from bot.backup import ON_SERVER, back_up
    from bot.telling import count
    from core.contracts.errors import ConfigurationError
    from core.store.place import Server

    settings = settings_of(context)
    database = settings.storage.database
    if isinstance(database, Server):
        raise ConfigurationError(ON_SERVER.format(database=database))
    today = datetime.now().astimezone().date()
    made = back_up(database, file, today=today, replace=force)
    held = f"{count(made.interviews, 'interview')} with {count(made.answers, 'answer')}"
    typer.echo(f"{made.file}: {decimal(made.size)}, {held}; opened and found whole.")
    recordings = settings.storage.recordings
    if settings.storage.bucket:
        typer.echo(f"Recordings of voices and photos are not in it: they are in {settings.storage.bucket}.")
    elif recordings.is_dir() and any(recordings.iterdir()):
        typer.echo(
            f"Recordings of voices and photos are not in it: they are in {recordings.resolve()}; copy that folder, too."
        )


def weights(context: typer.Context) -> None:
    """Fetch the model that hears. Ahead of time, and checked; the start does it else."""
    import asyncio
    import os

    from core.transcription.engines import OFF, WHISPER, weights_file, whisper_model

    settings = settings_of(context)
    voice, folder = settings.voice, settings.models_dir.resolve()
    if voice.engine == OFF:
        raise ConfigurationError('voice.engine is "off": nothing is needed.')
    # It may make the data folder, which is nobody else's.
    os.umask(0o077)
    try:
        found = weights_file(voice.engine, voice.model, folder)
    except WeightsAbsent as error:
        if voice.engine != WHISPER:
            raise ConfigurationError(f"{error}.") from None
        found = asyncio.run(fetched(whisper_model(voice.model), folder))
    typer.echo(f"{found}: here, and whole." if voice.engine == WHISPER else f"{found}: every file is there.")


async def fetched(wanted: Weights, folder: Path) -> Path:
    """Fetch with a bar on the screen. Raises WeightsAbsent."""
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn

    from bot.voice import web_client
    from core.transcription.fetching import fetch

    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    bar = Progress(TextColumn(wanted.file), *columns, console=Console(stderr=True), transient=True)
    with bar:
        task = bar.add_task("", total=None)
        async with web_client() as client:
            return await fetch(
                wanted, folder, client=client, progress=lambda got, total: bar.update(task, completed=got, total=total)
            )


def rehear(
    context: typer.Context,
    which: Annotated[
        str,
        typer.Argument(metavar="[ID]", help="A recording, as r12, or a session: all of it that could not be heard."),
    ] = "",
) -> None:
    """Have recordings heard again. Those that could not be; without an ID they are listed."""
    import time

    from bot.database import check
    from bot.reports import unheard_line
    from bot.telling import count
    from core.store.recording_rows import rehear as try_again
    from core.store.reports import read_beside, unheard, write_beside

    settings = settings_of(context)
    database = settings.storage.database
    check(database)
    if not which:
        waiting = read_beside(database, unheard)
        typer.echo("\n".join(unheard_line(each, whose=True) for each in waiting) or "Everything was heard.")
        return

    def unit(c: Connection) -> int:
        return sum(try_again(c, each.id, now=time.time()) for each in _meant(c, which))

    number = write_beside(database, unit)
    typer.echo(
        f"{count(number, 'recording')} will be heard again: by the running bot within a minute, else at its start."
    )


def _meant(c: Connection, which: str) -> tuple[Unheard, ...]:
    """Raises NotFound."""
    import re

    from core.store.reports import session_id, unheard

    if re.fullmatch(r"r\d{1,18}", which):
        found = tuple(each for each in unheard(c) if each.id == int(which[1:]))
    else:
        found = unheard(c, session_id(c, which))
    if not found:
        raise NotFound(f"There is nothing unheard under {which!r}; `raconteur rehear` lists what there is.")
    return found

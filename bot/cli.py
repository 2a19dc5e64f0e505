"""The command line: `raconteur`."""

from __future__ import annotations

import asyncio
import importlib.metadata
import platform
import sys
import time
import traceback
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import structlog
import typer

from bot import log
from bot.cli_access import access, allow, deny, invite
from bot.cli_evaluate import evaluate
from bot.cli_operator import backup, stats
from bot.cli_settings import quiet_log, settings_of
from bot.cli_voice import rehear, weights
from bot.config import DEFAULT_FILE, configuration_file, load_settings
from core.errors import AlreadyRunning, BadImport, ConfigurationError, NotFound, RaconteurError

# What a command needs is imported in it: the help and the version shall not wait for the SDKs of everything.

WRONG = 1
UNUSABLE = 2
RUNNING = 3
INTERRUPTED = 130
NEWEST = 30
"""Sessions on the list when not all are asked for."""
PIPED_WIDTH = 160
"""Columns of a table that nobody looks at on a screen."""
STDOUT = Path("-")

app = typer.Typer(
    name="raconteur",
    help="An interviewer that lives in a chat: it asks, listens, and gives back what was told.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

SessionId = Annotated[str, typer.Argument(metavar="ID", help="The session's id, or how it begins.")]


class Format(StrEnum):
    MD = "md"
    JSON = "json"


@app.callback(invoke_without_command=True)
def raconteur(
    context: typer.Context,
    config: Annotated[
        Path | None,
        typer.Option("--config", "-c", metavar="FILE", help="The configuration; else config.toml, if it is here."),
    ] = None,
) -> None:
    context.obj = config
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command()
def run(
    context: typer.Context,
    terminal: Annotated[bool, typer.Option("--terminal", help="Converse here too, beside the chats.")] = False,
) -> None:
    """Interview people. In Telegram and Discord, where a token is set, else here in the terminal."""
    from bot.serve import serve

    config: Path | None = context.obj
    serve(load_settings(config), terminal=terminal, config=configuration_file(config) or DEFAULT_FILE)


@app.command()
def doctor(
    context: typer.Context,
    model: Annotated[bool, typer.Option("--model", help="Ask the model one question; costs a little.")] = False,
    voice: Annotated[bool, typer.Option("--voice", help="Listen to a test clip; takes some seconds.")] = False,
) -> None:
    """Check everything. Says what to do where something is not well."""
    from bot.doctor import examine
    from bot.findings import Mark
    from bot.reports import line

    quiet_log(None)

    async def check() -> bool:
        well = True
        async for found in examine(context.obj, ask_model=model, hear=voice):
            well = well and found.mark is not Mark.WRONG
            typer.echo(f"{found.mark} {found.what}: {line(found.how)}")
            if found.mend:
                typer.echo(f"    → {line(found.mend)}")
        return well

    if not asyncio.run(check()):
        raise typer.Exit(WRONG)


@app.command()
def sessions(
    context: typer.Context,
    everything: Annotated[bool, typer.Option("--all", help=f"All of them, not only the newest {NEWEST}.")] = False,
) -> None:
    """List the interviews. Who, how far, what it cost, and which are not finished."""
    from rich.console import Console

    from bot.app import interviews
    from bot.database import check
    from bot.reports import MARK, resumable, sessions_table
    from core.store.reports import read_beside, session_list

    settings = settings_of(context)
    database = settings.storage.database
    if not database.exists():
        typer.echo("No interview has begun yet; `raconteur run` begins one.")
        return
    check(database)
    limit = sys.maxsize if everything else NEWEST
    found = asyncio.run(read_beside(database, lambda c: session_list(c, limit=limit)))
    if not found.total:
        typer.echo("No interview has begun yet; `raconteur run` begins one.")
        return
    width = None if sys.stdout.isatty() else PIPED_WIDTH
    Console(width=width, highlight=False, markup=False).print(sessions_table(found, interviews(settings)))
    if any(resumable(o.session) for o in found.overviews):
        typer.echo(f"{MARK} not finished: the person goes on with /resume.")
    if found.total > len(found.overviews):
        typer.echo(f"These are the newest {len(found.overviews)} of {found.total}; --all shows the others too.")


@app.command()
def show(context: typer.Context, session: SessionId) -> None:
    """Show one interview. Every word of it, and what happened around it."""
    from bot.app import interviews
    from bot.database import check
    from bot.reports import session_report
    from core.store.records import record
    from core.store.reports import background, read_beside, session_id

    settings = settings_of(context)
    database = settings.storage.database
    check(database)
    found = asyncio.run(read_beside(database, lambda c: session_id(c, session)))
    whole, scripts = asyncio.run(read_beside(database, lambda c: record(c, found)))
    around = asyncio.run(read_beside(database, lambda c: background(c, found)))
    typer.echo("\n".join(session_report(whole, scripts, around, interviews(settings), settings.timers.rules())))


@app.command()
def export(
    context: typer.Context,
    session: SessionId,
    form: Annotated[
        Format, typer.Option("--format", help="md: the transcript. json: everything, to be imported elsewhere.")
    ] = Format.MD,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to write; - is standard output.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Write one interview into a file."""
    from bot.app import interviews
    from bot.database import check
    from bot.reports import markdown
    from core.documents.archive import export_json
    from core.documents.transcript import document_name
    from core.store.records import record
    from core.store.reports import read_beside, session_id

    settings = settings_of(context)
    check(settings.storage.database)
    whole, scripts = asyncio.run(read_beside(settings.storage.database, lambda c: record(c, session_id(c, session))))
    if form is Format.JSON:
        data = export_json(whole, scripts)
    else:
        data = markdown(whole, scripts, interviews(settings)).encode()
    if out == STDOUT:
        sys.stdout.buffer.write(data)
        return
    suffix = "transcript" if form is Format.MD else "session"
    # Several interviews begin on one day; the id keeps their files apart.
    name = document_name(whole, f"{suffix}-{whole.session.id[:8]}", form.value)
    typer.echo(_write(data, name, out, force=force))


def _write(data: bytes, name: str, out: Path | None, *, force: bool) -> str:
    """Write the file, which is new unless `force` is given, and return where it is. Raises ConfigurationError."""
    from core.documents.files import write_atomically

    target = Path(name) if out is None else out / name if out.is_dir() else out
    if target.exists() and not force:
        raise ConfigurationError(f"{target} is there already; --out names another file, --force replaces this one.")
    try:
        write_atomically(target, data)
    except OSError as error:
        raise ConfigurationError(f"{target} cannot be written: {error.strerror}.") from None
    return str(target)


@app.command(name="import")
def import_(context: typer.Context, file: Annotated[Path, typer.Argument(metavar="FILE")]) -> None:
    """Take in an exported interview. The file is one of `export --format json`."""
    from bot.database import prepare_beside
    from bot.reports import called
    from core.documents.archive import LIMIT, import_json, without_recordings
    from core.everything import places
    from core.store.reports import take_in, write_beside
    from core.voice.keeping import AudioFiles

    settings = settings_of(context)
    try:
        with file.open("rb") as opened:
            data = opened.read(LIMIT + 1)
    except OSError as error:
        raise BadImport(f"{file} cannot be read: {error.strerror}.") from None
    whole, scripts = import_json(data)
    here = places(AudioFiles(settings.storage.recordings), {entry.audio for entry in whole.entries})
    whole = without_recordings(whole, here)
    prepare_beside(settings.storage.database)
    session, person = write_beside(settings.storage.database, lambda c: take_in(c, whole, scripts, now=time.time()))
    typer.echo(f"Imported session {session.id} of {called(person, session)}.")
    typer.echo(f"At {session.address}, /resume {session.id} goes on with it; `raconteur show {session.id}` shows it.")


@app.command()
def version() -> None:
    """Say which version this is."""
    try:
        number = importlib.metadata.version("raconteur")
    except importlib.metadata.PackageNotFoundError:
        number = "(not installed)"
    typer.echo(f"raconteur {number}, Python {platform.python_version()}")


for command in (access, allow, deny, invite, stats, backup, rehear, weights, evaluate):
    app.command()(command)


def main() -> None:
    """The entry point: no error leaves it but as one line and an exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that has no ✓ shows a question mark rather than an error.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    quiet_log(None)
    try:
        app(prog_name="raconteur")
    except RaconteurError as error:
        sys.exit(_told(error))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except Exception as error:  # noqa: BLE001 - the program's boundary: it is logged, and told in one line
        sys.exit(_unexpected(error))


def _told(error: RaconteurError) -> int:
    # Its first line is for people; what a library adds below it is not.
    typer.echo(str(error).partition("\n")[0], err=True)
    if isinstance(error, AlreadyRunning):
        return RUNNING
    if isinstance(error, ConfigurationError | BadImport | NotFound):
        return UNUSABLE
    structlog.get_logger().critical("ended-by-error", code=error.code, exc_info=error)
    return WRONG


def _unexpected(error: Exception) -> int:
    structlog.get_logger().critical("ended-unexpectedly", exc_info=error)
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""
    typer.echo(
        f"Something went wrong: {log.plain(error)}{place} (details in the log). Nothing that was told is lost.",
        err=True,
    )
    return WRONG

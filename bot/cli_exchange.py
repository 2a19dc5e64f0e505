"""Interviews out of the database into files, and back: `raconteur export` and `raconteur import`."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from bot.cli_sessions import SessionId
from bot.cli_settings import settings_of
from core.errors import BadImport, ConfigurationError

STDOUT = Path("-")


class Format(StrEnum):
    MD = "md"
    JSON = "json"


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
    from bot.database import check
    from bot.reports import markdown
    from core.documents.archive import export_json
    from core.documents.transcript import document_name
    from core.store.records import record
    from core.store.reports import read_here, session_id

    settings = settings_of(context)
    check(settings.storage.database)
    whole, scripts = read_here(settings.storage.database, lambda c: record(c, session_id(c, session)))
    data = export_json(whole, scripts) if form is Format.JSON else markdown(whole, scripts).encode()
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


def import_(context: typer.Context, file: Annotated[Path, typer.Argument(metavar="FILE")]) -> None:
    """Take in an exported interview. The file is one of `export --format json`."""
    import time

    from bot.database import prepare_beside
    from bot.telling import called
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
    typer.echo(f"Imported session {session.id} of {called(person.name, session.address)}.")
    typer.echo(f"At {session.address}, /resume {session.id} goes on with it; `raconteur show {session.id}` shows it.")

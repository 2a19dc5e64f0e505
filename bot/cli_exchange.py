"""`raconteur export` and `raconteur import`: interviews from the database into files, and back."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from bot.cli_settings import command_settings, database_settings
from core.contracts.errors import BadImport, ConfigurationError

if TYPE_CHECKING:
    from core.store.store import Connection

STDOUT = Path("-")


class Format(StrEnum):
    MD = "md"
    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"


ROWS = frozenset({Format.JSONL, Format.CSV})
"""Formats that are one file with a row for each answer; the others are a file for each interview."""


def export(
    context: typer.Context,
    session: Annotated[str, typer.Argument(metavar="[ID]", help="The session's ID, or its first characters.")] = "",
    everything: Annotated[bool, typer.Option("--all", help="Export all interviews instead of one.")] = False,
    form: Annotated[
        Format,
        typer.Option(
            "--format",
            help="md: transcripts. json: everything, for import elsewhere. jsonl, csv: one row per answer.",
        ),
    ] = Format.MD,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="PATH", help="Where to write: a file, a folder, or - for standard output."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite what is there.")] = False,
) -> None:
    """Write interviews into files. One, or all of them."""
    from bot.formatting import pluralize
    from core.store.records import session_ids
    from core.store.reports import read_snapshot, session_id

    if everything == bool(session):
        raise ConfigurationError("Name one session, or write --all; `raconteur sessions` lists them.")
    settings = database_settings(context)

    def unit(c: Connection) -> str:
        ids = session_ids(c) if everything else (session_id(c, session),)
        if form in ROWS:
            return _rows(c, ids, form, out, force=force)
        if not everything:
            name, data = _file(c, ids[0], form)
            with _written(name, out, force=force) as (file, told):
                file.write(data)
            return told
        folder = out or Path(f"raconteur-{_today()}")
        if folder == STDOUT:
            raise ConfigurationError("--all writes many files in this format: --out names their folder.")
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise ConfigurationError(f"{folder} cannot be made: {error.strerror}.") from None
        for each in ids:
            name, data = _file(c, each, form)
            with _written(name, folder, force=force) as (file, _):
                file.write(data)
        return f"{folder}: {pluralize(len(ids), 'interview')}"

    if told := read_snapshot(settings.storage.database, unit):
        typer.echo(told)


def _file(c: Connection, session: str, form: Format) -> tuple[str, bytes]:
    from datetime import UTC, datetime

    from bot.reports import session_markdown
    from core.documents.archive import export_json
    from core.documents.transcript import document_name
    from core.store.call_rows import session_spending
    from core.store.records import load_record, record_for_others

    whole, scripts = (load_record if form is Format.JSON else record_for_others)(c, session)
    if form is Format.JSON:
        data = export_json(whole, scripts, saved_at=datetime.now(UTC), spent=session_spending(c, session))
    else:
        data = session_markdown(whole, scripts).encode()
    suffix = "session" if form is Format.JSON else "transcript"
    # Several interviews begin on one day; the id keeps their files apart.
    return document_name(whole, f"{suffix}-{whole.session.id[:8]}", form.value), data


def _rows(c: Connection, ids: tuple[str, ...], form: Format, out: Path | None, *, force: bool) -> str:
    """Write one file with a row for each answer, interview by interview."""
    from bot.formatting import pluralize
    from core.documents.exchanges import answer_rows, as_csv_line, as_json_line, csv_head
    from core.store.records import record_for_others

    line: Callable[..., str] = as_json_line if form is Format.JSONL else as_csv_line
    number = 0
    with _written(f"raconteur-answers-{_today()}.{form.value}", out, force=force) as (file, told):
        if form is Format.CSV:
            file.write(csv_head().encode())
        for session in ids:
            for row in answer_rows(record_for_others(c, session)[0]):
                file.write(line(row).encode())
                number += 1
    return told and f"{told}: {pluralize(number, 'answer')} of {pluralize(len(ids), 'interview')}"


@contextmanager
def _written(name: str, out: Path | None, *, force: bool) -> Iterator[tuple[BinaryIO, str]]:
    """Open the file to write and yield it with its name; `force` replaces what is there. Raises ConfigurationError."""
    from core.documents.files import write_file_atomically

    if out == STDOUT:
        yield sys.stdout.buffer, ""
        return
    target = Path(name) if out is None else out / name if out.is_dir() else out
    if target.exists() and not force:
        raise ConfigurationError(
            f"{target} already exists; choose another place with --out, or use --force to overwrite it."
        )
    try:
        with write_file_atomically(target) as file:
            yield file, str(target)
    except OSError as error:
        raise ConfigurationError(f"{target} cannot be written: {error.strerror}.") from None


def _today() -> str:
    from datetime import datetime

    return datetime.now().astimezone().date().isoformat()


def import_(context: typer.Context, file: Annotated[Path, typer.Argument(metavar="FILE")]) -> None:
    """Take in an exported interview. The file is one of `export --format json`."""
    import asyncio
    import time

    from bot.database import prepare_database_direct
    from bot.file_storage import open_kept_files
    from bot.formatting import person_label
    from bot.kinds import KINDS
    from core.contracts.script_files import load_scripts
    from core.contracts.session import Person, Session
    from core.documents.archive import LIMIT, bind_to_scripts, import_json, without_recordings
    from core.files.keeping import present_names
    from core.store.call_rows import put_spent
    from core.store.reports import import_session, scripts_for_import, write_direct

    settings, now = command_settings(context), time.time()
    try:
        with file.open("rb") as opened:
            data = opened.read(LIMIT + 1)
    except OSError as error:
        raise BadImport(f"{file} cannot be read: {error.strerror}.") from None
    found = import_json(data)
    entries = found.record.entries
    recordings, photos = open_kept_files(settings)
    here = asyncio.run(present_names((recordings, {e.audio for e in entries}), (photos, {e.photo for e in entries})))
    whole = without_recordings(found.record, here)
    kind = KINDS.get(whole.session.kind)
    shipped = () if kind is None else (load_scripts(kind.scripts),)

    def unit(c: Connection) -> tuple[Session, Person]:
        scripts = scripts_for_import(c, whole, found.scripts, shipped)
        kept = import_session(c, bind_to_scripts(whole, scripts), scripts, now=now)
        put_spent(c, whole.session.id, found.spent, now=now)
        return kept

    prepare_database_direct(settings.storage.database)
    session, person = write_direct(settings.storage.database, unit)
    typer.echo(f"Imported session {session.id} of {person_label(person.name, session.address)}.")
    typer.echo(f"At {session.address}, /resume {session.id} goes on with it; `raconteur show {session.id}` shows it.")

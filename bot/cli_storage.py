"""`raconteur migrate-storage` and `migrate-files`: they move everything that people told to another place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli_settings import command_settings, invocation, redirect_log
from core.contracts.errors import AlreadyRunning, ConfigurationError, RaconteurError

if TYPE_CHECKING:
    from core.store.database_url import Database
    from core.store.storage_migration import Progress


def migrate_storage(
    context: typer.Context,
    places: Annotated[
        list[str],
        typer.Argument(
            metavar="[FROM] TO",
            help="Data folders, SQLite files, or addresses as in storage.url. FROM defaults to what is configured.",
            show_default=False,
        ),
    ],
    anew: Annotated[
        bool, typer.Option("--anew", help="Delete what an unfinished move left in TO, and start over.")
    ] = False,
) -> None:
    """Move everything to another database. From SQLite to PostgreSQL or back; the source stays as it is."""
    import os
    import threading

    from bot.changing_storage import (
        copy_data_folder,
        data_folder_of,
        is_same_database,
        parse_database_target,
        storage_change_advice,
    )
    from bot.database import REVISION, check_database, prepare_database, revision_or_unfinished
    from bot.formatting import pluralize
    from bot.sections import database_secrets
    from core.store.database_url import database_exists
    from core.store.direct import UNFINISHED
    from core.store.storage_migration import move_database

    settings = command_settings(context)
    if len(places) > 2:
        raise ConfigurationError("Give the place to move to, optionally preceded by the place to move from.")
    target = parse_database_target(places[-1])
    source = parse_database_target(places[0]) if len(places) == 2 else settings.storage.database
    redirect_log(settings, *database_secrets(source), *database_secrets(target))
    # What is made from here on holds people's lives.
    os.umask(0o077)
    if is_same_database(source, target):
        raise ConfigurationError(f"{target} is where everything is already.")
    check_database(source)
    lost = threading.Event()
    files = 0
    with ExitStack() as held:
        for each in (source, target):
            _alone_with(each, held, lost.set)
        if not database_exists(target) or revision_or_unfinished(target) is None:
            prepare_database(target)
        if revision_or_unfinished(target) != UNFINISHED:
            check_database(target)
        shown = held.enter_context(_bar())

        def progress(what: str, done: int, total: int) -> None:
            if lost.is_set():
                raise AlreadyRunning("Another Raconteur has started using it in the meantime; stop that one first.")
            shown(what, done, total)

        def copy() -> None:
            nonlocal files
            files = copy_data_folder(data_folder_of(source, settings), data_folder_of(target, settings), progress)

        moved = move_database(source, target, REVISION, progress=progress, anew=anew, at_last=copy)
    typer.echo(
        f"{target}: {pluralize(moved.rows, 'row')} in {pluralize(moved.tables, 'table')}, each compared with {source}."
    )
    for column, number in sorted(moved.without_nul.items()):
        typer.echo(
            f"{pluralize(number, 'text')} in {column} held the character NUL, which PostgreSQL keeps in no text."
        )
    if files:
        typer.echo(
            f"{pluralize(files, 'file')} beside it (recordings, photos, runs) in {data_folder_of(target, settings)}."
        )
    typer.echo(_listed(storage_change_advice(target, settings, invocation(context).config)))


def migrate_files(
    context: typer.Context,
    places: Annotated[
        list[str],
        typer.Argument(
            metavar="[FROM] TO",
            help="Folders, or s3://bucket/prefix. FROM defaults to where recordings and photos are kept now.",
            show_default=False,
        ),
    ],
) -> None:
    """Move recordings and photos. To a folder, or a bucket of S3's; the source stays as it is."""
    import asyncio
    import os

    from bot.changing_storage import (
        current_file_storage,
        describe_setting_changes,
        file_storage_setting,
        move_files,
        parse_file_storage,
    )
    from bot.formatting import pluralize
    from core.store.database_url import database_exists

    settings = command_settings(context)
    if len(places) > 2:
        raise ConfigurationError("Give the place to move to, optionally preceded by the place to move from.")
    source, target = (places[0] if len(places) == 2 else current_file_storage(settings)), places[-1]
    if source == target:
        raise ConfigurationError(f"{target} is where the files are already.")
    redirect_log(settings)
    os.umask(0o077)
    old, new = parse_file_storage(source, settings), parse_file_storage(target, settings)
    with ExitStack() as held, _bar() as progress:
        if database_exists(settings.storage.database):
            _alone_with(settings.storage.database, held)
        try:
            number = asyncio.run(move_files(old, new, progress))
        except RaconteurError:
            raise
        except OSError as error:
            raise ConfigurationError(f"The files cannot be moved: {error.strerror}.") from None
    typer.echo(f"{target}: {pluralize(number, 'file')}, each checked on its way. Those in {source} are still there.")
    typer.echo(_listed(describe_setting_changes(file_storage_setting(target, settings), invocation(context).config)))


def _listed(lines: list[str]) -> str:
    if not lines:
        return "The configuration names it already."
    return "\n".join(("Before the next start, change this in the configuration:", *(f"  {line}" for line in lines)))


def _alone_with(database: Database, held: ExitStack, lost: Callable[[], None] = lambda: None) -> None:
    """Lock a database until `held` ends, and call `lost` if the lock is lost before. Raises AlreadyRunning."""
    from bot.database import lock_database
    from core.store.storage_migration import is_in_use

    seat = lock_database(database)
    held.callback(seat.release)
    if watch := getattr(seat, "watch", None):
        watch(lost)
    if is_in_use(database):
        raise AlreadyRunning(f"Raconteur is using {database}; stop all of its processes first.")


@contextmanager
def _bar() -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def shown(what: str, done: int, total: int) -> None:
            bar.update(task, description=what, completed=done, total=total)

        yield shown

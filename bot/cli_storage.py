"""`raconteur migrate-storage` and `migrate-files`: everything that was told, from one place to another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli_settings import invocation, quiet_log, settings_of

if TYPE_CHECKING:
    from bot.config import Settings
    from core.store.moving import Moved, Progress
    from core.store.place import Database


def migrate_storage(
    context: typer.Context,
    places: Annotated[
        list[str],
        typer.Argument(
            metavar="[FROM] TO",
            help="Folders of data, files of SQLite, or addresses as in storage.url; FROM: else what is configured.",
            show_default=False,
        ),
    ],
    anew: Annotated[
        bool, typer.Option("--anew", help="Delete what an unfinished move has left in TO, and begin again.")
    ] = False,
) -> None:
    """Move everything to another database. From SQLite to PostgreSQL or back; the source stays as it is."""
    import os

    from bot.changing_storage import advice, home, named_place
    from bot.sections import secrets_of
    from bot.telling import count
    from core.contracts.errors import ConfigurationError

    settings = settings_of(context)
    if len(places) > 2:
        raise ConfigurationError("Name where to move to, and before it where from; no more than these two.")
    target = named_place(places[-1])
    source = named_place(places[0]) if len(places) == 2 else settings.storage.database
    quiet_log(settings, *secrets_of(source), *secrets_of(target))
    # What is made from here on holds people's lives.
    os.umask(0o077)
    moved, files = _moved(source, target, settings, anew=anew)
    typer.echo(f"{target}: {count(moved.rows, 'row')} in {count(moved.tables, 'table')}, each compared with {source}.")
    for column, number in sorted(moved.without_nul.items()):
        typer.echo(f"{count(number, 'text')} in {column} held the character NUL, which PostgreSQL keeps in no text.")
    if files:
        typer.echo(f"{count(files, 'file')} beside it (recordings, photos, runs) in {home(target, settings)}.")
    typer.echo(_listed(advice(target, settings, invocation(context).config)))


def migrate_files(
    context: typer.Context,
    places: Annotated[
        list[str],
        typer.Argument(
            metavar="[FROM] TO",
            help="Folders, or s3://bucket/prefix; FROM: else where recordings and photos are kept now.",
            show_default=False,
        ),
    ],
) -> None:
    """Move recordings and photos. To a folder, or a bucket of S3's; the source stays as it is."""
    import asyncio
    import os

    from bot.changing_storage import told
    from bot.moving_files import configured, moved, named, wanted
    from bot.telling import count
    from core.contracts.errors import ConfigurationError, RaconteurError
    from core.store.place import is_there

    settings = settings_of(context)
    if len(places) > 2:
        raise ConfigurationError("Name where to move to, and before it where from; no more than these two.")
    source, target = (places[0] if len(places) == 2 else configured(settings)), places[-1]
    if source == target:
        raise ConfigurationError(f"{target} is where the files are already.")
    quiet_log(settings)
    os.umask(0o077)
    old, new = named(source, settings), named(target, settings)
    with ExitStack() as held, _bar() as progress:
        if is_there(settings.storage.database):
            _alone_with(settings.storage.database, held)
        try:
            number = asyncio.run(moved(old, new, progress))
        except RaconteurError:
            raise
        except OSError as error:
            raise ConfigurationError(f"The files cannot be moved: {error.strerror}.") from None
    typer.echo(f"{target}: {count(number, 'file')}, each checked on its way. Those in {source} are still there.")
    typer.echo(_listed(told(wanted(target, settings), invocation(context).config)))


def _listed(lines: list[str]) -> str:
    if not lines:
        return "The configuration names it already."
    return "\n".join(("Before the next start, change the configuration:", *(f"  {line}" for line in lines)))


def _moved(source: Database, target: Database, settings: Settings, *, anew: bool) -> tuple[Moved, int]:
    """With nobody at work on either side; how many files came with it. Raises RaconteurError."""
    import threading

    from bot.changing_storage import copied, home, same
    from bot.database import REVISION, check, prepare, revision_or_unfinished
    from core.contracts.errors import AlreadyRunning, ConfigurationError
    from core.store.beside import UNFINISHED
    from core.store.moving import move
    from core.store.place import is_there

    if same(source, target):
        raise ConfigurationError(f"{target} is where everything is already.")
    check(source)
    lost = threading.Event()
    with ExitStack() as held:
        for each in (source, target):
            _alone_with(each, held, lost.set)
        if not is_there(target) or revision_or_unfinished(target) is None:
            prepare(target)
        if revision_or_unfinished(target) != UNFINISHED:
            check(target)
        files = 0

        def copy() -> None:
            nonlocal files
            files = copied(home(source, settings), home(target, settings), progress)

        with _bar() as shown:

            def progress(what: str, done: int, total: int) -> None:
                if lost.is_set():
                    raise AlreadyRunning("Another Raconteur has begun to work on it meanwhile; stop that one first.")
                shown(what, done, total)

            return move(source, target, REVISION, progress=progress, anew=anew, at_last=copy), files


def _alone_with(database: Database, held: ExitStack, lost: Callable[[], None] = lambda: None) -> None:
    """Nobody else is at work on it until `held` ends; `lost` is called if it is lost before. Raises AlreadyRunning."""
    from bot.database import lock
    from core.contracts.errors import AlreadyRunning
    from core.store.moving import is_served

    seat = lock(database)
    held.callback(seat.release)
    if watch := getattr(seat, "watch", None):
        watch(lost)
    if is_served(database):
        raise AlreadyRunning(f"Raconteur is at work on {database}; stop all of its processes first.")


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

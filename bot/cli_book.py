"""The book of an interview for whoever runs this: `raconteur book`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli_settings import command_settings
from core.contracts.errors import ConfigurationError

if TYPE_CHECKING:
    from bot.config import Settings
    from core.conversation.current_book import BookAtHand
    from core.store.store import Connection


MOST = 20
"""Characters that are named."""


class NoBook(ConfigurationError):
    """There is nothing that the operator may have."""


def book(
    context: typer.Context,
    session: Annotated[str, typer.Argument(metavar="ID", help="The session's id, or how it begins.")],
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where to write its files.")] = Path(),
) -> None:
    """Write the book of an interview. Once whoever told it has said that others may have it."""
    import asyncio

    from bot.database import check_database
    from core.conversation.current_book import stored_book
    from core.store.reports import read_snapshot, session_id

    settings = command_settings(context)
    check_database(settings.storage.database)

    def unit(c: Connection) -> BookAtHand | None:
        return stored_book(c, session_id(c, session))

    found = read_snapshot(settings.storage.database, unit)
    if found is None:
        raise NoBook("No book was made of this interview; whoever told it begins one with /book.")
    if asyncio.run(found.made()).fingerprint() != found.state.approved:
        raise NoBook("Whoever told this has not said yes to the book as it stands now: it is theirs alone until then.")
    if not found.state.shared:
        raise NoBook("Whoever told this has made the book for themselves alone. Ask them for it.")
    for path in asyncio.run(_written(settings, found, out)):
        typer.echo(path)


async def _written(settings: Settings, found: BookAtHand, folder: Path) -> list[Path]:
    from tempfile import TemporaryDirectory

    from bot.clock import SystemClock
    from bot.file_storage import open_kept_files
    from bot.temporary_files import temporary_folder
    from core.binding.bindery import FORMS, BindingProcess
    from core.documents.files import write_atomically
    from core.documents.transcript import document_name
    from core.documents.zips import LARGEST
    from core.files.keeping import open_locally

    entries = found.whole.entries
    spoken, seen = open_kept_files(settings)
    wanted = (spoken, {entry.audio for entry in entries}), (seen, {entry.photo for entry in entries})
    with TemporaryDirectory(dir=temporary_folder(settings.storage.data_dir)) as room:
        async with open_locally(*wanted) as there:
            bindery = BindingProcess(Path(room) / "book", SystemClock())
            made = await bindery.bind(await found.made(there), limit=LARGEST)
    if made.without_glyph:
        typer.echo(f"No font here has {' '.join(made.without_glyph[:MOST])}: the PDF shows empty boxes.", err=True)
    paths = []
    for form, body in zip(FORMS, made.files, strict=True):
        path = folder / document_name(found.whole, f"book-{found.session.id[:8]}", form)
        try:
            write_atomically(path, body)
        except OSError as error:
            raise ConfigurationError(f"{path} cannot be written: {error.strerror}.") from None
        paths.append(path)
    return paths

"""`raconteur book`: the operator gets the book of an interview."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli_settings import database_settings
from core.contracts.errors import ConfigurationError

if TYPE_CHECKING:
    from bot.config import Settings
    from core.features.book.at_hand import BookAtHand
    from core.features.book.binding.bindery import BoundBook
    from core.store.store import Connection


MOST = 20
"""Characters that are named."""


class NoBook(ConfigurationError):
    """There is nothing that the operator may have."""


def book(
    context: typer.Context,
    session: Annotated[str, typer.Argument(metavar="ID", help="The session's ID, or its first characters.")],
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="The folder to write the files to.")] = Path(),
) -> None:
    """Write the book of an interview. Once whoever told it has said that others may have it."""
    import asyncio

    from core.documents.files import write_atomically
    from core.documents.transcript import document_name
    from core.features.book.at_hand import stored_book
    from core.features.book.binding.bindery import FORMS
    from core.features.registration import register_features
    from core.store.reports import read_snapshot, session_id

    settings = database_settings(context)
    # What others have told of the same is in it, too.
    register_features()

    def unit(c: Connection) -> BookAtHand | None:
        return stored_book(c, session_id(c, session))

    found = read_snapshot(settings.storage.database, unit)
    if found is None:
        raise NoBook("No book has been made of this interview; the person starts one with /book.")
    if asyncio.run(found.made()).fingerprint() != found.state.approved:
        raise NoBook("The person has not approved the book as it is now. Until then it is theirs alone.")
    if not found.state.shared:
        raise NoBook("The person made this book only for themselves. Ask them for it.")
    made = asyncio.run(_bound(settings, found))
    if made.without_glyph:
        typer.echo(f"No font here has {' '.join(made.without_glyph[:MOST])}: the PDF shows empty boxes.", err=True)
    for form, body in zip(FORMS, made.files, strict=True):
        path = out / document_name(found.whole, f"book-{found.session.id[:8]}", form)
        try:
            write_atomically(path, body)
        except OSError as error:
            raise ConfigurationError(f"{path} cannot be written: {error.strerror}.") from None
        typer.echo(path)


async def _bound(settings: Settings, found: BookAtHand) -> BoundBook:
    """Bind the book with its recordings and photographs, which are fetched for as long as that takes."""
    from tempfile import TemporaryDirectory

    from bot.clock import SystemClock
    from bot.file_storage import open_kept_files
    from bot.temporary_files import temporary_folder
    from core.documents.zips import LARGEST
    from core.features.book.binding.bindery import BindingProcess
    from core.files.keeping import open_locally

    entries = found.whole.entries
    spoken, seen = open_kept_files(settings)
    wanted = (spoken, {entry.audio for entry in entries}), (seen, {entry.photo for entry in entries})
    with TemporaryDirectory(dir=temporary_folder(settings.storage.data_dir)) as room:
        async with open_locally(*wanted) as there:
            bindery = BindingProcess(Path(room) / "book", SystemClock())
            return await bindery.bind(await found.made(there), limit=LARGEST)

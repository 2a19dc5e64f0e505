"""The doctor's look at the setups that can be begun in a chat. It reads them and connects to nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.config import Settings
from bot.formatting import pluralize
from core.contracts.errors import ConfigurationError
from core.contracts.findings import Finding, finding_note, finding_ok, finding_wrong

if TYPE_CHECKING:
    from bot.chamber.book import FolderBook

WHAT = "Chamber"


def examine_chamber(settings: Settings) -> Iterator[Finding]:
    """Nothing where no folder of setups is named. Blocks."""
    if settings.chamber.dir is None:
        return
    from bot.chamber.book import FolderBook

    book = FolderBook(settings.chamber.dir)
    try:
        names = book.names()
    except ConfigurationError as error:
        yield finding_wrong(WHAT, str(error), "make that folder, or set chamber.dir to another one")
        return
    if not names:
        mend = "put a setup there; docs/chamber.md shows how one is written"
        yield finding_note(WHAT, f"there is no setup in {settings.chamber.dir}", mend)
        return
    yield from _setups(settings, book, names)


def _setups(settings: Settings, book: FolderBook, names: tuple[str, ...]) -> Iterator[Finding]:
    good = []
    for name in names:
        try:
            book.load(name)
        except ConfigurationError as error:
            mend = "mend that; what is a variable has to be set where the bot is started"
            yield finding_wrong(WHAT, f"{name} cannot be begun: {error}", mend)
        else:
            good.append(name)
    if good:
        limit = settings.chamber.day_budget
        held = "with no limit for a day" if limit is None else f"{limit:.2f} a day at most"
        yield finding_ok(
            WHAT, f"{pluralize(len(good), 'setup')} ({', '.join(good)}), {settings.chamber.parallel} at a time, {held}"
        )

"""Checks the setups of the chamber for `raconteur doctor`."""

from __future__ import annotations

from collections.abc import Iterator

from bot.config import Settings
from bot.features.chamber.book import FolderBook
from bot.formatting import pluralize
from core.contracts.errors import ConfigurationError
from core.contracts.findings import Finding, finding_note, finding_ok, finding_wrong


def examine_setups(settings: Settings) -> Iterator[Finding]:
    """Read the setups that can be begun in a chat, without connecting to anything."""
    section, what = settings.chamber, "Chamber"
    if section.dir is None:
        return
    book = FolderBook(section.dir)
    try:
        names = book.names()
    except ConfigurationError as error:
        yield finding_wrong(what, str(error), "make that folder, or set chamber.dir to another one")
        return
    if not names:
        mend = "put a setup there; docs/chamber.md shows how one is written"
        yield finding_note(what, f"there is no setup in {section.dir}", mend)
    good = []
    for name in names:
        try:
            book.load(name)
        except ConfigurationError as error:
            mend = "mend that; what is a variable has to be set where the bot is started"
            yield finding_wrong(what, f"{name} cannot be begun: {error}", mend)
        else:
            good.append(name)
    if good:
        held = "with no limit for a day" if section.day_budget is None else f"{section.day_budget:.2f} a day at most"
        yield finding_ok(
            what, f"{pluralize(len(good), 'setup')} ({', '.join(good)}), {section.parallel} at a time, {held}"
        )

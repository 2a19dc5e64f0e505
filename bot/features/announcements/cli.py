"""`raconteur announce`: notices to everybody. The running bot sends them, or the next one that is started."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli_settings import command_settings
from core.contracts.errors import ConfigurationError

if TYPE_CHECKING:
    from bot.config import Settings
    from core.contracts.notices import Audience
    from core.features.announcements.notices import AnnounceDeed, Announcement, AnnouncementTally

LISTED = 10
"""Notices on the list."""
HERE = "en"
"""The language of the command line."""


def announce(
    context: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="The text; - reads standard input. Without it, list recent notices."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Send it without asking.")] = False,
    stop: Annotated[bool, typer.Option("--stop", help="Stop the notice that is being sent.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the notice that was stopped.")] = False,
) -> None:
    """Send a notice to everybody. The text is shown first, with who gets it; the running bot sends it."""
    from bot.database import check_database

    settings = command_settings(context)
    if (file is not None) + stop + resume > 1:
        raise ConfigurationError("Give a FILE, or --stop, or --resume; not several of them.")
    check_database(settings.storage.database)
    if file is not None:
        from datetime import UTC, datetime

        from bot.clock import new_id
        from core.features.announcements.notice_rows import audience
        from core.features.announcements.notices import LONGEST, AnnounceDeed
        from core.languages.by_language import split_by_language
        from core.store.reports import read_snapshot

        try:
            written = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
        except (OSError, UnicodeError) as error:
            raise ConfigurationError(f"{file} cannot be read: {error}.") from None
        texts = split_by_language(written)
        if not texts:
            raise ConfigurationError(f"{file}: there is no text in it.")
        if (length := max(map(len, texts.values()))) > LONGEST:
            raise ConfigurationError(f"{file}: a text has {length} characters; at most {LONGEST} fit.")
        served, now = {spec.name for spec, _ in settings.served}, datetime.now(UTC)
        there = read_snapshot(settings.storage.database, lambda c: audience(c, served, settings.timers.rules(), now))
        if not there.people:
            raise ConfigurationError("There is nobody to send a notice to right now.")
        typer.echo("\n".join(announcement_preview(texts, there)))
        if not yes and not typer.confirm("Send it?"):
            typer.echo("Not sent.")
            return
        _take(settings, new_id(), AnnounceDeed.SHOW, AnnounceDeed.SEND, texts=texts)
        typer.echo("The running bot sends it within a minute, or the bot does at its next start.")
    elif stop or resume:
        from core.features.announcements.notices import AnnounceDeed, AnnouncementStage

        wanted = AnnouncementStage.SENDING if stop else AnnouncementStage.STOPPED
        found = next((each for each, _ in _newest(settings) if each.stage is wanted), None)
        if found is None:
            raise ConfigurationError("No notice is being sent." if stop else "No notice was stopped.")
        _take(settings, found.id, AnnounceDeed.STOP if stop else AnnounceDeed.GO_ON)
        typer.echo("\n".join(_listed(settings)))
    else:
        typer.echo("\n".join(_listed(settings)) or "No notices have been sent yet.")


def announcement_preview(texts: Mapping[str, str], there: Audience) -> Iterator[str]:
    from adapters.terminal.safe import visible_text
    from core.features.announcements.commands import describe_audience
    from core.languages.messages import say

    for language, text in texts.items():
        if len(texts) > 1:
            yield f"{say(language, 'language-name') if language else say(HERE, 'announce-others')}:"
        yield f"{visible_text(text)}\n"
    yield " ".join(describe_audience(HERE, there))


def _take(settings: Settings, number: str, *deeds: AnnounceDeed, texts: Mapping[str, str] | None = None) -> None:
    """Take these steps with a notice, in one transaction. Raises Stale."""
    import time

    from core.features.announcements.notice_rows import take_announce_step
    from core.features.announcements.notices import AnnounceStep
    from core.store.reports import write_direct
    from core.store.store import Connection

    now = time.time()

    def unit(c: Connection) -> None:
        for deed in deeds:
            step = AnnounceStep(announcement_id=number, deed=deed, texts=texts or {})
            take_announce_step(c, step, None, now=now)

    write_direct(settings.storage.database, unit)


def _newest(settings: Settings) -> list[tuple[Announcement, AnnouncementTally]]:
    from core.features.announcements.notice_rows import announcement_tally, newest_announcements
    from core.store.reports import read_snapshot

    database = settings.storage.database
    return read_snapshot(
        database, lambda c: [(each, announcement_tally(c, each.id)) for each in newest_announcements(c, limit=LISTED)]
    )


def _listed(settings: Settings) -> Iterator[str]:
    from bot.formatting import format_local_time, terminal_line
    from core.documents.readable import excerpt
    from core.features.announcements.announcer import format_tally_line
    from core.languages.messages import say

    for each, gone in _newest(settings):
        stage = say(HERE, "announce-stage", stage=each.stage.value)
        words = terminal_line(excerpt(each.text(HERE)))
        yield f"{format_local_time(each.created_at)}  {words} – {stage}. {format_tally_line(HERE, gone)}"

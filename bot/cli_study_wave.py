"""`raconteur study wave`: the participants of a study are asked again. The running bot writes to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli_access import check_kind
from bot.cli_settings import command_settings
from core.contracts.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from core.contracts.announcing import Audience, Wave
    from core.store.store import Connection
    from core.store.study_rows import Study
    from core.timing.rules import TimerRules


def wave(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the study is called.")],
    yes: Annotated[bool, typer.Option("--yes", help="Begin it without asking.")] = False,
) -> None:
    """Ask those again who finished the last wave. What is written to them is shown first; the running bot sends it."""
    import time

    from bot.app import new_id
    from bot.cli_announce import announcement_preview
    from bot.database import check_database
    from core.store.reports import read_snapshot, write_direct

    settings = command_settings(context)
    database, served = settings.storage.database, {spec.name for spec, _ in settings.served}
    check_database(database)
    coming, texts, there = read_snapshot(database, lambda c: next_wave_of(c, name, served, settings.timers.rules()))
    check_kind(settings, coming.kind)
    if not there.people:
        declined = f" {there.declined} want no notices." if there.declined else ""
        raise ConfigurationError(f"Nobody who finished wave {coming.number - 1} can be asked again now.{declined}")
    typer.echo("\n".join(announcement_preview(texts, there)))
    if not yes and not typer.confirm(f"Begin wave {coming.number}?"):
        typer.echo("It is not begun.")
        return
    number = new_id()
    write_direct(database, lambda c: begin_wave(c, coming, number, texts, now=time.time()))
    typer.echo(f"Wave {coming.number} of {name} has begun. The running bot writes to them within a minute.")


def wave_progress(c: Connection, of: Study, number: int) -> str:
    """Return how far the letters of a wave are; empty where that is forgotten."""
    from core.contracts.announcing import Wave
    from core.jobs.announcing import format_tally_line
    from core.store.announcement_rows import announcement_of_wave, announcement_tally

    found = announcement_of_wave(c, Wave(study=of.name, number=number, kind=of.kind))
    return "" if found is None else f". Letters: {format_tally_line('en', announcement_tally(c, found.id))}"


def next_wave_of(
    c: Connection, name: str, served: Collection[str], rules: TimerRules
) -> tuple[Wave, Mapping[str, str], Audience]:
    """Return the next wave, its letter in each language, and its audience. Raises ConfigurationError."""
    from datetime import UTC, datetime

    from bot.studies import find_study
    from core.contracts.announcing import Wave
    from core.languages import LANGUAGES
    from core.languages.messages import say
    from core.store.announcement_rows import audience
    from core.store.records import load_record
    from core.store.study_rows import wave_participants

    of = find_study(c, name)
    if of.closed_at is not None:
        raise ConfigurationError(f"The study {name} is closed; `raconteur study close {name} --reopen` opens it.")
    held = (part.session_id for part in wave_participants(c, name) if part.wave == of.wave)
    session_id = next(filter(None, held), None)
    found = None if session_id is None else load_record(c, session_id)
    if found is None:
        raise ConfigurationError(f"Nobody has begun wave {of.wave} of {name} yet.")
    coming = Wave(study=name, number=of.wave + 1, kind=of.kind)
    texts = {each: say(each, "study-wave", title=found[1].speak(each).title) for each in LANGUAGES}
    return coming, texts, audience(c, served, rules, datetime.now(UTC), wave=coming)


def begin_wave(c: Connection, coming: Wave, number: str, texts: Mapping[str, str], *, now: float) -> None:
    """Begin a wave together with its letters, or not at all. Raises ConfigurationError."""
    from core.contracts.announcing import AnnounceDeed, AnnounceStep
    from core.store.announcement_rows import take_announce_step
    from core.store.study_rows import next_wave

    if next_wave(c, coming.study) != coming.number:
        raise ConfigurationError("Another wave was begun meanwhile.")
    for deed in (AnnounceDeed.SHOW, AnnounceDeed.SEND):
        step = AnnounceStep(announcement_id=number, deed=deed, texts=texts, wave=coming)
        take_announce_step(c, step, None, now=now)

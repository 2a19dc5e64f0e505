"""`raconteur study wave`: the participants of a study are asked again. The running bot writes to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli_access import check_kind
from bot.cli_settings import command_settings
from bot.features import NoticeDesk, entry_points
from core.contracts.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from core.contracts.notices import Audience
    from core.features.research.rows import Study
    from core.store.store import Connection
    from core.timing.rules import TimerRules


def wave(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The study's name.")],
    yes: Annotated[bool, typer.Option("--yes", help="Start without asking.")] = False,
) -> None:
    """Ask those again who finished the last wave. What is written to them is shown first; the running bot sends it."""
    import time

    from bot.clock import new_id
    from bot.database import check_database
    from core.features.registration import register_features
    from core.store.reports import read_snapshot, write_direct

    # Who is asked again is one of the circles that features tell the store of.
    register_features()
    settings, desk = command_settings(context), _desk()
    database, served = settings.storage.database, {spec.name for spec, _ in settings.served}
    check_database(database)
    of, texts, there = read_snapshot(database, lambda c: next_wave_of(c, name, served, settings.timers.rules()))
    coming = of.wave + 1
    check_kind(settings, of.kind)
    if not there.people:
        declined = f" {there.declined} want no notices." if there.declined else ""
        raise ConfigurationError(f"Nobody who finished wave {of.wave} can be asked again now.{declined}")
    typer.echo("\n".join(desk.preview(texts, there)))
    if not yes and not typer.confirm(f"Begin wave {coming}?"):
        typer.echo("It was not started.")
        return
    number = new_id()
    write_direct(database, lambda c: begin_wave(c, of, number, texts, now=time.time()))
    typer.echo(f"Wave {coming} of {name} has begun. The running bot writes to them within a minute.")


def _desk() -> NoticeDesk:
    """Return what writes to the participants. Raises ConfigurationError where nothing does."""
    if (desk := _desk_if_any()) is None:
        raise ConfigurationError("Participants cannot be written to: this program is without announcements.")
    return desk


def _desk_if_any() -> NoticeDesk | None:
    return next((entry.notice_desk() for _, entry in entry_points() if entry.notice_desk is not None), None)


def wave_progress(c: Connection, of: Study, number: int) -> str:
    """Return how far the letters of a wave are; empty where that is forgotten."""
    from core.features.research.rows import wave_circle

    desk = _desk_if_any()
    found = "" if desk is None else desk.progress(c, wave_circle(of.name, number))
    return f". Letters: {found}" if found else ""


def next_wave_of(
    c: Connection, name: str, served: Collection[str], rules: TimerRules
) -> tuple[Study, Mapping[str, str], Audience]:
    """Return the study as it is, the letter of its next wave, and who would get it. Raises ConfigurationError."""
    from bot.features.research.studies import find_study
    from core.features.research.rows import wave_circle, wave_participants
    from core.languages import LANGUAGES
    from core.languages.messages import say
    from core.store.records import load_record

    of = find_study(c, name)
    if of.closed_at is not None:
        raise ConfigurationError(f"The study {name} is closed; `raconteur study close {name} --reopen` opens it.")
    held = (part.session_id for part in wave_participants(c, name) if part.wave == of.wave)
    session_id = next(filter(None, held), None)
    found = None if session_id is None else load_record(c, session_id)
    if found is None:
        raise ConfigurationError(f"Nobody has begun wave {of.wave} of {name} yet.")
    texts = {each: say(each, "study-wave", title=found[1].speak(each).title) for each in LANGUAGES}
    return of, texts, _desk().audience(c, wave_circle(name, of.wave + 1), served, rules)


def begin_wave(c: Connection, of: Study, number: str, texts: Mapping[str, str], *, now: float) -> None:
    """Begin the wave after that of the study, together with its letters, or not at all. Raises ConfigurationError."""
    from core.features.research.rows import next_wave, wave_circle

    coming = of.wave + 1
    if next_wave(c, of.name) != coming:
        raise ConfigurationError("Another wave was started in the meantime.")
    _desk().send(c, wave_circle(of.name, coming), number, texts, now=now)

"""Hearing from outside: what turns recordings into words, its weights, and the doctor's checks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from bot.features import EntryPoints, Hearing
from core.contracts.errors import ConfigurationError, WeightsAbsent
from core.features.transcription.engines import WHISPER, missing_packages, weights_file

if TYPE_CHECKING:
    import typer

    from bot.config import Settings
    from core.contracts.findings import Finding
    from core.contracts.ports import Clock, Transcriber


def _build(settings: Settings, clock: Clock) -> Transcriber | None:
    from bot.features.transcription.supply import build_transcriber

    return build_transcriber(settings, clock)


def _is_supplied(settings: Settings) -> bool:
    try:
        weights_file(settings.voice.engine, settings.voice.model, settings.models_dir.resolve())
    except (WeightsAbsent, ConfigurationError):
        return False
    return True


def _fetch(settings: Settings) -> None:
    from bot.features.transcription.cli import find_or_fetch

    try:
        find_or_fetch(settings)
    except ConfigurationError:
        pass  # The doctor tells of that.
    except WeightsAbsent:
        if settings.voice.engine == WHISPER:
            raise


def _add_commands(app: typer.Typer) -> None:
    from bot.features.transcription.cli import weights

    app.command(name="weights")(weights)


def _examine_voice(settings: Settings, hear: bool) -> AsyncIterator[Finding]:
    from bot.features.transcription.examination import examine_voice

    return examine_voice(settings, hear)


ENTRY = EntryPoints(
    add_commands=_add_commands,
    examine_voice=_examine_voice,
    hearing=Hearing(
        build=_build,
        is_installed=lambda engine: not missing_packages(engine),
        is_supplied=_is_supplied,
        fetch=_fetch,
    ),
)

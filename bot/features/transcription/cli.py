"""`raconteur weights`: it fetches the model that hears."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from bot.cli_settings import command_settings
from core.contracts.errors import ConfigurationError, WeightsAbsent
from core.features.transcription.engines import OFF, WHISPER, Weights, weights_file, whisper_model

if TYPE_CHECKING:
    from bot.config import Settings


def weights(context: typer.Context) -> None:
    """Fetch the model that hears. Ahead of time, and checked; the start does it else."""
    settings = command_settings(context)
    if settings.voice.engine == OFF:
        raise ConfigurationError('voice.engine is "off": nothing is needed.')
    try:
        found = find_or_fetch(settings)
    except WeightsAbsent as error:
        if settings.voice.engine == WHISPER:
            raise
        raise ConfigurationError(f"{error}.") from None
    how = "here, and whole." if settings.voice.engine == WHISPER else "every file is there."
    typer.echo(f"{found}: {how}")


def find_or_fetch(settings: Settings) -> Path:
    """Return where the weights are, fetched with a progress bar on the screen where that is possible. Blocks.

    Raises WeightsAbsent, and ConfigurationError for a model that there is not.
    """
    import asyncio

    voice, folder = settings.voice, settings.models_dir.resolve()
    # It may make the data folder, which is nobody else's.
    umask = os.umask(0o077)
    try:
        return weights_file(voice.engine, voice.model, folder)
    except WeightsAbsent:
        if voice.engine != WHISPER:
            raise
        return asyncio.run(_fetch(whisper_model(voice.model), folder))
    finally:
        os.umask(umask)


async def _fetch(wanted: Weights, folder: Path) -> Path:
    """Fetch the weights, with a progress bar on the screen. Raises WeightsAbsent."""
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn

    from bot.features.transcription.supply import build_web_client
    from core.features.transcription.fetching import fetch_weight_files

    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    bar = Progress(TextColumn(wanted.file), *columns, console=Console(stderr=True), transient=True)
    with bar:
        task = bar.add_task("", total=None)
        async with build_web_client() as client:
            return await fetch_weight_files(
                wanted, folder, client=client, progress=lambda got, total: bar.update(task, completed=got, total=total)
            )

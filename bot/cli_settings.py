"""What every command begins with: the configuration, and a log that leaves the screen to the answer."""

from __future__ import annotations

import os
from pathlib import Path

import typer

from bot import log
from bot.config import Settings, load_settings


def settings_of(context: typer.Context) -> Settings:
    """The configuration that the command line names. Raises ConfigurationError."""
    settings = load_settings(context.obj)
    quiet_log(settings)
    return settings


def quiet_log(settings: Settings | None) -> None:
    """The screen is for the answer: what is logged goes to the file where there is one, else nowhere."""
    file = Path(os.devnull)
    if settings is not None and settings.storage.data_dir.is_dir():
        file = settings.storage.log_file
    secrets = () if settings is None else settings.secrets()
    log.configure(level="error", form="plain", secrets=secrets, file=file)

"""Shared by all commands: they read the configuration, and send the log away from the screen."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.console import RenderableType

    from bot.config import Settings


@dataclass(slots=True, kw_only=True)
class Invocation:
    """The command line being run; `context.obj` of every command."""

    config: Path | None = None
    """The file that `--config` names."""
    settings: Settings | None = None
    """None until they have been read."""


def invocation(context: typer.Context) -> Invocation:
    found: Invocation = context.obj
    return found


def load_command_settings(context: typer.Context) -> Settings:
    """Read the configuration that the command line names. Raises ConfigurationError.

    It leaves the log alone, since setting that up takes as long as many a command: only for commands that log nothing.
    """
    from bot.config import load_settings

    invoked = invocation(context)
    invoked.settings = load_settings(invoked.config)
    return invoked.settings


def command_settings(context: typer.Context) -> Settings:
    """Load the settings like `load_command_settings`, with the log out of the way."""
    settings = load_command_settings(context)
    redirect_log(settings)
    return settings


def database_settings(context: typer.Context) -> Settings:
    """Load the settings like `command_settings`, for a command that needs a database. Raises ConfigurationError."""
    from bot.database import check_database

    settings = command_settings(context)
    check_database(settings.storage.database)
    return settings


def print_wide(*parts: RenderableType, piped: int) -> None:
    """Print on the screen, or `piped` columns wide where nobody looks at it."""
    from rich.console import Console

    Console(width=None if sys.stdout.isatty() else piped, highlight=False, markup=False).print(*parts, sep="\n")


def redirect_log(settings: Settings | None, *secrets: str) -> None:
    """Send the log to the file in the data folder, or nowhere if there is no such folder: the screen is for answers.

    `secrets`: what else no line may hold, besides the secrets of the configuration.
    """
    from bot import log

    file = Path(os.devnull)
    if settings is not None and settings.storage.data_dir.is_dir():
        file = settings.storage.log_file
    configured = () if settings is None else settings.secrets()
    log.configure_logging(level="error", form="plain", secrets=(*configured, *secrets), file=file)

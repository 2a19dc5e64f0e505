"""What every command begins with: the configuration, and a log that leaves the screen to the answer."""

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
    """What is known of the command line that is at work; `context.obj` of every command."""

    config: Path | None = None
    """The file that `--config` names."""
    settings: Settings | None = None
    """Once they were read."""


def invocation(context: typer.Context) -> Invocation:
    found: Invocation = context.obj
    return found


def load_command_settings(context: typer.Context) -> Settings:
    """The configuration that the command line names. Raises ConfigurationError.

    For a command that logs nothing: neither does it set the log up, which takes as long as many a command.
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


def print_wide(*parts: RenderableType, piped: int) -> None:
    """Print on the screen, or `piped` columns wide where nobody looks at it."""
    from rich.console import Console

    Console(width=None if sys.stdout.isatty() else piped, highlight=False, markup=False).print(*parts, sep="\n")


def redirect_log(settings: Settings | None, *secrets: str) -> None:
    """The screen is for the answer: what is logged goes to the file where there is one, else nowhere.

    `secrets`: that no line may hold, beside those of the configuration.
    """
    from bot import log

    file = Path(os.devnull)
    if settings is not None and settings.storage.data_dir.is_dir():
        file = settings.storage.log_file
    configured = () if settings is None else settings.secrets()
    log.configure_logging(level="error", form="plain", secrets=(*configured, *secrets), file=file)

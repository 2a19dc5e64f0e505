"""Arguments and steps that the commands of studies share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from core.contracts.errors import ConfigurationError

if TYPE_CHECKING:
    from bot.config import Settings
    from core.contracts.ports import LanguageModel

Made = TypeVar("Made")

Name = Annotated[str, typer.Argument(metavar="NAME", help="The study's name.")]
Out = Annotated[Path, typer.Option(metavar="PATH", help="The file or folder to write to.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite what is there.")]


def check_writable(path: Path, *, force: bool) -> None:
    """Raises ConfigurationError where something is there that must stay."""
    if path.exists() and not force:
        raise ConfigurationError(f"{path} already exists; --force overwrites it.")


def write_private_file(path: Path, body: bytes) -> None:
    """Write a file that only its owner can read, since it holds people's words, or codes that let somebody in."""
    from core.documents.files import write_atomically

    write_atomically(path, body)


def run_with_model(settings: Settings, work: Callable[[LanguageModel], Awaitable[Made]]) -> Made:
    """Do some work with the configured model. What it costs is written down, and the budgets hold.

    Raises ConfigurationError if no model is configured, and ModelError.
    """
    import asyncio

    from bot.model_calls import configured_model

    async def work_with_it() -> Made:
        async with configured_model(settings) as model:
            if model.offline:
                raise ConfigurationError("There is no model for it: name one under llm in the configuration.")
            return await work(model)

    return asyncio.run(work_with_it())

"""What the commands of studies have in common."""

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

Name = Annotated[str, typer.Argument(metavar="NAME", help="What the study is called.")]
Out = Annotated[Path, typer.Option(metavar="PATH", help="Where to write.")]
Force = Annotated[bool, typer.Option("--force", help="Replace what is there.")]


def check_writable(path: Path, *, force: bool) -> None:
    """Raises ConfigurationError where something is there that must stay."""
    if path.exists() and not force:
        raise ConfigurationError(f"{path} is there already; --force replaces it.")


def write_private_file(path: Path, body: bytes) -> None:
    """For its owner alone: there are people's words in it, or what lets somebody in."""
    from core.documents.files import write_atomically

    write_atomically(path, body)


def run_with_model(settings: Settings, work: Callable[[LanguageModel], Awaitable[Made]]) -> Made:
    """Do something with the configured model; what it costs is written down, and the budgets hold.

    Raises ConfigurationError where there is none, and ModelError.
    """
    import asyncio

    return asyncio.run(_with_model(settings, work))


async def _with_model(settings: Settings, work: Callable[[LanguageModel], Awaitable[Made]]) -> Made:
    from bot.clock import SystemClock
    from bot.model_calls import model_settings, open_call_store, open_ledger
    from core.llm import build

    store, clock = open_call_store(settings), SystemClock()
    model = build.build_model(model_settings(settings), open_ledger(settings, store, clock), clock)
    try:
        if model.offline:
            raise ConfigurationError("There is no model for it: name one under llm in the configuration.")
        return await work(model)
    finally:
        await model.close()
        await store.close()

"""`raconteur exercises`: an operator's own exercises for technical interviews."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli_settings import command_settings
from core.contracts.errors import ConfigurationError

if TYPE_CHECKING:
    from bot.config import Settings
    from core.contracts.findings import Finding
    from core.interviews.technical.exercises.exercise import Exercise

WRONG = 1

exercises = typer.Typer(help="Exercises of one's own for technical interviews.", rich_markup_mode=None)


@exercises.callback()
def _group() -> None:
    pass


@exercises.command()
def check(
    context: typer.Context,
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[FILE...]", help="Exercises, or folders of them; else the folder of the configuration."
        ),
    ] = None,
) -> None:
    """Check exercises: what is wrong in a file, what its right and its wrong solutions do, and what it still lacks."""
    from core.contracts.findings import Verdict
    from core.interviews.technical.exercises.exercise import load_exercise

    settings = command_settings(context)
    well = True
    usable: dict[str, Exercise] = {}
    own = settings.technical.exercises_dir
    for file in _files(files or ([own] if own else [])):
        try:
            usable[str(file)] = load_exercise(file)
        except ConfigurationError as error:
            well = False
            for mistake in str(error).splitlines():
                typer.echo(f"{Verdict.WRONG} {mistake}")
    for found in _run(usable, settings) if usable else ():
        well = well and found.mark is not Verdict.WRONG
        typer.echo(" ".join(filter(None, (f"{found.mark} {found.what}: {found.how}", found.mend))))
    if not well:
        raise typer.Exit(WRONG)


def _files(named: list[Path]) -> Iterator[Path]:
    if not named:
        raise ConfigurationError("Name a file, or a folder of them in technical.exercises_dir of the configuration.")
    for each in named:
        inside = sorted(each.glob("*.toml")) if each.is_dir() else [each]
        if not inside:
            raise ConfigurationError(f"{each} holds no exercise; exercises are TOML files.")
        yield from inside


def _run(exercises: dict[str, Exercise], settings: Settings) -> Iterator[Finding]:
    import asyncio

    from bot.clock import SystemClock
    from core.interviews.technical.exercises.checking import check_exercise
    from core.sandbox.on_demand import build_sandbox

    sandbox = build_sandbox(settings.sandbox.settings(), SystemClock())
    for name, exercise in exercises.items():
        yield from asyncio.run(check_exercise(exercise, sandbox, name=name, seconds=settings.sandbox.cpu_seconds))

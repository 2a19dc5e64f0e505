"""`raconteur exercises`: an operator's own exercises for technical interviews."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli_settings import command_settings
from core.contracts.errors import ConfigurationError

if TYPE_CHECKING:
    from core.interviews.technical.exercises.exercise import Exercise

WRONG = 1

exercises = typer.Typer(help="Your own exercises for technical interviews.", rich_markup_mode=None)


@exercises.callback()
def _group() -> None:
    pass


@exercises.command()
def check(
    context: typer.Context,
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILE...]", help="Exercises, or folders of them. Default: the configured folder."),
    ] = None,
) -> None:
    """Check exercises: mistakes in a file, what its right and wrong solutions do, and what is still missing."""
    import asyncio

    from core.contracts.findings import Verdict
    from core.interviews.technical.exercises.exercise import load_exercise

    settings = command_settings(context)
    well = True
    usable: dict[str, Exercise] = {}
    own = settings.technical.exercises_dir
    named = files or ([own] if own else [])
    if not named:
        raise ConfigurationError("Name a file, or a folder of them in technical.exercises_dir of the configuration.")
    for each in named:
        inside = sorted(each.glob("*.toml")) if each.is_dir() else [each]
        if not inside:
            raise ConfigurationError(f"{each} holds no exercise; exercises are TOML files.")
        for file in inside:
            try:
                usable[str(file)] = load_exercise(file)
            except ConfigurationError as error:
                well = False
                for mistake in str(error).splitlines():
                    typer.echo(f"{Verdict.WRONG} {mistake}")
    if usable:
        from bot.clock import SystemClock
        from core.interviews.technical.exercises.checking import check_exercise
        from core.sandbox.on_demand import build_sandbox

        seconds = settings.sandbox.cpu_seconds
        sandbox = build_sandbox(settings.sandbox.settings(), SystemClock())
        for name, exercise in usable.items():
            for found in asyncio.run(check_exercise(exercise, sandbox, name=name, seconds=seconds)):
                well = well and found.mark is not Verdict.WRONG
                typer.echo(" ".join(filter(None, (f"{found.mark} {found.what}: {found.how}", found.mend))))
    if not well:
        raise typer.Exit(WRONG)

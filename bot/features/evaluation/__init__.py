"""`raconteur evaluate`: people who are played talk to the real engine, and the talks are measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features import EntryPoints

if TYPE_CHECKING:
    import typer


def _add_commands(app: typer.Typer) -> None:
    from bot.features.evaluation.cli import evaluate

    app.command()(evaluate)


ENTRY = EntryPoints(add_commands=_add_commands)

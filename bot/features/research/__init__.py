"""Studies from outside: their command line."""

from __future__ import annotations

import typer

from bot.features import EntryPoints


def _add_commands(app: typer.Typer) -> None:
    from bot.features.research.cli import study

    app.add_typer(study, name="study")


ENTRY = EntryPoints(add_commands=_add_commands)

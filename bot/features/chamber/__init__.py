"""The chamber from outside: its files, its command line, and what of the rest of the program takes part in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import typer

from bot.features import AppParts, EntryPoints, FeatureService

if TYPE_CHECKING:
    from bot.config import Settings
    from core.contracts.findings import Finding
    from core.contracts.operator_desk import OperatorPanel
    from core.contracts.ports import Clock
    from core.conversation.context import ReadUnit


def _add_commands(app: typer.Typer) -> None:
    from bot.features.chamber.cli import chamber

    app.add_typer(chamber, name="chamber")


def _examine(settings: Settings) -> Iterator[Finding]:
    if settings.chamber.dir is None:
        return iter(())
    from bot.features.chamber.examination import examine_setups

    return examine_setups(settings)


def _build_service(parts: AppParts) -> FeatureService:
    from bot.features.chamber.in_app import build_chamber

    return build_chamber(parts)


def _build_panel(slow_read: ReadUnit, clock: Clock) -> OperatorPanel:
    from bot.features.chamber.panel import ChamberPanel

    return ChamberPanel(slow_read, clock)


ENTRY = EntryPoints(
    add_commands=_add_commands, examine=_examine, build_service=_build_service, build_panel=_build_panel
)

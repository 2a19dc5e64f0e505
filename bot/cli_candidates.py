"""`raconteur evaluate technical`: candidates who are played, their scores, and whether those are in the right order."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from bot.cli_settings import print_wide
from core.contracts.errors import ConfigurationError

if TYPE_CHECKING:
    from rich.table import Table

    from bot.config import Settings
    from bot.evaluation.candidates import Interviewed
    from bot.evaluation.interviewers import MakeModel
    from core.evaluation.candidates import Candidates

STDOUT = Path("-")


def evaluate_candidates(
    settings: Settings,
    people: Sequence[str] | None,
    json_file: Path | None,
    reports: Path | None,
    *,
    offline: bool,
    model: bool,
) -> None:
    """Hold the interviews and show the scores. Ends with 1 where they are out of order."""
    import asyncio
    import json

    from bot.evaluation.table import WIDTH
    from core.evaluation.candidates import Candidates, order_violations

    played, names = Candidates.shipped(), people or ()
    known = {each.name.casefold() for each in played.everybody()}
    if unknown := {name.casefold() for name in names} - known:
        raise ConfigurationError(f"Nobody is called {sorted(unknown)[0]}; there are: {', '.join(sorted(known))}.")
    if model and settings.llm.provider == "offline":
        raise ConfigurationError("No model is configured; see the section llm of config.example.toml.")
    found = asyncio.run(_held(settings, played, names, _maker(settings, offline=offline, model=model)))
    if reports is not None:
        reports.mkdir(parents=True, exist_ok=True)
        for one in found:
            name = one.candidate.name.replace(",", "").replace(" ", "-")
            (reports / f"technical-{name}.md").write_text(one.report, encoding="utf-8")
    scores = {each.candidate.name: each.scores for each in found}
    wrong = list(order_violations(scores))
    body = json.dumps({"scores": scores, "out_of_order": wrong}, ensure_ascii=False, indent=1)
    if json_file == STDOUT:
        typer.echo(body)
    else:
        if json_file is not None:
            json_file.write_text(f"{body}\n", encoding="utf-8")
        print_wide(_table(found), piped=WIDTH)
        typer.echo("\n".join(wrong) or "The order is right, and orders to whoever weighs have moved no score.")
    if wrong:
        raise typer.Exit(1)


async def _held(
    settings: Settings, played: Candidates, names: Sequence[str], make: MakeModel | None
) -> list[Interviewed]:
    from bot.evaluation.candidates import Ports, interview_candidates

    return [one async for one in interview_candidates(settings, played, names, make, Ports())]


def _maker(settings: Settings, *, offline: bool, model: bool) -> MakeModel | None:
    from bot.evaluation.run import build_configured_model
    from core.llm.build import OfflineModel

    if model:
        return lambda store, clock: build_configured_model(settings, store, clock)
    return (lambda _store, _clock: OfflineModel()) if offline else None


def _table(found: Sequence[Interviewed]) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from core.evaluation.candidates import mean_score

    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    made.add_column("")
    names = list(dict.fromkeys(name for each in found for name in each.scores))
    for name in (*names, "mean"):
        made.add_column(Text(name), justify="right")
    for each in found:
        average = mean_score(each.scores)
        cells = ["–" if each.scores.get(name) is None else str(each.scores[name]) for name in names]
        made.add_row(*map(Text, (each.candidate.name, *cells, "–" if average is None else f"{average:.1f}")))
    return made

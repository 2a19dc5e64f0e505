"""How runs came out, in lines for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.features.chamber.screen import format_cost
from bot.features.chamber.series import RunOutcome
from core.documents.readable import plain_time
from core.features.chamber import chamber_rows as rows
from core.features.chamber.chamber_rows import RunFigures, run_figures
from core.features.chamber.driver import SHORT
from core.features.chamber.figures import scores_markdown
from core.features.chamber.rubrics import Scores, scores_in
from core.features.chamber.runs import ChamberRun, RunStatus, Why
from core.languages.messages import say
from core.store.store import Connection

LANGUAGE = "en"
"""Of the command line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """The stored figures and scores of a run."""

    figures: RunFigures
    scores: tuple[Scores, ...]


def run_sums(c: Connection, run_id: str) -> Sums:
    return Sums(figures=run_figures(c, [run_id])[run_id], scores=scores_in(rows.scores_of(c, run_id)))


def is_good_outcome(outcome: RunOutcome) -> bool:
    """Return whether it ended, or stands where somebody wished it to."""
    return outcome.error is None and outcome.run.why not in {Why.FAILED, Why.MONEY}


def describe_outcome(outcome: RunOutcome, sums: Sums) -> Iterator[str]:
    """Yield why one run is over, its figures, its scores, and where its logs are."""
    run = outcome.run
    yield f"{run_title(run)}: {run_status_text(run)}. {describe_run_figures(run, sums.figures)}."
    if run.setup.rubric is not None and sums.scores:
        yield scores_markdown(sums.scores, run.setup.rubric)
    if not outcome.logs_are_whole:
        yield _not_whole(run.id)
    elif outcome.logs:
        texts = [path.name for path in outcome.logs if path.suffix == ".txt"]
        yield f"Logs in {outcome.logs[0].parent}: {', '.join(texts)}, and the same as .jsonl"
    if run.status is RunStatus.PAUSED:
        yield f"It goes on with: raconteur chamber --resume {run.id[:SHORT]}"
    elif run.status is RunStatus.RUNNING:
        yield f"If nobody holds it any more, it goes on with: raconteur chamber --resume {run.id[:SHORT]}"


def describe_outcomes(outcomes: Sequence[RunOutcome], sums: Sequence[Sums]) -> Iterator[str]:
    """Yield the same for a series, a line for each run."""
    for outcome, its in zip(outcomes, sums, strict=True):
        why = f" {outcome.error}" if outcome.error is not None else ""
        figures = describe_run_figures(outcome.run, its.figures)
        yield f"{run_title(outcome.run)}: {run_status_text(outcome.run)}. {figures}.{why}"
    if not all(outcome.logs_are_whole for outcome in outcomes):
        yield _not_whole(outcomes[0].run.series)
    elif folders := sorted({str(path.parent) for outcome in outcomes for path in outcome.logs}):
        yield f"Logs in {', '.join(folders)}"
    if any(outcome.run.status is RunStatus.PAUSED for outcome in outcomes):
        yield f"Those that are paused go on with: raconteur chamber --resume {outcomes[0].run.series[:SHORT]}"


def _not_whole(which: str) -> str:
    return f"Logs are missing or not whole; this writes them: raconteur chamber export {which[:SHORT]} FOLDER"


def run_title(run: ChamberRun) -> str:
    number = f", number {run.number}" if run.series else ""
    return f"Run {run.id[:SHORT]} ({run.name}{number})"


def run_status_text(run: ChamberRun) -> str:
    """Return how it stands, and why, as the bot says it in a chat."""
    why = "none" if run.why is None else run.why.value
    return say(LANGUAGE, "chamber-file-is", status=run.status.value, why=why)


def describe_run_figures(run: ChamberRun, found: RunFigures) -> str:
    tokens = found.input_tokens + found.output_tokens
    parts = [
        "1 turn" if found.turns == 1 else f"{found.turns} turns",
        f"{tokens:,} tokens" if tokens else "",
        f"cost {format_cost(found.cost_micros)}" if found.cost_micros else "",
        plain_time(LANGUAGE, run.spent_seconds),
    ]
    return ", ".join(filter(None, parts))

"""Runs as they are kept: a list of them, one for reading, files of one or of a series."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table
from rich.text import Text

from adapters.terminal.safe import visible_text
from bot.features.chamber.outcomes import (
    Sums,
    describe_outcome,
    describe_run_figures,
    run_status_text,
    run_sums,
    run_title,
)
from bot.features.chamber.screen import ChamberScreen, Paper
from bot.features.chamber.series import RunOutcome
from core.contracts.errors import ConfigurationError
from core.documents.files import write_atomically
from core.documents.zips import File
from core.features.chamber import chamber_rows as rows
from core.features.chamber.chamber_rows import newest_runs
from core.features.chamber.driver import SHORT
from core.features.chamber.export import run_files
from core.features.chamber.figures import ScoredRun, means_as_csv, plot_scores, scores_as_csv, series_markdown
from core.features.chamber.figures import compute_series_figures as series_figures
from core.features.chamber.logs import Thing, candidate_name, merge_in_order, prime_name
from core.features.chamber.messages import SideNote
from core.features.chamber.rubrics import scores_in
from core.features.chamber.runs import ChamberRun, RunStatus
from core.store.store import Connection


def list_runs_table(c: Connection, *, limit: int, now: float) -> Table | None:
    """Return the runs that were touched last, or all for a negative limit; None where there is none."""
    found = newest_runs(c, limit=limit, now=now)
    if not found:
        return None
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("run", "begun", "name", "prime", "candidate", "state", "figures"):
        table.add_column(title, no_wrap=title in {"run", "begun"})
    for each in found:
        run = each.run
        series = f" {run.series[:SHORT]}/{run.number}" if run.series else ""
        left = run.status is RunStatus.RUNNING and run.address is None and not each.held
        table.add_row(
            run.id[:SHORT],
            f"{run.created_at:%Y-%m-%d %H:%M}",
            Text(visible_text(run.name) + series),
            Text(visible_text(prime_name(run.setup))),
            Text(visible_text(candidate_name(run.setup))),
            "broken off; it goes on with --resume" if left else run_status_text(run),
            describe_run_figures(run, each.figures),
        )
    return table


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A run with everything in it."""

    run: ChamberRun
    things: Sequence[Thing]
    sums: Sums


def load_kept_runs(c: Connection, beginning: str) -> list[Kept]:
    """Return a run, or each of a series."""
    return [
        Kept(
            run=run,
            things=merge_in_order(rows.utterances_of(c, run.id), rows.notes_of(c, run.id)),
            sums=run_sums(c, run.id),
        )
        for run in rows.runs_beginning_with(c, beginning)
    ]


def print_run(kept: Kept, paper: Paper) -> None:
    """Print everything of a run, as it was shown when it was held."""
    run = kept.run
    paper.line(f"{run_title(run)}, begun {run.created_at:%Y-%m-%d %H:%M} UTC", "bold")
    paper.line(f"{prime_name(run.setup)} asks {candidate_name(run.setup)}.\n")
    screen = ChamberScreen(paper, paper, run, verbose=True)
    for thing in kept.things:
        if isinstance(thing, SideNote):
            screen.noted(thing)
        else:
            screen.said(thing)
    for line in describe_outcome(RunOutcome(run=run), kept.sums):
        paper.line(line)


def run_export_files(c: Connection, beginning: str) -> Iterator[File]:
    """Yield the files of a run, or of each of a series with what they come to together."""
    found = rows.runs_beginning_with(c, beginning)
    for run in found:
        yield from run_files(rows.load_whole_run(c, run))
    yield from series_score_files(c, found)


def series_score_files(c: Connection, runs: Sequence[ChamberRun]) -> Iterator[File]:
    """Yield what several scored runs come to: tables and a picture. Nothing where there is one, or no score."""
    rubric = runs[0].setup.rubric
    scored = [
        ScoredRun(id=run.id, label=f"run {run.number}", scores=scores_in(rows.scores_of(c, run.id))) for run in runs
    ]
    if rubric is None or len(runs) < 2 or not any(each.scores for each in scored):
        return
    found = series_figures(scored, rubric)
    stem = f"series_{runs[0].series[:SHORT]}"
    yield f"{stem}.md", series_markdown(found).encode()
    yield f"{stem}_means.csv", means_as_csv(found).encode()
    yield f"{stem}_scores.csv", scores_as_csv(found).encode()
    yield f"{stem}.png", plot_scores(found)


def write_run_file(folder: Path, file: File) -> Path:
    """Write a file into a folder, which is made where it is missing. Raises ConfigurationError."""
    name, body = file
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_atomically(folder / name, body)
    except OSError as error:
        raise ConfigurationError(f"{folder / name} cannot be written: {error.strerror}.") from None
    return folder / name

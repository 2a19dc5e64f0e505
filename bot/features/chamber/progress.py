"""Several runs on the terminal: a bar, and a line for each that is over."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from adapters.terminal.safe import visible_text
from bot.features.chamber.screen import ALWAYS, format_cost
from core.features.chamber.messages import SideNote, Speaker, Utterance
from core.features.chamber.runs import ChamberRun, RunListener


class Bar:
    """How far all runs are. Shown while it is entered, and only on a screen."""

    def __init__(self, runs: int, *, is_screen: bool) -> None:
        console = Console(stderr=True, highlight=False)
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[also]}"),
        )
        self.progress = Progress(*columns, TimeElapsedColumn(), console=console, disable=not is_screen)
        self._runs = self.progress.add_task("runs over", total=runs, also="")
        self._turns = 0
        self._micros = 0

    def answered(self, utterance: Utterance) -> None:
        self._turns += utterance.speaker is Speaker.CANDIDATE
        self._micros += utterance.taken.cost_micros
        cost = f" · cost {format_cost(self._micros)}" if self._micros else ""
        self.progress.update(self._runs, also=f"{self._turns} turns{cost}")

    def say(self, line: str) -> None:
        """Print a line above the bar."""
        self.progress.console.print(visible_text(line), markup=False)

    def over(self) -> None:
        self.progress.advance(self._runs)


class OneOfMany(RunListener):
    """Follows one of several runs."""

    def __init__(self, bar: Bar, run: ChamberRun, *, verbose: bool) -> None:
        self._bar = bar
        self._run = run
        self._verbose = verbose

    def said(self, utterance: Utterance) -> None:
        self._bar.answered(utterance)

    def noted(self, note: SideNote) -> None:
        if self._verbose or note.kind in ALWAYS:
            self._bar.say(f"! run {self._run.number}: {note.text}")

    def settled(self, run: ChamberRun) -> None:
        self._bar.over()

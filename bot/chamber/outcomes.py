"""How runs came out, in lines for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.chamber.screen import money
from bot.chamber.series import Outcome
from core.chamber.figures import told_scores
from core.chamber.messages import Speaker
from core.chamber.rubrics import Scores, scores_in
from core.chamber.runs import Run, RunStatus, Why
from core.documents.readable import plain_time
from core.store import chamber_rows as rows
from core.store.call_rows import spent_on
from core.store.store import Connection

SHORT = 8
"""Characters of an id that are shown; so many tell one run from another."""
WHY: Mapping[Why, str] = {
    Why.STOPPED: "it was stopped",
    Why.FAILED: "one side could not be brought to speak",
    Why.MONEY: "what may be spent in a day is used up",
    Why.PRIME: "Prime ended it",
    Why.RUBRIC: "everything in the rubric is satisfied",
    Why.TURNS: "these were all its turns",
    Why.TOKENS: "it has used up its tokens",
    Why.TIME: "its time is over",
    Why.BUDGET: "it has used up its budget",
    Why.CIRCLES: "the two went round in circles",
    Why.LEFT: "the Candidate went away",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """What a run has come to so far, as it is kept."""

    turns: int
    """Questions with their answers."""
    tokens: int
    cost_micros: int
    """Attempts that failed, and judges, too."""
    scores: tuple[Scores, ...]


def sums_of(c: Connection, run_id: str) -> Sums:
    said = rows.utterances_of(c, run_id)
    spent = spent_on(c, run_id)
    return Sums(
        turns=sum(each.speaker is Speaker.CANDIDATE for each in said),
        tokens=sum(each.input_tokens + each.output_tokens for each in spent),
        cost_micros=sum(each.cost_micros for each in spent),
        scores=scores_in(rows.scores_of(c, run_id)),
    )


def is_well(outcome: Outcome) -> bool:
    """Whether it ended, or stands where somebody wished it to."""
    return outcome.error is None and outcome.run.why not in {Why.FAILED, Why.MONEY}


def told(outcome: Outcome, sums: Sums) -> Iterator[str]:
    """Why one run is over, its figures, its scores, and where its logs are."""
    run = outcome.run
    yield f"{called(run)}: {state(run)}. {', '.join(figures(run, sums))}."
    if run.setup.rubric is not None and sums.scores:
        yield told_scores(sums.scores, run.setup.rubric)
    if outcome.logs:
        texts = [path.name for path in outcome.logs if path.suffix == ".txt"]
        yield f"Logs in {outcome.logs[0].parent}: {', '.join(texts)}, and the same as .jsonl"
    if run.status is RunStatus.PAUSED:
        yield f"It goes on with: raconteur chamber --resume {run.id[:SHORT]}"


def told_together(outcomes: Sequence[Outcome], sums: Sequence[Sums]) -> Iterator[str]:
    """The same of a series, a line for each run."""
    for outcome, its in zip(outcomes, sums, strict=True):
        why = f" {outcome.error}" if outcome.error is not None else ""
        yield f"{called(outcome.run)}: {state(outcome.run)}. {', '.join(figures(outcome.run, its))}.{why}"
    if any(outcome.run.status is RunStatus.PAUSED for outcome in outcomes):
        yield f"Those that are paused go on with: raconteur chamber --resume {outcomes[0].run.series[:SHORT]}"


def called(run: Run) -> str:
    number = f", number {run.number}" if run.series else ""
    return f"Run {run.id[:SHORT]} ({run.name}{number})"


def state(run: Run) -> str:
    """How it stands, and why."""
    return ": ".join(filter(None, (run.status.value, "" if run.why is None else WHY[run.why])))


def figures(run: Run, sums: Sums) -> Sequence[str]:
    cost = [f"cost {money(sums.cost_micros)}"] if sums.cost_micros else []
    turns = "1 turn" if sums.turns == 1 else f"{sums.turns} turns"
    tokens = [f"{sums.tokens:,} tokens"] if sums.tokens else []
    return [turns, *tokens, *cost, plain_time("en", run.spent_seconds)]

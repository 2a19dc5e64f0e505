"""Scores of several runs by several judges: means, agreement, and tables of them. Pure.

What counts as one case is a run: its score for a criterion is the mean of those that its judges gave.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from core.documents.csv_table import csv_text
from core.documents.markdown import escape_inline, heading
from core.evaluation.agreement import CONFIDENCE, MeanFound, Unit, exact_agreement, krippendorff, mean_with_interval
from core.features.chamber.rubrics import CriterionScore, Scores, Without
from core.features.chamber.setup import ChamberRubric

ALL_JUDGES = "all judges"
"""The mean of those who gave a score."""
ALL_CRITERIA = "all criteria"
_NOTHING = "–"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredRun:
    """A run and what each judge made of it."""

    id: str
    label: str
    """For people."""
    scores: tuple[Scores, ...] = ()

    def given(self, criterion: str) -> list[int]:
        return [score for each in self.scores if (score := each.score(criterion)) is not None]

    def by(self, judge: str, criterion: str) -> int | None:
        return next((each.score(criterion) for each in self.scores if each.judge == judge), None)

    def whole(self, criterion: str) -> float | None:
        """Return the mean of its judges; None without any score."""
        given = self.given(criterion)
        return fmean(given) if given else None


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionMean:
    """Over runs."""

    criterion: str
    judge: str
    found: MeanFound | None
    without: int
    """Runs that have no score."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgesAgreed:
    """How far the judges agree about a criterion."""

    criterion: str
    runs: int
    """Scored by two judges or more."""
    exactly: float | None
    """The share of pairs of scores that are equal."""
    alpha: float | None
    """Krippendorff's, for levels in an order; None also where all scores are the same, of which it can say nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesFigures:
    rubric: ChamberRubric
    runs: tuple[ScoredRun, ...]
    judges: tuple[str, ...]
    means: tuple[CriterionMean, ...]
    """By criterion: of all judges, then of each where there are several."""
    agreed: tuple[JudgesAgreed, ...]
    """By criterion, and of all where there are several; empty with one judge."""


def compute_series_figures(runs: Iterable[ScoredRun], rubric: ChamberRubric) -> SeriesFigures:
    """Return what runs by one rubric come to."""
    listed = tuple(runs)
    judges = tuple(dict.fromkeys(each.judge for run in listed for each in run.scores))
    ids = [each.id for each in rubric.criteria]
    units = {each: [[run.by(judge, each) for judge in judges] for run in listed] for each in ids}
    agreed = [_agreed(each, units[each]) for each in ids]
    # One figure can cover all criteria only if they have the same levels.
    scales = {frozenset(level.score for level in each.levels) for each in rubric.criteria}
    if len(scales) == 1 and len(rubric.criteria) > 1:
        agreed.append(_agreed(ALL_CRITERIA, [unit for each in ids for unit in units[each]]))
    means = []
    for each in ids:
        whole = [run.whole(each) for run in listed]
        means.append(_mean(each, judges[0] if len(judges) == 1 else ALL_JUDGES, whole))
        if len(judges) > 1:
            means += [_mean(each, judge, [run.by(judge, each) for run in listed]) for judge in judges]
    return SeriesFigures(
        rubric=rubric,
        runs=listed,
        judges=judges,
        means=tuple(means),
        agreed=tuple(agreed) if len(judges) > 1 else (),
    )


def _mean(criterion: str, judge: str, scores: Unit) -> CriterionMean:
    given = [each for each in scores if each is not None]
    return CriterionMean(
        criterion=criterion, judge=judge, found=mean_with_interval(given), without=len(scores) - len(given)
    )


def _agreed(criterion: str, units: Sequence[Unit]) -> JudgesAgreed:
    compared = [unit for unit in units if sum(each is not None for each in unit) > 1]
    return JudgesAgreed(
        criterion=criterion, runs=len(compared), exactly=exact_agreement(compared), alpha=krippendorff(compared)
    )


# --- for reading --------------------------------------------------------------------------------------------------


def series_markdown(found: SeriesFigures) -> str:
    """Means, agreement, and the scores of each run, as tables."""
    rows = []
    for mean in found.means:
        its = (_NOTHING, _NOTHING) if mean.found is None else (_number(mean.found.mean), mean.found.between or _NOTHING)
        n = 0 if mean.found is None else mean.found.n
        rows.append((mean.criterion, mean.judge, str(n), *its, str(mean.without)))
    parts = [
        heading(2, "Means"),
        _table(("criterion", "judge", "runs", "mean", f"{100 * CONFIDENCE:.0f} % interval", "without a score"), rows),
    ]
    if found.agreed:
        shares = [_NOTHING if each.exactly is None else f"{100 * each.exactly:.0f} %" for each in found.agreed]
        agreed = [
            (each.criterion, str(each.runs), share, _number(each.alpha))
            for each, share in zip(found.agreed, shares, strict=True)
        ]
        titles = ("criterion", "scored by two or more", "exactly the same", "Krippendorff's alpha (ordinal)")
        parts += [heading(2, "Agreement"), _table(titles, agreed)]
    ids = [each.id for each in found.rubric.criteria]
    scores = [
        (run.label, each.judge, *(_NOTHING if (score := each.score(id_)) is None else str(score) for id_ in ids))
        for run in found.runs
        for each in run.scores
    ]
    return "\n\n".join((*parts, heading(2, "Runs"), _table(("run", "judge", *ids), scores))) + "\n"


def scores_markdown(scores: Iterable[Scores], rubric: ChamberRubric) -> str:
    """Return what the judges made of one run, with what it rests on, as Markdown."""
    judged = tuple(scores)
    parts = []
    for criterion in rubric.criteria:
        parts.append(heading(3, f"{criterion.id}: {criterion.asks}"))
        lines = []
        for each in judged:
            found = each.criteria.get(criterion.id)
            if found is None:
                continue
            score = "no score" if found.score is None else str(found.score)
            reason = f" ({found.without})" if found.without else ""
            lines.append(f"- **{escape_inline(each.judge)}:** {score}{reason}. {escape_inline(found.why)}".rstrip())
            lines += [f"  - {quote.seq}: “{escape_inline(quote.text)}”" for quote in found.quotes]
        parts.append("\n".join(lines) if lines else "Not scored.")
    return "\n\n".join(parts) + "\n" if parts else ""


def _table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    cells = [[escape_inline(cell).replace("|", "\\|") for cell in line] for line in (titles, *rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in (cells[0], ["---"] * len(titles), *cells[1:]))


def _number(value: float | None) -> str:
    return _NOTHING if value is None else f"{value:.2f}"


# --- for programs -------------------------------------------------------------------------------------------------


def means_as_csv(found: SeriesFigures) -> str:
    names = {"runs": "n", "mean": "mean", "deviation": "deviation", "low": "low", "high": "high"}
    none = {**dict.fromkeys(names), "runs": 0}
    return _csv(
        {
            "criterion": each.criterion,
            "judge": each.judge,
            **(none if each.found is None else {key: getattr(each.found, name) for key, name in names.items()}),
            "without": each.without,
        }
        for each in found.means
    )


def scores_as_csv(found: SeriesFigures) -> str:
    """Return a line for each score, as statistics programs like it, without the words of judges."""
    return _csv(
        {
            "run": run.id,
            "label": run.label,
            "judge": each.judge,
            "model": each.model,
            "criterion": criterion.id,
            "score": each.score(criterion.id),
            "without": one.without,
            "quotes": len(one.quotes),
            "struck": one.struck,
        }
        for run in found.runs
        for each in run.scores
        for criterion in found.rubric.criteria
        for one in [each.criteria.get(criterion.id, CriterionScore(without=Without.NO_ANSWER))]
    )


def _csv(rows: Iterable[Mapping[str, object]]) -> str:
    """Return CSV with a header line; a missing value is an empty cell."""
    listed = list(rows)
    head = list(listed[0]) if listed else []
    return csv_text([head, *([row[name] for name in head] for row in listed)], line_end="\n")

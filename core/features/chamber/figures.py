"""Compute means, agreement, tables and a picture of scores. A run is one case: its score is the mean of its judges'."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from statistics import fmean
from typing import Final

from core.agreement import CONFIDENCE, MeanFound, Unit, exact_agreement, krippendorff, mean_with_interval
from core.documents.csv_table import csv_text
from core.documents.markdown import escape_inline, heading
from core.documents.pictures import draw_picture
from core.features.chamber.rubrics import CriterionScore, Scores, Without
from core.features.chamber.setup import ChamberCriterion, ChamberRubric
from core.text.quoting import cut_to_line

ALL_JUDGES = "all judges"
ALL_CRITERIA = "all criteria"
_NOTHING = "–"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredRun:
    """A run and what each judge made of it."""

    id: str
    label: str
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
    criterion: str
    judge: str
    found: MeanFound | None
    without: int


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
        rubric=rubric, runs=listed, judges=judges, means=tuple(means), agreed=tuple(agreed) if len(judges) > 1 else ()
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


TITLE: Final = "Scores"
_LONGEST_LABEL: Final = 160
_MOST_TICKS: Final = 11
_UNBROKEN: Final = re.compile(r"[^\s-]{16}(?=[^\s-])")
_MAY_BREAK: Final = "\u200b"


def plot_scores(found: SeriesFigures, *, title: str = TITLE) -> bytes:
    """Draw, as PNG, a dot for each run and the mean, each criterion from its lowest level to its highest."""
    means = {each.criterion: each.found for each in reversed(found.means)}  # the first of a criterion is of all judges
    rows = [_row(each, means.get(each.id), found) for each in found.rubric.criteria]
    several = ", at the mean of its judges" if len(found.judges) > 1 else ""
    legend = f"Each dot is a run{several}. Diamond: their mean. Line: its 95 % interval, as far as the scale goes."
    body = files(__package__).joinpath("scores.typ").read_text(encoding="utf-8")
    return draw_picture(_label(title), body, {"rows": rows, "legend": legend})


def _row(criterion: ChamberCriterion, mean: MeanFound | None, found: SeriesFigures) -> dict[str, object]:
    levels = sorted({level.score for level in criterion.levels})
    lowest, highest = levels[0], levels[-1]

    def place(value: float) -> float:
        """Return the place from 0 to 1; what is beyond the scale is at its end."""
        return min(1.0, max(0.0, (value - lowest) / (highest - lowest))) if highest > lowest else 0.5

    ticks = levels if len(levels) <= _MOST_TICKS else [lowest, highest]
    given = [score for run in found.runs if (score := run.whole(criterion.id)) is not None]
    low, high = (None, None) if mean is None else (mean.low, mean.high)
    told = "no scores"
    if mean is not None:
        told = "\n".join(filter(None, (f"{mean.mean:.2f}", mean.between, "1 run" if mean.n == 1 else f"{mean.n} runs")))
    return {
        "id": _label(criterion.id),
        "asks": _label(criterion.asks),
        "ticks": [(place(each), str(each)) for each in ticks],
        "dots": [(place(score), height) for score, height in _stacked(given)],
        "mean": None if mean is None else place(mean.mean),
        "low": None if low is None else place(low),
        "high": None if high is None else place(high),
        "low_inside": low is not None and low >= lowest,
        "high_inside": high is not None and high <= highest,
        "told": told,
    }


def _stacked(scores: list[float]) -> list[tuple[float, float]]:
    """Return each score with how high its dot is, from 0 to 1: equal ones above one another."""
    most = max(Counter(scores).values(), default=1)
    step = min(0.3, 1 / max(1, most - 1))
    before = Counter[float]()
    found: list[tuple[float, float]] = []
    for score in scores:
        found.append((score, before[score] * step))
        before[score] += 1
    return found


def _label(text: str) -> str:
    """Cut a text to what fits, with places where a very long word may be broken."""
    return _UNBROKEN.sub(lambda part: part[0] + _MAY_BREAK, cut_to_line(text, _LONGEST_LABEL))

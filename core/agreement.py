"""The agreement of several judges of the same things, and the certainty of a mean.

Own code, since the packages that have these figures bring numpy, which weighs more than all the rest of the program.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean, stdev
from typing import Final

Unit = Sequence[float | None]
"""The values that the judges gave one thing, the judges always in the same order; None: nothing."""
CONFIDENCE: Final = 0.95
_HALVINGS: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class MeanFound:
    """A mean with the bounds of its interval, which one value alone does not have."""

    n: int
    mean: float
    deviation: float | None = None  # the standard deviation of the sample
    low: float | None = None
    high: float | None = None

    @property
    def between(self) -> str:
        """The interval for reading; empty where there is none."""
        return "" if self.low is None or self.high is None else f"{self.low:.2f} to {self.high:.2f}"


def mean_with_interval(values: Sequence[float]) -> MeanFound | None:
    """Return the mean with an interval of 95 % by Student's t; None for no values."""
    if not values:
        return None
    mean = fmean(values)
    if len(values) == 1:
        return MeanFound(n=1, mean=mean)
    deviation = stdev(values)
    reach = student_t(len(values) - 1) * deviation / math.sqrt(len(values))
    return MeanFound(n=len(values), mean=mean, deviation=deviation, low=mean - reach, high=mean + reach)


def student_t(freedom: int, confidence: float = CONFIDENCE) -> float:
    """Return how many standard errors to either side of the mean give this confidence."""
    low, high = 0.0, 2.0
    while _within(high, freedom) < confidence:
        high *= 2
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if middle in {low, high}:
            break
        low, high = (middle, high) if _within(middle, freedom) < confidence else (low, middle)
    return high


def _within(t: float, freedom: int) -> float:
    """Return the probability of a value between -t and t (Abramowitz and Stegun, 26.7.3 and 26.7.4)."""
    angle = math.atan(t / math.sqrt(freedom))
    odd = freedom % 2
    term, total = (math.cos(angle) if odd else 1.0), 0.0
    for n in range(1 + odd, freedom, 2):
        total += term
        term *= math.cos(angle) ** 2 * n / (n + 1)
    return 2 / math.pi * (angle + math.sin(angle) * total) if odd else math.sin(angle) * total


# --- agreement ----------------------------------------------------------------------------------------------------


def krippendorff(units: Iterable[Unit]) -> float | None:
    """Return Krippendorff's alpha for ordered values: 1 for full agreement, 0 for that of chance, negative for less.

    None where nothing can be said: no unit has two values, or all values are the same. What is missing may be missing
    (K. Krippendorff, Computing Krippendorff's Alpha-Reliability, 2011).
    """
    paired = [Counter(found) for unit in units if len(found := _given(unit)) > 1]
    given = sum(paired, Counter[float]())
    total = given.total()
    by_chance = sum(given[a] * given[b] * _distance(a, b, given) for a, b in combinations(given, 2))
    if not by_chance:
        return None
    seen = sum(
        unit[a] * unit[b] * _distance(a, b, given) / (unit.total() - 1)
        for unit in paired
        for a, b in combinations(unit, 2)
    )
    return 1 - (total - 1) * seen / by_chance


def exact_agreement(units: Iterable[Unit]) -> float | None:
    """Return the share of equal pairs of values for the same thing; None where there is no pair."""
    pairs = [a == b for unit in units for a, b in combinations(_given(unit), 2)]
    return fmean(pairs) if pairs else None


def _distance(a: float, b: float, given: Counter[float]) -> float:
    """Return how far two different ordered values are apart, squared; `given` says how often each was given."""
    low, high = min(a, b), max(a, b)
    between = sum(count for value, count in given.items() if low <= value <= high)
    return float((between - (given[a] + given[b]) / 2) ** 2)


def _given(unit: Unit) -> list[float]:
    return [value for value in unit if value is not None]

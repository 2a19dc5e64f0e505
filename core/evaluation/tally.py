"""Counts of a measure, so that talks can be added up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum


class TallyForm(StrEnum):
    MEAN = "mean"
    SHARE = "share"
    OF = "of"
    SUM = "sum"


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A number of a total; `turns` are those in which it was counted, where that says anything."""

    n: float = 0
    of: float = 0
    turns: tuple[int, ...] = ()

    @property
    def value(self) -> float | None:
        """None where there was nothing to count."""
        return self.n / self.of if self.of else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A count with its name, and what is good."""

    name: str
    title: str
    form: TallyForm
    good: str = ""


def tally_turns(turns: Iterable[int], of: int) -> Count:
    """Count one for each of these turns."""
    found = tuple(turns)
    return Count(n=len(found), of=of, turns=found)


def sum_tallies(talks: Iterable[Mapping[str, Count]]) -> dict[str, Count]:
    """Add up the tallies of several talks by their names, without the turns, which are of one talk only."""
    added: dict[str, Count] = {}
    for name, tally in (item for tallies in talks for item in tallies.items()):
        before = added.get(name, Count())
        added[name] = Count(n=before.n + tally.n, of=before.of + tally.of)
    return added

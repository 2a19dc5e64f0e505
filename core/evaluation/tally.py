"""What a measure has counted, so that talks can be added up."""

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
class Tally:
    """So many of so many; `turns` are those in which it was counted, where that says anything."""

    n: float = 0
    of: float = 0
    turns: tuple[int, ...] = ()

    @property
    def value(self) -> float | None:
        """None where there was nothing to count."""
        return self.n / self.of if self.of else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """What is counted, under which name, and what is good."""

    name: str
    title: str
    form: TallyForm
    good: str = ""


def among(turns: Iterable[int], of: int) -> Tally:
    """One for each of these turns."""
    found = tuple(turns)
    return Tally(n=len(found), of=of, turns=found)


def together(talks: Iterable[Mapping[str, Tally]]) -> dict[str, Tally]:
    """The tallies of several talks, added up by their names; the turns are of one talk only, and left out."""
    added: dict[str, Tally] = {}
    for name, tally in (item for tallies in talks for item in tallies.items()):
        before = added.get(name, Tally())
        added[name] = Tally(n=before.n + tally.n, of=before.of + tally.of)
    return added

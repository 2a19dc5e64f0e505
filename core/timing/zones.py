"""Find time zones from what people write: a town, a country, the difference to Greenwich, or the time it is there now.

Names are only ever looked up among those that the zone data lists: nothing that a person writes becomes a path.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale
from babel.core import get_global

from core.languages import LANGUAGES
from core.languages.lexicon import any_word, lexicon
from core.timing.gazetteer import Gazetteer, normalize_town, town_stem
from core.timing.spoken_times import normalize_text, parse_clock_time

LIKELY = tuple(Path(__file__).with_name("likely_zones.txt").read_text(encoding="utf-8").split())
"""The zones that are offered, the likelier before the less likely."""
OFFERED = 8  # towns that are offered for one difference to Greenwich
MOST_WORDS = 5  # words of a text in which a town is looked for
GUESSED = 3  # towns that are offered where a name is misspelt
HALF_A_YEAR = timedelta(days=182)
QUARTER = timedelta(minutes=15)
WESTMOST, EASTMOST = timedelta(hours=-12), timedelta(hours=14)
_AREAS = frozenset(
    {"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"}
)
_BASES = {name: timedelta(hours=hours) for tag in LANGUAGES for name, hours in lexicon("timing", tag)["clocks"].items()}
_OFFSET = re.compile(rf"(utc|gmt|{'|'.join(_BASES)})?\s?(?:([+-])?\s?(\d{{1,2}})(?::?([0-5]\d))?)?")
_LEAD = re.compile(rf"\b(?:{any_word('timing', 'i_live')}\s)?{any_word('timing', 'in_place')}(?:\s|(?<=\.))\s?")
_WITH_A_TIME = re.compile(rf"(?:\b{any_word('timing', 'around_time')}\b|[\s,.!])*")
"""The words that may surround the time that it is now."""
_BUTTON = re.compile(r"[a-z0-9=-]{1,24}")


@dataclass(frozen=True, slots=True)
class FoundZones:
    """The zones that may be meant, the likeliest first."""

    zones: tuple[str, ...] = ()
    sure: bool = True  # False where the name was misspelt, so that even a single one must be asked about


def find_zones(text: str, now: datetime) -> FoundZones:
    """Find the zones that a person means who writes this at the moment `now`; none for what is not understood."""
    words = normalize_text(text)
    if listed := _listed().get(re.sub(r"\s*/\s*", "/", words).replace(" ", "_")):
        return FoundZones((listed,))
    if (offset := _offset(words)) is not None:
        return FoundZones(zones_at_offset(offset, now))
    said = _LEAD.sub("", words, count=1)
    names = (words, said, *words.split(","))
    if found := next(filter(None, (_called(name, now) for name in names)), ()):
        return FoundZones(found)
    if found := _by_clock(words, now) or _by_abbreviation(words, now):
        return FoundZones(found)
    # Other words may stand before or behind a name, as in "london england".
    around = said.split()[:MOST_WORDS]
    cut = (part for n in range(len(around) - 1, 0, -1) for part in (around[:n], around[-n:]))
    parts = [part for part in map(" ".join, cut) if len(part) > 2]
    keys = [key for name in names if any(map(str.isalpha, key := normalize_town(name)))]
    if not keys:
        return FoundZones()
    gazetteer = Gazetteer()
    towns = gazetteer.called([*keys, *map(normalize_town, parts)])
    if town := next((towns[key] for key in keys if key in towns), None):
        return FoundZones(_canonical_ones(town.zones, now), sure=town.known)
    known = {name: _canonical_ones(called.zones, now) for name, called in towns.items() if called.known}
    among = (_called(part, now) or known.get(normalize_town(part), ()) for part in parts)
    if likely := next(filter(None, among), ()):
        return FoundZones(likely, sure=False)
    return FoundZones(_canonical_ones(gazetteer.nearly_called(keys[1 % len(keys)], GUESSED), now), sure=False)


# --- by the difference to Greenwich -------------------------------------------------------------------------------


def zones_at_offset(offset: timedelta, now: datetime) -> tuple[str, ...]:
    """Return well-known towns whose clocks differ from Greenwich by this much now; a fixed zone if there is none."""
    inhabited = (name for name in _towns() if not name.startswith("Antarctica/"))
    likely, others = ([n for n in names if _utcoffset(n, now) == offset] for names in (_known(LIKELY), inhabited))
    if fitting := dict.fromkeys([*likely, *distinct_zones([*likely, *others], now)]):
        return _varied(list(fitting), now)
    hours, odd = divmod(offset, timedelta(hours=1))
    fixed = _listed().get(f"etc/gmt{-hours:+d}")
    return () if odd or fixed is None else (fixed,)


def _varied(names: list[str], now: datetime) -> tuple[str, ...]:
    """Return a short list that has each way of keeping summer time, in the order of the names."""
    firsts = distinct_zones(names, now)[:OFFERED]
    others = [name for name in names if name not in firsts][: OFFERED - len(firsts)]
    return tuple(name for name in names if name in {*firsts, *others})


def distinct_zones(names: Iterable[str], now: datetime) -> tuple[str, ...]:
    """Return the first of those that show the same time now and in half a year."""
    found: dict[tuple[timedelta, timedelta], str] = {}
    for name in names:
        found.setdefault((_utcoffset(name, now), _utcoffset(name, now + HALF_A_YEAR)), name)
    return tuple(found.values())


def _utcoffset(name: str, now: datetime) -> timedelta:
    return now.astimezone(_zone(name)).utcoffset() or timedelta()


@cache
def _zone(name: str) -> ZoneInfo:
    # The library keeps only the eight that were used last, and reads a file for each other.
    return ZoneInfo(name)


def _offset(words: str) -> timedelta | None:
    """Return the difference in "UTC+3", "+5:30", "GMT", "MSK+2"."""
    found = _OFFSET.fullmatch(words)
    if found is None or not (found[1] or found[2]) or (found[1] in _BASES and not found[3]):
        return None
    offset = timedelta(hours=int(found[3] or 0), minutes=int(found[4] or 0))
    offset = _BASES.get(found[1], timedelta()) + (-offset if found[2] == "-" else offset)
    return offset if WESTMOST <= offset <= EASTMOST else None


def _by_clock(words: str, now: datetime) -> tuple[str, ...]:
    """Return the zones where it is this time now; for both halves of the day where either may be meant."""
    said = parse_clock_time(words)
    if said is None or not any(ch.isdigit() for ch in words) or not _WITH_A_TIME.fullmatch(said.rest):
        return ()
    readings = [said.at] if said.certain else [said.at, said.at.replace(hour=(said.at.hour + 12) % 24)]
    offsets = [offset for reading in readings for offset in offsets_of(reading, now)]
    towns = [name for offset in offsets for name in zones_at_offset(offset, now) if is_town(name)]
    likely = {name: place for place, name in enumerate(LIKELY)}
    if len(offsets) > 1:
        towns = sorted(towns, key=lambda name: likely.get(name, len(likely)))
    return tuple(towns[:OFFERED]) or tuple(name for offset in offsets for name in zones_at_offset(offset, now))


def offsets_of(clock: time, now: datetime) -> tuple[timedelta, ...]:
    """Return how far this clock may be from Greenwich, to a quarter of an hour; two where it may be another day."""
    utc = now.astimezone(UTC)
    ahead = timedelta(hours=clock.hour - utc.hour, minutes=clock.minute - utc.minute, seconds=-utc.second)
    nearest = round(ahead / QUARTER) * QUARTER
    day = timedelta(days=1)
    around = (nearest - day, nearest, nearest + day)
    return tuple(sorted((o for o in around if WESTMOST <= o <= EASTMOST), key=lambda o: (abs(o), -o)))


def _by_abbreviation(words: str, now: datetime) -> tuple[str, ...]:
    """Return the zones of "EST" or "CET", as clocks call themselves there now or in half a year."""
    if not (words.isascii() and words.isalpha() and len(words) >= 3):
        return ()
    moments = (now, now + HALF_A_YEAR)
    called = [n for n in _known(LIKELY) if words in {m.astimezone(_zone(n)).strftime("%Z").lower() for m in moments}]
    return _varied(called, now) if called else ()


# --- by name ------------------------------------------------------------------------------------------------------


def town_name(language: str, name: str) -> str:
    """Return the name of a zone: its town in this language, or "UTC+3" for one that has none."""
    canonical = _canonical(name)
    if canonical in _cities(language):
        return _cities(language)[canonical]
    ahead = re.fullmatch(r"Etc/GMT([+-])(\d+)", canonical)
    if ahead is None or ahead[2] == "0":
        return "UTC" if canonical.startswith("Etc/") else canonical
    return f"UTC{'-' if ahead[1] == '+' else '+'}{ahead[2]}"


def is_town(name: str) -> bool:
    """Return whether a zone is that of a place, with its summer time."""
    return _canonical(name) in _towns()


def _called(words: str, now: datetime) -> tuple[str, ...]:
    name = normalize_town(words)
    if not name:
        return ()
    if found := _names().get(name):
        return found
    if territory := _countries().get(name):
        zones = get_global("territory_zones").get(territory, ())
        likely = [zone for zone in _known(LIKELY) if zone in zones]
        return distinct_zones([*likely, *_known(zones)], now)
    return _stems().get(town_stem(name), ())


def _canonical_ones(zones: Iterable[str], now: datetime) -> tuple[str, ...]:
    """Return one of each that show the same time, in their order, of those that are known here."""
    return distinct_zones(_known(map(_canonical, zones)), now)


def _known(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name in available_zones())


@cache
def available_zones() -> frozenset[str]:
    return frozenset(available_timezones())


@cache
def _listed() -> Mapping[str, str]:
    """Map every name with a slash from its small letters; names without one ("EST") mean other things to people."""
    return {name.lower(): _canonical(name) for name in available_zones() if "/" in name}


def _canonical(name: str) -> str:
    """Return the present name of a place that is known under several ("Asia/Calcutta")."""
    present: str = get_global("zone_aliases").get(name, name)
    return present if present in available_zones() else name


@cache
def _towns() -> tuple[str, ...]:
    """Return the zones of all places, each once."""
    return tuple(sorted({name for name in _listed().values() if name.split("/")[0] in _AREAS}))


@cache
def _cities(language: str) -> Mapping[str, str]:
    cities = {name: name.rsplit("/", 1)[-1].replace("_", " ") for name in _towns()}
    for name, words in Locale.parse(language).time_zones.items():
        if "city" in words and _canonical(name) in cities:
            cities[_canonical(name)] = words["city"]
    return cities


@cache
def _names() -> Mapping[str, tuple[str, ...]]:
    """Map every name that a town goes by to its zones."""
    names: dict[str, dict[str, None]] = {}
    for listed, zone in _listed().items():
        if listed.split("/")[0].capitalize() in _AREAS:
            names.setdefault(normalize_town(listed.rsplit("/", 1)[-1]), {})[zone] = None
    for language in LANGUAGES:
        for zone, city in _cities(language).items():
            names.setdefault(normalize_town(city), {})[zone] = None
            names.setdefault(normalize_town(city.split(",")[0]), {})[zone] = None
    for name, zone in _also("towns").items():
        names[name] = dict.fromkeys(_known([zone]))
    return {name: tuple(zones) for name, zones in names.items() if zones}


@cache
def _stems() -> Mapping[str, tuple[str, ...]]:
    stems: dict[str, dict[str, None]] = {}
    for name, zones in _names().items():
        stems.setdefault(town_stem(name), {}).update(dict.fromkeys(zones))
    return {stem: tuple(zones) for stem, zones in stems.items()}


@cache
def _countries() -> Mapping[str, str]:
    """Map each name to its ISO 3166 code."""
    codes: dict[str, str] = {}
    for language in LANGUAGES:
        for code, name in Locale.parse(language).territories.items():
            if code in get_global("territory_zones"):
                codes[normalize_town(str(name))] = code
    return codes | _also("countries")


def _also(key: str) -> dict[str, str]:
    """Return what the lexicons list under a key by the names of it."""
    return {
        normalize_town(name): code
        for tag in LANGUAGES
        for code, names in lexicon("timing", tag)[key].items()
        for name in names
    }


# --- for buttons --------------------------------------------------------------------------------------------------


def zone_slug(name: str) -> str:
    """Return a zone as a button's argument; empty for one that no button can carry."""
    canonical = _canonical(name)
    return next((text for text, zone in _of_slugs().items() if zone == canonical), "")


def zone_from_slug(text: str) -> str | None:
    """Reverse `zone_slug`; None for a text that it never returns."""
    return _of_slugs().get(text)


@cache
def _of_slugs() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for name in sorted(set(_listed().values())):
        text = name.rsplit("/", 1)[-1].lower().replace("_", "-").replace("+", "=")
        if _BUTTON.fullmatch(text):
            found.setdefault(text, name)
    return found

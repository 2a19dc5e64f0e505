"""Files that people write: what stands in them, and on which line, so that a mistake can be shown where it is."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.contracts.errors import ConfigurationError

Place = tuple[str | int, ...]
"""Where in a file: the keys and, in lists, the numbers from 0 that lead there."""
LONGEST = 500_000
"""Bytes of a file. A prompt fits many times; what is longer is some other file."""
DEEPEST = 20
"""Of lists in lists; a configuration needs six."""
_TRIES = 50
"""Of lines on which a list might end; behind them it has to end at the beginning of one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileMistake:
    """Something that is wrong in a file. `what` quotes no value of it: that might be a key."""

    file: str = ""
    """Empty for what the command line says."""
    line: int = 0
    """From 1; 0 where it is in no line."""
    key: str = ""
    what: str

    def __str__(self) -> str:
        place = f"{self.file}, line {self.line}" if self.line else self.file
        end = "" if self.what.endswith("?") else "."
        return ": ".join(filter(None, (place, self.key, self.what))) + end


class Mistakes(ConfigurationError):
    """All that is wrong in the files of a run; `str` of it has a line for each."""

    code = ConfigurationError.code

    def __init__(self, found: Sequence[FileMistake]) -> None:
        self.found = tuple(found)
        super().__init__("\n".join(map(str, self.found)))


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupFile:
    """A file that was read."""

    file: Path
    data: dict[str, Any]
    lines: Mapping[Place, int]
    mistakes: tuple[FileMistake, ...] = field(default=())
    """What is wrong in it although it can be read."""

    def line(self, place: Place) -> int:
        """Return the line of this place, else of what it is in."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 1)

    def mistake(self, place: Place, what: str) -> FileMistake:
        return FileMistake(file=str(self.file), line=self.line(place), key=setting_key(place), what=what)


def setting_key(place: Place) -> str:
    """Return a place as people read it: `judges, item 2, price.input`."""
    told: list[str] = []
    for before, part in zip(("", *place), place, strict=False):
        if isinstance(part, int):
            told.append(f"item {part + 1}")
        elif told and isinstance(before, str):
            told[-1] += f".{part}"
        else:
            told.append(part)
    return ", ".join(told)


def read_setup_file(file: Path) -> SetupFile:
    """Read a TOML file, or one in YAML where its name says so. Raises Mistakes."""
    try:
        with file.open("rb") as opened:
            raw = opened.read(LONGEST + 1)
        text = raw.decode("utf-8-sig")
    except OSError as error:
        raise Mistakes([FileMistake(file=str(file), what=f"it cannot be read: {error.strerror}")]) from None
    except UnicodeDecodeError:
        raise Mistakes([FileMistake(file=str(file), what="it is not text in UTF-8; save it as UTF-8")]) from None
    if len(raw) > LONGEST:
        raise Mistakes([FileMistake(file=str(file), what=f"it is longer than {LONGEST // 1000} kB")])
    if file.suffix.lower() in {".yaml", ".yml", ".json"}:
        from bot.features.chamber.yaml_file import read_yaml

        return read_yaml(file, text)
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise Mistakes([FileMistake(file=str(file), what="it has lists in lists without end")]) from None
    except tomllib.TOMLDecodeError as error:
        what, _, where = str(error).partition(" (at ")
        line = int("".join(filter(str.isdigit, where.partition(",")[0])) or text.count("\n") + 1)
        told = "it is not valid TOML here; text needs quotation marks, and a list its commas"
        if "twice" in what or "overwrite" in what:
            told = "this is in the file already"
        raise Mistakes([FileMistake(file=str(file), line=line, what=told)]) from None
    found: dict[Place, int] = {(): 1}
    lengths: dict[Place, int] = {}
    table: Place = ()
    for number, statement in _statements(text):
        if isinstance(statement, _Header):
            table = statement.place(lengths)
            for length in range(1, len(table) + 1):
                found.setdefault(table[:length], number)
        else:
            for place in _places(statement):
                found.setdefault((*table, *place), number)
    return SetupFile(file=file, data=data, lines=found)


# --- TOML ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Header:
    """`[a.b]` or `[[a.b]]`."""

    names: tuple[str, ...]
    one_of_many: bool

    def place(self, lengths: dict[Place, int]) -> Place:
        """`lengths`: how many tables each list of them has so far; brought up to date."""
        place: Place = ()
        for number, name in enumerate(self.names, start=1):
            place = (*place, name)
            if self.one_of_many and number == len(self.names):
                lengths[place] = lengths.get(place, 0) + 1
            if place in lengths:
                place = (*place, lengths[place] - 1)
        return place


def _statements(text: str) -> list[tuple[int, _Header | dict[str, Any]]]:
    """Return each statement of a valid TOML file, the fewest lines that are TOML by themselves, with its first line."""
    found: list[tuple[int, _Header | dict[str, Any]]] = []
    lines: list[str] = []
    tries = 0
    for number, line in enumerate(text.split("\n"), start=1):
        lines.append(line)
        if len(lines) > 1 and not _may_end(lines[0], line, tries):
            continue
        try:
            statement = tomllib.loads("\n".join(lines))
        except tomllib.TOMLDecodeError:
            tries += 1
            continue
        if statement:
            begun = number - len(lines) + 1
            if lines[0].lstrip().startswith("["):
                names: list[str] = []
                inner: Any = statement
                while isinstance(inner, dict) and inner:
                    name, inner = next(iter(inner.items()))
                    names.append(name)
                found.append((begun, _Header(tuple(names), isinstance(inner, list))))
            else:
                found.append((begun, statement))
        lines, tries = [], 0
    return found


def _may_end(first: str, line: str, tries: int) -> bool:
    """Return whether a statement of many lines may end with this one. To try each would take for ever in a long one."""
    if marks := [mark for mark in ('"""', "'''") if mark in first]:
        return any(mark in line for mark in marks)
    if tries > _TRIES:
        return line.lstrip().startswith(("]", "}"))
    return any(mark in line for mark in ("]", "}"))


def _places(value: Any) -> list[Place]:
    inside: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        inside = list(value.items())
    elif isinstance(value, list):
        inside = list(enumerate(value))
    return [place for key, each in inside for place in ((key,), *((key, *rest) for rest in _places(each)))]

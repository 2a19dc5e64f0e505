"""Frames: what must stand near each other in a clause for it to mean something, in whatever words and with fillers.

A frame is a line of slots, each a class of words or words themselves: "I WANT DIE -NOT". The slots are found in this
order with at most `_GAP` words between two of them; after "~" in any order within `_NEAR` words. "a|b" is either;
"um*" is every word that begins so; "a_b" is two words. After "-" stands what may not be within `_REACH` words of it,
after "!" what may not be anywhere in the same words, after "+" what may not follow at once. A line that begins with "&"
holds for all frames of its section that stand under it. Words are looked up one by one, so the time is linear in them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Self

_GAP = 3
_NEAR = 12
_REACH = 3
_SHORTEST_STEM = 2
_Spans = Mapping[str, list[tuple[int, int]]]
_Rest = tuple[tuple[str, ...], str]
"""The words of a phrase behind its first, and its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Frame:
    slots: tuple[tuple[str, ...], ...]
    ordered: bool
    not_near: tuple[str, ...]
    not_there: tuple[str, ...]
    not_next: tuple[str, ...]

    @classmethod
    def read(cls, line: str) -> Self:
        items = line.removeprefix("~").split()
        return cls(
            slots=tuple(tuple(item.split("|")) for item in items if item[0] not in "-!+"),
            ordered=not line.startswith("~"),
            not_near=_after("-", items),
            not_there=_after("!", items),
            not_next=_after("+", items),
        )

    @property
    def names(self) -> Iterator[str]:
        yield from (name for slot in self.slots for name in slot)
        yield from (*self.not_near, *self.not_there, *self.not_next)

    def fits(self, found: _Spans) -> bool:
        here = found.keys()
        # Of hundreds of frames hardly one has all its words there: that is looked at before anything is put together.
        if any(map(here.isdisjoint, self.slots)) or not here.isdisjoint(self.not_there):
            return False
        slots = [[span for name in slot for span in found.get(name, ())] for slot in self.slots]
        near = [span for name in self.not_near for span in found.get(name, ())]
        following = {span[0] for name in self.not_next for span in found.get(name, ())}
        wholes = _in_order(slots) if self.ordered else _in_any_order(slots)
        return any(
            end not in following
            and not any(start - _REACH < end_of and start_of < end + _REACH for start_of, end_of in near)
            for start, end in wholes
        )


def _after(mark: str, items: list[str]) -> tuple[str, ...]:
    return tuple(name for item in items if item[0] == mark for name in item[1:].split("|"))


def _in_order(slots: list[list[tuple[int, int]]]) -> set[tuple[int, int]]:
    wholes = set(slots[0])
    for slot in slots[1:]:
        wholes = {(first, end) for first, last in wholes for start, end in slot if last <= start <= last + _GAP}
    return wholes


def _in_any_order(slots: list[list[tuple[int, int]]]) -> Iterator[tuple[int, int]]:
    for first, last in slots[0]:
        others = [[span for span in slot if abs(span[0] - first) <= _NEAR] for slot in slots[1:]]
        if all(others):
            nearest = [min(slot, key=lambda span: abs(span[0] - first)) for slot in others]
            yield min(first, *(s for s, _ in nearest), first), max(last, *(e for _, e in nearest), last)


class Frames:
    def __init__(self, path: Path) -> None:
        """Raises OSError where a file is missing."""
        self._classes: dict[str, list[str]] = {}
        frames: dict[str, list[_Frame]] = defaultdict(list)
        self._read(path, frames)
        self._frames = {section: self._by_slot(lines) for section, lines in frames.items()}
        self._phrases: dict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
        for name in {name for lines in frames.values() for frame in lines for name in frame.names}:
            for phrase in self._classes[name] if name.isupper() else [name.replace("_", " ")]:
                first, *rest = phrase.split()
                self._phrases[first].append(((first, *rest), name))
        self._lengths: dict[str, list[int]] = defaultdict(list)
        """By their first letters, how many letters the beginnings of words have that are looked for."""
        for stem in sorted({first[:-1] for first in self._phrases if first.endswith("*")}, key=len):
            if len(stem) not in (lengths := self._lengths[stem[:_SHORTEST_STEM]]):
                lengths.append(len(stem))
        self._begun_by = lru_cache(maxsize=4_096)(self._beginning_with)

    def heard(self, words: list[str]) -> list[str]:
        """The names of the sections in which a frame fits `words` in the spelling of `normal`, as they stand there."""
        found = self._found(words)
        return [
            section
            for section, frames in self._frames.items()
            if any(frame.fits(found) for name in found for frame in frames.get(name, ()))
        ]

    def _by_slot(self, frames: list[_Frame]) -> dict[str, list[_Frame]]:
        """The frames by the names of their most telling slot: where none of these was found, none of them fits."""
        used = Counter(name for frame in frames for slot in frame.slots for name in slot)
        found: dict[str, list[_Frame]] = defaultdict(list)
        for frame in frames:
            for name in min(frame.slots, key=lambda slot: max(used[each] for each in slot)):
                found[name].append(frame)
        return dict(found)

    def _read(self, path: Path, frames: dict[str, list[_Frame]]) -> None:
        section = everywhere = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("["):
                section, everywhere = line.strip("[]"), ""
            elif line.startswith("&"):
                everywhere = line[1:]
            elif section == "words" and " = " in line:
                name, _, members = line.partition(" = ")
                phrases = [each.strip() for each in members.split(",")]
                self._classes[name] = [p for each in phrases for p in self._classes.get(each, [each])]
            elif line and not line.startswith("#"):
                frames[section].append(_Frame.read(line + everywhere))

    def _found(self, words: list[str]) -> _Spans:
        found: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for n, word in enumerate(words):
            following = words[n + 1] if n + 1 < len(words) else ""
            going_on, others = self._begun_by(word)
            for rest, name in (*going_on.get(following, ()), *others):
                end = n + 1 + len(rest)
                if end <= len(words) and all(map(_is, words[n + 1 : end], rest)):
                    found[name].append((n, end))
        return found

    def _beginning_with(self, word: str) -> tuple[dict[str, list[_Rest]], list[_Rest]]:
        """What is looked for that begins with this word: by its second word, and what has none or the stem of one."""
        lengths = self._lengths.get(word[:_SHORTEST_STEM], ())
        stems = (word, *(f"{word[:length]}*" for length in lengths if length <= len(word)))
        going_on: dict[str, list[_Rest]] = {}
        others: list[_Rest] = []
        for phrase, name in (each for stem in stems for each in self._phrases.get(stem, ())):
            by_stem = len(phrase) == 1 or phrase[1].endswith("*")
            (others if by_stem else going_on.setdefault(phrase[1], [])).append((phrase[1:], name))
        return going_on, others


def _is(word: str, meant: str) -> bool:
    return word.startswith(meant[:-1]) if meant.endswith("*") else word == meant

"""The patterns beside this file: for each language, by the name of what an utterance that fits them says."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Self

_WORD = re.compile(r"\{([A-Z_]+)\}")
_GROUP = re.compile(r"\(\?P<(\w+)>")
_WHOLE = "whole"


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """The phrases of a language. The first pattern that fits an utterance counts."""

    names: tuple[str, ...]
    """What an utterance says that fits the alternative of `any` with this number."""
    any: re.Pattern[str]
    """All patterns as one: one by one they would take twenty times as long."""
    before: re.Pattern[str]
    after: re.Pattern[str]
    """What is said before and after a wish, out of politeness."""
    turns: re.Pattern[str]
    """A word that begins a new clause where there is no comma."""
    soft: re.Pattern[str]
    """A refusal that ends so is put off, and not refused."""
    added: re.Pattern[str]
    """What people add to a subject that is no part of it."""
    about: re.Pattern[str]
    """What a refusal is about, wherever in it that is said."""
    this: re.Pattern[str]
    """A subject that is only the open question."""

    @classmethod
    def load(cls, language: str) -> Self:
        """Raises OSError where the files of that language are missing."""
        here = Path(__file__).parent
        wishes, asks = (sections(here / f"{language}_{part}.txt") for part in ("wishes", "asks"))
        words = dict(line.split(" = ", 1) for line in wishes.pop("words"))
        del asks["words"]
        polite = words["POLITE"]
        named = [(name, line) for part in (wishes, asks) for name, lines in part.items() for line in lines]
        named.append(("filler", f"{polite}(?: {polite})*"))
        return cls(
            names=tuple(name for name, _ in named),
            any=_alternatives(line for _, line in named),
            before=re.compile(f"^(?:{polite} )+"),
            after=re.compile(f"(?: {polite})+$"),
            turns=re.compile(f" {words['TURNS']} (?=\\w)"),
            soft=re.compile(f"(?: |^){words['SOFT']}$"),
            added=re.compile(f"(?: |^)(?:{words['SOFT']}|{words['ADDED']})$"),
            about=re.compile(rf"(?:^| ){words['OF']} {words['SUBJECT']}"),
            this=re.compile(words["THIS"]),
        )

    def fitting(self, words: str) -> tuple[str, dict[str, str]] | None:
        """The name of the first pattern that fits, and what its groups caught."""
        found = self.any.fullmatch(words)
        if found is None or found.lastgroup is None:
            return None
        caught = {key.rpartition("_")[0]: value for key, value in found.groupdict().items() if value}
        return self.names[int(found.lastgroup.removeprefix(f"{_WHOLE}_"))], caught


def sections(path: Path) -> dict[str, list[str]]:
    """The patterns of a file by section, with the words of its section [words] put in. Raises OSError."""
    found: dict[str, list[str]] = {}
    words: dict[str, str] = {}
    name = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("[") and line.endswith("]") and line[1:-1].isidentifier():
            name = line[1:-1]
        elif line and not line.startswith("#"):
            whole = _WORD.sub(lambda caught: words[caught[1]], line)
            found.setdefault(name, []).append(whole)
            if name == "words":
                key, _, words[key] = whole.partition(" = ")
    return found


def anywhere(patterns: list[str]) -> re.Pattern[str]:
    """Any of the patterns where a word begins; with the boundary in front of all of them a search is much faster."""
    return re.compile(rf"\b(?:{'|'.join(patterns) or '(?!)'})")


def _alternatives(patterns: Iterable[str]) -> re.Pattern[str]:
    """One pattern, of which the first alternative that fits counts. The last group of a match tells which that was.

    That group is empty and stands behind its alternative: only an alternative that begins with its own letter is
    skipped at once where the words begin with another one, which makes a search ten times as fast.
    Each group has a number beside its name, since several may catch the same thing.
    """
    numbers = count()
    each = (_GROUP.sub(lambda found: f"(?P<{found[1]}_{next(numbers)}>", pattern) for pattern in patterns)
    return re.compile("|".join(f"(?:{pattern})(?P<{_WHOLE}_{number}>)" for number, pattern in enumerate(each)))

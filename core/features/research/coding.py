"""Codes given to answers, each resting on a quotation that stands in the answer to the letter; and how coders agree.

An answer can have several codes, so each code is a question of its own to every answer: given, or not given.
Krippendorff's alpha is 1 for perfect agreement and 0 for what chance would bring; he asks for 0.8, and for tentative
conclusions 0.667 (Content Analysis: An Introduction to Its Methodology, 4th ed., 2019, ch. 12).
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from pydantic import Field, ValidationError, model_validator

from core.agreement import krippendorff
from core.contracts.errors import ConfigurationError
from core.contracts.frozen import Strict

MOST_CODES = 200


class Codeword(Strict):
    name: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)
    title: str = Field(min_length=1, max_length=120)
    definition: str = Field(min_length=1)  # when it is given, and when not
    examples: tuple[str, ...] = ()
    within: str = ""  # the code that it is a part of; empty at the top


class Codebook(Strict):
    codes: tuple[Codeword, ...] = Field(min_length=1, max_length=MOST_CODES)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(code.name for code in self.codes)

    @model_validator(mode="after")
    def _whole(self) -> Self:
        """Require every name once and each part after its whole, so that no code is a part of itself."""
        known: set[str] = set()
        for code in self.codes:
            if code.name in known:
                raise ValueError(f"the code {code.name!r} stands twice")
            if code.within and code.within not in known:
                raise ValueError(f"{code.name!r} is within {code.within!r}, which has to stand before it")
            known.add(code.name)
        return self


def read_codebook(path: Path) -> Codebook:
    """Read the file. Raises ConfigurationError, which names the file and what is wrong in it."""
    try:
        return Codebook.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeError) as error:
        raise ConfigurationError(f"{path} cannot be read: {error}.") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(f"{path}: {error}.") from None
    except ValidationError as error:
        places = [(".".join(map(str, each["loc"])) or "the file", each["msg"]) for each in error.errors()]
        told = (f"{path}: {place}: {said.removeprefix('Value error, ')}" for place, said in places)
        raise ConfigurationError("\n".join(told)) from None


@dataclass(frozen=True, slots=True, order=True)
class Unit:
    """One answer, which is what gets codes."""

    participant: str
    wave: int
    number: int  # of the answer in its interview (`AnswerRow.number`)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """A code and the words that it rests on, as a coder names them."""

    code: str
    quote: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Coded:
    """A code that was given to an answer."""

    unit: Unit
    code: str
    quote: str
    start: int  # where the quotation begins in the answer, in Unicode characters from 0
    coder: str

    @property
    def end(self) -> int:
        """Return the place after its last character."""
        return self.start + len(self.quote)


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A coder's codes that rest on words of the answer, and how many do not."""

    coded: tuple[Coded, ...]
    unknown: int  # codes that the codebook has not
    unquoted: int  # codes whose quotation does not stand in the answer


def check_codings(unit: Unit, answer: str, proposed: Iterable[Proposed], codebook: Codebook, *, coder: str) -> Checked:
    """Keep what is in the codebook and rests on words of the answer; each code and place once, in their order."""
    kept: dict[tuple[int, str, str], Coded] = {}
    unknown = unquoted = 0
    for each in proposed:
        quote = each.quote.strip()
        start = answer.find(quote) if quote else -1
        if each.code not in codebook.names:
            unknown += 1
        elif start < 0:
            unquoted += 1
        else:
            found = Coded(unit=unit, code=each.code, quote=quote, start=start, coder=coder)
            kept.setdefault((start, each.code, quote), found)
    ordered = tuple(kept[place] for place in sorted(kept))
    return Checked(coded=ordered, unknown=unknown, unquoted=unquoted)


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeRow:
    """One code that a coder gave to an answer; without a code: they looked at it and gave none."""

    participant: str
    wave: int
    number: int  # of the answer in its interview
    coder: str
    code: str
    quote: str
    start: int | None  # where the quotation begins in the answer, in Unicode characters from 0


def code_rows(coded: Sequence[Coded], seen: Mapping[str, Collection[Unit]]) -> list[CodeRow]:
    """Return the codes by answer, then by coder. `seen`: by coder, the answers that they have looked at."""
    given = {(each.unit, each.coder) for each in coded}
    rows = [(one.unit, one.coder, one.start, one.code, one.quote) for one in coded]
    looked = ((unit, coder) for coder, units in seen.items() for unit in units)
    bare = [(unit, coder, None, "", "") for unit, coder in looked if (unit, coder) not in given]
    return [
        CodeRow(**asdict(unit), coder=coder, code=code, quote=quote, start=start)
        for unit, coder, start, code, quote in sorted([*rows, *bare], key=lambda row: (row[0], row[1], row[2] or 0))
    ]


Given = Mapping[str, Mapping[Unit, Collection[str]]]
"""By coder: the codes of each answer that they have looked at; an answer that is not among them they have not seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoderAgreement:
    """The agreement about one code, or about all of them together."""

    code: str  # empty for all codes: every pair of a code and an answer is a unit then
    alpha: float | None
    """None where it is not defined: no two coders have seen the same answer, or nothing varies."""
    units: int  # answers (or pairs) that two coders at least have judged
    given: Mapping[str, int]  # how often each coder has given it, in those


def collect_codings(coded: Sequence[Coded], seen: Mapping[str, Collection[Unit]]) -> Given:
    """Return all codings by coder. `seen`: by coder, the answers that they have looked at, with codes or without."""
    found: dict[str, dict[Unit, set[str]]] = {coder: {unit: set() for unit in units} for coder, units in seen.items()}
    for each in coded:
        found.setdefault(each.coder, {}).setdefault(each.unit, set()).add(each.code)
    return found


def code_agreements(judged: Given, codes: Sequence[str]) -> list[CoderAgreement]:
    """Return the agreement about each code in its order, and about all of them at the end."""
    units = sorted({unit for theirs in judged.values() for unit in theirs})
    shared = [unit for unit in units if sum(unit in theirs for theirs in judged.values()) > 1]
    by_code = [_one(judged, shared, (code,), name=code) for code in codes]
    return [*by_code, _one(judged, shared, codes, name="")]


def _one(judged: Given, shared: Sequence[Unit], codes: Sequence[str], *, name: str) -> CoderAgreement:
    ratings = {
        coder: [float(code in theirs[unit]) if unit in theirs else None for code in codes for unit in shared]
        for coder, theirs in judged.items()
    }
    return CoderAgreement(
        code=name,
        alpha=krippendorff(zip(*ratings.values(), strict=True)),  # of two values, ordered or not, it is the same
        units=len(shared) * len(codes),
        given={coder: sum(each == 1.0 for each in theirs) for coder, theirs in ratings.items()},
    )

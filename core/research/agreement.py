"""How far two or more coders agree: Krippendorff's alpha, for nominal data.

K. Krippendorff, Content Analysis: An Introduction to Its Methodology, 4th ed., 2019, ch. 12. An answer can have several
codes, so each code is a question of its own to every answer: given, or not given. 1 is perfect agreement, 0 what chance
would bring; he asks for 0.8, and for tentative conclusions 0.667.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from core.contracts.errors import ConfigurationError
from core.research.coding import Coded, Unit

Given = Mapping[str, Mapping[Unit, Collection[str]]]
"""By coder: the codes of each answer that they have looked at; an answer that is not among them they have not seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoderAgreement:
    """The agreement about one code, or about all of them together."""

    code: str
    """Empty for all codes: every pair of a code and an answer is a unit then."""
    alpha: float | None
    """None where it is not defined: no two coders have seen the same answer, or nothing varies."""
    units: int
    """Answers (or pairs) that two coders at least have judged."""
    given: Mapping[str, int]
    """How often each coder has given it, in those."""


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
        alpha=nominal_alpha([*ratings.values()]),
        units=len(shared) * len(codes),
        given={coder: sum(each == 1.0 for each in theirs) for coder, theirs in ratings.items()},
    )


def nominal_alpha(ratings: Sequence[Sequence[float | None]]) -> float | None:
    """Nominal alpha. `ratings`: a row for each coder, a column for each unit; None where a coder has not judged it.

    None where it is not defined. Raises ConfigurationError where the package `krippendorff` is not installed.
    """
    pairable = [column for column in zip(*ratings, strict=True) if sum(each is not None for each in column) > 1]
    values = {each for column in pairable for each in column if each is not None}
    if len(values) < 2:
        return None
    try:
        import krippendorff
    except ImportError as error:
        raise ConfigurationError("Agreement needs the package krippendorff: install the extra `research`.") from error
    missing = float("nan")
    rows = [[missing if each is None else each for each in row] for row in zip(*pairable, strict=True)]
    return float(krippendorff.alpha(reliability_data=rows, level_of_measurement="nominal"))

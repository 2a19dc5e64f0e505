"""Agreement between judges, and intervals of means, against published figures."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.agreement import (
    MeanFound,
    exact_agreement,
    krippendorff,
    mean_with_interval,
    student_t,
)

_ = None
OBSERVERS: list[list[float | None]] = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
    [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
]
"""Four observers of twelve units, which Krippendorff (2011) calculates by hand."""
UNITS = list(zip(*OBSERVERS, strict=True))


def test_alpha_is_as_it_is_published() -> None:
    found = krippendorff(UNITS)
    assert found is not None
    assert round(found, 3) == 0.815


@pytest.mark.parametrize("units", [[], [(1, None), (None, 2)], [(3, 3), (3, 3)]])
def test_alpha_of_what_says_nothing(units: list[tuple[float | None, ...]]) -> None:
    assert krippendorff(units) is None


def test_pairs_that_agree_to_the_point() -> None:
    assert exact_agreement([(1, 1), (1, 2), (None, 3), (4, 4, 5)]) == pytest.approx(2 / 5)
    assert exact_agreement([(1, None)]) is None


VALUES = st.one_of(st.none(), st.integers(1, 5))
TABLES = st.lists(st.tuples(VALUES, VALUES, VALUES), max_size=12)


@given(TABLES)
def test_alpha_knows_no_order_of_judges_or_units(units: list[tuple[int | None, ...]]) -> None:
    found = krippendorff(units)
    turned = krippendorff([unit[::-1] for unit in reversed(units)])
    assert found == turned if found is None else found == pytest.approx(turned)
    assert found is None or found <= 1


@given(TABLES)
def test_alpha_of_an_order_knows_only_the_order(units: list[tuple[int | None, ...]]) -> None:
    found = krippendorff(units)
    stretched = krippendorff([[None if v is None else 10**v for v in unit] for unit in units])
    assert found == stretched if found is None else found == pytest.approx(stretched)


@pytest.mark.parametrize(
    ("freedom", "t"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (10, 2.228), (30, 2.042), (120, 1.980)],
)
def test_students_t_is_as_in_the_tables(freedom: int, t: float) -> None:
    assert round(student_t(freedom), 3) == t


def test_a_mean_and_its_interval() -> None:
    found = mean_with_interval([4, 5, 3, 4, 4])
    assert found is not None
    assert found.low is not None
    assert found.high is not None
    assert (found.n, found.mean) == (5, 4)
    assert (round(found.low, 2), round(found.high, 2)) == (3.12, 4.88)
    assert mean_with_interval([4]) == MeanFound(n=1, mean=4), "one value has no interval"
    assert mean_with_interval([]) is None

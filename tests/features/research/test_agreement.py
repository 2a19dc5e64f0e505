"""Codes that rest on words of the answer, and how far coders agree; against the figures of the literature."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.contracts.errors import ConfigurationError
from core.features.research.coding import (
    Coded,
    Proposed,
    Unit,
    check_codings,
    code_agreements,
    collect_codings,
    read_codebook,
)

BOOK = """
[[codes]]
name = "loss"
title = "Loss"
definition = "Somebody or something is gone."
[[codes]]
name = "death"
title = "A death"
definition = "Somebody died."
within = "loss"
"""
UNIT = Unit("P001", 1, 3)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    (tmp_path / "codes.toml").write_text(BOOK, encoding="utf-8")
    return tmp_path / "codes.toml"


def test_only_codes_of_the_book_that_rest_on_words_of_the_answer_are_kept(book: Path) -> None:
    answer = "We lost the farm, and then my aunt died."
    proposed = [
        Proposed(code="death", quote="my aunt died"),
        Proposed(code="loss", quote=" We lost the farm "),
        Proposed(code="loss", quote="We lost the farm"),
        Proposed(code="loss", quote="we lost a farm"),
        Proposed(code="grief", quote="my aunt died"),
        Proposed(code="loss", quote="  "),
    ]
    found = check_codings(UNIT, answer, proposed, read_codebook(book), coder="model")
    assert [(each.code, answer[each.start : each.end]) for each in found.coded] == [
        ("loss", "We lost the farm"),
        ("death", "my aunt died"),
    ]
    assert (found.unknown, found.unquoted) == (1, 2)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("codes = []", "codes"),
        (BOOK.replace('name = "death"', 'name = "loss"'), "stands twice"),
        (BOOK.replace('within = "loss"', 'within = "grief"'), "has to stand before"),
        (BOOK.replace('title = "Loss"', 'titel = "Loss"'), "titel"),
        ("codes = [", "codes.toml"),
    ],
)
def test_a_codebook_that_is_wrong_says_where(book: Path, text: str, told: str) -> None:
    book.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigurationError, match=told):
        read_codebook(book)


def test_alpha_is_that_of_the_published_example() -> None:
    """K. Krippendorff, Computing Krippendorff's Alpha-Reliability, 2011: example B."""
    meg, owen = "0100000010", "1110010000"
    units = [Unit("P001", 1, number) for number in range(len(meg))]
    coded = [
        Coded(unit=unit, code="loss", quote="x", start=0, coder=coder)
        for coder, given in (("meg", meg), ("owen", owen))
        for unit, each in zip(units, given, strict=True)
        if each == "1"
    ]
    loss, _ = code_agreements(collect_codings(coded, {"meg": units, "owen": units}), ("loss",))
    assert loss.alpha == pytest.approx(0.095, abs=0.0005)


def test_only_answers_that_two_have_seen_count() -> None:
    one, two, three = (Unit("P001", 1, number) for number in (1, 2, 3))

    def by(coder: str, unit: Unit, code: str) -> Coded:
        return Coded(unit=unit, code=code, quote="x", start=0, coder=coder)

    coded = [by("anna", one, "loss"), by("boris", one, "loss"), by("anna", three, "death")]
    seen = {"anna": [one, two, three], "boris": [one, two]}
    loss, death, all_codes = code_agreements(collect_codings(coded, seen), ("loss", "death"))
    assert (loss.alpha, loss.units, loss.given) == (1.0, 2, {"anna": 1, "boris": 1})
    assert (death.alpha, death.given) == (None, {"anna": 0, "boris": 0})
    assert (all_codes.alpha, all_codes.units) == (1.0, 4)

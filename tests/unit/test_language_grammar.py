"""What the program knows to read in each language: the same areas and keys everywhere, in folded form."""

from __future__ import annotations

import pytest

from core.interviews.script.values import parse_numbers, says_none
from core.languages import LANGUAGES, fold
from core.languages.lexicon import languages_with, lexicon
from core.text.stems import stems

AREAS = ("choices", "dates", "documents", "grammar", "numbers")


@pytest.mark.parametrize("area", AREAS)
def test_every_language_has_the_same_keys(area: str) -> None:
    assert languages_with(area) == LANGUAGES
    for language in LANGUAGES:
        assert set(lexicon(area, language)) == set(lexicon(area, "en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_name_the_same_things(language: str) -> None:
    assert set(lexicon("grammar", language)["relations"]) == set(lexicon("grammar", "en")["relations"])
    assert len(lexicon("dates", language)["months"]) == 12
    assert len(lexicon("choices", language)["places"]) == len(lexicon("choices", "en")["places"])


@pytest.mark.parametrize("area", [area for area in AREAS if area != "grammar"])
def test_words_are_written_as_they_are_compared(area: str) -> None:
    for language in LANGUAGES:
        for value in lexicon(area, language).values():
            for entry in value if isinstance(value, list) else ():
                assert entry == fold(entry) if isinstance(entry, str) else entry == [fold(each) for each in entry]


def test_a_language_without_an_area_has_the_english_one() -> None:
    assert lexicon("grammar", "xx") == lexicon("grammar", "en")


def test_a_word_is_stemmed_by_its_own_alphabet_within_any_language() -> None:
    assert stems("running", "en") == stems("running", "ru") == stems("running")


@pytest.mark.parametrize(
    ("told", "numbers"),
    [("2½ loaves", [2.0]), ("five hundred and two", [502.0]), ("five and two", [5.0, 2.0])],
)
def test_figures_and_words_are_joined_only_where_they_are_one_number(told: str, numbers: list[float]) -> None:
    assert parse_numbers(told) == numbers


@pytest.mark.parametrize("told", ["None of the above.", "I’d rather not say!", "prefer not to answer", "No idea…"])
def test_a_whole_answer_that_chooses_nothing(told: str) -> None:
    assert says_none(told)
    assert not says_none(f"{told} Anna said")

"""What is looked for in what was told, and what of it is quoted."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.contracts.session import Note
from core.features.search.matching import LONGEST, matches_groups, matching_passage, search_groups, search_words

LONG = " ".join(f"We went down to the river on day {n}, all of us." for n in range(60))


def test_a_word_is_found_in_each_of_its_forms() -> None:
    for query, told in (
        ("my brother", "Both brothers came."),
        ("брате", "Мы с братом уехали."),
        ("Казань", "Это было в Казани."),
        ("мама", "Матери не было дома."),
    ):
        assert matches_groups(told, search_groups(query)), (query, told)


def test_all_that_is_looked_for_has_to_be_there() -> None:
    assert matches_groups("My brother left Kazan.", search_groups("brother Kazan"))
    assert not matches_groups("My brother left.", search_groups("brother Kazan"))
    assert not matches_groups("Anything.", search_groups("about the and"))


def test_somebody_near_is_found_by_name_where_the_notes_know_it() -> None:
    notes = [Note(key="brother_name", value="Misha"), Note(key="sister_name", value="Olga", stale=True)]
    assert matches_groups("Misha had a goat.", search_groups("my brother", notes))
    assert matches_groups("Misha had a goat.", search_groups("про брата", notes))
    assert not matches_groups("Olga had a goat.", search_groups("my sister", notes))


def test_a_short_answer_is_quoted_whole_and_a_long_one_in_part() -> None:
    assert matching_passage("  My brother sang. ", search_groups("brother")) == "My brother sang."
    told = f"{LONG} My brother Misha sang there. {LONG}"
    quoted = matching_passage(told, search_groups("brother"))
    assert "My brother Misha sang there." in quoted
    assert quoted.startswith("… ")
    assert quoted.endswith(" …")


@given(st.text(alphabet=" .!?\nabBяё«»🦔́", max_size=1_500), st.sampled_from(("ab", "b a", "яё")))
def test_a_quotation_is_always_to_the_letter(told: str, query: str) -> None:
    quoted = matching_passage(told, search_groups(query))
    assert quoted.removeprefix("… ").removesuffix(" …").strip() in told
    assert len(quoted) <= LONGEST + 4


@given(st.text(max_size=300))
def test_words_to_search_by_are_letters_and_digits_alone(text: str) -> None:
    assert all(word.isalnum() for word in search_words(text))

"""Passages of an answer: how they are found, and what is left without them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.documents.visibility import GAP, find_passage, without_passages

TEXT = "Мы жили у мельницы.  Пила взяла мне руку –\nв 61-м. Мама сказала: «тише», и пекла хлеб."


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("пила взяла МНЕ руку - в 61-м.", "Пила взяла мне руку –\nв 61-м."),
        ('“Мама сказала: "тише", и пекла хлеб”', "Мама сказала: «тише», и пекла хлеб"),
        (" … взяла  мне руку…", "взяла мне руку"),
        ("рук", ""),
        ("хлеб. Мы", ""),
        ("…", ""),
        ("", ""),
    ],
)
def test_a_quotation_is_found_in_the_letters_of_its_text(quote: str, found: str) -> None:
    assert find_passage(quote, TEXT) == found


def test_words_of_a_language_without_spaces_are_found_anywhere() -> None:
    assert find_passage("手を失った", "私は鋸で手を失ったのです。") == "手を失った"


@pytest.mark.parametrize(
    ("passages", "left"),
    [
        (("B b.",), f"A a. {GAP} C c."),
        (("A a.", "C c."), f"{GAP} B b. {GAP}"),
        (("A a.", "B b"), f"{GAP}. C c."),
        (("a. B", "b. C"), f"A {GAP} c."),
        (("A a.", "B b.", "C c."), ""),
        (("A a. B b. C c",), ""),
        (("B b.", "D"), ""),
        ((), ""),
    ],
)
def test_a_gap_stands_for_passages_that_follow_each_other(passages: tuple[str, ...], left: str) -> None:
    assert without_passages(passages, "A a. B b. C c.") == left


def test_every_place_of_a_passage_is_left_out_also_where_they_overlap() -> None:
    assert (
        without_passages(("no, no",), "I said no, no, no. Then No,  no! Why not?")
        == f"I said {GAP}. Then {GAP}! Why not?"
    )


@given(st.lists(st.sampled_from(["ab", "Ab", "b", ".", "“", " ", "\n", "-", "ё", "(a+)*"])).map("".join), st.data())
def test_what_is_left_has_no_passage_in_it_and_is_the_same_again(text: str, data: st.DataObject) -> None:
    edges = st.integers(0, len(text))
    start, end = sorted(data.draw(st.tuples(edges, edges)))
    passage = find_passage(text[start:end], text)
    assert passage in text
    if passage:
        left = without_passages((passage,), text)
        assert find_passage(passage, left) == ""

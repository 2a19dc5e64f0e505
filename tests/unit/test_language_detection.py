"""Tell which language a text is in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.languages import LANGUAGES
from core.languages.detection import detect_language


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Я родилась в Казани, in 1938.", "ru"),
        ("Мы жили у самой реки.", "ru"),
        ("By the river, all of us.", "en"),
        ("My name is Аня, hello", "en"),
        ("Docker, Kubernetes, Redis", ""),
        ("", ""),
        ("👋", ""),
        ("שלום", ""),
    ],
)
def test_the_words_decide(text: str, expected: str) -> None:
    assert detect_language(text) == expected


def test_only_the_languages_asked_about_are_answered() -> None:
    assert detect_language("By the river, all of us.", ("ru",)) == ""


@given(st.text())
def test_whatever_is_written_it_is_a_language_of_ours_or_none(text: str) -> None:
    assert detect_language(text) in {"", *LANGUAGES}

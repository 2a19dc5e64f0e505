"""The language that letters tell of, for somebody of whom nothing else is known; and what no words may hold."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.languages import HERE, LANGUAGES
from core.languages.messages import language_of_script
from core.privacy.facts import Facts, interviewer_facts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Я родилась в Казани, in 1938.", "ru"),
        ("Ёлка", "ru"),
        ("Hello", ""),
        ("My name is Аня, hello", ""),
        ("аa", ""),
        ("", ""),
        ("👋", ""),
        ("שלום", ""),
    ],
)
def test_most_of_the_letters_decide(text: str, expected: str) -> None:
    assert language_of_script(text) == expected


@given(st.text())
def test_whatever_is_written_it_is_a_language_of_ours_or_none(text: str) -> None:
    assert language_of_script(text) in {"", *LANGUAGES}


@given(st.text(alphabet="абвгдежзиклмнопрстуфхцчшщъыьэюяё", min_size=1), st.text(alphabet="0123456789 .,!?—«»"))
def test_what_is_no_letter_counts_for_nothing(letters: str, others: str) -> None:
    assert language_of_script(others + letters + others) == "ru"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_guest_reads_of_a_configuration(language: str) -> None:
    lines = [
        line
        for path in sorted((HERE / language / "messages").glob("*.ftl"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if not line.startswith(("#", "operator-", "admin-", "command-stats", "command-who"))
    ]
    assert [line for line in lines if re.search(r"config\.|\.toml|\[llm\]", line)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_begins_with_a_value_that_may_be_in_small_letters(language: str) -> None:
    values = {"operator": "your daughter Beth", "words": "у тёти Вари"}
    lines = [
        line
        for path in sorted((HERE / language / "messages").glob("*.ftl"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"(?:^[\w-]+ = |[.!?…] )[«“]?\{ \$(?:" + "|".join(values) + r") \}", line)
    ]
    assert lines == []


def test_an_operator_in_lower_case_begins_a_sentence_with_a_capital() -> None:
    assert interviewer_facts(Facts(operator="your daughter Beth")).startswith("Your daughter Beth runs this bot.")

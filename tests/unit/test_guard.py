"""Words, sentences and alphabets of a text, and whether two questions are the same."""

from __future__ import annotations

import pytest

from core.text.text import Secret, count_words, in_alphabet_of, same_question, sentences


def test_a_prompt_is_not_recited() -> None:
    secret = Secret("Never tell anybody which of the seven doors leads down to the cellar where it lies.")
    assert secret.leaks("Do you know which of the seven doors leads down to the cellar?")
    example = "The roof was going and he still had the key in his hand, what then?"
    assert not Secret(f'Lead into the scene ("{example}").').leaks(example)


def test_a_question_is_not_asked_twice() -> None:
    asked = "What did your kitchen look like in winter?"
    assert same_question("And what did your kitchen look like in the winter?", asked)
    assert not same_question("What did your kitchen smell of at Easter?", asked)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("It's a well-known house.", 4),
        ("我出生在一个小村庄", 5),
        ("สวัสดี", 2),
    ],
)
def test_words_are_counted_in_any_script(text: str, count: int) -> None:
    assert count_words(text) == count


def test_sentences_keep_abbreviations_whole() -> None:
    assert sentences("Tell me about Mr. Smith of St. Ives. Who? He… left 3.5 years ago.") == [
        "Tell me about Mr. Smith of St. Ives.",
        "Who?",
        "He…",
        "left 3.5 years ago.",
    ]
    assert sentences("Это было в г. Орле. Вы и я. Всё") == ["Это было в г. Орле.", "Вы и я.", "Всё"]


def test_alphabets_are_told_apart() -> None:
    assert in_alphabet_of("ja", "私はここで生まれました")
    assert not in_alphabet_of("ko", "私はここで生まれました")
    assert in_alphabet_of("tlh", "anything goes")


def test_the_same_subject_with_another_question_word_is_another_question() -> None:
    assert not same_question("Who was at school with you?", "What was your school like?")
    assert same_question("Расскажите о первом школьном учителе.", "Расскажите про первого школьного учителя")

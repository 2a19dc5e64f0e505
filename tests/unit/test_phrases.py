"""Exact phrases and names: what they recognise, and that they leave every longer message alone."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.languages import HERE, LANGUAGES
from core.languages.phrases import Phrase, find_phrase, is_phrase, name_in

SHARED = Path(__file__).parents[3] / "shared" / "data" / "hard"
LISTS = {
    language: tomllib.loads((HERE / language / "phrases.toml").read_text(encoding="utf-8")) for language in LANGUAGES
}
EVERY = [(language, name, words) for language in LANGUAGES for name in Phrase for words in LISTS[language][name]]
WORDS_THAT_LEAD_NOWHERE = st.from_regex(r"zq[a-z]{1,8}", fullmatch=True)


def test_every_language_has_the_same_sections() -> None:
    assert {"en", "ru"} <= set(LANGUAGES)
    for language in LANGUAGES:
        assert set(LISTS[language]) == {*Phrase, "name_prefixes"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_are_short_and_no_phrase_has_two_meanings(language: str) -> None:
    phrases = [words for name in Phrase for words in LISTS[language][name]]
    assert len(phrases) == len(set(phrases))
    assert all(len(LISTS[language][name]) <= 16 for name in Phrase)


@given(
    st.sampled_from(EVERY),
    st.sampled_from(["{}", " {}  ", "{}.", "{}!", "«{}»", "{}…", "{} 🙂", "\n{}\n"]),
    st.sampled_from([str, str.upper, str.capitalize]),
)
def test_case_spaces_and_outer_punctuation_do_not_matter(
    listed: tuple[str, Phrase, str], around: str, case: type[str]
) -> None:
    language, name, words = listed
    if not any(map(str.isalpha, words)):
        around = "{}"
    written = around.format(case(words).replace("'", "’").replace(" ", "  "))
    assert find_phrase(written, language) is name
    assert find_phrase(written, f"{language}-XX") is name
    assert find_phrase(written, "xx") is name
    assert is_phrase(written, language, name)
    assert not is_phrase(written, language, *(other for other in Phrase if other is not name))


@given(st.sampled_from(EVERY), WORDS_THAT_LEAD_NOWHERE, st.sampled_from([" ", ", ", ". ", "\n"]))
def test_a_word_more_makes_it_an_answer(listed: tuple[str, Phrase, str], word: str, between: str) -> None:
    language, _, words = listed
    assert find_phrase(words + between + word, language) is None
    assert find_phrase(word + between + words, language) is None


@pytest.mark.parametrize(
    ("text", "language", "meaning"),
    [
        ("Enough for today!", "en", Phrase.PAUSE),
        ("yes, let's go on", "en", Phrase.GO_ON),
        ("👋🏽", "en", Phrase.GOODBYE),
        ("🙏\ufe0f", "ru", Phrase.THANKS),
        ("Ещё вопрос", "ru", None),
        ("Вы еще тут?", "ru", Phrase.ARE_YOU_THERE),
        ("СТОП", "en-GB", None),
        ("стоп", "", Phrase.STOP),
        ("No", "en", Phrase.NO),
        ("Nothing", "en", None),
        ("Done", "en", None),
        ("That's all", "en", None),
        ("", "en", None),
        ("...", "en", None),
    ],
)
def test_examples(text: str, language: str, meaning: Phrase | None) -> None:
    assert find_phrase(text, language) is meaning


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared sentences are not part of the repository")
def test_no_plain_sentence_moves_the_interview() -> None:
    for path in SHARED.glob("plain*.txt"):
        language = path.stem.rsplit(".", 1)[-1]
        for line in path.read_text(encoding="utf-8").splitlines():
            assert not is_phrase(line, language, Phrase.STOP, Phrase.PAUSE, Phrase.SKIP, Phrase.GOODBYE), line


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("Margaret", "en", "Margaret"),
        ("I'm Margaret, and I live in Leeds.", "en", "Margaret"),
        ("I’m Margaret.", "en", "Margaret"),
        ("Hello! My name is Anna Maria.\nI was born in York.", "en", "Anna Maria"),
        ("Hi I am Ken", "en", "Ken"),
        ("It's John F. Kennedy", "en", "John F. Kennedy"),
        ("Call me Peg!", "en", "Peg"),
        ("Ian", "en", "Ian"),
        ("Iman", "en", "Iman"),
        ("Меня зовут Алёна, мне семьдесят лет", "ru", "Алёна"),
        ("Здравствуйте, моё имя Яна", "ru", "Яна"),
        ("Мое имя Яна", "ru", "Яна"),
        ("Я Пётр.", "ru", "Пётр"),
        ("Яна", "ru", "Яна"),
        ("Это Зоя", "", "Зоя"),
        ("I’m O’Brien", "en", "O’Brien"),
        ("What is this for?", "en", None),
        ("Margaret?", "en", None),
        ("I was born in 1944", "en", None),
        ("We lived by the sea for years", "en", None),
        ("I'm the youngest of the four girls", "en", None),
        ("What do you mean", "en", None),
        ("Hello", "en", None),
        ("👋", "en", None),
        ("", "en", None),
    ],
)
def test_names(text: str, language: str, name: str | None) -> None:
    assert name_in(text, language) == name


@given(st.text(), st.sampled_from([*LANGUAGES, "", "de-AT"]))
def test_any_text_is_accepted(text: str, language: str) -> None:
    find_phrase(text, language)
    name = name_in(text, language)
    assert name is None or 1 <= len(name.split()) <= 4

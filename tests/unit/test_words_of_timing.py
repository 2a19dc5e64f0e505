"""What people write about times and names, as each language's folder lists it."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.languages import LANGUAGES, fold, lexicon
from core.languages.phrases import is_listed, without_introduction

AREAS = ("small_words", "timing")


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys(area: str, language: str) -> None:
    assert lexicon.lexicon(area, language).keys() == lexicon.lexicon(area, "en").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_are_compared_alone_are_single_and_folded(language: str) -> None:
    words = lexicon.lexicon("timing", language)
    alone = [*words["filling"], *words["from"], *words["to"], *words["to_after_from"], *words["clocks"]]
    alone += [name for names in words["day_names"] for name in names]
    assert [word for word in alone if word != fold(word) or " " in word] == []
    assert len(words["day_names"]) == 7


@pytest.mark.parametrize("area", AREAS)
def test_a_language_without_a_file_has_the_english_words(
    area: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    english = lexicon.lexicon(area, "en")
    (tmp_path / "en" / "words").mkdir(parents=True)
    (tmp_path / "en" / "words" / f"{area}.toml").write_bytes((lexicon.HERE / f"en/words/{area}.toml").read_bytes())
    monkeypatch.setattr(lexicon, "HERE", tmp_path)
    lexicon.lexicon.cache_clear()
    assert lexicon.lexicon(area, "xx") == english
    lexicon.lexicon.cache_clear()


@pytest.mark.parametrize("text", ["Off!", "turn off", " не надо. ", "ВЫКЛ"])
def test_an_answer_is_known_whole(text: str) -> None:
    assert is_listed(text, "small_words", "on", "off")
    assert not is_listed(f"{text} then", "small_words", "on", "off")


@pytest.mark.parametrize(
    ("text", "name"),
    [("Hi, call me Anna, please", "Anna"), ("Меня зовут Пётр, спасибо", "Пётр"), ("Anna Please", "Anna"), ("Hi", "")],
)
def test_a_name_without_what_is_said_around_it(text: str, name: str) -> None:
    assert without_introduction(text) == name

"""Words that are looked for, by area and language."""

from __future__ import annotations

import re

from core.languages import LANGUAGES
from core.languages.lexicon import any_word, entries, lexicon, own_lexicon


def test_english_fills_in_for_a_language_without_a_file() -> None:
    assert own_lexicon("podcast", "xx") == {}
    assert lexicon("podcast", "xx") == lexicon("podcast", "en")


def test_every_language_has_the_keys_of_english() -> None:
    for area in ("podcast", "technical"):
        assert all(own_lexicon(area, tag).keys() == lexicon(area, "en").keys() for tag in LANGUAGES)


def test_the_longest_word_is_found_first_in_any_language() -> None:
    found = re.match(any_word("podcast", "transcript"), "full transcription")
    assert found is not None
    assert found[0] == "full transcription"
    assert {"transcript", *lexicon("podcast", "ru")["transcript"]} <= {*entries("podcast", "transcript")}

"""Check that a text of ours keeps to what is known: no quotation, no name and no number that nobody has said.

Names are told by their capital letter inside a sentence. In a language where that means nothing, or that has no folder,
only quotations and numbers are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.languages import fold
from core.languages.lexicon import entries, languages_with, lexicon
from core.text.text import sentences, tokens

_QUOTATION = re.compile(r"[«“„\"]([^«»“”„\"\n]{1,400})[»”“\"]")
_NUMBER = re.compile(r"\d+")
_NAME = re.compile(r"(?<![\w'’-])[^\W\d_]+(?:['’-][^\W\d_]+)*")
_STEM = 4
"""Letters of a name that hold in all its cases."""


def has_invented_facts(text: str, language: str, *, quotable: Iterable[str], known: Iterable[str]) -> bool:
    """Tell whether `text` quotes, names or counts something that is in none of these."""
    quotations = [found for found in _QUOTATION.findall(text) if tokens(found)]
    if quotations:
        said = [f" {' '.join(tokens(each))} " for each in quotable]
        if any(not any(f" {' '.join(tokens(each))} " in words for words in said) for each in quotations):
            return True
    numbers, names = set(_NUMBER.findall(text)), set[str]()
    if language in languages_with("grammar") and lexicon("grammar", language)["names_by_capitals"]:
        # Words with a capital letter that do not begin a sentence, by their beginnings.
        plain = entries("grammar", "pronouns_with_capital")
        inner = (word for sentence in sentences(text) for word in _NAME.findall(sentence)[1:])
        found = [word for word in inner if word[0].isupper() and fold(word) not in plain]
        names = {stem[:_STEM] for word in found for stem in tokens(word)}
    if not numbers and not names:
        return False
    everything = " ".join(known)
    stems = {word[:_STEM] for word in tokens(everything)}
    return not numbers <= set(_NUMBER.findall(everything)) or not names <= stems

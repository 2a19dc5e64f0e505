"""Tell whether an answer is long enough to be asked further: ten words, in any script.

Languages that leave no space between words are counted by characters as a reader sees them (grapheme clusters, `\\X`):
two of Chinese or Japanese make a word, three of Thai, Lao, Burmese or Khmer. These are about the mean lengths of their
words, so that ten words are twenty characters there, and thirty here.
"""

from __future__ import annotations

import regex

SUBSTANTIVE = 10
"""Words from which an answer may be followed up."""
_DENSE = r"\p{Han}\p{Hiragana}\p{Katakana}"
_LOOSE = r"\p{Thai}\p{Lao}\p{Myanmar}\p{Khmer}"
_GRAPHEME = regex.compile(r"\X")
_IS_DENSE = regex.compile(rf"[{_DENSE}]")
_IS_LOOSE = regex.compile(rf"[{_LOOSE}]")
_UNSPACED = regex.compile(rf"[{_DENSE}{_LOOSE}]\p{{M}}*")
_WORD = regex.compile(r"[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’ʼ‐-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*")
_MOST = 4_000
"""Characters that are looked at; more is long enough in any script."""


def count_beginning_words(text: str) -> int:
    """Count the words in the beginning of `text`; what is no letter and no digit counts for nothing."""
    begun = text[:_MOST]
    spaced = len(_WORD.findall(_UNSPACED.sub(" ", begun)))
    graphemes = _GRAPHEME.findall(begun) if _UNSPACED.search(begun) else []
    dense = sum(1 for each in graphemes if _IS_DENSE.match(each))
    loose = sum(1 for each in graphemes if _IS_LOOSE.match(each))
    return spaced + dense // 2 + loose // 3


def is_substantive(text: str) -> bool:
    """Return whether there is enough in an answer to go deeper into."""
    return count_beginning_words(text) >= SUBSTANTIVE

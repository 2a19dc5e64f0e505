"""Passages of an answer that are kept back: how a quotation is found in it, and the answer without them."""

from __future__ import annotations

import re
from collections.abc import Iterable

GAP = "[…]"
"""Stands in a document where something of an answer is left out."""
_MARKS = "\"'«»‹›“”„‟‘’‚‛`´"
_DASHES = "-‐‑‒–—―−"
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
"""Letters of the languages that leave no space between words."""


def find_passage(quote: str, text: str) -> str:
    """Return the first place in `text` that `quote` stands for, in its own letters; empty where there is none.

    Case, white space, and the kinds of quotation marks and dashes may differ. Words are whole.
    """
    spans = _spans(quote.strip(f"{_MARKS} \t\r\n…"), text)
    return text[slice(*spans[0])] if spans else ""


def without_passages(passages: Iterable[str], text: str) -> str:
    """Return `text` with a gap for every place of each passage; empty where one is not in it, or no word is left."""
    found: list[tuple[int, int]] = []
    for passage in passages:
        places = _spans(passage, text)
        if not places:
            return ""
        found += places
    if not found:
        return ""
    joined = [min(found)]
    for start, end in sorted(found):
        before, last = joined[-1]
        if has_words(text[last:start]):
            joined.append((start, end))
        else:
            joined[-1] = (before, max(last, end))
    edges = [0, *(edge for span in joined for edge in span), len(text)]
    left = [text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)]
    return GAP.join(left) if any(map(has_words, left)) else ""


def has_words(text: str) -> bool:
    """Tell whether anything but punctuation and white space stands in a text."""
    return any(character.isalnum() for character in text)


def _spans(passage: str, text: str) -> list[tuple[int, int]]:
    """Return where a passage stands in a text; places that overlap are all among them."""
    words = passage.split()
    if not has_words(passage):
        return []
    pattern = r"\s+".join("".join(map(_alike, word)) for word in words)
    if _is_word(passage.strip()[0]):
        pattern = rf"(?<!\w){pattern}"
    if _is_word(passage.strip()[-1]):
        pattern = rf"{pattern}(?!\w)"
    # Looked at from each character, so that no place is hidden by one that overlaps it.
    return [each.span(1) for each in re.finditer(f"(?=({pattern}))", text, re.IGNORECASE)]


def _alike(character: str) -> str:
    """Return a pattern for a character and those that people type instead of it."""
    same = next((marks for marks in (_MARKS, _DASHES) if character in marks), "")
    return f"[{re.escape(same)}]" if same else re.escape(character)


def _is_word(character: str) -> bool:
    return (character.isalnum() or character == "_") and not _UNSPACED.match(character)

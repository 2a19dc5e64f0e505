"""Looks for something in what a person has told: which words are meant, and what is quoted. Invents nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from core.contracts.session import Note
from core.languages.lexicon import languages_with, lexicon
from core.text.text import sentences, stems

MOST_WORDS = 8
"""Words of a query that are looked for; with more it would find nothing."""
LONGEST = 420
"""Characters of a quotation."""


def search_words(text: str) -> frozenset[str]:
    """Return the words of a text without their endings, letters and digits alone; words that say nothing left out."""
    plain = ("".join(filter(str.isalnum, stem)) for stem in stems(text))
    return frozenset(word for word in plain if word)


def search_groups(query: str, notes: Iterable[Note] = ()) -> tuple[frozenset[str], ...]:
    """Return groups of words, of each of which at least one has to be there; none where the query says nothing.

    A query for a brother looks for his name too, where the notes know it.
    """
    known = list(notes)
    return tuple(frozenset({word, *_names(word, known)}) for word in sorted(search_words(query))[:MOST_WORDS])


def _names(word: str, notes: Sequence[Note]) -> Iterable[str]:
    keys = search_words(_relations().get(word, word))
    for note in notes:
        parts = note.key.split("_")
        if not note.stale and parts[-1] == "name" and keys & search_words(" ".join(parts[:-1])):
            for name in re.findall(r"[^\W\d_]+", note.value):
                if name[:1].isupper():
                    yield from search_words(name)


@cache
def _relations() -> dict[str, str]:
    """Return the words for those who are near, with how notes, whose keys are English, name them."""
    tables = [lexicon("grammar", tag)["relations"] for tag in languages_with("grammar")]
    return {
        word: key for table in tables for key, forms in table.items() for each in forms for word in search_words(each)
    }


def matches_groups(text: str, groups: Sequence[frozenset[str]]) -> bool:
    """Return whether something of each group stands in a text."""
    words = search_words(text)
    return bool(groups) and all(group & words for group in groups)


def count_matching_sentences(text: str, groups: Sequence[frozenset[str]]) -> int:
    """Return how many sentences of a text speak of it."""
    return sum(1 for sentence in sentences(text) if _speaks(sentence, groups))


def matching_passage(text: str, groups: Sequence[frozenset[str]]) -> str:
    """Return the passage of a text that speaks of it, to the letter, with "…" where it is cut."""
    text = text.strip()
    if len(text) <= LONGEST:
        return text
    first = next((s.strip() for s in sentences(text) if _speaks(s, groups)), text)
    start = max(0, text.find(first))
    if len(first) < LONGEST:
        start = min(start, len(text) - LONGEST)
        if start > 0 and not text[start - 1].isspace():
            # Begin at the next word, where one begins near.
            gap = re.compile(r"\s").search(text, start, start + LONGEST // 2)
            start = start if gap is None else gap.end()
    end = start + LONGEST
    passage = text[start:end] if end >= len(text) else text[start:end].rsplit(None, 1)[0]
    before, after = "… " if start else "", " …" if start + len(passage) < len(text) else ""
    return f"{before}{passage.strip()}{after}"


@lru_cache(maxsize=1_024)
def _speaks(sentence: str, groups: Sequence[frozenset[str]]) -> bool:
    words = search_words(sentence)
    return any(group & words for group in groups)

"""Find the options that an answer names: by their words, by their number, or as yes and no."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from core.contracts.closed_questions import Option
from core.interviews.script.numbers_told import LONGEST, normalized_words
from core.languages.lexicon import entries, languages_with, lexicon
from core.text.text import stems

_YES, _NO, _NOT, _LAST, _AROUND, _NONE = (
    frozenset(entries("choices", key)) for key in ("yes", "no", "not", "last", "around", "none")
)
_PLACES = {
    word: place
    for tag in languages_with("choices")
    for place, words in enumerate(lexicon("choices", tag)["places"], 1)
    for word in words
}
"""The places by their words."""
_NEAR = 0.75
"""Share of an option's words that must be said, where they stand apart or have other endings."""


def says_none(text: str) -> bool:
    """Return whether the whole answer is that none of the options is meant, or that they will not say."""
    return " ".join(normalized_words(text)) in _NONE


def chosen_options(text: str, options: Sequence[Option], *, several: bool) -> tuple[str, ...]:
    """Return the ids of the options that are meant, in their order; `several`: there may be more than one."""
    said = normalized_words(text[:LONGEST])
    if not said:
        return ()
    for way in (_whole, _by_words, _by_yes_or_no, _by_place, _by_stems):
        found = way(text, said, options)
        if found:
            ids = tuple(option.id for option in options if option.id in found)
            return ids if several or len(ids) == 1 else ()
    return ()


def _whole(text: str, said: tuple[str, ...], options: Sequence[Option]) -> set[str]:
    """Find the option that is the whole answer."""
    return {option.id for option in options if normalized_words(option.text) == said}


def _by_words(text: str, said: tuple[str, ...], options: Sequence[Option]) -> set[str]:
    """Find options whose words are in the answer and not negated; of one within another the longer."""
    found: dict[str, list[tuple[int, int]]] = {}
    for option in options:
        words = normalized_words(option.text)
        places = [(n, n + len(words)) for n in range(len(said) - len(words) + 1) if said[n : n + len(words)] == words]
        if words and places:
            found[option.id] = places
    taken = [place for places in found.values() for place in places]
    kept = set()
    for each, places in found.items():
        outer = [p for p in places if not any(o != p and o[0] <= p[0] and p[1] <= o[1] for o in taken)]
        # A "not" right before the words turns them round.
        if any(_NOT.isdisjoint(said[max(0, start - 2) : start]) for start, _ in outer):
            kept.add(each)
    return kept


def _by_yes_or_no(text: str, said: tuple[str, ...], options: Sequence[Option]) -> set[str]:
    heads = {option.id: (normalized_words(option.text) or ("",))[0] for option in options}
    yes = [each for each, head in heads.items() if head in _YES]
    no = [each for each, head in heads.items() if head in _NO]
    flat_no = _begins(said, "flat_no")
    says_no = said[0] in _NO or flat_no
    turned = flat_no or not (_NOT - _NO).isdisjoint(said[:2])
    says_yes = (said[0] in _YES or said[-1] in _YES or _begins(said, "flat_yes")) and not turned
    if len(yes) == 1 and says_yes and not says_no:
        return set(yes)
    return set(no) if len(no) == 1 and says_no and not says_yes else set()


def _begins(said: tuple[str, ...], key: str) -> bool:
    return any(said[: len(words)] == words for words in map(normalized_words, entries("choices", key)))


def _by_place(text: str, said: tuple[str, ...], options: Sequence[Option]) -> set[str]:
    """Find the option by its place, where nothing else is said: "2", "b)", "the second one"."""
    written = re.fullmatch(r"[\s(№#]*(\d{1,2})[\s).:]*", text)
    letter = re.fullmatch(r"[\s(]*([a-z])[\s).:]*", text, re.IGNORECASE)
    number = 0
    if written is not None:
        number = int(written[1])
    elif letter is not None:
        number = ord(letter[1].casefold()) - ord("a") + 1
    else:
        left = [word for word in said if word not in _AROUND] or [word for word in said if word in _PLACES]
        if len(left) == 1:
            word = left[0]
            place = int(word) if word.isdecimal() and len(word) < 3 else _PLACES.get(word, 0)
            number = len(options) if word in _LAST else place
    return {options[number - 1].id} if 1 <= number <= len(options) else set()


def _by_stems(text: str, said: tuple[str, ...], options: Sequence[Option]) -> set[str]:
    """Find the one option most of whose words are said, with whatever endings, and no "not" anywhere."""
    if any(word in _NOT for word in said):
        return set()
    spoken = stems(text[:LONGEST])
    often = Counter(stem for option in options for stem in stems(option.text))
    scores = {}
    for option in options:
        # What several options have in common tells none of them.
        own = {stem for stem in stems(option.text) if often[stem] == 1}
        if own:
            scores[option.id] = len(own & spoken) / len(own)
    return {each for each, score in scores.items() if score >= _NEAR}

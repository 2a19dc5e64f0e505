"""What people say as their own: not quoted, not reported, not asked, not supposed, and not taken back.

For what a rule finds as for what a model points at, in English and Russian. Careful rather than complete: an insight
that is none is put into somebody's mouth, while what is missed still stands in the conversation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.documents.quotations import standing
from core.documents.rules import any_of, one_form
from core.interviews.guard.text import count_words, sentences

LONGEST = 60
"""Words of a sentence that is quoted."""
_LONGEST_LETTERS = 900
_NEAR = 240
"""Characters of the sentences beside one that are looked at."""
_REPEATED = 4
"""Words from which a sentence that stands in the episode too is the episode's."""
_FILLER = "·"
_QUOTED = re.compile(
    r"«[^«»]*(?:»|$)|“[^“”]*(?:”|$)|„[^„“”]*(?:[“”]|$)|\"[^\"]*(?:\"|$)"
    r"|‘[^\n]{1,400}?’(?!\w)|(?<!\w)'[^\n]{1,400}?'(?!\w)"
)
_CLOSED = re.compile(r"[.!?…]*[»”“\"’']?$")
"""The end of a quotation: there a sentence may end."""
_SPEECH = re.compile(r"(?m)^[^\S\n]*(?:[—–]|-(?=[^\S\n]*[А-ЯЁ])).*$")
"""A line of somebody's words where dialogue is written with dashes."""


def own(text: str, heard: Sequence[str] = ()) -> Iterator[str]:
    """The sentences of an answer that the person says for themselves, each on one line.

    Without quoted speech, what the one before gives to somebody else or the one behind takes back, and what repeats
    `heard`, the words of the episode.
    """
    told = list(_sentences(text))
    for place, (shown, bare) in enumerate(told):
        before = told[place - 1][1] if place else ""
        behind = told[place + 1][1] if place + 1 < len(told) else ""
        if (
            any(c.isalnum() for c in bare)
            and not any_of("introductions").search(before[-_NEAR:])
            and not any_of("takebacks").match(behind[:_NEAR])
            and not _repeats(shown, heard)
        ):
            yield shown


def stated(
    pattern: re.Pattern[str],
    sentence: str,
    *,
    fewest: int,
    unless: re.Pattern[str] | None = None,
) -> bool:
    """Whether a sentence of at least `fewest` words states what a pattern finds in it. `unless`: what spoils it too."""
    if len(sentence) > _LONGEST_LETTERS or not fewest <= count_words(sentence) <= LONGEST:
        return False
    # As many characters as before, so that words stay apart.
    bare = _QUOTED.sub(lambda match: _FILLER * len(match.group()), one_form(sentence))
    if any_of("doubts").search(bare) or (unless is not None and unless.search(bare)):
        return False
    return any(
        not any_of("governors").search(bare[: match.start()]) and not any_of("denials").search(bare[match.end() :])
        for match in pattern.finditer(bare)
    )


def _sentences(text: str) -> Iterator[tuple[str, str]]:
    """Each sentence as it stands, on one line, and in one form with what is quoted blotted out."""
    bare = _QUOTED.sub(_blotted, one_form(text))
    bare = _SPEECH.sub(lambda match: _FILLER * len(match.group()), bare)
    end = 0
    for sentence in sentences(bare):
        start = bare.index(sentence, end)
        end = start + len(sentence)
        yield " ".join(text[start:end].split()), " ".join(sentence.split())


def _blotted(match: re.Match[str]) -> str:
    quoted = match.group()
    tail = _CLOSED.search(quoted)
    kept = tail.group() if tail is not None and len(tail.group()) < len(quoted) else ""
    return _FILLER * (len(quoted) - len(kept)) + kept


def _repeats(sentence: str, heard: Sequence[str]) -> bool:
    return count_words(sentence) >= _REPEATED and any(
        standing(sentence, words) or (count_words(words) >= _REPEATED and standing(words, sentence)) for words in heard
    )

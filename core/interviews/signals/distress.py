"""Distress of today: a wish to be dead, thoughts of suicide, a plan; or being hurt by somebody now.

It is looked for in every sentence of what is written, in the first person and in the present: most of what is hard in a
life is told in the past, of others, or as an idiom. The frames of `english_distress.txt` and `russian_distress.txt` say
what stands near what; `distress.txt` has what is said in set phrases, and what makes a sentence a telling.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from core.interviews.signals.frames import Frames
from core.interviews.signals.normal import flat
from core.interviews.signals.phrase_lists import anywhere, sections

_HERE = Path(__file__).parent
_CYRILLIC = re.compile(r"[а-я]")
_QUOTED = re.compile(r"[«“„\"][^«»“”„\"\n]{0,400}[»”“\"]")
_SENTENCE_END = re.compile(r"[.!?…\n]+")
_WORD = re.compile(r"[\w]+")
_CLAUSE_WORDS = 60
"""Whoever writes without full stops is read in pieces of this many words."""


@cache
def _patterns(*, russian: bool) -> dict[str, re.Pattern[str]]:
    """By section. No pattern has letters of both alphabets, and where there are none of one its own fit nothing."""
    found = sections(_HERE / "distress.txt").items()
    return {
        name: anywhere([line for line in lines if bool(_CYRILLIC.search(line)) is russian]) for name, lines in found
    }


@cache
def _frames(language: str) -> Frames:
    return Frames(_HERE / f"{language}_distress.txt")


def in_distress(text: str) -> bool:
    """Whether anything in `text` sounds like distress of today. Linear in the text; raises for none."""
    return any(_heard_in(sentence) for sentence in _SENTENCE_END.split(flat(_QUOTED.sub(" ", text))))


def _heard_in(sentence: str) -> bool:
    heard = _framed(sentence)
    if "harm" in heard or _found("harm", sentence):
        return not _told(sentence)
    despairs = _found("death", sentence) and _found("despair", sentence) and not _found("peace", sentence)
    hurts = despairs or "self" in heard or _found("self", sentence)
    return hurts and not _told(sentence) and not _found("reported", sentence)


def _told(sentence: str) -> bool:
    """Of what was, or of a story."""
    return _found("past", sentence) or _found("film", sentence)


def _framed(sentence: str) -> set[str]:
    words = _WORD.findall(sentence)
    frames = _frames("russian" if _CYRILLIC.search(sentence) else "english")
    pieces = (words[start : start + _CLAUSE_WORDS] for start in range(0, len(words), _CLAUSE_WORDS))
    return {name for piece in pieces for name in frames.heard(piece)}


def _found(name: str, sentence: str) -> bool:
    if _patterns(russian=False)[name].search(sentence):
        return True
    return bool(_CYRILLIC.search(sentence) and _patterns(russian=True)[name].search(sentence))

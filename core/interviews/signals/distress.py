"""Distress of today: a wish to be dead, thoughts of suicide, a plan; or being hurt by somebody now.

It is looked for in every sentence of what is written, in the first person and in the present: most of what is hard in a
life is told in the past, of others, or as an idiom. `distress.txt` has the patterns and says where they come from.
"""

from __future__ import annotations

import re
from pathlib import Path

from core.interviews.signals.normal import flat
from core.interviews.signals.phrase_lists import anywhere, sections

_PATTERNS = {name: anywhere(lines) for name, lines in sections(Path(__file__).parent / "distress.txt").items()}
_QUOTED = re.compile(r"[«“„\"][^«»“”„\"\n]{0,400}[»”“\"]")
_SENTENCE_END = re.compile(r"[.!?…\n]+")


def in_distress(text: str) -> bool:
    """Whether anything in `text` sounds like distress of today. Linear in the text; raises for none."""
    return any(_heard_in(sentence) for sentence in _SENTENCE_END.split(flat(_QUOTED.sub(" ", text))))


def _heard_in(sentence: str) -> bool:
    if _found("past", sentence) or _found("film", sentence):
        return False
    if _found("harm", sentence):
        return True
    despairs = _found("death", sentence) and _found("despair", sentence) and not _found("peace", sentence)
    return (despairs or _found("self", sentence)) and not _found("reported", sentence)


def _found(name: str, sentence: str) -> bool:
    return _PATTERNS[name].search(sentence) is not None

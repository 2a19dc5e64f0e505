"""A message as it can be spoken: its words without what is only for the eye. Pure."""

from __future__ import annotations

import re
import unicodedata

from core.contracts.messages import Say, Style

LONGEST = 1_500
"""Characters: about two minutes. What is longer is a task to be read, and nobody wants it read to them."""
_LINK = re.compile(r"\b(?:https?://|www\.)\S+|\S+@\S+\.\w+")
_MARKUP = re.compile(r"[*_`~#<>|\\^\[\]{}=]+")
_COMMAND = re.compile(r"(?<!\S)/(?=[a-z])")
_ITEM = re.compile(r"^\s*(?:[-–—•·▪◦*+]|\(?\d{1,3}[.)]|\(?[^\W\d_]\))\s+", re.IGNORECASE)
_EMPTY = re.compile(r"\(\s*\)|«\s*»|“\s*”")
_ENDS = re.compile(r"[.!?…:;,]['\"’”»)]*$")
_BLANKS = re.compile(r"\s+")
_BEFORE_A_STOP = re.compile(r"\s+(?=[.,;:!?…])")
_SPOKEN_SIGNS = frozenset("+%&€$£¥°№§/")


def words_to_speak(say: Say) -> str:
    """Return what is to be heard of it; empty where that is nothing, or more than anybody listens to.

    Left out are lines of code, notices (paragraphs in italics, which tell of the program and not of the subject),
    links, markup and pictures. Lines of a list become sentences. Numbers stay as they are: the voices know how to say
    them.
    """
    kept, end = [], 0
    for span in sorted(say.spans, key=lambda span: span.start):
        alone = say.text[: span.start][-1:] in {"", "\n"} and say.text[span.end : span.end + 1] in {"", "\n"}
        is_notice = span.style is Style.ITALIC and alone
        if span.start >= end and (span.style is Style.BLOCK or is_notice):
            kept.append(say.text[end : span.start])
            end = span.end
    lines = (_line(line) for line in "".join([*kept, say.text[end:]]).splitlines())
    text = " ".join(line for line in lines if line)
    return text if len(text) <= LONGEST and any(map(str.isalnum, text)) else ""


def _line(line: str) -> str:
    line = _LINK.sub("", _ITEM.sub("", line))
    line = _MARKUP.sub(" ", _COMMAND.sub("", line))
    # Of the signs, only those are heard that have a name in any language.
    line = "".join(c for c in line if unicodedata.category(c)[0] not in {"S", "C"} or c in _SPOKEN_SIGNS)
    line = _BEFORE_A_STOP.sub("", _BLANKS.sub(" ", _EMPTY.sub("", line))).strip()
    if not any(map(str.isalnum, line)):
        return ""
    return line if _ENDS.search(line) else f"{line}."

"""Whether words that somebody calls a quotation really stand in a text.

Nothing that was not said is given out as said: a model's quotation is kept only in the words of the source itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from core.sources.material import Quote

LONGEST_QUOTE = 2_000
"""Characters; nothing longer is a quotation."""
_MARKS = "\"'«»‹›“”„‟‘’‚‛`´ʼ＂＇「」『』"
_DASHES = "-‐‑‒–—―−"
_ANY_MARK = f"[{re.escape(_MARKS)}]"
_ANY_DASH = f"[{re.escape(_DASHES)}]"
_AROUND = f"{_MARKS} \t\r\n.,;:!?…{_DASHES}"
_PIECE = re.compile(r"\s+|\S")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
"""Letters of the languages that leave no space between words."""


def standing(quote: str, text: str) -> str | None:
    """The words of `text` that `quote` stands for, as they stand there; None where there are none.

    White space, the kinds of quotation marks and of dashes, and the case of the first letter may differ; marks around
    the quotation are no part of it. Words are whole: "art" does not stand in "party". Raises for no text.
    """
    wanted = unicodedata.normalize("NFC", quote).strip(_AROUND)
    if not 0 < len(wanted) <= LONGEST_QUOTE or not any(c.isalnum() for c in wanted):
        return None
    text = unicodedata.normalize("NFC", text)
    telling = max(re.findall(r"[^\W_]+", wanted[1:]), key=len, default="")
    if telling not in text:
        return None
    found = re.search(_pattern(wanted), text)
    return found.group() if found is not None else None


def kept(quotes: Iterable[Quote], text: str) -> tuple[Quote, ...]:
    """The quotes that stand in `text`, each once and in its words there, on one line."""
    found: dict[str, Quote] = {}
    for quote in quotes:
        words = standing(quote.text, text)
        if words is not None:
            flat = " ".join(words.split())
            found.setdefault(flat.casefold(), quote.model_copy(update={"text": flat}))
    return tuple(found.values())


def _pattern(wanted: str) -> str:
    pieces = [_form(piece) for piece in _PIECE.findall(wanted)]
    first = wanted[0]
    cases = dict.fromkeys(each for each in (first, first.lower(), first.upper()) if len(each) == 1)
    pieces[0] = f"(?:{'|'.join(map(re.escape, cases))})" if first.isalpha() else pieces[0]
    before = r"(?<!\w)" if _bounded(first) else ""
    after = r"(?!\w)" if _bounded(wanted[-1]) else ""
    return f"{before}{''.join(pieces)}{after}"


def _form(piece: str) -> str:
    if piece.isspace():
        return r"\s+"
    if piece in _MARKS:
        return _ANY_MARK
    return _ANY_DASH if piece in _DASHES else re.escape(piece)


def _bounded(character: str) -> bool:
    """Whether a word must begin or end beside it."""
    return (character.isalnum() or character == "_") and not _UNSPACED.match(character)

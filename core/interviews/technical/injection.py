"""Words that speak to whoever weighs an interview: no evidence, and not shown to whoever weighs.

They are orders and pleas: a verb that demands at the beginning of a clause, with what it demands. What somebody tells
of their work ("we scored 5 points", "the test score is 5", "put it into the system prompt") is none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Final

from core.languages import LANGUAGES, fold
from core.languages.lexicon import own_lexicon

LEFT_OUT: Final = "[…]"
_AREA: Final = "technical"
_PART = re.compile(r"\{([A-Z_]+)\}")
_LOOKALIKES = {
    other: latin for tag in LANGUAGES for other, latin in own_lexicon(_AREA, tag).get("lookalikes", {}).items()
}
_ALIKE = str.maketrans(_LOOKALIKES)
"""Letters of other alphabets that look like Latin ones."""
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_ANY_ALIKE = rf"(?:{'|'.join(_LOOKALIKES)})"
# Only where a word begins: tried at each of its letters, a long word would take the square of its length.
_MIXED = re.compile(rf"(?<!\w)\w*(?:[a-z]{_ANY_ALIKE}|{_ANY_ALIKE}[a-z])\w*")


def is_injection(text: str) -> bool:
    """Tell whether these words are an order, or a plea, to whoever weighs them."""
    plain = _plain(text)
    return any(_orders().search(each) is not None for each in {plain, _plain(_HUMP.sub(" ", text))})


def strip_injections(text: str) -> str:
    """Leave out each sentence, and in code each line, that speaks to whoever weighs the text."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if is_injection(line):
            parts = re.split(r"(?<=[.!?…])(\s+)", line)
            joined = "".join(LEFT_OUT if is_injection(part) else part for part in parts)
            lines[number] = LEFT_OUT if is_injection(joined) else joined
    return "\n".join(lines)


def _plain(text: str) -> str:
    """Return small letters, one alphabet a word, single blanks, nothing invisible; "give_me_five" is three words."""
    seen = unicodedata.normalize("NFKC", text).replace("_", " ")
    shown = "".join(c for c in seen if c.isascii() or unicodedata.category(c) != "Cf")
    small = " ".join(fold(shown).split())
    return _MIXED.sub(lambda word: word[0].translate(_ALIKE), small)


@cache
def _orders() -> re.Pattern[str]:
    """Return one pattern for the orders of every language, with the parts they name put in."""
    found: list[str] = []
    for words in (own_lexicon(_AREA, tag) for tag in LANGUAGES):
        parts: dict[str, str] = {}
        for name, text in words.get("order_parts", {}).items():
            parts[name] = f"(?:{_filled(text, parts)})"
        found += (_filled(text, parts) for text in words.get("orders", ()))
    return re.compile("|".join(found))


def _filled(text: str, parts: Mapping[str, str]) -> str:
    return _PART.sub(lambda part: parts[part[1]], "".join(map(str.strip, text.splitlines())))

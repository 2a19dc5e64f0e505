"""Split a text that was written in several languages, one below the other."""

from __future__ import annotations

import re

from core.languages import LANGUAGES

_MARK = re.compile(rf"^({'|'.join(LANGUAGES)}):(?=\s|$)", re.MULTILINE | re.IGNORECASE)


def split_by_language(written: str) -> dict[str, str]:
    """Return the texts by their languages; text before the first mark ("en:" at the beginning of a line) is under "".

    Without any mark it is one text for everybody. Empty texts are left out.
    """
    parts = _MARK.split(written)
    texts = {"": parts[0].strip()}
    for language, text in zip(parts[1::2], parts[2::2], strict=True):
        texts[language.lower()] = text.strip()
    return {language: text for language, text in texts.items() if text}

"""A text that was written in several languages, one below the other."""

from __future__ import annotations

import re

from core.languages import LANGUAGES

_MARK = re.compile(rf"^({'|'.join(LANGUAGES)}):(?=\s|$)", re.MULTILINE | re.IGNORECASE)


def split_by_language(written: str) -> dict[str, str]:
    """The texts by their languages; what stands before the first mark ("en:" at the beginning of a line) under "".

    Without any mark it is one text for everybody. Empty texts are left out.
    """
    parts = _MARK.split(written)
    texts = {"": parts[0].strip()}
    for language, text in zip(parts[1::2], parts[2::2], strict=True):
        texts[language.lower()] = text.strip()
    return {language: text for language, text in texts.items() if text}

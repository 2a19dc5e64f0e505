"""Know each human language from a folder of its own."""

from __future__ import annotations

import unicodedata
from pathlib import Path

HERE = Path(__file__).parent
LANGUAGES: tuple[str, ...] = tuple(sorted(path.parent.name for path in HERE.glob("*/phrases.toml")))
"""Primary tags of the languages that have a folder: the bot speaks them. Interviews may go on in others."""
FALLBACK = "en"  # the fallback for a language that defines nothing of its own

_SAME_LETTER = str.maketrans("’‘ʼ`´ё", "'''''е")


def script_files(name: str) -> tuple[Path, ...]:
    """Return the files of a shipped script, one per language that has it."""
    return tuple(sorted(HERE.glob(f"*/scripts/{name}.toml")))


def languages_to_search(tag: str) -> tuple[str, ...]:
    """Return the language that a BCP 47 tag names ("ru-RU" gives "ru"), or every language when none matches."""
    primary = tag.casefold().replace("_", "-").split("-")[0]
    return (primary,) if primary in LANGUAGES else LANGUAGES


def fold(text: str) -> str:
    """Return the text in lower case with one form for each letter and apostrophe, so that spellings can be compared."""
    # Folding the case can undo the composition of a letter, and one composed form is what the table maps.
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).translate(_SAME_LETTER)

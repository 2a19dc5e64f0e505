"""The codes that join two chats, as they are made and as people type them."""

from __future__ import annotations

import re
import secrets

from core.access.gate import code_digest
from core.contracts.messages import Command, Incoming
from core.languages import LANGUAGES
from core.languages.lexicon import lexicon

COMMAND = "link"
LENGTH = 8
"""Letters of a code, which is shown in two halves; guessing one in five tries: one in 20,000 million."""
LETTERS = "234679ACDEFGHJKMNPQRTWXY"
"""What a code that joins two chats is made of: nothing that looks like something else in it."""
_LIKE_A_CODE = re.compile(rf"(?<!\w)([{LETTERS}]{{4}})[-\s]?([{LETTERS}]{{4}})(?!\w)")
_LOOK_ALIKES = str.maketrans(
    {letter: latin for tag in LANGUAGES for letter, latin in lexicon("small_words", tag)["look_alikes"].items()}
)


def make_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def link_code(incoming: Incoming) -> str:
    """Return the digest of the code of another chat (`/link CODE`), right or wrong; empty for everything else.

    It may be typed in small letters, without its dash, or on a keyboard whose letters only look the same.
    """
    match incoming.content:
        case Command(name=name, argument=argument) if name == COMMAND and argument.strip():
            typed = argument.upper().translate(_LOOK_ALIKES)
            return code_digest("".join(letter for letter in typed if letter.isalnum()))
        case _:
            return ""


def told_codes(text: str) -> frozenset[str]:
    """Return the digests of everything in a text that has the form of a code of another chat."""
    found = _LIKE_A_CODE.findall(text.upper().translate(_LOOK_ALIKES))
    return frozenset(code_digest(first + second) for first, second in found)

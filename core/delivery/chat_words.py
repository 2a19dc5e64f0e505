"""What people write in chats, looked at as such."""

from __future__ import annotations

import unicodedata

_UNSEEN = {"Cc", "Cf", "Zs", "Zl", "Zp"}
_BLANKS = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0"}
"""Characters that look like nothing although they are letters or symbols."""


def is_blank(text: str) -> bool:
    """Whether there is nothing in it that a reader could see."""
    return all(character in _BLANKS or unicodedata.category(character) in _UNSEEN for character in text)

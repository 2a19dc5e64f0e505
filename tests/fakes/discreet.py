"""Books that hear a request to keep something back, and the words by which tests ask for it."""

from __future__ import annotations

import html
import re
from typing import Any

from core.contracts.ports import Prompt

ASKS = ("between us", "leave that part out", "don't send", "не говорите", "keep that to yourself")
"""What makes a message of a test ask for it."""
EARLIER = "keep that to yourself"
"""The message before is meant, and not the one that says so."""
PART = "leave that part out"
"""Only the sentences of it with a secret are meant."""
_LINE = re.compile(r'<person n="(\d+)"((?: \w+="\w+")*)>(.*?)</person>', re.DOTALL)


def discreet(prompt: Prompt) -> dict[str, Any]:
    """Return the books of a prompt: what the new messages ask to be kept back, in their own words."""
    return {"keep_back": requests_in(prompt.user)}


def requests_in(user: str) -> list[dict[str, Any]]:
    """Return the requests in a prompt's new messages: the numbers of the messages they are about, and their words."""
    lines = [(int(n), "new" in marks, html.unescape(text)) for n, marks, text in _LINE.findall(user)]
    found = []
    for place, (number, is_new, text) in enumerate(lines):
        if is_new and any(each in text.casefold() for each in ASKS):
            meant = [lines[place - 1][0]] if EARLIER in text.casefold() and place else [number]
            parts = re.findall(r"[^.]*secret[^.]*[.]", text) if PART in text.casefold() else []
            found.append({"n": meant, "passages": [part.upper() for part in parts], "words": text})
    return found

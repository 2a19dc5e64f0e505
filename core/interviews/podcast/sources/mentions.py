"""Links in what a person wrote. Pure, and light to load: the desk reads every word, and fetches nothing."""

from __future__ import annotations

import re

_LINK = re.compile(r"(?:https?|feed|pcast|itpc|podcast|rss)://[^\s<>\"«»]+", re.IGNORECASE)
_BARE = re.compile(r"(?<![\w@.])(?:[\w-]{1,63}\.){1,10}[a-z]{2,24}/[^\s<>\"«»]+", re.IGNORECASE)
_AFTER = ".,;:!?…)]}'*”’"


def link_in(words: str) -> str | None:
    """The first address in what a person wrote, without the sentence around it."""
    found = _LINK.search(words) or _BARE.search(words)
    if found is None:
        return None
    link = found[0].rstrip(_AFTER)
    return f"{link})" if link.count("(") > link.count(")") else link

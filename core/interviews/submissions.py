"""Find links and code in what a person wrote. Pure, and light to load: nothing is fetched here."""

from __future__ import annotations

import re

from core.contracts.fences import fenced_passages
from core.contracts.turn import AcceptedInput, Submission, SubmissionKind

_LINK = re.compile(r"(?:https?|feed|pcast|itpc|podcast|rss)://[^\s<>\"«»]+", re.IGNORECASE)
_BARE = re.compile(r"(?<![\w@.])(?:[\w-]{1,63}\.){1,10}[a-z]{2,24}/[^\s<>\"«»]+", re.IGNORECASE)
_AFTER = ".,;:!?…)]}'*”’"


def link_in(words: str) -> str | None:
    """Return the first address in what a person wrote, without the sentence around it."""
    found = _LINK.search(words) or _BARE.search(words)
    if found is None:
        return None
    link = found[0].rstrip(_AFTER)
    return f"{link})" if link.count("(") > link.count(")") else link


def submissions_in(words: str, takes: AcceptedInput) -> tuple[Submission, ...]:
    """Return the code in an answer, then its first link, as far as the interview takes them."""
    found = [
        Submission(kind=SubmissionKind.CODE, text=passage.text, language=passage.language)
        for passage in (fenced_passages(words) if takes.code else ())
        if passage.is_code
    ]
    if takes.links and (link := link_in(words)) is not None:
        found.append(Submission(kind=SubmissionKind.LINK, text=link))
    return tuple(found)

"""Links and code in what a person wrote. Pure, and light to load: the desk reads every word, and fetches nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.contracts.fences import fenced_passages
from core.contracts.turn import AcceptedInput, Submission, SubmissionKind

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


def submissions_in(words: str, takes: AcceptedInput) -> tuple[Submission, ...]:
    """What stands in an answer of what an interview takes, in order."""
    return (*(_code_in(words) if takes.code else ()), *(_links_in(words) if takes.links else ()))


def _code_in(words: str) -> Iterator[Submission]:
    for passage in fenced_passages(words):
        if passage.is_code:
            yield Submission(kind=SubmissionKind.CODE, text=passage.text, language=passage.language)


def _links_in(words: str) -> Iterator[Submission]:
    if (link := link_in(words)) is not None:
        yield Submission(kind=SubmissionKind.LINK, text=link)

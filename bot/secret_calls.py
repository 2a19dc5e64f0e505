"""Keeps the words of answers that were left out from being read in what the model was asked."""

from __future__ import annotations

import json
from dataclasses import replace

from core.contracts.operator_desk import LedgerCall, LedgerPage
from core.contracts.session import Record, Role
from core.text.text import stems


def withhold_secrets(whole: Record, page: LedgerPage) -> LedgerPage:
    """Return the page with its calls without prompt and answer where they have words of what their person leaves out.

    A model repeats such words in its questions and notes, so one that nobody has said elsewhere is enough.
    """
    told = [entry for entry in whole.entries if entry.role is Role.PERSON]
    hidden = [entry for entry in told if entry.kept_back]
    if not hidden:
        return page
    since = min(entry.at.timestamp() for entry in hidden)
    passages = {
        passage.strip()
        for entry in hidden
        for passage in entry.kept_passages or (revision.text for revision in entry.revisions)
        if passage.strip()
    }
    written = {form for each in passages for form in (each, *_escaped(each))}
    elsewhere = " ".join(entry.text for entry in whole.entries if not entry.kept_back and entry.at.timestamp() < since)
    openly = " ".join(entry.text for entry in told if not entry.kept_back)
    secret = stems(" ".join(passages)) - stems(f"{elsewhere} {openly}")

    def gives_away(call: LedgerCall) -> bool:
        text = f"{call.prompt}\n{call.answer}"
        return any(each in text for each in written) or (call.at >= since and bool(stems(text) & secret))

    withheld = frozenset(call.id for call in page.calls if gives_away(call))
    shown = (replace(call, prompt="", answer="") if call.id in withheld else call for call in page.calls)
    return replace(page, calls=tuple(shown), withheld=withheld)


def _escaped(text: str) -> tuple[str, ...]:
    """Return a text as JSON writes it, with and without escapes for other alphabets."""
    return json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1]

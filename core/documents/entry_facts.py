"""What the lines of an interview amount to, for the JSON export: numbers of questions, lengths of answers, pauses.

All of it follows from the entries, so an import passes it over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from core.contracts.session import QUESTIONS, Entry, EntryKind, Record
from core.documents.exchanges import closes, exchanges, figures, thinking


def figures_of(record: Record) -> dict[str, Any]:
    """What the documents say of the whole; `average` is the words of an answer."""
    return asdict(figures(record))


def entry_facts(record: Record) -> list[dict[str, Any]]:
    """For each question and answer that stands, by `seq`, in their order.

    Of a question `number` (from 1, of the main question that it belongs to; none of the closing one), `depth` (0, or
    which message in a row it is that goes on with it), `follow_up_to` (`seq` of the question before it in that row). Of
    an answer `words`, and of the first message of one `thinking_seconds`.
    """
    told = exchanges(record)
    pauses = {exchange.answers[0].seq: round(thinking(exchange), 1) for exchange in told if exchange.question}
    answered = {exchange.question.seq for exchange in told if exchange.question is not None}
    standing = [e for e in record.entries if e.kind in QUESTIONS and (e.seq in answered or not e.withdrawn)]
    found = list(_questions(sorted(standing, key=lambda e: e.seq)))
    for answer in (each for exchange in told for each in exchange.answers):
        pause = {"thinking_seconds": pauses[answer.seq]} if answer.seq in pauses else {}
        found.append({"seq": answer.seq, "words": len(answer.text.split()), **pause})
    return sorted(found, key=lambda each: int(each["seq"]))


def _questions(asked: list[Entry]) -> Iterator[dict[str, Any]]:
    number, depth, before = 0, 0, None
    for entry in asked:
        follows = entry.kind is not EntryKind.QUESTION and before is not None
        if not follows:
            number += not closes(entry)
        depth = depth + 1 if follows else 0
        closing = closes(entry) or (follows and before is not None and before["number"] is None)
        facts: dict[str, Any] = {"seq": entry.seq, "number": None if closing else number, "depth": depth}
        if follows and before is not None:
            facts["follow_up_to"] = before["seq"]
        yield facts
        before = facts

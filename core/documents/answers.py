"""Writes the answers of interviews as rows of a table, to be counted or read with other programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields

from core.contracts.session import Record
from core.documents.csv_table import csv_text
from core.documents.exchanges import answered_exchanges
from core.documents.readable import remove_invisible


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRow:
    """A question with all that was said to it and not taken back. The fields are the columns, in their order.

    The person is the number that they have here: no name and no address, though their words may hold any.
    """

    session: str
    person: str
    interview: str
    """The kind."""
    title: str
    language: str
    number: int
    """1, 2, 3, ... in the session."""
    question_id: str
    """Of the script's question that it belongs to."""
    kind: str
    """"question", "follow-up", or "room" for a message of ours that asks nothing; empty for words to no question."""
    question: str
    answer: str
    """The messages joined by line breaks, in their newest wording."""
    words: int
    asked_at: str
    """Moments are in UTC as ISO 8601 writes them."""
    answered_at: str
    by: str
    """"voice", "text", or "voice and text"."""
    spoken_seconds: float


def answer_rows(record: Record) -> Iterator[AnswerRow]:
    """Yield a row for each answered question, in the order of the asking."""
    session = record.session
    for number, each in enumerate(answered_exchanges(record), start=1):
        first, question, text = each.answers[0], each.question, remove_invisible(each.text)
        yield AnswerRow(
            session=session.id,
            person=session.person_id,
            interview=session.kind,
            title=remove_invisible(session.title),
            language=session.language,
            number=number,
            question_id=first.question_id if question is None else question.question_id,
            kind="" if question is None else question.kind.value,
            question=remove_invisible(each.asked),
            answer=text,
            words=len(text.split()),
            asked_at="" if question is None else question.at.isoformat(timespec="seconds"),
            answered_at=first.at.isoformat(timespec="seconds"),
            by=" and ".join(sorted({"voice" if a.spoken_seconds else "text" for a in each.answers}, reverse=True)),
            spoken_seconds=round(sum(answer.spoken_seconds for answer in each.answers), 1),
        )


def as_json_line(row: AnswerRow) -> str:
    return json.dumps(asdict(row), ensure_ascii=False) + "\n"


def csv_head() -> str:
    return csv_text([[field.name for field in fields(AnswerRow)]])


def as_csv_line(row: AnswerRow) -> str:
    return csv_text([[getattr(row, field.name) for field in fields(AnswerRow)]])

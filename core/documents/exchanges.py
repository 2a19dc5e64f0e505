"""Pairs questions with their answers, counts them, and writes them as rows of a table; the transcript has its own."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from datetime import timedelta

from core.contracts.session import QUESTIONS, Entry, EntryKind, Record
from core.documents.csv_table import csv_text
from core.documents.readable import plain_time, remove_invisible
from core.documents.visibility import count_told_words, original_seq, visible_record
from core.languages.messages import say
from core.text.text import is_substantive

_BEFORE = 0  # the place of what was told before the first question, in front of all others
LONGEST_THOUGHT = timedelta(minutes=2)
"""The most of a silence before an answer that counts as thinking: a person may sleep."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """A question with all that was told to it and not taken back, in order."""

    question: Entry | None
    """None: what was said answers no question of this record, such as all that was told before the first one."""
    answers: tuple[Entry, ...]  # at least one
    begins: bool = True  # the question is the first about its subject

    @property
    def follows_up(self) -> bool:
        return self.question is not None and not self.begins

    @property
    def opens(self) -> bool:
        """Return whether it was told before anything was asked."""
        return self.question is None and all(answer.answers is None for answer in self.answers)

    @property
    def asked(self) -> str:
        return self.question.text.strip() if self.question is not None else ""

    @property
    def text(self) -> str:
        """Return the messages, each on a line."""
        return "\n".join(answer.text for answer in self.answers)


def answered_exchanges(record: Record, *, everything: bool = False) -> tuple[Exchange, ...]:
    """Return every answered question in the order in which they were asked; a stray answer where it was given.

    What was told before the first question comes first, together. What was told again stands in the place of what was
    told at first. Only what documents may show is among them (`everything`: as in `visible_record`).
    """
    record = visible_record(record, everything=everything)
    questions = {entry.seq: entry for entry in record.entries if entry.kind in QUESTIONS}
    answers: dict[int, list[Entry]] = {}
    for entry in sorted(record.entries, key=lambda e: e.seq):
        if entry.kind is EntryKind.ANSWER and not entry.withdrawn and entry.text.strip():
            place = entry.seq if entry.answers is not None else _BEFORE
            place = entry.answers if entry.answers in questions else place
            answers.setdefault(place, []).append(entry)
    first = {seq: original_seq(question) for seq, question in questions.items()}
    begun = _begun(record.entries)
    return tuple(
        Exchange(question=questions.get(place), answers=tuple(answers[place]), begins=place in begun)
        for place in sorted(answers, key=lambda place: (first.get(place, place), place))
    )


def _begun(entries: Iterable[Entry]) -> frozenset[int]:
    """Return the `seq` of each question that begins a subject: a main one, or a model's first one about another."""
    begun: list[int] = []
    known: set[str] = set()
    for entry in entries:
        if entry.kind is EntryKind.QUESTION or (entry.kind is EntryKind.FOLLOW_UP and entry.question_id not in known):
            begun.append(entry.seq)
        if entry.kind in QUESTIONS:
            known.add(entry.question_id)
    return frozenset(begun)


def answers_of(record: Record) -> dict[int, Entry]:
    """Return every answer that stands, by its `seq`."""
    return {answer.seq: answer for exchange in answered_exchanges(record) for answer in exchange.answers}


_CLOSING = "-conclusion"
"""How the id of a question ends that comes after all main questions, and is none of those that were asked for."""


def is_closing_question(question: Entry) -> bool:
    """Return whether a question is the closing one, which is counted apart; its follow-ups are follow-ups."""
    return question.kind is EntryKind.QUESTION and question.question_id.endswith(_CLOSING)


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkFigures:
    """Counts of what was asked and told, the same in every document."""

    questions: int  # main questions that were asked, answered or not; the closing one is not among them
    closing: bool
    follow_ups: int
    """Those that documents show: one that was only asked back about, and was then put in other words, is one."""
    answers: int
    """Questions that were answered; several messages to one question are one answer. What was told before the first
    question is none."""
    substantive: int  # answers of ten words or more
    average: int  # words of an answer
    words: int  # in what stands: words taken back do not count, and of an edited answer the newest ones
    active_seconds: float  # of conversation, as the session has counted them
    thinking_seconds: float
    """How long the person thought before they answered: each pause at most two minutes, speaking not counted."""


def talk_figures(record: Record) -> TalkFigures:
    """Count over the record itself, since a session's counters know of no edit."""
    told = answered_exchanges(record)
    answers = [exchange for exchange in told if not exchange.opens]
    answered = {exchange.question.seq for exchange in told if exchange.question is not None}
    held = record.session.open_question if record.session.timing.held else None
    asked = [
        e
        for e in record.entries
        # What was asked once more, so that it is told again, is the same question.
        if e.kind in QUESTIONS and not e.retells and (e.seq in answered or not (e.withdrawn or e.seq == held))
    ]
    stands = {entry.seq for entry in visible_record(record).entries}
    begun = _begun(record.entries)
    return TalkFigures(
        questions=sum(entry.seq in begun and not is_closing_question(entry) for entry in asked),
        closing=any(map(is_closing_question, asked)),
        follow_ups=sum(e.kind is EntryKind.FOLLOW_UP and e.seq not in begun and e.seq in stands for e in asked),
        answers=len(answers),
        substantive=sum(is_substantive(exchange.text) for exchange in answers),
        words=sum(_words(exchange) for exchange in told),
        average=round(sum(map(_words, answers)) / len(answers)) if answers else 0,
        active_seconds=record.session.counters.active_seconds,
        thinking_seconds=sum(map(thinking_time, told)),
    )


def _words(exchange: Exchange) -> int:
    return sum(map(count_told_words, exchange.answers))


def thinking_time(exchange: Exchange) -> float:
    """Return the seconds before an answer, at most two minutes, speaking not counted."""
    if exchange.question is None:
        return 0.0
    first = exchange.answers[0]
    pause = (first.at - exchange.question.at).total_seconds() - first.spoken_seconds
    return max(0.0, min(LONGEST_THOUGHT.total_seconds(), pause))


def summary_sentence(counted: TalkFigures, language: str) -> str:
    """Return one plain sentence for the person, in `language`."""
    figures = {"questions": counted.questions, "more": counted.follow_ups}
    questions = say(language, "documents-summary-questions", closing="yes" if counted.closing else "no", **figures)
    return say(
        language,
        "documents-summary",
        questions=questions,
        time=say(language, "documents-summary-time", time=plain_time(language, counted.active_seconds)),
        words=say(language, "documents-summary-words", words=counted.words),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRow:
    """A question with all that was said to it and not taken back. The fields are the columns, in their order.

    The person is the number that they have here: no name and no address, though their words may hold any.
    """

    session: str
    person: str
    interview: str  # the kind
    title: str
    language: str
    number: int  # 1, 2, 3, ... in the session
    question_id: str  # of the script's question that it belongs to
    kind: str
    """"question", "follow-up", or "room" for a message of ours that asks nothing; empty for words to no question."""
    question: str
    answer: str  # the messages joined by line breaks, in their newest wording
    words: int
    asked_at: str  # moments are in UTC as ISO 8601 writes them
    answered_at: str
    by: str  # "voice", "text", or "voice and text"
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

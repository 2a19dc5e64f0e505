"""The tables of a study: one row an answer, and one row a participant in each wave.

What the person keeps back and what was taken back is in neither: both are made of what documents may show
(`core.documents.visibility`).
"""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime
from decimal import Decimal
from enum import StrEnum
from statistics import median
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from core.contracts.closed_questions import Value
from core.contracts.errors import ConfigurationError
from core.contracts.script import ScriptSet
from core.contracts.session import EntryKind, Record, words_without_photos
from core.documents.csv_table import csv_text
from core.documents.exchanges import Exchange, answered_exchanges, talk_figures, thinking_time

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_BOM = "\ufeff"  # tells Excel that the file is UTF-8


def to_csv(kind: type[DataclassInstance], rows: Iterable[DataclassInstance]) -> bytes:
    """RFC 4180, in UTF-8 with a mark for spreadsheets; times in ISO 8601, UTC. Empty: not known."""
    head = [each.name for each in fields(kind)]
    body = ([_cell(getattr(row, name)) for name in head] for row in rows)
    return (_BOM + csv_text([head, *body])).encode("utf-8", "replace")


def to_jsonl(kind: type[DataclassInstance], rows: Iterable[DataclassInstance]) -> bytes:
    """Return one object a line, in UTF-8, with times in ISO 8601, UTC."""
    del kind
    lines = (json.dumps(asdict(row), ensure_ascii=False, default=_time) + "\n" for row in rows)
    return "".join(lines).encode("utf-8", "replace")


def to_parquet(kind: type[DataclassInstance], rows: Iterable[DataclassInstance]) -> bytes:
    """Apache Parquet, times in microseconds of UTC. Raises ConfigurationError where pyarrow is not installed."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise ConfigurationError(
            "Parquet files need pyarrow: install the extra `research`, or take csv or jsonl."
        ) from error
    types: dict[object, Any] = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}
    types[datetime] = pa.timestamp("us", tz="UTC")
    columns = []
    for name, hint in get_type_hints(kind).items():
        # A column may be null, whatever its type is.
        plain = [each for each in get_args(hint) or (hint,) if each is not type(None)]
        columns.append((name, types[plain[0]]))
    cells = [
        {k: v.encode("utf-8", "replace").decode() if isinstance(v, str) else v for k, v in asdict(row).items()}
        for row in rows
    ]
    out = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(cells, schema=pa.schema(columns)), out)
    return out.getvalue()


Writer = Callable[[type[Any], Iterable[Any]], bytes]
FORMATS: Mapping[str, Writer] = {"csv": to_csv, "jsonl": to_jsonl, "parquet": to_parquet}  # by the file's extension


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return _time(value)
    if isinstance(value, float):
        return Decimal(f"{value:.10g}")
    return value


def _time(value: object) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="seconds")
    raise TypeError(f"{type(value).__name__} is no value of a table")


class ParticipantProgress(StrEnum):
    """How far a participant has come."""

    INVITED = "invited"  # the invitation has not been used
    SCREENED_OUT = "screened-out"
    BEGUN = "begun"
    FINISHED = "finished"
    WITHDRAWN = "withdrawn"  # nothing of theirs is left but the code


@dataclass(frozen=True, slots=True, kw_only=True)
class Participation:
    """What is known of one participant in one wave."""

    code: str  # what the participant is called in everything that leaves the program: "P001"
    wave: int = 1  # counted from 1
    batch: str = ""  # of the invitations
    standing: ParticipantProgress
    invited_at: datetime | None = None
    consented_at: datetime | None = None
    record: Record | None = None  # their interview; None where none has begun, or nothing is left of it
    scripts: ScriptSet | None = None  # what it was held with
    values: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))
    """What was read of the answers to closed questions, by the questions' ids."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """One question and what was answered to it; several messages are one answer."""

    participant: str
    wave: int
    batch: str
    number: int  # of the answer in its interview, from 1
    chapter: str  # the id; empty for what was told before the first question
    question_id: str
    follow_up: int  # 0 for the script's own question, 1 for the first that asked further, and so on
    question: str  # as it was worded for this person
    answer: str  # a message a line
    value: str
    """Of a closed question: the option (several with ";" between them), the number or the date; empty where it could
    not be read."""
    value_number: float | None  # the same as a number, where it is one
    language: str  # of the interview, as a BCP 47 tag
    voice: str  # "voice", "text", or "both"
    spoken_seconds: float
    words: int
    messages: int
    probes: int  # questions that asked further after this one; only in the row of the script's question
    edited: bool  # the person has changed the words afterwards, and these are the newest
    asked_at: datetime | None
    answered_at: datetime  # of the first message
    thinking_seconds: float  # between question and answer: at most two minutes, speaking not counted


@dataclass(frozen=True, slots=True, kw_only=True)
class ParticipantRow:
    """One participant in one wave, whether there is an interview or not."""

    participant: str
    wave: int
    batch: str
    standing: str  # as in `ParticipantProgress`
    interview: str  # the script's kind; empty where none has begun
    language: str
    invited_at: datetime | None
    consented_at: datetime | None
    begun_at: datetime | None
    ended_at: datetime | None
    active_seconds: float
    questions: int  # main questions that were asked
    follow_ups: int
    answers: int
    words: int
    spoken_seconds: float
    voice_share: float  # of the answers: how many were spoken, wholly or in part, from 0 to 1
    last_question: str
    """The id of the last question of the script that was answered; of who dropped off, where that was."""


def study_answer_rows(participations: Iterable[Participation]) -> Iterator[TableRow]:
    """Yield the answers by participant and wave as they come, then in the order of the telling."""
    for each in participations:
        if each.record is not None and each.scripts is not None:
            yield from _answers(each, each.record, each.scripts)


def participant_rows(participations: Iterable[Participation]) -> Iterator[ParticipantRow]:
    for each in participations:
        record = each.record
        told = () if record is None else answered_exchanges(record)
        counted = None if record is None else talk_figures(record)
        session = None if record is None else record.session
        own = [e.question.question_id for e in told if e.question is not None and e.question.kind is EntryKind.QUESTION]
        voices = [_voice(exchange) != "text" for exchange in told]
        yield ParticipantRow(
            participant=each.code,
            wave=each.wave,
            batch=each.batch,
            standing=each.standing.value,
            interview="" if session is None else session.kind,
            language="" if session is None else session.language,
            invited_at=each.invited_at,
            consented_at=each.consented_at,
            begun_at=None if session is None else session.created_at,
            ended_at=None if session is None or each.standing is not ParticipantProgress.FINISHED else session.ended_at,
            active_seconds=0.0 if counted is None else counted.active_seconds,
            questions=0 if counted is None else counted.questions,
            follow_ups=0 if counted is None else counted.follow_ups,
            answers=len(told),
            words=sum(map(count_answer_words, told)),
            spoken_seconds=sum(answer.spoken_seconds for exchange in told for answer in exchange.answers),
            voice_share=round(sum(voices) / len(voices), 3) if voices else 0.0,
            last_question=own[-1] if own else "",
        )


def _answers(each: Participation, record: Record, scripts: ScriptSet) -> Iterator[TableRow]:
    script = scripts.speak(record.session.language)
    told = answered_exchanges(record)
    probes = Counter(e.question.question_id for e in told if e.question is not None and e.follows_up)
    so_far = Counter[str]()
    for number, exchange in enumerate(told, start=1):
        question = exchange.question
        found = "" if question is None else question.question_id
        depth = 0
        if question is not None and exchange.follows_up:
            so_far[found] += 1
            depth = so_far[found]
        value = each.values.get(found) if depth == 0 else None
        place = script.by_id.get(found)
        yield TableRow(
            participant=each.code,
            wave=each.wave,
            batch=each.batch,
            number=number,
            chapter="" if place is None else place.chapter.id,
            question_id=found,
            follow_up=depth,
            question=exchange.asked,
            answer=exchange.text,
            value=value_cell(value),
            value_number=None if value is None else value.number,
            language=record.session.language,
            voice=_voice(exchange),
            spoken_seconds=sum(answer.spoken_seconds for answer in exchange.answers),
            words=count_answer_words(exchange),
            messages=len(exchange.answers),
            probes=probes[found] if depth == 0 and found else 0,
            edited=any(len(answer.revisions) > 1 for answer in exchange.answers),
            asked_at=None if question is None else question.at,
            answered_at=exchange.answers[0].at,
            thinking_seconds=thinking_time(exchange),
        )


def _voice(exchange: Exchange) -> str:
    spoken = [answer.spoken_seconds > 0 for answer in exchange.answers]
    return "voice" if all(spoken) else "both" if any(spoken) else "text"


def count_answer_words(exchange: Exchange) -> int:
    """Count the words of an answer; with a photograph, those written beside it."""
    return sum(len((words_without_photos(a.text) if a.photo else a.text).split()) for a in exchange.answers)


def value_cell(value: Value | None) -> str:
    """Return what was read of a closed answer, as a cell."""
    if value is None:
        return ""
    if value.options:
        return ";".join(value.options)
    return value.date if value.number is None else f"{value.number:g}"


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionRow:
    """How many came to a question of the script, and how many left at it."""

    wave: int
    chapter: str
    question_id: str
    reached: int  # to whom it was asked
    answered: int
    left: int  # of whom it was the last thing asked, and who have not finished
    median_words: float  # of the answers; 0 without any


def question_rows(participations: Sequence[Participation]) -> list[QuestionRow]:
    """Completion and drop-off by question, in the order of the scripts, each wave for itself."""
    found: dict[tuple[int, str], _Reached] = {}
    chapters: dict[tuple[int, str], str] = {}
    for each in participations:
        if each.record is None or each.scripts is None:
            continue
        script = each.scripts.speak(each.record.session.language)
        for place in script.places:
            chapters.setdefault((each.wave, place.question.id), place.chapter.id)
        lines = (e for e in each.record.entries if e.kind is EntryKind.QUESTION and not e.withdrawn and e.question_id)
        asked = dict.fromkeys(e.question_id for e in lines)
        for question_id in asked:
            found.setdefault((each.wave, question_id), _Reached()).asked += 1
        for exchange in answered_exchanges(each.record):
            question = exchange.question
            if question is not None and question.kind is EntryKind.QUESTION and question.question_id in asked:
                found[(each.wave, question.question_id)].words.append(count_answer_words(exchange))
        if asked and each.standing is ParticipantProgress.BEGUN:
            found[(each.wave, [*asked][-1])].left += 1
    return [
        QuestionRow(
            wave=wave,
            chapter=chapter,
            question_id=question,
            reached=counted.asked,
            answered=len(counted.words),
            left=counted.left,
            median_words=float(median(counted.words)) if counted.words else 0.0,
        )
        for (wave, question), chapter in sorted(chapters.items(), key=lambda item: item[0][0])
        for counted in [found.get((wave, question)) or _Reached()]
    ]


class _Reached:
    def __init__(self) -> None:
        self.asked, self.left = 0, 0
        self.words: list[int] = []

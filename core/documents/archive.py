"""The export: an interview whole, with every revision, as JSON.

`import_json` gives back what `export_json` was given, but for the script: only that of the interview's language is in
the file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal, NoReturn

from pydantic import ValidationError

from core.contracts.calls import Spent
from core.contracts.errors import BadImport
from core.contracts.frozen import Frozen
from core.contracts.script import ScriptSet
from core.contracts.session import (
    FORMAT,
    PHOTO_NOT_HERE,
    QUESTIONS,
    Digest,
    Entry,
    EntryKind,
    Person,
    Record,
    Role,
    Session,
)
from core.documents.exchanges import answered_exchanges, is_closing_question, talk_figures, thinking_time
from core.documents.readable import escape_json
from core.documents.visibility import count_told_words

LIMIT = 200 * 1024 * 1024  # bytes of the largest file that is read
_LARGEST = 2**31 - 1  # the largest number that the database holds
_STATES: dict[str, Any] = {"session": {"state"}, "entries": {"__all__": {"state"}}}
"""The states that kinds of interviews keep; each kind checks its own as it reads it."""
_LARGEST_SUM = 2**53  # the largest sum of money


class _Archive(Frozen):
    """The file. The order of the fields is the order in which they are written."""

    format: Literal["raconteur-session"] = "raconteur-session"
    version: int = FORMAT
    saved_at: datetime | None = None  # when the file was written; files of older versions do not say
    person: Person
    session: Session
    entries: tuple[Entry, ...]
    digest: Digest
    findings: dict[str, str]
    spent: tuple[Spent, ...] = ()
    scripts: ScriptSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    record: Record
    """Bound to the set of scripts it had where the file comes from: `bind_to_scripts` gives it another."""
    scripts: ScriptSet  # that of the interview's language alone; all of them in a file of an older version
    spent: tuple[Spent, ...]


def export_json(record: Record, scripts: ScriptSet, *, saved_at: datetime, spent: Sequence[Spent] = ()) -> bytes:
    """Return the session with the script that it continues with, as UTF-8 JSON, the fields in order of their meaning.

    `figures` and `about_entries` follow from the rest; no import reads them.
    """
    script = scripts.speak(record.session.language)
    archive = _Archive(
        saved_at=saved_at,
        person=record.person,
        session=record.session,
        entries=record.entries,
        digest=record.digest,
        findings=record.findings,
        spent=tuple(spent),
        scripts=ScriptSet(kind=scripts.kind, scripts={script.language: script}),
    )
    # The dumped values keep their order: the digest of the script set depends on it.
    content = archive.model_dump(mode="json")
    last = content.pop("scripts")
    content |= {"figures": asdict(talk_figures(record)), "about_entries": entry_facts(record)}
    # The script comes last and without indentation, which would be a third of the file.
    whole = json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False).removesuffix("\n}")
    return escape_json(f'{whole},\n  "scripts": {json.dumps(last, ensure_ascii=False)}\n}}\n').encode()


def import_json(data: bytes) -> Imported:
    """Read what `export_json` wrote, and whatever else is whole and of a known version.

    Raises BadImport, with one sentence that repeats none of the file's words.
    """
    if len(data) > LIMIT:
        raise BadImport(f"The file is larger than {LIMIT // 1024**2} MB, so it is not an exported interview.")
    try:
        content = json.loads(data, parse_constant=_no_number)
        # An escaped half of a surrogate pair is read without complaint, and can be written nowhere.
        json.dumps(content, ensure_ascii=False).encode()
    except RecursionError:
        raise BadImport("The file is nested too deeply to be an exported interview.") from None
    except ValueError:
        raise BadImport(
            "The file is not JSON; `raconteur export` writes with `--format json` what can be imported."
        ) from None
    if not isinstance(content, dict) or content.get("format") != "raconteur-session":
        raise BadImport("The file is JSON, but not an interview exported by Raconteur.")
    version = content.get("version")
    if type(version) is not int or version < 1:
        raise BadImport("The file does not say which version of the export format it has.")
    if version > FORMAT:
        raise BadImport("The file was written by a newer Raconteur; update this one, and import it then.")
    try:
        archive = _Archive.model_validate(content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = re.sub(r"[^\w.\-]", "?", ".".join(map(str, first["loc"])))[:100]
        raise BadImport(f"The file is damaged at {place or 'its beginning'} ({first['type']}).") from None
    record = Record(
        person=archive.person,
        session=archive.session,
        entries=archive.entries,
        digest=archive.digest,
        findings=archive.findings,
    )
    for problem in _problems(record):
        raise BadImport(f"The file cannot be imported: {problem}.")
    for each in archive.spent:
        tokens = (each.calls, each.input_tokens, each.cached_tokens, each.output_tokens)
        if not all(0 <= n <= _LARGEST for n in tokens) or not 0 <= each.cost_micros <= _LARGEST_SUM:
            raise BadImport("The file cannot be imported: a figure of what it has cost is out of range.")
    return Imported(record=record, scripts=archive.scripts, spent=archive.spent)


def bind_to_scripts(record: Record, scripts: ScriptSet) -> Record:
    """Return the interview bound to this set of scripts."""
    return record.model_copy(update={"session": record.session.model_copy(update={"script_digest": scripts.digest})})


def without_recordings(record: Record, there: Container[str]) -> Record:
    """Return the interview without the names of recordings and photographs that are not there."""
    entries = tuple(
        entry.model_copy(
            update={
                "audio": entry.audio if entry.audio in there else "",
                "photo": entry.photo if not entry.photo or entry.photo in there else PHOTO_NOT_HERE,
            }
        )
        for entry in record.entries
    )
    return record.model_copy(update={"entries": entries})


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _problems(record: Record) -> Iterator[str]:
    session = record.session
    if session.person_id != record.person.id:
        yield "the session belongs to another person than the one in the file"
    values = list(_values(record.model_dump(exclude=_STATES)))
    if any(value.utcoffset() is None for value in values if isinstance(value, datetime)):
        yield "a point in time has no time zone"
    if not all(0 <= value <= _LARGEST for value in values if isinstance(value, int | float)):
        yield "a number is out of range"
    seqs = [entry.seq for entry in record.entries]
    if len(set(seqs)) != len(seqs):
        yield "two entries have the same number"
    if seqs != sorted(seqs) or (seqs and seqs[0] < 1):
        yield "the entries are not in their order"
    if seqs and session.last_seq < seqs[-1]:
        yield "there are more entries than the session has counted"
    numbers = [revision.number for entry in record.entries for revision in entry.revisions]
    if len(set(numbers)) != len(numbers):
        yield "two revisions have the same number"
    questions = {entry.seq for entry in record.entries if entry.kind in QUESTIONS}
    if session.open_question is not None and session.open_question not in questions:
        yield "the question that is open is not in the file"
    for entry in record.entries:
        yield from _misplaced(entry, questions)
        if entry.retells and (entry.kind not in QUESTIONS or not questions.issuperset(entry.retells)):
            yield f"entry {entry.seq} asks anew what is not in the file"
        elif any(retold >= entry.seq for retold in entry.retells):
            yield f"entry {entry.seq} asks anew what was asked after it"


def _misplaced(entry: Entry, questions: set[int]) -> Iterator[str]:
    numbers = [revision.number for revision in entry.revisions]
    if numbers != sorted(numbers):
        yield f"the revisions of entry {entry.seq} are not in their order"
    theirs, is_answer = entry.role is Role.PERSON, entry.kind is EntryKind.ANSWER
    problems = {
        "has no words": not numbers,
        "was said by somebody else than its kind tells": entry.kind is not EntryKind.REMARK and theirs != is_answer,
        "was spoken and is no answer": not theirs
        and (entry.spoken_seconds or (entry.audio and entry.kind not in QUESTIONS)),
        "is a photograph and is no answer": not theirs and entry.photo,
        "is marked as an answer and is none": (entry.asides and not is_answer) or (entry.kept_back and not theirs),
        "has passages that are kept back and is not": entry.kept_passages and not entry.kept_back,
    }
    yield from (f"entry {entry.seq} {problem}" for problem, is_found in problems.items() if is_found)
    if entry.answers is not None and (not is_answer or entry.answers not in questions):
        yield f"entry {entry.seq} answers a question that is not in the file"
    elif entry.answers is not None and entry.answers >= entry.seq:
        yield f"entry {entry.seq} answers a question that was asked after it"


def _values(part: object) -> Iterator[object]:
    """Yield every single value, at any depth."""
    if isinstance(part, Mapping):
        part = tuple(part.values())
    if isinstance(part, tuple | list):
        for each in part:
            yield from _values(each)
    else:
        yield part


def entry_facts(record: Record) -> list[dict[str, Any]]:
    """Return facts on each question and answer that is not withdrawn, by `seq`, in their order.

    A question has `number` (from 1, of the main question that it belongs to; none for the closing one), `depth` (0, or
    its place in the row of messages that follow that up) and `follow_up_to` (`seq` of the question before it in the
    row). An answer has `words`, and its first message `thinking_seconds`.
    """
    told = answered_exchanges(record)
    pauses = {exchange.answers[0].seq: round(thinking_time(exchange), 1) for exchange in told if exchange.question}
    answered = {exchange.question.seq for exchange in told if exchange.question is not None}
    standing = [e for e in record.entries if e.kind in QUESTIONS and (e.seq in answered or not e.withdrawn)]
    found: list[dict[str, Any]] = []
    number, depth = 0, 0
    before: dict[str, Any] | None = None
    for entry in sorted(standing, key=lambda e: e.seq):
        follows = before if entry.kind is not EntryKind.QUESTION else None
        if follows is None:
            number += not is_closing_question(entry)
        depth = 0 if follows is None else depth + 1
        closing = is_closing_question(entry) or (follows is not None and follows["number"] is None)
        before = {"seq": entry.seq, "number": None if closing else number, "depth": depth}
        if follows is not None:
            before["follow_up_to"] = follows["seq"]
        found.append(before)
    for answer in (each for exchange in told for each in exchange.answers):
        pause = {"thinking_seconds": pauses[answer.seq]} if answer.seq in pauses else {}
        found.append({"seq": answer.seq, "words": count_told_words(answer), **pause})
    return sorted(found, key=lambda each: int(each["seq"]))

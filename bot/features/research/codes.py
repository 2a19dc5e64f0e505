"""The codes that a model or a person gives to the answers of a study, and all tables of a study with them."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bot.features.research.studies import find_study, load_participations
from core.features.research.asking import (
    MOST_ANSWERS,
    CodesGiven,
    Line,
    batch_by_size,
    coding_prompt,
    raise_mistakes,
    read_csv,
)
from core.features.research.coding import Codebook, Coded, Proposed, Unit, check_codings
from core.features.research.findings import CodingRow, codings_of_study, put_codings
from core.features.research.pseudonyms import Pseudonym, pseudonymise
from core.features.research.tables import (
    ParticipantRow,
    Participation,
    QuestionRow,
    TableRow,
    participant_rows,
    question_rows,
    study_answer_rows,
)
from core.store.reports import write_direct
from core.store.store import Connection

if TYPE_CHECKING:
    from core.contracts.ports import LanguageModel
    from core.store.database_url import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class Coding:
    """The answers of a study, and what coders said of them."""

    rows: Mapping[Unit, TableRow]
    sessions: Mapping[Unit, str]
    """The interview of each answer."""
    coded: Sequence[Coded]
    """Without those whose quotation is in the answer no more."""
    seen: Mapping[str, frozenset[Unit]]
    """By coder: the answers that they have looked at as they stand now."""


def load_coding(c: Connection, name: str, participations: Iterable[Participation]) -> Coding:
    """`participations`: all those of the study. Raises ConfigurationError where there is no such study."""
    find_study(c, name)
    rows: dict[Unit, TableRow] = {}
    sessions: dict[Unit, str] = {}
    for each in participations:
        if each.record is None:
            continue
        for row in study_answer_rows([each]):
            unit = Unit(row.participant, row.wave, row.number)
            rows[unit], sessions[unit] = row, each.record.session.id
    coded, seen = _placed(codings_of_study(c, name), rows, sessions)
    return Coding(rows=rows, sessions=sessions, coded=coded, seen=seen)


def _placed(
    kept: Sequence[CodingRow], rows: Mapping[Unit, TableRow], sessions: Mapping[Unit, str]
) -> tuple[list[Coded], dict[str, frozenset[Unit]]]:
    """Match stored codes with the answers as they are now: those may have been changed, taken back or counted anew."""
    units = {(sessions[unit], unit.number): unit for unit in rows}
    by_words = {(sessions[unit], _digest(row.answer)): unit for unit, row in rows.items()}
    looked = {(row.session_id, row.answer, row.coder): row.quote for row in kept if not row.code}
    coded: list[Coded] = []
    seen: dict[str, set[Unit]] = {}
    for row in kept:
        digest = looked.get((row.session_id, row.answer, row.coder), "")
        unit = units.get((row.session_id, row.answer))
        same = unit is not None and _digest(rows[unit].answer) == digest
        if not same:
            moved = by_words.get((row.session_id, digest))
            unit, same = (moved, True) if moved is not None else (unit, False)
        if unit is None:
            continue
        if not row.code:
            theirs = seen.setdefault(row.coder, set())
            theirs.update({unit} if same else ())
            continue
        words = rows[unit].answer
        start = row.start if words[row.start :].startswith(row.quote) else words.find(row.quote)
        if start >= 0:
            coded.append(Coded(unit=unit, code=row.code, quote=row.quote, start=start, coder=row.coder))
    coded.sort(key=lambda each: (each.unit, each.coder, each.start, each.code))
    return coded, {coder: frozenset(theirs) for coder, theirs in seen.items()}


def _digest(answer: str) -> str:
    return hashlib.sha256(answer.encode("utf-8", "replace")).hexdigest()


def _rows(held: Coding, unit: Unit, coder: str, coded: Sequence[Coded]) -> Iterator[CodingRow]:
    """Yield what is kept of an answer that a coder has looked at."""
    looked = ("", _digest(held.rows[unit].answer), 0)
    for code, quote, start in (looked, *((each.code, each.quote, each.start) for each in coded)):
        yield CodingRow(
            session_id=held.sessions[unit], answer=unit.number, coder=coder, code=code, quote=quote, start=start
        )


# --- a model codes ----------------------------------------------------------------------------------------------------


async def code_by_model(
    database: Database,
    name: str,
    held: Coding,
    codebook: Codebook,
    coder: str,
    model: LanguageModel,
    tell: Callable[[int, int], None],
) -> Counter[str]:
    """Code all answers that this coder has not looked at; the sums of what was kept and what was thrown away.

    What was coded is kept call by call, so that nothing is paid for twice. `tell`: how many answers are looked at, of
    how many. Raises ModelError.
    """
    counted: Counter[str] = Counter()
    waiting = [unit for unit in sorted(held.rows) if unit not in held.seen.get(coder, frozenset())]
    interviews: dict[str, list[Unit]] = {}
    for unit in waiting:
        interviews.setdefault(held.sessions[unit], []).append(unit)
    for session_id, units in interviews.items():
        for chunk in batch_by_size(units, [len(held.rows[unit].answer) for unit in units], MOST_ANSWERS):
            rows = [held.rows[unit] for unit in chunk]
            given = (await model.ask(coding_prompt(rows, codebook, session_id), CodesGiven)).proposed()
            kept = [*_checked(held, chunk, given, codebook, coder, counted)]
            await asyncio.to_thread(write_direct, database, partial(put_codings, study=name, rows=kept))
            tell(counted["answers"] + counted["left out"], len(waiting))
    return counted


def _checked(
    held: Coding,
    units: Sequence[Unit],
    given: Mapping[int, Sequence[Proposed]],
    codebook: Codebook,
    coder: str,
    counted: Counter[str],
) -> Iterator[CodingRow]:
    """Yield what can be held to the answers; one that the model has left out is not looked at."""
    counted["unknown"] += sum(len(codes) for number, codes in given.items() if number not in {u.number for u in units})
    for unit in units:
        if unit.number not in given:
            counted["left out"] += 1
            continue
        found = check_codings(unit, held.rows[unit].answer, given[unit.number], codebook, coder=coder)
        counted.update({"answers": 1, "codes": len(found.coded), "unknown": found.unknown, "unquoted": found.unquoted})
        yield from _rows(held, unit, coder, found.coded)


# --- a person codes ---------------------------------------------------------------------------------------------------


def read_codings(path: Path, held: Coding, codebook: Codebook, coder: str) -> list[CodingRow]:
    """Read a coder's file, all of it or nothing. Raises ConfigurationError, which names every line that is wrong.

    A line without a code says that the answer was looked at; one without a quotation codes the whole answer.
    """
    found: dict[Unit, list[Proposed]] = {}
    mistakes: list[tuple[int, str]] = []
    for line in read_csv(path, ("participant", "wave", "number", "code", "quote")):
        cells, unit = line[1], None
        wave, number = cells["wave"].strip(), cells["number"].strip()
        if wave.isdecimal() and number.isdecimal():
            unit = Unit(cells["participant"].strip(), int(wave), int(number))
        wrong = _wrong(line, unit, held, codebook)
        if unit is None or wrong:
            mistakes.append((line[0], wrong))
            continue
        theirs = found.setdefault(unit, [])
        if code := cells["code"].strip():
            theirs.append(Proposed(code=code, quote=cells["quote"].strip() or held.rows[unit].answer))
    raise_mistakes(path, mistakes)
    return [
        row
        for unit, codes in found.items()
        for row in _rows(
            held, unit, coder, check_codings(unit, held.rows[unit].answer, codes, codebook, coder=coder).coded
        )
    ]


def _wrong(line: Line, unit: Unit | None, held: Coding, codebook: Codebook) -> str:
    _, cells = line
    code, quote = cells["code"].strip(), cells["quote"].strip()
    if unit is None or unit not in held.rows:
        return f"there is no answer {cells['number']} of {cells['participant']} in wave {cells['wave']}"
    if code and code not in codebook.names:
        return f"{code!r} is not in the codebook"
    if quote and not code:
        return "there is a quotation without a code"
    if quote not in held.rows[unit].answer:
        return "the quotation does not stand in the answer to the letter"
    return ""


# --- the tables -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    answers: Sequence[TableRow]
    participants: Sequence[ParticipantRow]
    questions: Sequence[QuestionRow]
    coded: Sequence[Coded]
    seen: Mapping[str, Collection[Unit]]
    """By coder: the answers that they have looked at."""

    def with_pseudonyms(self, pseudonyms: Sequence[Pseudonym]) -> Tables:
        answers, coded = pseudonymise(self.answers, self.coded, pseudonyms)
        return replace(self, answers=answers, coded=coded)


def build_study_tables(c: Connection, name: str) -> Tables:
    """Raises ConfigurationError where there is no such study."""
    held = [*load_participations(c, name)]
    coding = load_coding(c, name, held)
    return Tables(
        answers=[*study_answer_rows(held)],
        participants=[*participant_rows(held)],
        questions=question_rows(held),
        coded=coding.coded,
        seen=coding.seen,
    )

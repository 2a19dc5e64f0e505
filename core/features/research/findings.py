"""Findings in the interviews of a study: words that identify somebody, and codes. They go with their interview."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from core.store.driver import upsert
from core.store.rows import from_row
from core.store.schema import sessions
from core.store.schema_studies import study_codings, study_names, study_pseudonyms

_RULED = upsert(
    study_pseudonyms, "study", "kind", "number", then=lambda new: {"ruling": new.ruling, "replacement": new.replacement}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NameRow:
    """A form that occurs in an interview; without a kind: when it was looked through."""

    session_id: str
    kind: str
    """Empty: the interview was looked through, by rules (0) or a model too (1), when its words had this digest."""
    number: int
    form: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingRow:
    kind: str
    number: int
    ruling: str
    replacement: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CodingRow:
    """A code of an answer; without a code: it was looked at, when its words had the digest in `quote`."""

    session_id: str
    answer: int
    coder: str
    code: str
    quote: str
    start: int


def names_of_study(c: Connection, study: str) -> tuple[NameRow, ...]:
    found = c.execute(study_names.select().where(study_names.c.study == study).order_by(study_names.c.id))
    return tuple(from_row(NameRow, row) for row in found)


def rulings_of_study(c: Connection, study: str) -> tuple[RulingRow, ...]:
    """Return a ruling for everything that was ever found, also when nothing of it is left."""
    key = study_pseudonyms.c.kind, study_pseudonyms.c.number
    found = c.execute(study_pseudonyms.select().where(study_pseudonyms.c.study == study).order_by(*key))
    return tuple(from_row(RulingRow, row) for row in found)


def put_names(c: Connection, study: str, looked: Collection[str], rows: Iterable[NameRow]) -> None:
    """Replace all that was found in these sessions; nothing is kept of those that are gone by now."""
    there = _there(c, looked)
    c.execute(study_names.delete().where(study_names.c.study == study, study_names.c.session_id.in_(there)))
    values = [{"study": study, **asdict(row)} for row in rows if row.session_id in there]
    if values:
        c.execute(study_names.insert(), values)


def put_rulings(c: Connection, study: str, rows: Iterable[RulingRow]) -> None:
    for row in rows:
        c.execute(_RULED, {"study": study, **asdict(row)})


def codings_of_study(c: Connection, study: str) -> tuple[CodingRow, ...]:
    found = c.execute(study_codings.select().where(study_codings.c.study == study).order_by(study_codings.c.id))
    return tuple(from_row(CodingRow, row) for row in found)


def put_codings(c: Connection, study: str, rows: Sequence[CodingRow]) -> None:
    """Replace what each coder said of these answers; nothing is kept of sessions that are gone."""
    there = _there(c, {row.session_id for row in rows})
    kept = [row for row in rows if row.session_id in there]
    for session_id, answer, coder in sorted({(row.session_id, row.answer, row.coder) for row in kept}):
        c.execute(
            study_codings.delete().where(
                study_codings.c.study == study,
                study_codings.c.session_id == session_id,
                study_codings.c.answer == answer,
                study_codings.c.coder == coder,
            )
        )
    if kept:
        c.execute(study_codings.insert(), [{"study": study, **asdict(row)} for row in kept])


def _there(c: Connection, ids: Collection[str]) -> set[str]:
    """Return those of the sessions that are not deleted."""
    found = c.execute(sa.select(sessions.c.id).where(sessions.c.id.in_(sorted(ids))))
    return set(found.scalars())

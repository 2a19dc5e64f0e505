"""All that those who study what was said read of an interview."""

from __future__ import annotations

from bot.features.research.codes import Tables, build_study_tables
from core.features.research.rows import add_participant, assign_to_studies, put_batch, put_study, study
from core.features.research.tables import FORMATS, ParticipantRow, QuestionRow, TableRow
from core.store.mailbox_rows import session_by_id
from core.store.records import session_ids
from core.store.store import Connection, Store

STUDY = "voices"


async def read_by_others(store: Store, now: float) -> dict[str, str]:
    """Make all interviews those of a study, and return its tables."""
    return {"tables of a study": _as_files(await store.write(lambda c: _studied(c, now)))}


def _studied(c: Connection, now: float) -> Tables:
    sessions = [each for name in session_ids(c) if (each := session_by_id(c, name)) is not None]
    put_study(c, STUDY, kind="life-story", quota=0, now=now)
    its = study(c, STUDY)
    assert its is not None
    people = {each.person_id for each in sessions}
    put_batch(c, its, sorted(people), batch="", closes_at=None, now=now)
    for person_id in people:
        add_participant(c, person_id, person_id, now=now)
    for each in sessions:
        assign_to_studies(c, each, now=now)
    return build_study_tables(c, STUDY)


def _as_files(tables: Tables) -> str:
    make = FORMATS["jsonl"]
    parts = ((TableRow, tables.answers), (ParticipantRow, tables.participants), (QuestionRow, tables.questions))
    return "".join(make(row, rows).decode() for row, rows in parts)

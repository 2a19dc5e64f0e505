"""All that others than its person read of an interview: whoever runs the bot, and whoever studies what was said."""

from __future__ import annotations

from pathlib import Path

from bot.config import Settings
from bot.operator_desk import OperatorService
from bot.setup_page import SetupPage
from bot.study_codes import Tables, build_study_tables
from core.contracts.operator_desk import Sought
from core.contracts.ports import Clock
from core.documents.exchanges import answer_rows, as_csv_line
from core.documents.transcript import transcript_markdown
from core.research.tables import FORMATS, ParticipantRow, QuestionRow, TableRow
from core.store.mailbox_rows import session_by_id
from core.store.records import record_for_others, session_ids
from core.store.store import Connection, Store
from core.store.study_rows import add_participant, assign_to_studies, put_batch, put_study, study

STUDY = "voices"


async def read_by_others(store: Store, clock: Clock, folder: Path) -> dict[str, str]:
    """Return the text of each thing, by what it is; the interviews are made those of a study for that."""
    now = clock.now().timestamp()
    tables = await store.write(lambda c: _studied(c, now))
    found = {"tables of a study": _as_files(tables), "exports": await store.read(_exported)}
    setup = SetupPage(path=folder / "config.toml", clock=clock)
    house = OperatorService(settings=Settings(), store=store, slow_read=store.read, clock=clock, titles={}, setup=setup)
    sheets = [str(await house.sessions(Sought()))]
    for session_id in await store.read(session_ids):
        sheets += [str(await house.session(session_id)), str((await house.file(session_id, "transcript")).body)]
    return found | {"the operator's page": "\n".join(sheets)}


def _exported(c: Connection) -> str:
    wholes = [record_for_others(c, session_id)[0] for session_id in session_ids(c)]
    rows = (as_csv_line(row) for whole in wholes for row in answer_rows(whole))
    return "".join((*rows, *(transcript_markdown(whole, chapters={}) for whole in wholes)))


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

"""Everything of a person, gathered from the tables into one file."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial

from core.documents.bundle import bundle, folders, person_files, session_files
from core.errors import NotFound
from core.house import House
from core.messages import Address, SendDocument
from core.privacy import Agreement
from core.script import ScriptSet
from core.session import Record
from core.store.consents import agreements
from core.store.desk_reads import session_by_id
from core.store.records import record, session_ids_of
from core.store.store import Connection
from core.words import known, say

ZIP = "application/zip"


@dataclass(frozen=True, slots=True, kw_only=True)
class Everything:
    """The file, and where it is to be sent."""

    address: Address
    language: str
    document: SendDocument
    person_id: str
    sessions: frozenset[str]
    """What is in the file."""

    def stands(self, c: Connection) -> bool:
        """Whether all of it is still there, so that nothing comes back which was deleted while it was gathered."""
        return self.sessions.issubset(session_ids_of(c, self.person_id))


async def everything_of(house: House, session_id: str) -> Everything:
    """All that is kept of the person whose session this is. Raises NotFound when it is gone."""
    session = await house.store.read(lambda c: session_by_id(c, session_id))
    if session is None:
        raise NotFound(f"There is no session {session_id!r}.")
    ids = await house.store.read(lambda c: session_ids_of(c, session.person_id))
    # One at a time, so that nobody's turn waits behind a long life.
    wholes = [await house.store.read(partial(record, session_id=one)) for one in ids]
    agreed = await house.store.read(lambda c: agreements(c, session.person_id))
    person = next(whole.person for whole, _ in wholes if whole.session.id == session_id)
    language = known(person.language)
    day = house.clock.now().astimezone(house.rules.zone_of(person)).date()
    document = SendDocument(
        name=f"raconteur-{day.isoformat()}.zip",
        media_type=ZIP,
        body=await asyncio.to_thread(_packed, house, wholes, agreed, language),
        caption=say(language, "export-caption"),
    )
    return Everything(
        address=session.address,
        language=language,
        document=document,
        person_id=person.id,
        sessions=frozenset(ids),
    )


def _packed(
    house: House, wholes: list[tuple[Record, ScriptSet]], agreed: tuple[Agreement, ...], language: str
) -> bytes:
    files = list(person_files(wholes[0][0].person, agreed, language=language))
    for folder, (whole, scripts) in zip(folders([whole for whole, _ in wholes]), wholes, strict=True):
        interview = house.interviews.get(whole.session.kind)
        progress = None if interview is None else interview.progress(whole.session, scripts)
        findings = () if interview is None else interview.findings()
        files += session_files(folder, whole, scripts, progress=progress, findings=findings)
    return bundle(files)

"""Recordings that are kept, put behind answers that were written, as if they had been spoken."""

from __future__ import annotations

import sqlalchemy as sa

from core.contracts.messages import Incoming, Sender, Voice
from core.contracts.session import EntryKind
from core.files.keeping import KeptFiles
from core.store.rows import dump_incoming
from core.store.schema import entries, mailbox, recordings
from core.store.store import Connection
from tests.fakes.app import Running
from tests.fakes.platform import FakePerson
from tests.fakes.told import recording


def files_of(r: Running) -> KeptFiles:
    files = r.app.background._runtime.audio
    assert files is not None
    return files


async def keep(r: Running, data: bytes, *, number: int = 0, seconds: float = 42.0) -> str:
    """Keep this as the recording of the newest answer of a session; its name."""
    whole = await r.record(number)
    newest = max(e.seq for e in whole.entries if e.kind is EntryKind.ANSWER)
    which = (entries.c.session_id == whole.session.id) & (entries.c.seq == newest)

    async def claim(name: str) -> bool:
        values = {"audio": name, "spoken_seconds": seconds}
        await r.store.write(lambda c: c.execute(entries.update().where(which).values(values)))
        return True

    return await files_of(r).put(data, "audio/ogg", claim=claim)


async def unheard(
    r: Running, data: bytes, *, number: int = 0, state: str = "unheard", later: float = 0.0, event: str = "note"
) -> str:
    """Keep this as a recording of the person of a session, which became no answer; its name.

    `later`: seconds from now at which it came.
    """
    session = (await r.sessions())[number]

    async def claim(name: str) -> bool:
        at = r.clock.now().timestamp() + later
        row = recording(event, session.person_id, audio=name, state=state, created_at=at)
        voice = Incoming(
            event_id=event,
            address=session.address,
            sender=Sender(id=""),
            content=Voice(file_ref="f"),
            sent_at=r.clock.now(),
        )
        mail = {
            "event_id": event,
            "person_id": session.person_id,
            "payload": dump_incoming(voice),
            "arrived_at": at,
            "ready": False,
            "done_at": None if state == "waiting" else at,
        }

        def unit(c: Connection) -> None:
            c.execute(recordings.insert(), row)
            c.execute(mailbox.insert(), mail)

        await r.store.write(unit)
        return True

    return await files_of(r).put(data, "audio/ogg", claim=claim)


async def settle(r: Running, event: str = "note") -> None:
    """It is heard, and that is handled."""

    def unit(c: Connection) -> None:
        c.execute(recordings.update().where(recordings.c.event_id == event).values(state="heard", audio=""))
        c.execute(mailbox.update().where(mailbox.c.event_id == event).values(done_at=r.clock.now().timestamp()))

    await r.store.write(unit)


async def names_left(r: Running) -> list[str]:
    """Every recording that a table names."""
    both = sa.union(sa.select(entries.c.audio), sa.select(recordings.c.audio))
    return await r.store.read(lambda c: sorted(filter(None, c.execute(both).scalars())))


async def answered(
    r: Running, person: FakePerson, text: str, data: bytes = b"", *, number: int = 0, seconds: float = 42.0
) -> None:
    """An answer, with a recording where one is given."""
    await r.handled(person.write(text))
    if data:
        await keep(r, data, number=number, seconds=seconds)

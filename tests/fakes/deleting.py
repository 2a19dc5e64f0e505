"""A house on a file, people who have told something in every way there is, and looking for it in the files."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from core.languages.messages import say
from core.store.schema import metadata
from core.store.store import Connection, SqliteStore
from tests.fakes.app import Running, running
from tests.fakes.echo import EchoProvider, echoing
from tests.fakes.manual_clock import ManualClock
from tests.fakes.platform import FakePerson, FakePlatform
from tests.fakes.stores import count, new_database

NAME = "Aglaya"
SECRET = "колодец за мельницей"
"""A part of everything that the one has told."""
OTHERS = "the lighthouse keeper"
"""A part of everything that the other has told."""
DELETE, KEEP = "Delete everything", "Keep everything"


@asynccontextmanager
async def runtime(
    folder: Path, *, clock: ManualClock | None = None, platform: FakePlatform | None = None
) -> AsyncIterator[tuple[Running, EchoProvider]]:
    """The app on a file in a folder, with a model that repeats what people tell."""
    clock = clock or ManualClock()
    if not (folder / "raconteur.db").exists():
        new_database(folder)
    store, provider = SqliteStore(str(folder / "raconteur.db")), EchoProvider()
    async with running(
        store=store,
        clock=clock,
        model=echoing(provider, store, clock),
        platform=platform or FakePlatform(clock),
        recordings=folder / "recordings",
    ) as r:
        yield r, provider


def found(folder: Path, words: str) -> list[str]:
    """The files in which the words stand."""
    return [path.name for path in sorted(folder.rglob("*")) if path.is_file() and words.encode() in path.read_bytes()]


async def heard(r: Running, person: FakePerson) -> None:
    """Read everything that comes, until nothing is under way any more."""
    await r.settled()
    await person.hears(len(person.received) - person.read)


async def life(r: Running, chat: str, name: str, words: str) -> FakePerson:
    """Somebody who has told something in every way there is, twice, and is in the middle of a third interview."""
    person = r.platform.person(chat, name=name)
    for _ in range(2):
        await person.begin("plain")
        await person.write(f"/name {name}")
        ref = await person.write(f"{words}, at first")
        await heard(r, person)
        await person.edit(ref, f"{words}, as edited")
        await person.delete(await person.write(f"{words}, to be deleted"))
        await person.write(f"{words}, to be taken back")
        await heard(r, person)
        await person.write("/undo")
        await person.write(f"{words}, again")
        await heard(r, person)
        for command in ("/transcript", "/export", "/status", "/done"):
            await person.write(command)
            await heard(r, person)
    await person.begin("plain")
    await person.write(f"{words}, and so on")
    await heard(r, person)
    return person


async def delete(person: FakePerson) -> None:
    """Ask for it, and confirm it; the farewell is not waited for."""
    await person.write("/delete")
    question = await person.next()
    assert say("en", "delete-sure") in question
    await person.press(DELETE)


async def nobody(r: Running) -> bool:
    """Whether no row is left that could belong to anybody."""
    kept = {"calls", "last_seen", "scripts", "spending", "tallies"}

    def unit(c: Connection) -> dict[str, int]:
        return {t.name: count(c, t) for t in metadata.sorted_tables if t.name not in kept}

    return not any((await r.store.read(unit)).values())

"""Two processes that keep recordings in one place: what one has just put there the other does not sweep away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from core.contracts.messages import Voice
from core.files.bucket import Bucket, ReaderCopies
from core.files.bucket_address import BucketAddress
from core.files.keeping import RECORDINGS, KeptFiles, in_folders, recordings_in
from core.store.postgres import conninfo_of
from core.store.recording_rows import recording_of_event, set_recording_file
from core.store.seats import file_lock
from core.store.store import SqliteStore
from tests.fakes.forked import living
from tests.fakes.s3 import fake_s3
from tests.fakes.stores import arrive, event, new_database
from tests.fakes.waiting import until

SOUND = b"OggS"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """A house of several processes, as far as its files go."""

    folder: Path
    bucket: BucketAddress | None = None
    conninfo: str = ""

    def files(self) -> KeptFiles:
        if self.bucket is None:
            return in_folders(self.folder / "recordings", shared=True)[0]
        place = Bucket(self.bucket, RECORDINGS, ReaderCopies(self.folder / "copies"))
        return recordings_in(place, partial(file_lock, self.conninfo, RECORDINGS))


@pytest.fixture(params=["folder", "bucket"])
async def shared(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Shared]:
    if request.param == "folder":
        yield Shared(folder=tmp_path)
        return
    conninfo = conninfo_of(request.getfixturevalue("postgres_url"))
    async with fake_s3() as s3:
        yield Shared(folder=tmp_path, bucket=s3.address, conninfo=conninfo)


def keep_slowly(shared: Shared) -> None:
    """What the other process does: its file is there for a while before the database has its name."""
    asyncio.run(_keep_slowly(shared))


async def _keep_slowly(shared: Shared) -> None:
    folder = shared.folder
    store = SqliteStore(str(folder / "raconteur.db"))

    async def claim(name: str) -> bool:
        (folder / "written").touch()
        await until((folder / "go").exists)
        which = await store.read(lambda c: recording_of_event(c, "e1"))
        assert which is not None
        return await store.write(lambda c: set_recording_file(c, which, name))

    name = await shared.files().put(SOUND, "audio/ogg", claim=claim)
    await store.close()
    (folder / "kept").write_text(name)


async def _begun(folder: Path) -> SqliteStore:
    store = SqliteStore(new_database(folder))
    await store.write(lambda c: arrive(c, event("e1", Voice(file_ref="f"))))
    return store


async def test_a_sweep_waits_for_what_another_process_has_not_claimed_yet(shared: Shared, tmp_path: Path) -> None:
    store = await _begun(tmp_path)
    files = shared.files()
    with living(tmp_path / "out", keep_slowly, shared):
        await until((tmp_path / "written").exists)
        sweeping = asyncio.create_task(files.sweep(store))
        await asyncio.wait({sweeping}, timeout=0.3)
        (tmp_path / "go").touch()
        assert await sweeping == 0
        await until((tmp_path / "kept").exists)
    [name] = await files.names()
    assert await files.read(name) == SOUND
    await store.close()


async def test_what_was_put_by_a_process_that_died_holds_nobody_up(shared: Shared, tmp_path: Path) -> None:
    store = await _begun(tmp_path)
    files = shared.files()
    with living(tmp_path / "out", keep_slowly, shared):
        await until((tmp_path / "written").exists)
    assert await files.sweep(store) == 1
    assert await files.names() == []
    await store.close()

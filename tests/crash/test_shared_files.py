"""Two processes that keep recordings in one folder: what one has just put there the other does not sweep away."""

from __future__ import annotations

import asyncio
from pathlib import Path

from core.contracts.messages import Voice
from core.files.keeping import in_folders
from core.store.recording_rows import keep_file, recording
from core.store.store import SqliteStore
from tests.fakes.forked import living
from tests.fakes.stores import arrive, event, new_database
from tests.fakes.waiting import until

SOUND = b"OggS"


def keep_slowly(folder: Path) -> None:
    """What the other process does: its file is there for a while before the database has its name."""
    asyncio.run(_keep_slowly(folder))


async def _keep_slowly(folder: Path) -> None:
    store = SqliteStore(str(folder / "raconteur.db"))

    async def claim(name: str) -> bool:
        (folder / "written").touch()
        await until((folder / "go").exists)
        which = await store.read(lambda c: recording(c, "e1"))
        assert which is not None
        return await store.write(lambda c: keep_file(c, which, name))

    name = await in_folders(folder / "recordings", shared=True)[0].put(SOUND, "audio/ogg", claim=claim)
    await store.close()
    (folder / "kept").write_text(name)


async def _begun(folder: Path) -> SqliteStore:
    store = SqliteStore(new_database(folder))
    await store.write(lambda c: arrive(c, event("e1", Voice(file_ref="f"))))
    return store


async def test_a_sweep_waits_for_what_another_process_has_put_and_not_claimed_yet(tmp_path: Path) -> None:
    store = await _begun(tmp_path)
    files = in_folders(tmp_path / "recordings", shared=True)[0]
    with living(tmp_path / "out", keep_slowly, tmp_path):
        await until((tmp_path / "written").exists)
        sweeping = asyncio.create_task(files.sweep(store))
        await asyncio.wait({sweeping}, timeout=0.3)
        (tmp_path / "go").touch()
        assert await sweeping == 0
        await until((tmp_path / "kept").exists)
    [name] = await files.names()
    assert await files.read(name) == SOUND
    await store.close()


async def test_what_a_process_has_put_that_died_before_its_claim_holds_nobody_up(tmp_path: Path) -> None:
    store = await _begun(tmp_path)
    files = in_folders(tmp_path / "recordings", shared=True)[0]
    with living(tmp_path / "out", keep_slowly, tmp_path):
        await until((tmp_path / "written").exists)
    assert await files.sweep(store) == 1
    assert await files.names() == []
    await store.close()

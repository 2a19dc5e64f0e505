"""Recordings in a folder: nobody else reads them, and nothing is left half written."""

from __future__ import annotations

import asyncio
import stat
from pathlib import Path

from core.files.folder import Folder
from core.files.keeping import recordings_in
from core.store.store import MemoryStore


async def _claimed(_name: str) -> bool:
    return True


async def test_only_its_owner_can_read_it(tmp_path: Path) -> None:
    files = recordings_in(Folder(tmp_path / "recordings"))
    path = tmp_path / "recordings" / await files.put(b"sound", "audio/ogg", claim=_claimed)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) & 0o077 == 0


async def test_a_sweep_takes_what_is_half_written(tmp_path: Path) -> None:
    store, files = MemoryStore(), recordings_in(Folder(tmp_path))
    (tmp_path / ".abc.part").write_bytes(b"half")
    assert await files.sweep(store) == 0
    assert await asyncio.to_thread(lambda: list(tmp_path.iterdir())) == []
    await store.close()


async def test_an_empty_house_has_no_folder_and_nothing_to_sweep(tmp_path: Path) -> None:
    store, files = MemoryStore(), recordings_in(Folder(tmp_path / "none"))
    assert (await files.names(), await files.sweep(store)) == ([], 0)
    assert not (tmp_path / "none").exists()
    await store.close()

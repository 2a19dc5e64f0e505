"""Recordings as files: names that mean one content, nothing half written, nothing outside of the folder."""

from __future__ import annotations

import asyncio
import hashlib
import stat
from pathlib import Path

import pytest

from core.contracts.errors import NotFound
from core.contracts.messages import Voice
from core.files.folder import Folder
from core.files.keeping import name_of, recordings_in
from core.store.recording_rows import keep_file, recording
from core.store.store import MemoryStore
from tests.fakes.stores import arrive, event


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def _claimed(_name: str) -> bool:
    return True


async def test_a_file_is_there_once_under_the_name_of_its_content(tmp_path: Path) -> None:
    files = recordings_in(Folder(tmp_path / "deep" / "recordings"))
    first = await files.put(b"sound", "audio/ogg", claim=_claimed)
    again = await files.put(b"sound", "audio/ogg; codecs=opus", claim=_claimed)
    assert first == again == f"{hashlib.sha256(b'sound').hexdigest()}.ogg"
    assert await files.names() == [first]
    assert (await files.read(first), await files.size(first)) == (b"sound", 5)


async def test_only_its_owner_can_read_it(tmp_path: Path) -> None:
    files = recordings_in(Folder(tmp_path / "recordings"))
    path = tmp_path / "recordings" / await files.put(b"sound", "audio/ogg", claim=_claimed)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) & 0o077 == 0


@pytest.mark.parametrize(
    ("media_type", "ending"),
    [
        ("audio/ogg", "ogg"),
        ("video/mp4", "mp4"),
        ("", "bin"),
        ("../../etc/passwd", "bin"),
    ],
)
def test_the_ending_is_one_of_ours_whatever_the_platform_says(media_type: str, ending: str) -> None:
    assert name_of(b"", media_type).rpartition(".")[2] == ending


@pytest.mark.parametrize(
    "name", ["", "..", "../raconteur.db", "/etc/passwd", f"{'a' * 64}", f"{'a' * 64}.ogg/../x", f"{'a' * 64}.ogg\n"]
)
async def test_a_name_that_is_not_one_of_ours_leads_nowhere(tmp_path: Path, name: str) -> None:
    (tmp_path / "raconteur.db").write_bytes(b"everything")
    files = recordings_in(Folder(tmp_path / "recordings"))
    assert (await files.read(name), await files.size(name)) == (None, None)
    async with files.local([name]) as there:
        assert there == {}
    with pytest.raises(NotFound):
        await files.remove([name])
    assert (tmp_path / "raconteur.db").exists()


async def test_what_is_damaged_on_the_disk_is_written_anew(tmp_path: Path) -> None:
    files = recordings_in(Folder(tmp_path))
    name = await files.put(b"sound", "audio/ogg", claim=_claimed)
    (tmp_path / name).write_bytes(b"so")
    await files.put(b"sound", "audio/ogg", claim=_claimed)
    assert await files.read(name) == b"sound"


async def test_a_sweep_takes_what_nothing_names_and_what_is_half_written(tmp_path: Path) -> None:
    store, files = MemoryStore(), recordings_in(Folder(tmp_path))
    await store.write(lambda c: arrive(c, event("e1", Voice(file_ref="f"))))

    async def claim(name: str) -> bool:
        which = await store.read(lambda c: recording(c, "e1"))
        assert which is not None
        return await store.write(lambda c: keep_file(c, which, name))

    needed = await files.put(b"needed", "audio/ogg", claim=claim)
    await files.put(b"nobody's", "audio/ogg", claim=_claimed)
    (tmp_path / ".abc.part").write_bytes(b"half")
    (tmp_path / "notes.txt").write_text("the operator's own")
    assert await files.sweep(store) == 1
    assert await asyncio.to_thread(_names, tmp_path) == sorted([needed, "notes.txt"])
    await store.close()


async def test_a_sweep_never_takes_a_file_between_its_writing_and_its_name_in_the_table(tmp_path: Path) -> None:
    store, files = MemoryStore(), recordings_in(Folder(tmp_path))
    written, go_on = asyncio.Event(), asyncio.Event()
    await store.write(lambda c: arrive(c, event("e1", Voice(file_ref="f"))))

    async def slowly(name: str) -> bool:
        written.set()
        await go_on.wait()
        which = await store.read(lambda c: recording(c, "e1"))
        assert which is not None
        return await store.write(lambda c: keep_file(c, which, name))

    putting = asyncio.create_task(files.put(b"sound", "audio/ogg", claim=slowly))
    await written.wait()
    sweeping = asyncio.create_task(files.sweep(store))
    await asyncio.wait({sweeping}, timeout=0.05)
    go_on.set()
    assert await sweeping == 0
    assert await files.read(await putting) == b"sound"
    await store.close()


async def test_an_empty_house_has_no_folder_and_nothing_to_sweep(tmp_path: Path) -> None:
    store, files = MemoryStore(), recordings_in(Folder(tmp_path / "none"))
    assert (await files.names(), await files.sweep(store)) == ([], 0)
    assert not (tmp_path / "none").exists()
    await store.close()

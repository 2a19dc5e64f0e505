"""What is promised of recordings and photographs, wherever they are kept: in a folder, or in a bucket."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.contracts.errors import NotFound
from core.contracts.messages import Voice
from core.files.bucket import Bucket, ReaderCopies
from core.files.folder import Folder
from core.files.keeping import RECORDINGS, FilePlace, content_file_name, recordings_in
from core.store.recording_rows import recording_of_event, set_recording_file
from core.store.store import MemoryStore
from tests.fakes.s3 import FakeS3, fake_s3
from tests.fakes.stores import arrive, event

SOUND = f"{hashlib.sha256(b'sound').hexdigest()}.ogg"


@pytest.fixture
async def s3() -> AsyncIterator[FakeS3]:
    async with fake_s3() as server:
        yield server


@pytest.fixture(params=["folder", "bucket"])
async def place(request: pytest.FixtureRequest, tmp_path: Path, s3: FakeS3) -> FilePlace:
    if request.param == "folder":
        return Folder(tmp_path / "deep" / "recordings")
    return Bucket(s3.address, RECORDINGS, ReaderCopies(tmp_path / "copies"))


async def _claimed(_name: str) -> bool:
    return True


async def test_a_file_is_there_once_under_the_name_of_its_content(place: FilePlace) -> None:
    files = recordings_in(place)
    first = await files.put(b"sound", "audio/ogg", claim=_claimed)
    again = await files.put(b"sound", "audio/ogg; codecs=opus", claim=_claimed)
    assert first == again == SOUND
    assert await files.names() == [SOUND]
    assert (await files.read(SOUND), await files.size(SOUND)) == (b"sound", 5)


async def test_what_is_not_there_is_no_mistake(place: FilePlace) -> None:
    files = recordings_in(place)
    assert (await files.read(SOUND), await files.size(SOUND), await files.names()) == (None, None, [])
    await files.remove([SOUND])
    async with files.local([SOUND]) as there:
        assert there == {}


@pytest.mark.parametrize(
    "name", ["", "..", "../raconteur.db", "/etc/passwd", f"{'a' * 64}", f"{'a' * 64}.ogg/../x", f"{'a' * 64}.ogg\n"]
)
async def test_a_name_that_is_not_one_of_ours_leads_nowhere(place: FilePlace, tmp_path: Path, name: str) -> None:
    (tmp_path / "raconteur.db").write_bytes(b"everything")
    files = recordings_in(place)
    assert (await files.read(name), await files.size(name)) == (None, None)
    async with files.local([name]) as there:
        assert there == {}
    with pytest.raises(NotFound):
        await files.remove([name])
    assert (tmp_path / "raconteur.db").exists()


async def test_it_can_be_read_from_a_path_as_long_as_somebody_wants_it(place: FilePlace, tmp_path: Path) -> None:
    files = recordings_in(place)
    other = await files.put(b"other", "audio/ogg", claim=_claimed)
    await files.put(b"sound", "audio/ogg", claim=_claimed)
    async with files.local([SOUND, other, SOUND]) as there:
        assert {name: path.read_bytes() for name, path in there.items()} == {SOUND: b"sound", other: b"other"}
        assert all(
            path.stat().st_mode & 0o077 == 0 or path.parent.stat().st_mode & 0o077 == 0 for path in there.values()
        )
    assert await asyncio.to_thread(lambda: list((tmp_path / "copies").glob("*"))) == []
    assert sorted(await files.names()) == sorted([SOUND, other])


async def test_a_sweep_takes_what_nothing_names(place: FilePlace) -> None:
    store, files = MemoryStore(), recordings_in(place)
    await store.write(lambda c: arrive(c, event("e1", Voice(file_ref="f"))))

    async def claim(name: str) -> bool:
        which = await store.read(lambda c: recording_of_event(c, "e1"))
        assert which is not None
        return await store.write(lambda c: set_recording_file(c, which, name))

    needed = await files.put(b"needed", "audio/ogg", claim=claim)
    await files.put(b"nobody's", "audio/ogg", claim=_claimed)
    await place.put("notes.txt", b"the operator's own")
    assert await files.sweep(store) == 1
    assert await files.names() == [needed]
    assert await place.read("notes.txt") == b"the operator's own"
    await store.close()


async def test_a_sweep_never_takes_a_file_before_its_name_is_in_the_table(place: FilePlace) -> None:
    store, files = MemoryStore(), recordings_in(place)
    written, go_on = asyncio.Event(), asyncio.Event()
    await store.write(lambda c: arrive(c, event("e1", Voice(file_ref="f"))))

    async def slowly(name: str) -> bool:
        written.set()
        await go_on.wait()
        which = await store.read(lambda c: recording_of_event(c, "e1"))
        assert which is not None
        return await store.write(lambda c: set_recording_file(c, which, name))

    putting = asyncio.create_task(files.put(b"sound", "audio/ogg", claim=slowly))
    await written.wait()
    sweeping = asyncio.create_task(files.sweep(store))
    await asyncio.wait({sweeping}, timeout=0.05)
    go_on.set()
    assert await sweeping == 0
    assert await files.read(await putting) == b"sound"
    await store.close()


async def test_what_is_damaged_is_written_anew(place: FilePlace) -> None:
    files = recordings_in(place)
    await place.put(SOUND, b"so")
    assert await files.put(b"sound", "audio/ogg", claim=_claimed) == SOUND
    assert await files.read(SOUND) == b"sound"


@pytest.mark.parametrize(
    ("media_type", "ending"),
    [("audio/ogg", "ogg"), ("video/mp4", "mp4"), ("", "bin"), ("../../etc/passwd", "bin")],
)
def test_the_ending_is_one_of_ours_whatever_the_platform_says(media_type: str, ending: str) -> None:
    assert content_file_name(b"", media_type).rpartition(".")[2] == ending

"""Moving recordings and photographs from a folder into a bucket, and back."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from typer.testing import Result

from bot.changing_storage import move_files
from bot.database import lock_database
from core.contracts.errors import AlreadyRunning, ConfigurationError, FilesAway, StorageError
from core.files.folder import Folder
from tests.fakes.command_line import keep
from tests.fakes.s3 import FakeS3, Refused, fake_s3
from tests.integration.cli_kit import run

pytestmark = pytest.mark.usefixtures("command_line")
TARGET = "s3://interviews/house"


def named(body: bytes, ending: str) -> str:
    return f"{hashlib.sha256(body).hexdigest()}.{ending}"


SOUNDS = {named(body, "ogg"): body for body in (b"river", b"move", b"door")}
PICTURES = {named(body, "jpg"): body for body in (b"a house",)}
THERE = {f"house/recordings/{name}": body for name, body in SOUNDS.items()} | {
    f"house/photos/{name}": body for name, body in PICTURES.items()
}


@pytest.fixture
async def s3() -> AsyncIterator[FakeS3]:
    async with fake_s3() as server:
        config = (
            f'[storage]\n#files = ""\nfiles_endpoint = "{server.url}"\nfiles_region = "eu-central-1"\n'
            f'files_key_id = "{server.address.key_id}"\nfiles_secret = "{server.address.secret}"\n'
        )
        await asyncio.to_thread(Path("config.toml").write_text, config)
        yield server


@pytest.fixture
def recordings() -> Path:
    """Of a database, with what is half written and what is the operator's own."""
    keep(Path("data/raconteur.db"))
    folder = Path("data/recordings")
    (folder / "photos").mkdir(parents=True)
    for name, body in SOUNDS.items():
        (folder / name).write_bytes(body)
    for name, body in PICTURES.items():
        (folder / "photos" / name).write_bytes(body)
    (folder / ".x.part").write_bytes(b"half")
    return folder


def _held(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name[0] != "."}


async def command(*arguments: str) -> Result:
    return await asyncio.to_thread(run, "migrate-files", *arguments)


async def test_they_go_there_and_come_back(s3: FakeS3, recordings: Path) -> None:
    there = await command(TARGET)
    assert there.exit_code == 0, there.exception
    assert s3.objects == THERE
    assert "4 files" in there.output
    assert f'in config.toml, line 2: files = "{TARGET}"' in there.output
    assert await asyncio.to_thread(_held, recordings) == SOUNDS | PICTURES
    back = await command(TARGET, "elsewhere")
    assert back.exit_code == 0, back.exception
    assert await asyncio.to_thread(_held, Path("elsewhere")) == SOUNDS | PICTURES
    assert s3.objects == THERE


async def test_a_move_that_was_cut_short_goes_on_and_brings_nothing_twice(s3: FakeS3, recordings: Path) -> None:
    first, *_ = sorted(SOUNDS)
    s3.objects[f"house/recordings/{first}"] = SOUNDS[first]
    s3.refuse = [Refused(403, "AccessDenied")] * 3
    assert isinstance((await command(TARGET)).exception, FilesAway)
    s3.refuse.clear()
    assert (await command(TARGET)).exit_code == 0
    assert s3.objects == THERE
    puts = [asked for asked in s3.asked if asked.startswith("PUT")]
    assert len(puts) == len(set(puts)) == 3


async def test_what_is_damaged_is_named_and_not_brought(s3: FakeS3, recordings: Path) -> None:
    first, *_ = sorted(SOUNDS)
    (recordings / first).write_bytes(b"something else")
    result = await command(TARGET)
    assert isinstance(result.exception, StorageError)
    assert first in str(result.exception)
    assert f"house/recordings/{first}" not in s3.objects


async def test_a_place_with_the_files_of_others_is_refused(s3: FakeS3, recordings: Path) -> None:
    s3.objects[f"house/photos/{'b' * 64}.jpg"] = b"another database's"
    result = await command(TARGET)
    assert isinstance(result.exception, ConfigurationError)
    assert "1 other files" in str(result.exception)


async def test_while_somebody_is_at_work_nothing_is_moved(s3: FakeS3, recordings: Path) -> None:
    seat = lock_database(Path("data/raconteur.db"))
    try:
        result = await command(TARGET)
    finally:
        seat.release()
    assert isinstance(result.exception, AlreadyRunning)
    assert s3.objects == {}


@pytest.mark.parametrize("arguments", [("s3://X",), ("ftp://host/x",), ("a", "b", "c"), ("same", "same")])
async def test_what_cannot_be_is_refused_in_one_sentence(s3: FakeS3, arguments: tuple[str, ...]) -> None:
    assert isinstance((await command(*arguments)).exception, ConfigurationError)


async def test_what_goes_while_it_is_moved_is_told(tmp_path: Path) -> None:
    old, new = Folder(tmp_path / "old"), Folder(tmp_path / "new")
    for name, body in SOUNDS.items():
        await old.put(name, body)

    def progress(_what: str, done: int, _total: int) -> None:
        if done == 1:
            asyncio.get_running_loop().create_task(new.remove(list(SOUNDS)))

    with pytest.raises(StorageError, match="have not arrived"):
        await move_files([old], [new], progress)

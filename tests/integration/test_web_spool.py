"""The folder of what browsers upload: how long what stays there."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from adapters.web.spool import EVERY, FETCHED, KEPT, NEVER_ENDED, SOON, Spool
from core.contracts.errors import Rejected
from tests.contract.platform_kit import SteppedClock
from tests.fakes.waiting import stopped, until


async def _aged(path: Path, seconds: float, clock: SteppedClock) -> None:
    at = clock.now().timestamp() - seconds
    os.utime(path, (at, at))


async def test_what_is_never_ended_goes_in_a_day(tmp_path: Path) -> None:
    clock = SteppedClock()
    here, folder = Spool(tmp_path, clock), tmp_path / "local"

    async def pieces() -> AsyncIterator[bytes]:
        yield b"words"

    await here.put_part("local", "never-ended", 0, b"x")
    await here.put_part("local", "recording", 0, b"sound")
    sound, _ = await here.join("local", "recording", 1)
    file, _ = await here.receive("local", "document", pieces())
    await here.drop("local", "thrown-away", for_good=True)
    for path in folder.iterdir():
        await _aged(path, NEVER_ENDED - 1, clock)
    await here.sweep()
    assert len(list(folder.iterdir())) == 4
    for path in folder.iterdir():
        await _aged(path, NEVER_ENDED, clock)
    await here.sweep()
    assert sorted(path.name for path in folder.iterdir()) == ["document.file", "recording.sound"]
    for ref in (sound, file):
        await here.fetch(ref, limit=100)
    await clock.advance(FETCHED)
    for path in folder.iterdir():
        await _aged(path, 10.0, clock)
    await here.sweep()
    with pytest.raises(Rejected):
        await here.fetch(sound, limit=100)
    assert await here.fetch(file, limit=100) == b"words"
    await _aged(folder / "document.file", KEPT, clock)
    await here.sweep()
    assert not folder.exists()


async def test_a_photograph_stays_until_somebody_has_read_it_over(tmp_path: Path) -> None:
    clock, coming = SteppedClock(), {"local/one-photo", "local/two-photo"}
    here = Spool(tmp_path, clock)

    async def is_coming(chat: str, upload: str) -> bool:
        return f"{chat}/{upload}" in coming

    async def pieces() -> AsyncIterator[bytes]:
        yield b"picture"

    for name in ("one-photo", "two-photo"):
        await here.receive("local", name, pieces(), photo=True)
    await here.fetch("local/one-photo.photo", limit=100)
    tasks = [asyncio.create_task(here.let_go(is_coming)), asyncio.create_task(here.tidy(is_coming))]
    await clock.advance(SOON)
    assert len(list((tmp_path / "local").iterdir())) == 2
    coming.clear()
    await clock.advance(2 * SOON)
    await until(lambda: [path.name for path in (tmp_path / "local").iterdir()] == ["two-photo.photo"])
    await _aged(tmp_path / "local" / "two-photo.photo", FETCHED, clock)
    await clock.advance(EVERY)
    await until(lambda: not (tmp_path / "local" / "two-photo.photo").exists())
    for task in tasks:
        await stopped(task)

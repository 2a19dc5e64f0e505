"""The process is killed at every step of a recording's way, and each note is heard once in the end, in its place."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from core.contracts.messages import Text, Voice
from core.store.rows import load_incoming
from core.store.schema import mailbox, recordings
from core.store.store import SqliteStore
from tests.crash.listening_process import SAID, STEPS, main
from tests.fakes.forked import lived

REPEATED = {"fetching", "fetched", "written"}
"""Steps before the name of the file is in the table: only these make a second download needed."""


CHAIN = ("received", "fetching", "written", "kept", "hearing", "hearing", "heard", "committed")


@pytest.mark.parametrize("keep", [True, False], ids=["kept", "dropped"])
async def test_each_note_is_heard_once_wherever_the_process_dies(tmp_path: Path, *, keep: bool) -> None:
    """At each step of the second note, and at one step after the other."""
    chains: list[tuple[str, ...]] = [(f"{step}2",) for step in STEPS if not (keep and step == "deleted")]
    chains.append(CHAIN)
    names = [",".join(chain) for chain in chains]
    assert await asyncio.to_thread(lived, main, tmp_path, keep, *names) == 0
    for name, chain in zip(names, chains, strict=True):
        await _in_place(tmp_path / name, chain, keep=keep)


async def _in_place(folder: Path, chain: tuple[str, ...], *, keep: bool) -> None:
    store = SqliteStore(str(folder / "raconteur.db"))
    mail = await store.read(lambda c: c.execute(mailbox.select().order_by(mailbox.c.id)).all())
    rows = await store.read(lambda c: c.execute(recordings.select()).all())
    await store.close()
    contents = [load_incoming(row.payload).content for row in mail]
    told = [c.text for c in contents if isinstance(c, Text | Voice)]
    assert told == [word for said in SAID for word in (f"Before {said}", said)], chain
    assert all(row.ready for row in mail)
    assert [(row.state, row.trouble) for row in rows] == [("heard", "")] * len(SAID)
    files = {path.name: path.read_bytes().decode() for path in (folder / "recordings").iterdir()}
    assert files == {c.audio: c.text for c in contents if isinstance(c, Voice) and c.audio}, chain
    assert len(files) == (len(SAID) if keep else 0)
    downloads = (folder / "raconteur.downloads").read_text().split()
    assert len(downloads) == len(SAID) + sum(step.rstrip("2") in REPEATED for step in chain), chain

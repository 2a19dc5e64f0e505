"""Ears as a process of its own that kills itself with SIGKILL at a chosen step.

A chain is a list of steps such as "fetching,kept", with a database of its own in the folder. A parent that has
everything imported forks a child for each life; a life ends at the first time that it comes to the step that is named
for it (with a 2 behind it: at the second), and a last one lives until everything is heard. The platform hands in the
same events in each life, as one does that was not told that they were received, and writes down every download.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from bot.clock import SystemClock
from bot.database import prepare_database
from core.contracts.messages import Text
from core.contracts.ports import HearingProgress, Recognised, Recording
from core.files.folder import Folder
from core.files.keeping import KeptFiles
from tests.crash.mortal import MortalStore, Reaper, live_and_die
from tests.fakes.hearing import listener
from tests.fakes.platform import FakePlatform
from tests.fakes.transcriber import FakeTranscriber

STEPS = ("received", "fetching", "fetched", "written", "kept", "hearing", "heard", "committed", "deleted")
"""Where a life can end: the event is kept; the download is under way; the bytes are here; they are on the disk; their
name is in the table; they are being listened to; the words are here; they are in the mailbox; the file is deleted."""
SAID = ("First.", "Second.", "Third.")
COMMITS = {"Reception._receive": "received", "_file_of": "kept", "Transcription._heard": "committed"}


class MortalPlatform(FakePlatform):
    def __init__(self, reaper: Reaper, downloads: Path) -> None:
        super().__init__(SystemClock())
        self._reaper = reaper
        self._downloads = downloads

    async def fetch(self, file_ref: str, *, limit: int) -> bytes:
        with self._downloads.open("a") as file:
            file.write(f"{file_ref}\n")
        self._reaper.at("fetching")
        body = await super().fetch(file_ref, limit=limit)
        self._reaper.at("fetched")
        return body


class MortalFiles(KeptFiles):
    def __init__(self, folder: Path, reaper: Reaper) -> None:
        super().__init__(Folder(folder))
        self._reaper = reaper

    async def put(self, data: bytes, media_type: str, *, claim: Callable[[str], Awaitable[bool]]) -> str:
        async def claimed(name: str) -> bool:
            self._reaper.at("written")
            return await claim(name)

        return await super().put(data, media_type, claim=claimed)

    async def release(self, store: Any, names: Any) -> int:
        count = await super().release(store, names)
        if count:
            self._reaper.at("deleted")
        return count


class MortalTranscriber(FakeTranscriber):
    def __init__(self, reaper: Reaper) -> None:
        super().__init__()
        self._reaper = reaper

    async def hear(
        self, recording: Recording, *, progress: Callable[[HearingProgress], None] | None = None
    ) -> Recognised:
        self._reaper.at("hearing")
        heard = await super().hear(recording, progress=progress)
        self._reaper.at("heard")
        return heard


async def live(database: str, folder: Path, reaper: Reaper, *, keep: bool) -> None:
    """One life."""
    store = MortalStore(database, reaper, COMMITS)
    platform = MortalPlatform(reaper, Path(database).with_suffix(".downloads"))
    platform.files = {f"note-{number}": said.encode() for number, said in enumerate(SAID)}
    files = MortalFiles(folder, reaper)
    async with listener(
        folder, MortalTranscriber(reaper), store=store, platform=platform, files=files, keep_audio=keep
    ) as here:
        person = platform.person()
        for number, said in enumerate(SAID):
            await person.tell(Text(text=f"Before {said}"), event=f"written-{number}")
            await person.speak(f"note-{number}", event=f"spoken-{number}")
        await here.settled()
    await store.close()


def main(folder: Path, keep: bool, *chains: str) -> None:
    for chain in chains:
        database = folder / chain / "raconteur.db"
        database.parent.mkdir()
        prepare_database(database)
        deaths = [(step.rstrip("2"), 2 if step.endswith("2") else 1) for step in chain.split(",")]
        live_and_die(partial(_life, str(database), keep), deaths)


async def _life(database: str, keep: bool, _number: int, reaper: Reaper) -> None:
    await live(database, Path(database).parent / "recordings", reaper, keep=keep)

"""A place that was hard to hear: the words are kept and shown, and the recording stays until they were seen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from core.contracts.errors import TryLater
from core.contracts.messages import Say
from core.store.recording_rows import DOUBT_SECONDS
from tests.fakes.app import OPEN, Running, running, until
from tests.fakes.manual_clock import ManualClock
from tests.fakes.platform import FakePerson
from tests.fakes.transcriber import FakeTranscriber
from tests.integration.test_ears_beside import KEEPING

SAID = b"Lord, have mercy."
HARD = (
    "Part of this was hard to hear, so I’m keeping the recording for now. "
    "Please check that I’ve written it down right.",
    "Кое-что было плохо слышно, поэтому сама запись пока сохранена. Посмотрите, пожалуйста, всё ли верно.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    r: Running
    person: FakePerson
    clock: ManualClock
    transcription: FakeTranscriber
    folder: Path

    async def speak(self, audio: bytes = SAID) -> None:
        await self.person.speak(audio)
        await self.r.settled()
        self.clock.advance(10.0)

    async def kept(self, wait: float = 3_600.0) -> list[bytes]:
        """What is in the folder after the next tidying."""
        await self.r.settled()
        self.clock.advance(wait)
        await self.r.app.tidier.look()
        return sorted(path.read_bytes() for path in self.folder.iterdir())


@asynccontextmanager
async def runtime(tmp_path: Path, *, keep: bool = False, language: str = "en") -> AsyncIterator[House]:
    transcription, clock, folder = FakeTranscriber(), ManualClock(), tmp_path / "recordings"
    transcription.doubts.add(SAID)
    settings = KEEPING if keep else OPEN
    async with running(transcriber=transcription, clock=clock, settings=settings, recordings=folder) as r:
        person = await r.beginning(language=language)
        yield House(r=r, person=person, clock=clock, transcription=transcription, folder=folder)


def _quote(person: FakePerson) -> Say:
    """The message in which the words were shown last."""
    said = [m.saying for m in person.received if isinstance(m.saying, Say)]
    return next(each for each in reversed(said) if SAID.decode() in each.text)


@pytest.mark.parametrize(("language", "sentence"), [("en", HARD[0]), ("ru", HARD[1])])
async def test_the_words_are_shown_with_a_request_to_look(tmp_path: Path, language: str, sentence: str) -> None:
    async with runtime(tmp_path, language=language) as h:
        await h.speak()
        quote = _quote(h.person)
        assert quote.text == f"{SAID.decode()}\n\n{sentence}"
        assert len(quote.choices) == 2
        await h.speak(b"Clear words.")
        assert sentence not in h.person.received[-2].saying.text  # type: ignore[union-attr]
        assert (await h.r.told())[0] == ("q1", [SAID.decode()])


async def _writes_on(h: House) -> None:
    await h.person.write("And then we went home.")


async def _speaks_on(h: House) -> None:
    await h.person.speak(b"And then we went home.")


async def _says_it_is_right(h: House) -> None:
    await h.person.press("Fix it")
    assert await h.kept() == [SAID], "asking for it is not yet putting it right"
    await h.person.press("Leave it as it is")


async def _puts_it_right(h: House) -> None:
    await h.person.press("Fix it")
    await h.r.settled()
    h.clock.advance(10.0)
    await h.person.write("Lord, have mercy on us.")


SEEN = [_writes_on, _speaks_on, _says_it_is_right, _puts_it_right]


@pytest.mark.parametrize("sees", SEEN, ids=lambda each: each.__name__.strip("_"))
async def test_the_recording_stays_until_its_person_goes_on(
    tmp_path: Path, sees: Callable[[House], Awaitable[None]]
) -> None:
    async with runtime(tmp_path) as h:
        await h.speak()
        assert await h.kept() == [SAID]
        assert await h.kept(86_400.0) == [SAID]
        await sees(h)
        assert await h.kept() == []


async def test_what_was_said_before_the_words_were_seen_lets_go_of_nothing(tmp_path: Path) -> None:
    async with runtime(tmp_path) as h:
        gate = h.transcription.gate(SAID)
        await h.person.speak(SAID)
        await h.transcription.begun(SAID)
        h.clock.advance(5.0)
        await h.person.write("Do you hear me?")
        h.clock.advance(5.0)
        gate.set()
        assert await h.kept() == [SAID]


async def test_a_recording_that_nobody_comes_back_to_goes_after_thirty_days(tmp_path: Path) -> None:
    async with runtime(tmp_path) as h:
        await h.speak()
        assert await h.kept(DOUBT_SECONDS - 3_600.0) == [SAID]
        assert await h.kept() == []


async def test_where_recordings_are_kept_it_belongs_to_the_answer(tmp_path: Path) -> None:
    async with runtime(tmp_path, keep=True) as h:
        await h.speak()
        assert HARD[0] in _quote(h.person).text
        await h.person.write("And then we went home.")
        assert await h.kept(DOUBT_SECONDS) == [SAID]
        entries = (await h.r.record()).entries
        assert any(entry.audio for entry in entries)


async def test_one_that_was_heard_late_is_kept_as_well(tmp_path: Path) -> None:
    async with runtime(tmp_path) as h:
        h.transcription.troubles[SAID] = [TryLater("No.")] * 3
        await h.person.speak(SAID)
        for wait in (5.0, 25.0, 60.0):
            await until(lambda wait=wait: wait in h.clock.asked)  # type: ignore[misc]
            h.clock.advance(wait)
        await h.r.settled()
        assert HARD[0] in _quote(h.person).text
        h.clock.advance(5.0)
        assert await h.kept() == [SAID]
        await h.person.write("And then we went home.")
        assert await h.kept() == []


async def test_it_goes_with_everything_else_of_its_person(tmp_path: Path) -> None:
    async with runtime(tmp_path) as h:
        await h.speak()
        await h.person.write("/delete")
        await h.r.settled()
        await h.person.press("Delete everything")
        assert await h.kept() == []

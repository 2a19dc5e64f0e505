"""Voices through the whole house: from what was spoken to the next question."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from bot.config import Settings, VoiceSection
from core.contracts.errors import WeightsAbsent
from core.store.store import SqliteStore
from tests.fakes.app import OPEN, running
from tests.fakes.interview import PlainInterview
from tests.fakes.platform import FakePerson, FakePlatform
from tests.fakes.stores import new_database
from tests.fakes.transcriber import FakeTranscriber

ROUNDS = 50
KEEPING = Settings(access=OPEN.access, voice=VoiceSection(keep_audio=True))


async def _asked(person: FakePerson, question: str) -> None:
    """Read on until the question has come."""
    while question not in await person.next():
        pass


async def test_two_people_who_speak_at_once_are_never_given_a_word_of_each_other() -> None:
    transcription = FakeTranscriber()
    kinds = {"plain": PlainInterview(questions=ROUNDS + 1)}
    async with running(transcriber=transcription, kinds=kinds) as r:
        people = [await r.beginning(name, name=name) for name in ("anna", "boris")]
        for number in range(ROUNDS):
            notes = [f"{person.address.chat} says {number}".encode() for person in people]
            gates = [transcription.gate(note) for note in notes]
            for person, note in zip(people, notes, strict=True):
                await person.speak(note)
            for note in notes:
                await transcription.begun(note)
            for gate in gates if number % 2 else reversed(gates):
                gate.set()
            await r.settled()
        for number, (me, other) in enumerate([("anna", "boris"), ("boris", "anna")]):
            said = [text for _, texts in await r.told(number) for text in texts]
            # A note belongs to the question that was open when it was begun, so not in the order of the telling.
            assert Counter(said) == Counter(f"{me} says {n}" for n in range(ROUNDS))
            assert not any(other in text for text in people[number].said)


async def test_the_app_is_ready_to_hear_from_the_start_and_lets_go_at_the_end() -> None:
    transcription = FakeTranscriber()
    async with running(transcriber=transcription) as r:
        person = await r.beginning()
        await person.speak(b"By the river.")
        await _asked(person, "Question 2")
        assert (await r.told())[0] == ("q1", ["By the river."])
        assert (transcription.warmed, transcription.closed) == (1, False)
    assert transcription.closed


async def test_ears_that_cannot_be_had_keep_nobody_from_serving() -> None:
    transcription = FakeTranscriber()
    transcription.missing = WeightsAbsent("The weights are not there.")
    async with running(transcriber=transcription) as r:
        person = await r.beginning()
        await person.write("By the river.")
        await _asked(person, "Question 2")


async def test_words_around_a_voice_keep_their_order_over_a_restart(tmp_path: Path) -> None:
    transcription, path = FakeTranscriber(), new_database(tmp_path)
    transcription.gate(b"In the middle.")
    folder = tmp_path / "recordings"
    async with running(transcriber=transcription, store=SqliteStore(path), recordings=folder) as r:
        person = await r.beginning()
        await person.speak(b"In the middle.")
        await person.write("After it.")
        await transcription.begun(b"In the middle.")
        platform: FakePlatform = r.platform
    platform.up = asyncio.Event()
    again = FakeTranscriber()
    async with running(transcriber=again, store=SqliteStore(path), platform=platform, recordings=folder) as r:
        await _asked(person, "Question 2")
        await r.settled()
        assert (await r.told())[0] == ("q1", ["In the middle.", "After it."])
        assert len(platform.fetched) == 1
        assert list(folder.iterdir()) == []


@pytest.mark.parametrize("keep", [True, False])
async def test_deleting_everything_leaves_no_recording(tmp_path: Path, *, keep: bool) -> None:
    transcription = FakeTranscriber()
    transcription.texts[b"..."] = ""
    folder = tmp_path / "recordings"
    async with running(transcriber=transcription, settings=KEEPING if keep else OPEN, recordings=folder) as r:
        person, other = await r.beginning("1"), await r.beginning("2")
        for each in (person, other):
            await each.speak(f"Told by {each.address.chat}.".encode())
            await r.handled(each.speak(b"..."))
        assert len(list(folder.iterdir())) == (3 if keep else 1)
        await r.handled(person.write("/delete"), person.press("Delete everything"))
        left = sorted(path.read_bytes() for path in folder.iterdir())
        assert left == ([b"...", b"Told by 2."] if keep else [b"..."])

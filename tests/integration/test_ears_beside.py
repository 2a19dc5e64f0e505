"""Ears at work for several people, through deaths, while things are deleted, and through the whole app."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.config import Settings
from bot.sections import VoiceSection
from core.access.gate import Gate, Policy
from core.contracts.errors import WeightsAbsent
from core.inbox.reception import Reception
from core.jobs.recordings import DOWNLOADS
from core.store.erasing import erase_person
from core.store.recording_rows import UNHEARD, retry_recording
from core.store.store import MemoryStore, Unit, Wakes
from tests.fakes.app import OPEN, running, until
from tests.fakes.hearing import listener
from tests.fakes.interview import PlainInterview
from tests.fakes.manual_clock import ManualClock
from tests.fakes.other_stores import store_at
from tests.fakes.platform import FakePerson, FakePlatform
from tests.fakes.stores import new_database
from tests.fakes.transcriber import FakeTranscriber


async def test_a_download_and_a_listening_that_hang_hold_up_nobody_else(tmp_path: Path) -> None:
    transcription = FakeTranscriber()
    transcription.gate(b"hangs")

    class Partly(FakePlatform):
        async def fetch(self, file_ref: str, *, limit: int) -> bytes:
            if file_ref.startswith("never"):
                await asyncio.Event().wait()
            return await super().fetch(file_ref, limit=limit)

    clock = ManualClock()
    async with listener(tmp_path, transcription, clock=clock, platform=Partly(clock)) as here:
        for number in range(DOWNLOADS - 1):
            # Ten notes of one person are one download at a time.
            for note in range(10):
                await here.platform.person(f"slow {number}").speak(f"never {number} {note}")
        await here.platform.person("hanging").speak(b"hangs")
        await transcription.begun(b"hangs")
        for number in range(20):
            await here.platform.person("quick").speak(f"{number}".encode())
        # The desk is woken for each that comes, and once more when it is heard.
        await until(lambda: here.woken.count(here.woken[-1]) == 40)
        assert await here.words("quick") == [str(n) for n in range(20)]


async def test_one_persons_notes_are_heard_in_order_and_one_at_a_time(tmp_path: Path) -> None:
    transcription = FakeTranscriber()
    async with listener(tmp_path, transcription) as here:
        person = here.platform.person()
        for number in range(12):
            await person.speak(f"{number}".encode())
        await here.settled()
        assert list(transcription.calls) == [str(n).encode() for n in range(12)]
        assert transcription.most_of_one == 1


async def test_a_new_note_waits_behind_one_old_one_at_most(tmp_path: Path) -> None:
    clock, transcription = ManualClock(), FakeTranscriber()
    async with listener(tmp_path, None, clock=clock) as before:
        for number in range(30):
            await before.platform.person().speak(f"old {number}".encode())
        await before.settled()
        first = transcription.gate(b"old 0")
        async with listener(tmp_path, transcription, clock=clock, store=before.store, platform=before.platform) as here:
            await transcription.begun(b"old 0")
            await here.platform.person().speak(b"new")
            first.set()
            await here.settled()
            assert list(transcription.calls).index(b"new") <= 2
            late = [v.text for v in await here.voices() if v.late]
            assert len(late) == 20, "a sweep takes so many at once"
            await here.wakes()
            await here.settled()
            assert len([v for v in await here.voices() if v.late]) == 30


async def test_the_same_file_of_two_people_stays_until_both_were_heard(tmp_path: Path) -> None:
    transcription = FakeTranscriber()
    transcription.texts[b"same"] = "The song."
    async with listener(tmp_path, transcription) as here:
        gate = transcription.gate(b"same")
        anna, boris = here.platform.person("anna"), here.platform.person("boris")
        await anna.speak(b"same")
        await boris.speak(b"same")
        await transcription.begun(b"same", 2)
        assert len(here.kept()) == 1
        gate.set()
        await here.settled()
        assert (await here.words("anna"), await here.words("boris")) == (["The song."], ["The song."])
        assert here.kept() == []


# --- deleting -----------------------------------------------------------------------------------------------------


async def test_what_is_deleted_while_it_is_fetched_leaves_no_file(tmp_path: Path) -> None:
    transcription = FakeTranscriber()
    async with listener(tmp_path, transcription) as here:
        here.platform.fetch_hold.clear()
        await here.platform.person().speak(b"secret")
        await here.platform.until(lambda: len(here.platform.fetched) == 1)
        await here.store.write(lambda c: erase_person(c, "p1"))
        here.platform.fetch_hold.set()
        await here.settled()
        assert (here.kept(), await here.mail(), await here.rows()) == ([], [], [])
        assert transcription.calls.total() == 0


async def test_what_is_deleted_while_it_is_listened_to_leaves_nothing(tmp_path: Path) -> None:
    transcription = FakeTranscriber()
    gate = transcription.gate(b"secret")
    async with listener(tmp_path, transcription, keep_audio=True) as here:
        await here.platform.person().speak(b"secret")
        await transcription.begun(b"secret")
        await here.store.write(lambda c: erase_person(c, "p1"))
        gate.set()
        await here.settled()
        await here.files.sweep(here.store)
        assert (here.kept(), await here.mail(), await here.rows()) == ([], [], [])


# --- the operator -------------------------------------------------------------------------------------------------


async def test_the_operator_has_one_tried_again(tmp_path: Path) -> None:
    clock, transcription = ManualClock(), FakeTranscriber()
    transcription.texts[b"Hm."] = ""
    async with listener(tmp_path, transcription, clock=clock) as here:
        await here.platform.person().speak(b"Hm.")
        await here.settled()
        [row] = await here.rows()
        for heard in ("", "I said yes."):
            transcription.texts[b"Hm."] = heard
            assert await here.store.write(lambda c: retry_recording(c, row.id, now=clock.now().timestamp()))
            await here.wakes()
            await here.settled()
        assert [(v.trouble, v.text, v.late) for v in await here.voices()] == [
            ("silent", None, False),
            ("", "I said yes.", True),
        ]
        assert len(here.platform.fetched) == 1
        assert not await here.store.write(lambda c: retry_recording(c, row.id, now=clock.now().timestamp()))


# --- deaths -------------------------------------------------------------------------------------------------------


class _Step:
    """A point that is reached once, and not left."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()

    async def stay(self) -> None:
        if not self.reached.is_set():
            self.reached.set()
            await asyncio.Event().wait()


@contextmanager
def _staying_after(store: MemoryStore, name: str, step: _Step) -> Iterator[None]:
    """Stay behind the first commit of a unit with this name; with an empty name, behind none."""
    write = store.write

    async def slowly(unit: Unit[Any], wake: Wakes[Any] = ()) -> Any:
        result = await write(unit, wake)
        if name and name in getattr(unit, "__qualname__", ""):
            await step.stay()
        return result

    store.write = slowly  # type: ignore[method-assign]  # a test's way in
    try:
        yield
    finally:
        store.write = write  # type: ignore[method-assign]  # and out again


DEATHS: dict[str, tuple[str, int, int]] = {
    # where: downloads and listenings in both lives together
    "fetching": ("", 2, 1),
    "listening": ("", 1, 2),
    "kept": ("_file_of", 1, 1),
    "committed": ("_heard", 1, 1),
}


@pytest.mark.parametrize("keep_audio", [False, True])
@pytest.mark.parametrize("where", DEATHS)
async def test_whatever_dies_in_between_each_note_is_heard_once(
    tmp_path: Path, where: str, *, keep_audio: bool
) -> None:
    clock, transcription, store = ManualClock(), FakeTranscriber(), MemoryStore()
    unit, downloads, listenings = DEATHS[where]
    step = _Step()
    with _staying_after(store, unit, step):
        async with listener(tmp_path, transcription, clock=clock, store=store, keep_audio=keep_audio) as here:
            platform = here.platform
            person = platform.person()
            if where == "fetching":
                platform.fetch_hold.clear()
            if where == "listening":
                transcription.gate(b"By the river.")
            await person.write("Before.")
            await person.speak(b"By the river.")
            await person.write("After.")
            reached: dict[str, Callable[[], Awaitable[object]]] = {
                "fetching": lambda: platform.until(lambda: len(platform.fetched) == 1),
                "listening": lambda: transcription.begun(b"By the river."),
            }
            await reached.get(where, step.reached.wait)()
    platform.fetch_hold.set()
    transcription.gates.clear()
    async with listener(
        tmp_path, transcription, clock=clock, store=store, platform=platform, keep_audio=keep_audio
    ) as here:
        await here.settled()
        assert await here.words() == ["Before.", "By the river.", "After."]
        [voice] = await here.voices()
        assert not voice.late
        assert (len(platform.fetched), transcription.calls[b"By the river."]) == (downloads, listenings)
        assert here.kept() == ([voice.audio] if keep_audio else [])
    await store.close()


async def test_ending_in_peace_leaves_what_is_under_way_for_the_next_start(tmp_path: Path) -> None:
    transcription, store = FakeTranscriber(), store_at(new_database(tmp_path))
    transcription.gate(b"Slowly.")
    async with listener(tmp_path / "recordings", transcription, store=store) as here:
        await here.platform.person().speak(b"Slowly.")
        await transcription.begun(b"Slowly.")
    assert transcription.cancelled[b"Slowly."] == 1
    transcription.gates.clear()
    async with listener(tmp_path / "recordings", transcription, store=store, platform=here.platform) as again:
        await again.settled()
        assert await again.words() == ["Slowly."]
        assert len(again.platform.fetched) == 1
    await store.close()


async def test_many_deaths_do_not_make_it_give_up(tmp_path: Path) -> None:
    transcription, store, clock = FakeTranscriber(), MemoryStore(), ManualClock()
    platform = FakePlatform(clock)
    transcription.gate(b"Slowly.")
    for life in range(1, 8):
        async with listener(tmp_path, transcription, store=store, platform=platform, clock=clock) as here:
            if life == 1:
                await platform.person().speak(b"Slowly.")
            await transcription.begun(b"Slowly.", life)
    transcription.gates.clear()
    async with listener(tmp_path, transcription, store=store, platform=platform, clock=clock) as here:
        await here.settled()
        assert await here.words() == ["Slowly."]
        assert not any(row.state == UNHEARD for row in await here.rows())
    await store.close()


# --- through the whole app -------------------------------------------------------------------------------------------


ROUNDS = 50
KEEPING = Settings(access=OPEN.access, voice=VoiceSection(keep_audio=True))


async def _asked(person: FakePerson, question: str) -> None:
    """Read on until the question has come."""
    while question not in await person.next():
        pass


async def test_two_people_who_speak_at_once_get_no_word_of_each_other() -> None:
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
        await until(lambda: transcription.warmed == 1)
        assert not transcription.closed
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
    async with running(transcriber=transcription, store=store_at(path), recordings=folder) as r:
        person = await r.beginning()
        await person.speak(b"In the middle.")
        await person.write("After it.")
        await transcription.begun(b"In the middle.")
        platform: FakePlatform = r.platform
    platform.up = asyncio.Event()
    again = FakeTranscriber()
    async with running(transcriber=again, store=store_at(path), platform=platform, recordings=folder) as r:
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


async def test_a_stranger_who_speaks_is_turned_away_and_nothing_is_fetched(tmp_path: Path) -> None:
    async with listener(tmp_path, FakeTranscriber()) as here:
        reception = here.platform.inbox
        assert isinstance(reception, Reception)
        strict = Gate(policy=Policy.NAMED, allowed=frozenset(), trusted_platforms=frozenset())
        here.platform.inbox = replace(reception, gate=strict)
        await here.platform.person().speak(b"Let me in.")
        await here.settled()
        assert (await here.mail(), await here.rows(), here.platform.fetched) == ([], [], [])

"""Spoken questions over time: a process that dies, what is deleted, and what is kept with the recordings."""

from __future__ import annotations

import asyncio
import io
import zipfile
from pathlib import Path

from core.contracts.errors import (
    SpeakingUnavailable,
)
from core.contracts.messages import Outgoing, Receipt, Say, SendDocument, SendVoice
from core.languages.messages import say
from tests.fakes.app import Running, running, until
from tests.fakes.deleting import delete
from tests.fakes.manual_clock import ManualClock
from tests.fakes.other_stores import store_at
from tests.fakes.platform import FakePerson, FakePlatform
from tests.fakes.stores import new_database
from tests.fakes.transcriber import FakeTranscriber
from tests.features.read_aloud.speaking_kit import beginning, files, settings, unsent
from tests.features.read_aloud.synthesizer import FakeSynthesizer


async def test_a_question_that_was_left_unspoken_is_spoken_by_the_next_process(tmp_path: Path) -> None:
    database = new_database(tmp_path)
    synthesizer = FakeSynthesizer()
    synthesizer.gate.clear()
    platform = FakePlatform(ManualClock())
    async with running(
        settings=settings(), ports={"read_aloud": synthesizer}, store=store_at(database), platform=platform
    ) as r:
        person = await r.beginning()
        await until(lambda: len(synthesizer.spoken) == 1)
    assert synthesizer.closed
    platform.up.clear()
    async with running(
        settings=settings(), ports={"read_aloud": FakeSynthesizer()}, store=store_at(database), platform=platform
    ) as r:
        await until(lambda: person.heard == ["We begin. Question 1 in en?"])
        await r.settled()
        await r.app.tick()
        await r.settled()
        assert len(person.heard) == 1


async def test_a_sound_that_may_have_been_heard_is_not_sent_by_the_next_process(tmp_path: Path) -> None:
    database, platform = new_database(tmp_path), FakePlatform(ManualClock())
    sent, hanging = platform.send, asyncio.Event()

    async def send(message: Outgoing) -> Receipt:
        receipt = await sent(message)
        if isinstance(message.saying, SendVoice):
            hanging.set()
            await asyncio.Event().wait()
        return receipt

    platform.send = send  # type: ignore[method-assign]
    voices_of = {"settings": settings(), "platform": platform}
    async with running(**voices_of, ports={"read_aloud": FakeSynthesizer()}, store=store_at(database)) as r:
        person = await r.beginning()
        await hanging.wait()
    platform.send = sent  # type: ignore[method-assign]
    platform.up.clear()
    async with running(**voices_of, ports={"read_aloud": FakeSynthesizer()}, store=store_at(database)) as r:
        await r.says(person, "We lived by the river.")
        assert person.heard == ["We begin. Question 1 in en?", "I see. Question 2 in en?"]


async def test_what_nobody_waits_for_any_more_is_not_spoken_after_a_long_time() -> None:
    clock = ManualClock()
    synthesizer = FakeSynthesizer()
    synthesizer.troubles = [SpeakingUnavailable("too much")]
    async with running(settings=settings(), ports={"read_aloud": synthesizer}, clock=clock) as r:
        await beginning(r)
        clock.advance(3_600)
        await r.app.tick()
        await r.settled()
        assert len(synthesizer.spoken) == 1


async def test_deleting_forgets_what_was_spoken() -> None:
    synthesizer = FakeSynthesizer()
    async with running(settings=settings(keep=True), ports={"read_aloud": synthesizer}) as r:
        assert synthesizer.forgotten == 1, "at the start"
        person = await beginning(r)
        await r.app.tick()
        await r.app.tick()
        before = synthesizer.forgotten
        await _deleted(r, person)
        for _ in range(3):
            await r.app.tick()
        assert synthesizer.forgotten == before + 3
        assert await unsent(r) == []


async def test_what_was_spoken_is_gone_before_everything_is_said_to_be_deleted() -> None:
    synthesizer = FakeSynthesizer()
    async with running(settings=settings(), ports={"read_aloud": synthesizer}) as r:
        person = await beginning(r)
        before, forgotten = synthesizer.forgotten, list[int]()
        send = r.platform.send

        async def sent(message: Outgoing) -> Receipt:
            if message.saying == Say(text=say("en", "deleted", platform=message.address.platform)):
                forgotten.append(synthesizer.forgotten)
            return await send(message)

        r.platform.send = sent  # type: ignore[method-assign]
        await _deleted(r, person)
        assert forgotten == [before + 1]


async def _deleted(r: Running, person: FakePerson) -> None:
    person.read = len(person.received)
    await delete(person)
    await r.settled()


# --- where recordings are kept ---------------------------------------------------------------------------------------


async def test_spoken_questions_are_kept_where_recordings_are_and_go_with_them(tmp_path: Path) -> None:
    recordings = tmp_path / "recordings"
    async with running(
        settings=settings(keep=True),
        ports={"read_aloud": FakeSynthesizer()},
        transcriber=FakeTranscriber(),
        recordings=recordings,
    ) as r:
        person = await beginning(r)
        await r.says(person, "We lived by the river.")
        whole = await r.record()
        questions = [entry for entry in whole.entries if entry.audio]
        assert [entry.text for entry in questions] == ["Question 1 in en?", "Question 2 in en?"]
        assert len(files(recordings)) == 2
        assert (await _transcript(r, person)).name.endswith(".md"), "nothing of their own is kept"
        await r.handled(person.speak(b"A mill stood there."))
        document = await _transcript(r, person)
        with zipfile.ZipFile(io.BytesIO(document.body)) as archive:
            assert archive.read("audio/001-q1-question.ogg") == b"We begin. Question 1 in en?"
            assert {"audio/002-q2.ogg", "audio/002-q2-question.ogg"} <= set(archive.namelist())
            text = archive.read("transcript.md").decode()
            assert say("en", "documents-recordings-questions") in archive.read("README.txt").decode()
        assert "*Question, read aloud: [listen](audio/002-q2-question.ogg)*" in text
        await _deleted(r, person)
        assert files(recordings) == []


async def _transcript(r: Running, person: FakePerson) -> SendDocument:
    await r.says(person, "/transcript")
    return person.documents[-1]


async def test_nothing_is_kept_where_recordings_are_not(tmp_path: Path) -> None:
    async with running(settings=settings(), ports={"read_aloud": FakeSynthesizer()}, recordings=tmp_path) as r:
        person = await beginning(r)
        assert len(person.heard) == 1
        assert files(tmp_path) == []
        assert [entry.audio for entry in (await r.record()).entries] == ["", ""]

"""The process that speaks dies, hangs or goes wrong: a text is spoken in the end, or is said to have failed."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.clock import SystemClock
from core.contracts.errors import LanguageUnspoken, SpeakingFailed, SpeakingUnavailable
from core.contracts.ports import Clock
from core.features.read_aloud.catalogue import InstalledVoice
from core.features.read_aloud.kept_sounds import KeptSounds
from core.features.read_aloud.local_voice import IDLE_SECONDS, LONGEST, SECONDS, LocalSynthesizer
from tests.fakes.effort import some
from tests.fakes.manual_clock import ManualClock
from tests.fakes.waiting import until
from tests.fakes.worker_processes import is_gone
from tests.features.read_aloud import speaking_process as process

PLAIN = InstalledVoice(
    name="plain", module="nobody", packages=(), distribution="nobody", languages=frozenset({"en", "ru", "pt"})
)


@asynccontextmanager
async def speaking(kept: KeptSounds | None = None, clock: Clock | None = None) -> AsyncIterator[LocalSynthesizer]:
    synthesizer = LocalSynthesizer(
        [PLAIN], clock=clock or SystemClock(), kept=kept, module="tests.features.read_aloud.speaking_process"
    )
    try:
        yield synthesizer
    finally:
        await synthesizer.close()


async def test_words_come_back_as_sound_in_the_language_of_the_interview() -> None:
    async with speaking() as synthesizer:
        assert synthesizer.worker_pid is None, "nothing runs before it is needed"
        speech = await synthesizer.speak("Onde?", "pt-BR")
        assert (speech.audio, speech.seconds, speech.waveform) == (b"pt:Onde?", 0.8, b"\x01\xff")
        with pytest.raises(LanguageUnspoken):
            await synthesizer.speak("Ou?", "fr")
        with pytest.raises(SpeakingFailed):
            await synthesizer.speak("a" * (LONGEST + 1), "en")
        assert (await synthesizer.speak("\U0001f337" * LONGEST, "ru")).audio
    with pytest.raises(SpeakingUnavailable):
        await synthesizer.speak("after the end", "en")


@pytest.mark.parametrize("fault", some([process.DIE], soak=[process.DIE, process.BREAK, process.MUMBLE]))
async def test_after_a_fault_the_text_is_spoken_at_the_second_try(tmp_path: Path, fault: str) -> None:
    async with speaking() as synthesizer:
        await synthesizer.speak("before", "en")
        first = synthesizer.worker_pid
        text = f"{process.ONCE}{fault} {tmp_path / 'done'}"
        assert (await synthesizer.speak(text, "en")).audio == f"en:{text}".encode()
        assert synthesizer.worker_pid != first


@pytest.mark.parametrize("fault", some([process.DIE], soak=[process.DIE, process.BREAK, process.SILENCE]))
async def test_a_text_that_always_fails_harms_no_other(tmp_path: Path, fault: str) -> None:
    kept = KeptSounds(tmp_path)
    async with speaking(kept) as synthesizer:
        poison = asyncio.create_task(synthesizer.speak(fault, "en"))
        innocent = [asyncio.create_task(synthesizer.speak(text, "en")) for text in ("one", "two", "three")]
        assert [(await task).audio for task in innocent] == [b"en:one", b"en:two", b"en:three"]
        with pytest.raises(SpeakingFailed):
            await poison
    assert kept.find(fault, "en", PLAIN.mark) is None


async def test_what_hangs_is_killed_after_its_time(tmp_path: Path) -> None:
    clock = ManualClock()
    async with speaking(clock=clock) as synthesizer:
        text = f"{process.ONCE}hang {tmp_path / 'done'}"
        hanging = asyncio.create_task(synthesizer.speak(text, "en"))
        await until((tmp_path / "done").exists)
        pid = synthesizer.worker_pid
        assert pid is not None
        clock.advance(SECONDS + 1)
        assert (await hanging).audio == f"en:{text}".encode()
        await until(lambda: is_gone(pid))


async def test_killed_while_idle_the_next_text_is_charged_nothing() -> None:
    async with speaking() as synthesizer:
        await synthesizer.speak("one", "en")
        pid = synthesizer.worker_pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        await until(lambda: is_gone(pid))
        assert (await synthesizer.speak("two", "en")).audio == b"en:two"


async def test_a_worker_with_nothing_to_do_ends_and_comes_back() -> None:
    clock = ManualClock()
    async with speaking(clock=clock) as synthesizer:
        await synthesizer.speak("one", "en")
        pid = synthesizer.worker_pid
        assert pid is not None
        await clock.sleepers(1)
        clock.advance(IDLE_SECONDS + 1)
        await until(lambda: is_gone(pid))
        assert (await synthesizer.speak("two", "en")).audio == b"en:two"


async def test_a_cancelled_text_leaves_no_answer_to_the_next_one(tmp_path: Path) -> None:
    async with speaking() as synthesizer:
        hanging = asyncio.create_task(synthesizer.speak(f"{process.ONCE}hang {tmp_path / 'done'}", "en"))
        await until((tmp_path / "done").exists)
        hanging.cancel()
        with pytest.raises(asyncio.CancelledError):
            await hanging
        assert (await synthesizer.speak("next", "en")).audio == b"en:next"


async def test_the_same_words_are_spoken_once(tmp_path: Path) -> None:
    async with speaking(KeptSounds(tmp_path)) as synthesizer:
        first = await synthesizer.speak("Where?", "en")
    async with speaking(KeptSounds(tmp_path)) as synthesizer:
        assert await synthesizer.speak("Where?", "en") == first
        assert synthesizer.worker_pid is None
        assert (await synthesizer.speak("Where?", "ru")).audio == b"ru:Where?"
        await synthesizer.forget()
        assert await asyncio.to_thread(lambda: list(tmp_path.iterdir())) == []


async def test_closing_in_the_middle_ends_what_waits(tmp_path: Path) -> None:
    async with speaking() as synthesizer:
        hanging = asyncio.create_task(synthesizer.speak(process.HANG, "en"))
        waiting = asyncio.create_task(synthesizer.speak("next", "en"))
        await until(lambda: synthesizer.worker_pid is not None)
        await synthesizer.close()
        for task in (hanging, waiting):
            with pytest.raises((SpeakingUnavailable, SpeakingFailed)):
                await task
    assert synthesizer.worker_pid is None

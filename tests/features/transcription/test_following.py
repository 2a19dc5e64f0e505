"""Following a recording while it is spoken: how much speech there was, and how long it has been quiet."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.clock import SystemClock
from core.contracts.errors import AudioUnreadable, HearingError
from core.contracts.live_hearing import SpeechSoFar
from core.features.transcription.following import SpeechFollowing
from tests.fakes.voice_clips import RATE, VILLAGE, np, silence, spoken, wrapped

pytestmark = pytest.mark.asyncio(loop_scope="module")
SOUND = np.concatenate([silence(1.0), spoken(VILLAGE), silence(3.0)])


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def following() -> AsyncIterator[SpeechFollowing]:
    made = SpeechFollowing(SystemClock())
    yield made
    await made.close()


async def told(following: SpeechFollowing, name: str, data: bytes, pieces: int = 12) -> list[SpeechSoFar]:
    """What is told after each piece."""
    size = len(data) // pieces + 1
    return [await following.follow(name, data[at : at + size], max_seconds=600.0) for at in range(0, len(data), size)]


async def test_it_tells_after_each_piece_how_long_it_has_been_quiet(following: SpeechFollowing) -> None:
    found = await told(following, "a", wrapped(SOUND, "webm"))
    last = found[-1]
    assert abs(last.seconds - len(SOUND) / RATE) < 0.3
    assert 1.5 < last.speech < 4.0
    assert 2.5 < last.silence < 4.5
    assert any(each.speech > 0.5 and each.silence < 0.2 for each in found), "in the middle of the sentence"
    assert [each.seconds for each in found] == sorted(each.seconds for each in found)


async def test_recordings_are_followed_side_by_side(following: SpeechFollowing) -> None:
    alone = await told(following, "b", wrapped(SOUND, "webm"))
    quiet, data = wrapped(silence(8.0), "webm"), wrapped(SOUND, "webm")
    size, other = len(data) // 12 + 1, len(quiet) // 12 + 1
    mixed: list[SpeechSoFar] = []
    for number in range(12):
        mixed.append(await following.follow("c", data[size * number : size * (number + 1)], max_seconds=600.0))
        still = await following.follow("d", quiet[other * number : other * (number + 1)], max_seconds=600.0)
        assert still.speech == 0
    assert mixed == alone


async def test_what_is_no_recording_is_refused_and_others_go_on(following: SpeechFollowing) -> None:
    with pytest.raises(AudioUnreadable):
        await following.follow("e", b"no sound at all " * 200_000, max_seconds=600.0)
    await following.unfollow("e")
    await following.unfollow("never followed")
    assert (await told(following, "e", wrapped(SOUND, "webm")))[-1].speech > 1.5


async def test_a_process_that_dies_is_replaced(following: SpeechFollowing) -> None:
    data = wrapped(SOUND, "webm")
    await following.follow("f", data[:4_000], max_seconds=600.0)
    assert following.worker_pid is not None
    os.kill(following.worker_pid, signal.SIGKILL)
    with pytest.raises(HearingError):
        await following.follow("f", data[4_000:8_000], max_seconds=600.0)
    assert (await told(following, "f", data))[-1].speech > 1.5

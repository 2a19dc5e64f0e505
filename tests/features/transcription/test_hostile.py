"""Hostile recordings against the real worker process: a clear answer, little memory, and the worker lives on."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from core.contracts.errors import AudioError, AudioTooLong
from tests.fakes.effort import tries
from tests.fakes.voice_clips import CONTAINERS, VILLAGE, WINTER, clip, long_wav, spoken
from tests.fakes.worker_processes import peak_memory, recording
from tests.features.transcription import hostile
from tests.features.transcription.ears import listening

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads memory from /proc")
MEGABYTE = 1 << 20


async def test_a_bomb_is_refused_in_little_memory(tmp_path: Path) -> None:
    bomb = hostile.opus_bomb(hours=24)
    assert len(bomb) < 3 * MEGABYTE
    async with listening(tmp_path) as transcription:
        expected = await transcription.hear(recording(clip(VILLAGE)))
        worker = transcription.worker_pid
        assert worker is not None
        before = peak_memory(worker)
        with pytest.raises(AudioTooLong):
            await transcription.hear(recording(bomb))
        assert peak_memory(worker) - before < 40 * MEGABYTE
        assert await transcription.hear(recording(clip(VILLAGE))) == expected
        assert transcription.worker_pid == worker


async def test_nothing_that_is_sent_hurts_the_worker(tmp_path: Path) -> None:
    secret = tmp_path / "secret.wav"
    secret.write_bytes(clip(WINTER))
    sent = [*hostile.playlists(secret).values(), b"", hostile.zipped(), bytes(1_000_000), b"words" * 1_000]
    sent += [hostile.wav_with(clip(VILLAGE), rate=rate) for rate in (0, 1, 0xFFFFFFFF)]
    for number in range(tries(20, soak=60)):
        container = list(CONTAINERS)[number % len(CONTAINERS)]
        sent.append(hostile.flipped(clip(VILLAGE, container), seed=1_000 + number))
    async with listening(tmp_path) as transcription:
        expected = await transcription.hear(recording(clip(VILLAGE)))
        private = (await transcription.hear(recording(secret))).text
        worker = transcription.worker_pid
        assert worker is not None
        before = peak_memory(worker)
        for audio in sent:
            with suppress(AudioError):
                assert private not in (await transcription.hear(recording(audio))).text
        assert transcription.worker_pid == worker, "no fault was needed to get through them"
        assert peak_memory(worker) - before < 100 * MEGABYTE
        assert await transcription.hear(recording(clip(VILLAGE))) == expected


async def test_memory_does_not_grow_with_the_length(tmp_path: Path) -> None:
    minute, ten = tmp_path / "minute.wav", tmp_path / "ten.wav"
    minute.write_bytes(long_wav(spoken(VILLAGE), seconds=60))
    ten.write_bytes(long_wav(spoken(VILLAGE), seconds=600))
    async with listening(tmp_path) as transcription:
        await transcription.hear(recording(minute))
        worker = transcription.worker_pid
        assert worker is not None
        before = peak_memory(worker)
        heard = await transcription.hear(recording(ten))
        assert peak_memory(worker) - before < 8 * MEGABYTE
    assert heard.seconds == pytest.approx(600, abs=0.1)
    assert len(heard.text.split()) > 15

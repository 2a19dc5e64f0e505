"""Hearing a recording while it is still being spoken: nothing is heard twice, and the words stay what they would be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.contracts.errors import HearingError
from core.contracts.ports import Recording
from tests.fakes.voice_clips import VILLAGE, WINTER, long_wav, np, silence, spoken, wrapped
from tests.fakes.worker_processes import recording
from tests.features.transcription import engine
from tests.features.transcription.ears import listening

LONG = np.frombuffer(long_wav(np.concatenate([spoken(VILLAGE), spoken(WINTER)]), seconds=70)[44:], dtype=np.int16)
SOUND = wrapped(np.concatenate([LONG, silence(2.5)]), "webm")


def beginning(share: float, **more: Any) -> Recording:
    return recording(SOUND[: int(share * len(SOUND))], is_partial=True, **more)


async def test_the_words_of_the_whole_are_those_that_hearing_it_once_gives(tmp_path: Path) -> None:
    async with listening(tmp_path) as fresh:
        expected = await fresh.hear(recording(SOUND))
    async with listening(tmp_path) as transcriber:
        for share in (0.1, 0.35, 0.6, 0.85, 1.0):
            await transcriber.hear(beginning(share))
        assert await transcriber.hear(recording(SOUND)) == expected


async def test_what_was_heard_meanwhile_is_not_heard_again(tmp_path: Path) -> None:
    async with listening(tmp_path) as transcriber:
        heard = await transcriber.hear(beginning(1.0))
        (tmp_path / f"{engine.ALWAYS}{engine.BREAK}").touch()
        assert (await transcriber.hear(recording(SOUND))).text == heard.text
        # It is remembered until then, and no longer.
        with pytest.raises(HearingError):
            await transcriber.hear(recording(SOUND))


@pytest.mark.parametrize("other", [{"names": "Nika"}, {"among": ("en", "ru")}])
async def test_what_was_heard_for_another_order_does_not_count(tmp_path: Path, other: dict[str, Any]) -> None:
    engine.seem(tmp_path, {"ru": 0.9, "en": 0.1})
    async with listening(tmp_path) as fresh:
        expected = await fresh.hear(recording(SOUND, **other))
    async with listening(tmp_path) as transcriber:
        await transcriber.hear(beginning(1.0))
        assert await transcriber.hear(recording(SOUND, **other)) == expected

"""Real transcription, with small weights: what is said is heard, and nothing else is."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.clock import SystemClock
from core.contracts.errors import AudioTruncated
from core.features.transcription.engines import require
from core.features.transcription.local import HearingOptions, LocalTranscriber
from core.processes.process import ROOT
from tests.fakes.effort import some
from tests.fakes.voice_clips import (
    CONTAINERS,
    VILLAGE,
    WINTER,
    clip,
    noises,
    np,
    one_after_another,
    silence,
    spoken,
    words,
    wrapped,
)
from tests.fakes.worker_processes import recording
from tests.features.transcription.weights import MODEL, Unavailable, faster_folder, whisper_folder

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.timeout(900),  # the weights may have to be fetched
]
RECORDINGS = ROOT.parent / "shared" / "data" / "voice"
JFK = sorted(RECORDINGS.glob("jfk*")) if RECORDINGS.is_dir() else []
FOLDERS = {"whisper": whisper_folder, "faster-whisper": faster_folder}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def warm() -> AsyncIterator[dict[str, LocalTranscriber]]:
    """The ears that were warmed up so far, by engine."""
    made: dict[str, LocalTranscriber] = {}
    yield made
    for each in made.values():
        await each.close()


@pytest_asyncio.fixture(loop_scope="module", params=FOLDERS)
async def transcription(request: pytest.FixtureRequest, warm: dict[str, LocalTranscriber]) -> LocalTranscriber:
    engine = request.param
    if engine not in warm:
        require(engine)
        try:
            options = HearingOptions(engine=engine, model=MODEL, folder=FOLDERS[engine]())
        except Unavailable as reason:
            pytest.skip(str(reason))
        warm[engine] = LocalTranscriber(options, clock=SystemClock())
        assert (await warm[engine].warm_up()).languages == {"en"}
    return warm[engine]


def each_engine_with(name: str, values: list[Any], *, few: list[Any]) -> pytest.MarkDecorator:
    """All the values for the default engine; what decodes is the same for both, so the other gets a few."""
    cases = [("whisper", value) for value in values] + [("faster-whisper", value) for value in few]
    return pytest.mark.parametrize(("transcription", name), cases, indirect=["transcription"])


# That each is decoded whole is proved in test_audio.py.
@each_engine_with("container", some(["ogg"], soak=list(CONTAINERS)), few=["video-note.mp4"])
async def test_every_container_is_heard_exactly(transcription: LocalTranscriber, container: str) -> None:
    heard = await transcription.hear(recording(clip(VILLAGE, container)))
    assert words(heard.text) == words(VILLAGE)
    assert heard.language == "en"
    assert 0 < heard.speech_seconds < heard.seconds


@pytest.mark.skipif(not JFK, reason="the recordings are not beside the project")
@each_engine_with("file", JFK, few=JFK[:1])
async def test_a_real_voice_is_heard(transcription: LocalTranscriber, file: Path) -> None:
    heard = await transcription.hear(recording(file, declared_seconds=11.0))
    assert "ask not what your country can do for you" in words(heard.text)


@pytest.mark.skipif(not JFK, reason="the recordings are not beside the project")
async def test_recorded_silence_and_a_truncated_note(transcription: LocalTranscriber) -> None:
    assert (await transcription.hear(recording(RECORDINGS / "silence_3s.ogg", declared_seconds=3.0))).text == ""
    with pytest.raises(AudioTruncated):
        await transcription.hear(recording(RECORDINGS / "truncated_voice.oga"))


@each_engine_with("noise", ["loud noise"], few=["a melody"])
async def test_noise_gives_no_words_and_no_doubt(transcription: LocalTranscriber, noise: str) -> None:
    heard = await transcription.hear(recording(wrapped(noises()[noise], "ogg")))
    assert (heard.text, heard.doubtful) == ("", False)


SENTENCE = "We never had enough bread in those years."
VERSE = (
    "We walked to the river in the evening light,",
    "and my mother was singing a song of the rain.",
    "Come home, come home, before the night,",
    "come home to the garden again.",
)
PRAYER = tuple(
    f"{line}."
    for name in ("Mary", "Peter", "Paul", "John", "Anne", "Luke")
    for line in (f"Holy {name}, pray for us", "Lord, have mercy")
)
NUMBERS = tuple(", ".join(str(n) for n in range(first, first + 5)) + "." for first in range(1, 41, 5))
REPEATED = {
    "a refrain four times": VERSE * 4,
    "a refrain six times": VERSE * 6,
    "a song": (*VERSE[:2], *VERSE[2:] * 3, *VERSE[:2]),
    "a prayer": PRAYER,
    "one line of a prayer": ("Lord, have mercy.",) * 12,
    "a sentence six times": (SENTENCE,) * 6,
}


@each_engine_with("what", some(["a song"], soak=list(REPEATED)[1:]), few=some([], soak=["a prayer"]))
async def test_what_repeats_itself_is_heard_to_its_last_word(transcription: LocalTranscriber, what: str) -> None:
    """Tiny weights may mishear a word, and count a line in twelve wrongly."""
    said = words(" ".join(REPEATED[what])).split()
    heard = await transcription.hear(recording(wrapped(one_after_another(*REPEATED[what]), "ogg")))
    found = words(heard.text).split()
    lost = Counter(said) - Counter(found)
    assert lost.total() <= len(said) // 12, heard.text
    assert len(found) <= len(said) * 13 // 12, heard.text
    assert heard.doubtful is False


@each_engine_with("numbers", [NUMBERS], few=[])
async def test_numbers_that_are_counted_are_all_there(
    transcription: LocalTranscriber, numbers: tuple[str, ...]
) -> None:
    heard = await transcription.hear(recording(wrapped(one_after_another(*numbers), "ogg")))
    figures = [char for char in heard.text if char.isdecimal()]
    assert figures == [char for text in numbers for char in text if char.isdecimal()]


@pytest.mark.parametrize("transcription", some(["whisper"], soak=list(FOLDERS)), indirect=True)
async def test_long_pauses_cost_no_word_and_add_none(transcription: LocalTranscriber) -> None:
    sound = np.concatenate([silence(5), spoken(VILLAGE), silence(40), spoken(WINTER), silence(20)])
    heard = await transcription.hear(recording(wrapped(sound, "ogg")))
    assert words(heard.text) == words(f"{VILLAGE} {WINTER}")

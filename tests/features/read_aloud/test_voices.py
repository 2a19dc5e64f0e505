"""The real voices, where they are installed: what they say is sound of a right length, and English is understood."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from bot.clock import SystemClock
from core.contracts.ports import Speech
from core.contracts.script import primary_language
from core.features.read_aloud.catalogue import InstalledVoice, installed, voice_for
from core.features.read_aloud.local_voice import LocalSynthesizer
from core.languages import LANGUAGES
from tests.fakes.effort import only_in_a_soak
from tests.fakes.voice_clips import words
from tests.fakes.worker_processes import peak_memory, recording

av: Any = pytest.importorskip("av", reason="the extra `voice` is not installed")
np: Any = pytest.importorskip("numpy", reason="the extra `voice` is not installed")
VOICES = {voice.name: voice for voice in installed()}
pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(900)]
ASKED = "What was the house like in which your grandmother was born? Tell me about one room that you remember well."
ASKED_RU = "Какой дом был у вашей бабушки в 1938 году? Расскажите об одной комнате."


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=["hibari", "espeak-ng"])
async def synthesizer(request: pytest.FixtureRequest) -> AsyncIterator[LocalSynthesizer]:
    if request.param not in VOICES:
        pytest.skip(f"{request.param} is not installed")
    made = LocalSynthesizer([VOICES[request.param]], clock=SystemClock())
    yield made
    await made.close()


def decoded(speech: Speech) -> Any:
    with av.open(io.BytesIO(speech.audio)) as container:
        [stream] = container.streams
        assert (container.format.name, stream.codec_context.name, stream.rate) == ("ogg", "opus", 48_000)
        assert stream.codec_context.layout.name == "mono"
        return np.concatenate([frame.to_ndarray().reshape(-1) for frame in container.decode(audio=0)])


async def test_english_is_understood(synthesizer: LocalSynthesizer) -> None:
    speech = await synthesizer.speak(ASKED, "en")
    samples = decoded(speech)
    assert len(samples) / 48_000 == pytest.approx(speech.seconds, abs=0.1)
    assert len(speech.waveform) == pytest.approx(speech.seconds * 10, abs=1)
    assert max(speech.waveform) == 255
    assert len(speech.audio) < 8_000 * speech.seconds
    weights = pytest.importorskip("tests.features.transcription.weights")
    local = pytest.importorskip("core.features.transcription.local")
    try:
        options = local.HearingOptions(model=weights.MODEL, folder=weights.whisper_folder())
    except (weights.Unavailable, ImportError) as reason:
        pytest.skip(str(reason))
    transcription = local.LocalTranscriber(options, clock=SystemClock())
    try:
        heard = await transcription.hear(recording(speech.audio))
    finally:
        await transcription.close()
    said, found = words(ASKED).split(), words(heard.text).split()
    wrong = len(set(said) ^ set(found))
    assert wrong <= (0 if synthesizer.languages == {"en"} else 4), heard.text


async def test_every_language_that_it_names_can_be_spoken(synthesizer: LocalSynthesizer) -> None:
    for language in sorted(synthesizer.languages):
        assert (await synthesizer.speak("1, 2, 3.", language)).seconds > 0.3, language


async def test_the_bots_own_languages_have_a_voice() -> None:
    if len(VOICES) < 2:
        pytest.skip("not every voice is installed")
    assert {language for language in LANGUAGES if voice_for(language, VOICES.values()) is None} == set()


async def test_russian_is_spoken_with_its_numbers() -> None:
    voice = voice_for("ru", VOICES.values())
    if voice is None:
        pytest.skip("espeak-ng is not installed")
    made = LocalSynthesizer([voice], clock=SystemClock())
    try:
        whole, less = await made.speak(ASKED_RU, "ru-RU"), await made.speak(ASKED_RU.replace("1938", ""), "ru")
        assert whole.seconds - less.seconds > 1, "тысяча девятьсот тридцать восьмом"
        assert np.abs(decoded(whole).astype(float)).max() > 0.1
    finally:
        await made.close()


@only_in_a_soak
async def test_a_long_text_takes_little_memory(synthesizer: LocalSynthesizer) -> None:
    await synthesizer.speak(" ".join([ASKED] * 14), "en")
    assert synthesizer.worker_pid is not None
    assert peak_memory(synthesizer.worker_pid) < 500 << 20


async def test_the_better_voice_comes_first() -> None:
    made = {
        name: InstalledVoice(name=name, module="", packages=(), distribution="", languages=frozenset(languages))
        for name, languages in (("good", {"en"}), ("plain", {"en", "ru"}))
    }
    assert voice_for("en-GB", made.values()) is made["good"]
    assert voice_for("ru", made.values()) is made["plain"]
    assert voice_for("ja", made.values()) is None
    assert primary_language("en-GB") == "en"

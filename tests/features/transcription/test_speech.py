"""Finding speech and packing it: laws over made-up detectors, and the real one."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes.effort import tries
from tests.fakes.voice_clips import VILLAGE, WINTER, clip, noises, np, silence, spoken, wrapped

from core.features.transcription.recognition.audio import BLOCK, RATE, Decoder  # isort: skip - numpy and av were asked for by the import above
from core.features.transcription.recognition.speech import (
    CHUNK_SECONDS,
    MIN_SPEECH,
    WINDOW,
    Chunk,
    Detector,
    Silero,
    SpeechDetector,
)  # isort: skip

NOISES = noises()
Runs = list[tuple[bool, int]]
runs = st.lists(
    st.tuples(st.booleans(), st.one_of(st.integers(1, 40), st.integers(400, 1_500))), min_size=1, max_size=8
)


def numbered(said: Runs) -> tuple[np.ndarray, Detector]:
    """Windows that each carry their own number, and a detector that knows where speech is."""
    speech = [is_speech for is_speech, length in said for _ in range(length)]
    samples = np.repeat(np.arange(1, len(speech) + 1, dtype=np.float32), WINDOW)
    return samples, lambda windows: [0.9 if speech[int(window[0]) - 1] else 0.1 for window in windows]


def chunks_of(samples: np.ndarray, detector: Detector, *, block: int = BLOCK) -> Iterator[Chunk]:
    listener = SpeechDetector(detector)
    for start in range(0, len(samples), block):
        yield from listener.feed(samples[start : start + block])
    yield from listener.finish()


@settings(max_examples=tries(15, soak=600))
@given(runs, st.sampled_from([700, 16_000, BLOCK]))
def test_speech_is_kept_once_and_in_order_whatever_the_blocks(said: Runs, block: int) -> None:
    samples, detector = numbered(said)

    kept = [int(each.samples[at]) for each in chunks_of(samples, detector, block=block)
            for at in range(0, len(each.samples), WINDOW)]  # fmt: skip

    assert kept == sorted(set(kept)), "no window twice, none out of order"
    number = 1
    for is_speech, length in said:
        if is_speech and length >= MIN_SPEECH:
            assert set(range(number, number + length)) <= set(kept)
        number += length


@settings(max_examples=tries(15, soak=600))
@given(runs)
def test_no_chunk_is_longer_than_a_model_takes(said: Runs) -> None:
    samples, detector = numbered(said)
    ends = [0.0]
    for chunk in chunks_of(samples, detector):
        assert 0 < len(chunk.samples) <= CHUNK_SECONDS * RATE
        assert 0 < chunk.speech_seconds <= len(chunk.samples) / RATE
        ends.append(chunk.end)
    assert ends == sorted(set(ends))
    assert ends[-1] <= len(samples) / RATE


def test_speech_without_a_pause_is_parted_where_it_is_quietest() -> None:
    loud = np.ones(60 * RATE, dtype=np.float32)
    loud[23 * RATE : 23 * RATE + 4 * WINDOW] = 0.01

    first, *_ = chunks_of(loud, lambda windows: [0.9] * len(windows))

    assert first.end == pytest.approx(23, abs=0.1)


def test_a_click_is_no_speech() -> None:
    samples, detector = numbered([(False, 50), (True, MIN_SPEECH - 1), (False, 50)])
    assert list(chunks_of(samples, detector)) == []


def test_the_real_detector_finds_the_sentences_and_not_the_silence() -> None:
    sound = np.concatenate([silence(3), spoken(VILLAGE), silence(30), spoken(WINTER), silence(3)])
    samples = np.concatenate(list(Decoder(io.BytesIO(wrapped(sound, "wav")), max_seconds=90)))

    chunks = list(chunks_of(samples, Silero().detector()))

    said = (len(spoken(VILLAGE, gap=0)) + len(spoken(WINTER, gap=0))) / 24_000
    assert said - 2.5 < sum(chunk.speech_seconds for chunk in chunks) < said
    assert sum(len(chunk.samples) for chunk in chunks) / RATE < said + 3


@pytest.mark.parametrize("noise", NOISES)
def test_the_real_detector_hears_nobody_in_noise(noise: str) -> None:
    samples = np.concatenate(list(Decoder(io.BytesIO(wrapped(NOISES[noise], "flac")), max_seconds=90)))

    assert list(chunks_of(samples, Silero().detector())) == []


def test_two_detectors_do_not_hear_each_other_and_blocks_do_not_matter() -> None:
    samples = np.concatenate(list(Decoder(io.BytesIO(clip(VILLAGE)), max_seconds=60)))
    windows = samples[: len(samples) // WINDOW * WINDOW].reshape(-1, WINDOW)
    silero = Silero()
    expected = silero.detector()(windows)
    assert max(expected) > 0.9

    one, other = silero.detector(), silero.detector()
    found: list[float] = []
    for start in range(0, len(windows), 7):
        found += one(windows[start : start + 7])
        other(-windows[::-1])

    assert found == pytest.approx(expected, abs=1e-4)


def test_its_probabilities_are_those_of_the_package() -> None:
    package = pytest.importorskip("silero_vad")
    torch = pytest.importorskip("torch")
    samples = np.concatenate(list(Decoder(io.BytesIO(clip(WINTER)), max_seconds=60)))
    samples = samples[: len(samples) // WINDOW * WINDOW]

    found = Silero().detector()(samples.reshape(-1, WINDOW))

    expected = package.load_silero_vad(onnx=True).audio_forward(torch.from_numpy(samples), sr=RATE)
    assert found == pytest.approx(expected[0].tolist(), abs=1e-3)

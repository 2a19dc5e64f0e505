"""Decoding: what people send comes out whole, and nothing else does harm."""

from __future__ import annotations

import io
import json
from contextlib import suppress
from pathlib import Path

import pytest

from core.contracts.errors import AudioError, AudioTooLong, AudioTruncated, AudioUnreadable, NoAudio
from tests.fakes.voice_clips import CONTAINERS, VILLAGE, av, clip, np, silence, spoken, wrapped
from tests.features.transcription import hostile

from core.features.transcription.recognition.audio import RATE, Decoder  # isort: skip - numpy and av were asked for by the import above


def decoded(sound: bytes, *, max_seconds: float = 900.0) -> np.ndarray:
    return np.concatenate(list(Decoder(io.BytesIO(sound), max_seconds=max_seconds)))


@pytest.mark.parametrize("container", CONTAINERS)
def test_every_container_gives_the_whole_recording(container: str) -> None:
    said = spoken(VILLAGE).astype(np.float32) / 32_768
    seconds = len(said) / 24_000

    samples = decoded(clip(VILLAGE, container))

    assert len(samples) / RATE == pytest.approx(seconds, abs=0.1)
    assert samples.dtype == np.float32
    assert np.abs(samples).max() <= 1.0
    # The same loudness at the same time, in tenths of a second: it is the recording and not its noise.
    assert np.corrcoef(_loudness(samples, RATE), _loudness(said, 24_000))[0, 1] > 0.75


def _loudness(samples: np.ndarray, rate: int) -> np.ndarray:
    tenths = 48
    return np.array([np.abs(samples[n * rate // 10 : (n + 1) * rate // 10]).mean() for n in range(tenths)])


def test_a_name_that_lies_about_the_container_does_not_matter(tmp_path: Path) -> None:
    file = tmp_path / "voice.ogg"
    file.write_bytes(clip(VILLAGE, "mp3"))

    with file.open("rb") as source:
        assert sum(len(block) for block in Decoder(source, max_seconds=60)) / RATE > 4


def test_length_is_limited_while_decoding() -> None:
    with pytest.raises(AudioTooLong) as raised:
        decoded(hostile.opus_bomb(hours=24), max_seconds=20)
    assert raised.value.limit == 20


def test_a_recording_as_long_as_the_limit_is_taken() -> None:
    assert len(decoded(wrapped(silence(20), "wav"), max_seconds=20)) == 20 * RATE
    assert len(decoded(wrapped(silence(20), "m4a"), max_seconds=20)) > 20 * RATE, "the codec adds a little"


@pytest.mark.parametrize("name", hostile.playlists(Path("x")))
def test_a_playlist_is_no_recording(name: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret.wav"
    secret.write_bytes(clip(VILLAGE))

    with pytest.raises(AudioUnreadable):
        decoded(hostile.playlists(secret)[name])


@pytest.mark.parametrize(
    ("what", "sound"),
    [
        ("nothing", b""),
        ("words", b"I was born in a small village.\n" * 100),
        ("zeros", bytes(100_000)),
        ("archive", hostile.zipped()),
        ("page", b"<!DOCTYPE html><html><audio src='file:///etc/passwd'></audio></html>"),
        ("numbers", json.dumps(list(range(5_000))).encode()),
    ],
)
def test_what_is_no_recording_is_unreadable(what: str, sound: bytes) -> None:
    with pytest.raises(AudioUnreadable):
        decoded(sound)


def test_a_picture_has_no_sound() -> None:
    file = io.BytesIO()
    with av.open(file, "w", format="mp4") as output:
        stream = output.add_stream("mpeg4", rate=10)
        stream.width = stream.height = 64
        stream.pix_fmt = "yuv420p"
        for _ in range(10):
            output.mux(stream.encode(av.VideoFrame.from_ndarray(np.zeros((64, 64, 3), np.uint8), format="rgb24")))
        output.mux(stream.encode(None))

    with pytest.raises(NoAudio):
        decoded(file.getvalue())


@pytest.mark.parametrize("size", [0, 0xFFFFFFFF])
def test_a_wav_header_is_not_believed_about_length(size: int) -> None:
    assert len(decoded(hostile.wav_with(clip(VILLAGE), size=size))) / RATE == pytest.approx(5, abs=0.2)


@pytest.mark.parametrize("samples", [1, 2**36 - 1])
def test_a_flac_header_is_not_believed_about_length(samples: int) -> None:
    lied = hostile.flac_with_length(clip(VILLAGE, "flac"), samples=samples)
    assert len(decoded(lied)) / RATE == pytest.approx(5, abs=0.2)


@pytest.mark.parametrize("lie", [{"rate": 0}, {"rate": 1}, {"rate": 0xFFFFFFFF}, {"channels": 0}, {"channels": 65_535}])
def test_a_header_that_cannot_be_is_refused(lie: dict[str, int]) -> None:
    with pytest.raises((AudioUnreadable, NoAudio)):
        decoded(hostile.wav_with(clip(VILLAGE), **lie))


@pytest.mark.parametrize("container", ["ogg", "mp3", "flac", "webm", "aac"])
def test_what_is_left_of_a_cut_recording_is_decoded(container: str) -> None:
    whole = clip(VILLAGE, container)
    assert 1.5 < len(decoded(whole[: len(whole) // 2])) / RATE < 4


def test_a_recording_that_ends_before_its_sound_is_cut_off() -> None:
    with pytest.raises(AudioTruncated):
        decoded(clip(VILLAGE, "ogg")[:200])


def test_damaged_packets_are_skipped_and_counted() -> None:
    sound = bytearray(clip(VILLAGE, "m4a"))
    for at in range(len(sound) // 2, len(sound) // 2 + 2_000):
        sound[at] ^= 0x55

    decoder = Decoder(io.BytesIO(bytes(sound)), max_seconds=60)
    seconds = sum(len(block) for block in decoder) / RATE

    assert decoder.skipped > 0
    assert 3 < seconds < 5.2


@pytest.mark.parametrize("seed", range(60))
def test_changed_bytes_give_sound_or_a_clear_error(seed: int) -> None:
    containers = list(CONTAINERS)
    damaged = hostile.flipped(clip(VILLAGE, containers[seed % len(containers)]), seed=seed)
    with suppress(AudioError):
        assert np.isfinite(decoded(damaged, max_seconds=60)).all()

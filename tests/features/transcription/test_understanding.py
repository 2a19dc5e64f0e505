"""Listening once more where words cannot be right, with a model that writes what it is told to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import pytest

np = pytest.importorskip("numpy", reason="the extra `voice` is not installed")
pytest.importorskip("av", reason="the extra `voice` is not installed")
pytest.importorskip("onnxruntime", reason="the extra `voice` is not installed")

from core.features.transcription.recognition.audio import RATE, Samples  # noqa: E402
from core.features.transcription.recognition.engine import Segment  # noqa: E402
from core.features.transcription.recognition.speech import (  # noqa: E402
    Chunk,
    Stretch,
    UnderstoodChunk,
    split_chunk,
    transcribe_chunk,
)

SECONDS = 27.0
PROSE = "word after word as people speak when they have something to tell "
Writes = Callable[[float, float], Segment]
"""From the seconds of a piece and the warmth to what is written."""


def _plain(text: str, seconds: float) -> Segment:
    return Segment(text=text, start=0.0, end=seconds, no_speech=0.01, compression=1.4, sureness=-0.2)


def prose(seconds: float, _: float = 0.0) -> Segment:
    return _plain(PROSE * max(1, round(seconds / 5)), seconds)


def stuck(seconds: float, _: float = 0.0) -> Segment:
    return replace(_plain("so " * 224, seconds), compression=20.0)


def mute(seconds: float, _: float = 0.0) -> Segment:
    return _plain("", seconds)


@dataclass
class Told:
    """An `Engine`."""

    whole: Writes
    piece: Writes
    languages: frozenset[str] = frozenset({"en"})
    device: str = "cpu"
    looks: list[tuple[float, str, float]] = field(default_factory=list)
    """Seconds, names and warmth of each."""

    def transcribe(self, samples: Samples, *, language: str, names: str, warmths: Sequence[float]) -> Sequence[Segment]:
        seconds = len(samples) / RATE
        self.looks.append((round(seconds, 1), names, warmths[0]))
        return [(self.whole if seconds >= SECONDS else self.piece)(seconds, warmths[0])]

    def languages_heard(self, samples: Samples) -> Mapping[str, float]:
        return {"en": 1.0}


def chunk(seconds: float = SECONDS) -> Chunk:
    """Somebody who speaks without a pause; it is quiet for a moment at the eighth second and at the twentieth."""
    samples = np.random.default_rng(1).normal(0, 0.1, int(seconds * RATE)).astype(np.float32)
    for second in (8, 20):
        samples[second * RATE : second * RATE + RATE // 4] *= 0.01
    return Chunk(samples=samples, voiced=(Stretch(start=0.0, end=seconds),), end=seconds + 3.0)


def heard(engine: Told, of: Chunk | None = None) -> UnderstoodChunk:
    return transcribe_chunk(of or chunk(), engine, language="en", names="Kazan")


def test_words_that_can_be_right_are_looked_at_once() -> None:
    engine = Told(whole=prose, piece=stuck)
    assert heard(engine) == UnderstoodChunk(text=prose(SECONDS).text.strip(), doubtful=False)
    assert engine.looks == [(SECONDS, "Kazan", 0.0)]


def test_a_chunk_is_cut_at_its_quiet_moments_and_nothing_of_it_is_lost() -> None:
    of = chunk()
    pieces = split_chunk(of)
    assert np.array_equal(np.concatenate([piece.samples for piece in pieces]), of.samples)
    assert [round(len(piece.samples) / RATE) for piece in pieces] == [8, 12, 7]
    assert sum(piece.speech_seconds for piece in pieces) == pytest.approx(of.speech_seconds)
    assert split_chunk(chunk(8.0))[0].samples.shape == (8 * RATE,)


@pytest.mark.parametrize("wrong", [stuck, mute], ids=["stuck", "mute"])
def test_what_cannot_be_right_is_heard_again_in_pieces_without_the_names(wrong: Writes) -> None:
    engine = Told(whole=wrong, piece=prose)
    found = heard(engine)
    assert found.text.split() == PROSE.split() * (len(found.text.split()) // len(PROSE.split()))
    assert found.doubtful is False
    assert [look[1:] for look in engine.looks] == [("Kazan", 0.0), *[("", 0.0)] * 3]


def test_a_piece_that_is_still_stuck_is_tried_with_more_warmth() -> None:
    engine = Told(whole=stuck, piece=lambda seconds, warmth: (prose if warmth else stuck)(seconds))
    assert heard(engine).doubtful is False
    assert [look[2] for look in engine.looks] == [0.0, *[0.0, 0.4] * 3]


def test_what_stays_doubtful_is_kept_once_and_said_to_be_so() -> None:
    engine = Told(whole=stuck, piece=stuck)
    assert heard(engine) == UnderstoodChunk(text="so so so", doubtful=True)
    assert len(engine.looks) == 10, "it never takes longer"


def test_speech_for_which_there_are_no_words_is_doubtful() -> None:
    assert heard(Told(whole=mute, piece=mute)) == UnderstoodChunk(text="", doubtful=True)


def test_the_words_around_a_place_that_is_hard_to_hear_are_there() -> None:
    pieces = iter([prose, *[mute] * 3, prose])
    found = heard(Told(whole=mute, piece=lambda seconds, warmth: next(pieces)(seconds)))
    assert found.doubtful is True
    assert len(found.text.split()) > 2 * len(PROSE.split()) - 1


def _refrain(seconds: float, _: float = 0.0) -> Segment:
    return replace(_plain("Carry me home to the river. " * round(seconds / 2), seconds), compression=4.0)


def test_a_refrain_that_both_looks_hear_is_right() -> None:
    found = heard(Told(whole=_refrain, piece=_refrain))
    assert found.doubtful is False
    assert 13 * 6 <= len(found.text.split()) <= 14 * 6


def test_a_refrain_of_which_the_second_look_hears_less_stays_whole() -> None:
    found = heard(Told(whole=_refrain, piece=mute))
    assert found == UnderstoodChunk(text=_refrain(SECONDS).text.strip(), doubtful=True)

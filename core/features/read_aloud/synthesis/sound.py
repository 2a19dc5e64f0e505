"""What a voice gives, and that as a file: 16-bit samples, one channel."""

from __future__ import annotations

import io
from typing import Any, Protocol

import av
import numpy as np

OPUS_RATE = 48_000
BITS = 32_000
"""In a second: speech needs no more."""
_BARS = 256
_BARS_IN_A_SECOND = 10
LOUDEST = 32_767


class Sounding(Protocol):
    """A voice that is loaded."""

    rate: int
    """Samples in a second."""

    def samples(self, text: str, language: str) -> Any:
        """Return the words as an array of int16; empty where there is nothing to be heard in them."""


def as_opus(samples: Any, rate: int) -> bytes:
    """Return samples as OGG with Opus, mono, 48 kHz: what chats take for a voice message."""
    file = io.BytesIO()
    with av.open(file, "w", format="ogg") as output:
        stream = output.add_stream("libopus", rate=OPUS_RATE, layout="mono", options={"application": "voip"})
        stream.bit_rate = BITS
        stream.codec_context.open(strict=False)
        sound = av.AudioFrame.from_ndarray(samples.reshape(1, -1), format="s16", layout="mono")
        sound.sample_rate = rate
        resampler = av.AudioResampler(stream.format, "mono", OPUS_RATE, frame_size=stream.codec_context.frame_size)
        for each in (*resampler.resample(sound), *resampler.resample(None)):
            output.mux(stream.encode(each))
        output.mux(stream.encode(None))
    return file.getvalue()


def loudness(samples: Any, rate: int) -> bytes:
    """Return a byte for each tenth of a second (or each 256th of what is longer), relative to the loudest sample."""
    bars = min(_BARS, max(1, len(samples) * _BARS_IN_A_SECOND // rate))
    peaks = [int(np.abs(piece.astype(np.int32)).max(initial=0)) for piece in np.array_split(samples, bars)]
    most = max(peaks) or 1
    return bytes(peak * 255 // most for peak in peaks)

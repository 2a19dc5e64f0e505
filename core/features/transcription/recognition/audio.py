"""Decoding with bounds, for files that nobody vouches for. Imported in the worker process only.

A file is read through an object of ours and never by name, so nothing in it can make FFmpeg open another file or an
address. Only the containers and codecs of recordings are taken. Samples are counted while they are decoded: what a
header says about length is never believed.
"""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from typing import Protocol, TypeAlias

import av
import av.error
import numpy as np
import numpy.typing as npt
from av.audio.frame import AudioFrame
from av.audio.resampler import AudioResampler
from av.audio.stream import AudioStream
from av.container import InputContainer

from core.contracts.errors import AudioTooLong, AudioTruncated, AudioUnreadable, NoAudio

RATE = 16_000
"""Samples in a second, mono: what the models take."""
BLOCK = 16_384
"""Samples in a block, about a second."""
Samples: TypeAlias = npt.NDArray[np.float32]
"""Shape (n,), from -1 to 1, at RATE."""

CONTAINERS = "ogg,mov,mp3,matroska,wav,flac,aac,amr"
"""FFmpeg's names of readers: `mov` reads mp4, m4a and 3gp too, `matroska` webm."""
_CODECS = (
    "aac,aac_latm,alac,amrnb,amrwb,flac,libopencore_amrnb,libopencore_amrwb,libopus,mp2,mp2float,mp3,mp3float,opus,"
    "pcm_alaw,pcm_f32le,pcm_f64le,pcm_mulaw,pcm_s16be,pcm_s16le,pcm_s24le,pcm_s32le,pcm_u8,vorbis"
)
CODECS = frozenset(_CODECS.split(","))
_OPTIONS = {
    "format_whitelist": CONTAINERS,
    "codec_whitelist": _CODECS,
    "protocol_whitelist": "none",
    "max_streams": "16",
}
SLOWEST = 4_000
"""Samples in a second that a recording must have: fewer would grow without measure when they are brought to RATE."""
GRACE = 1.0
"""Seconds over the limit that are let pass: a platform rounds, and a codec adds a little."""
SECONDS_AT_LEAST = 30.0
TIMES_REAL_TIME = 20.0
"""Decoding may take `SECONDS_AT_LEAST`, and the allowed length divided by this; it really takes a tenth of that."""

# What PyAV raises for damaged files; FFmpegError alone does not cover numbers out of range in a header.
_DAMAGE = (av.error.FFmpegError, OSError, ValueError, ArithmeticError, LookupError)


class Source(Protocol):
    """A file that is read from its beginning."""

    def read(self, size: int, /) -> bytes: ...

    def seekable(self) -> bool: ...


class Decoder:
    """One recording as blocks of samples: `for block in decoder`. The memory it takes does not depend on the length.

    Iterating raises AudioUnreadable, NoAudio, AudioTruncated or AudioTooLong. Packets that are damaged are skipped.
    """

    def __init__(
        self, source: Source, *, max_seconds: float, block: int = BLOCK, patience: float | None = None
    ) -> None:
        """`block`: samples in a block. `patience`: seconds that decoding may take, waiting for `source` included."""
        self._source = source
        self._max_seconds = max_seconds
        self._block = block
        self._patience = SECONDS_AT_LEAST + max_seconds / TIMES_REAL_TIME if patience is None else patience
        self._worked = 0.0
        self._since = 0.0
        self._samples = 0
        self.skipped = 0
        """Damaged packets so far."""

    @property
    def seconds(self) -> float:
        return self._samples / RATE

    def __iter__(self) -> Iterator[Samples]:
        if isinstance(self._source, io.IOBase):
            self._source.seek(0)
        self._since = time.monotonic()
        pending = bytearray()
        try:
            opened = av.open(self._source, "r", options=_OPTIONS, metadata_errors="replace")
        except EOFError as error:
            raise AudioTruncated("the file ends before the sound begins", decoded=0.0, declared=None) from error
        except _DAMAGE as error:
            raise AudioUnreadable(f"no sound file of a kind that is taken ({type(error).__name__})") from error
        with opened as container:
            for piece in self._resampled(container):
                pending += piece
                if len(pending) >= 2 * self._block:
                    # Only our own work counts: between two blocks the model may think for as long as it likes.
                    self._worked += time.monotonic() - self._since
                    yield _floats(pending)
                    pending = bytearray()
                    self._since = time.monotonic()
        if pending:
            yield _floats(pending)
        if not self._samples:
            raise NoAudio("there is not one sample of sound in the file")

    def _resampled(self, container: InputContainer) -> Iterator[bytes]:
        """Yield 16-bit samples at RATE, in pieces as they come out of the decoder."""
        stream = next(iter(container.streams.audio), None)
        if stream is None:
            raise NoAudio("there is no sound in the file")
        context = stream.codec_context
        if context is None or context.name not in CODECS:
            raise AudioUnreadable("its sound is coded in a way that is not taken")
        context.thread_count = 1
        converter = _Converter()
        for frames in self._frames(container, stream):
            for frame in frames:
                yield self._counted(converter.convert(frame))
        yield self._counted(converter.rest())

    def _frames(self, container: InputContainer, stream: AudioStream) -> Iterator[list[AudioFrame]]:
        packets = container.demux(stream)
        while True:
            if self._worked + time.monotonic() - self._since > self._patience:
                raise AudioUnreadable(f"decoding took more than {self._patience:.0f} s")
            try:
                packet = next(packets, None)
            except _DAMAGE:
                self.skipped += 1
                return
            if packet is None:
                return
            try:
                frames = [frame for frame in packet.decode() if isinstance(frame, AudioFrame)]
            except _DAMAGE:
                self.skipped += 1
                continue
            yield frames

    def _counted(self, piece: bytes) -> bytes:
        self._samples += len(piece) // 2
        if self.seconds > self._max_seconds + GRACE:
            raise AudioTooLong(f"longer than {self._max_seconds:.0f} s", limit=self._max_seconds)
        return piece


class _Converter:
    """Frames of any kind into 16-bit mono at RATE; a file may change its kind on the way."""

    def __init__(self) -> None:
        self._kind: tuple[int, str, str] | None = None
        self._resampler: AudioResampler | None = None

    def convert(self, frame: AudioFrame) -> bytes:
        if frame.sample_rate < SLOWEST:
            raise AudioUnreadable(f"it has {frame.sample_rate} samples in a second")
        try:
            kind = (frame.sample_rate, frame.format.name, frame.layout.name)
            before = self.rest() if kind != self._kind else b""
            if self._resampler is None:
                self._resampler, self._kind = AudioResampler("s16", "mono", RATE), kind
            return before + _bytes(self._resampler.resample(frame))
        except _DAMAGE as error:
            raise AudioUnreadable(f"its sound cannot be converted ({type(error).__name__})") from error

    def rest(self) -> bytes:
        """Return what is still inside; afterwards it is as new."""
        resampler, self._resampler, self._kind = self._resampler, None, None
        try:
            return _bytes(resampler.resample(None)) if resampler is not None else b""
        except _DAMAGE:
            return b""


def _bytes(frames: list[AudioFrame]) -> bytes:
    return b"".join(bytes(frame.planes[0])[: frame.samples * 2] for frame in frames)


def _floats(pcm: bytearray) -> Samples:
    samples: Samples = np.frombuffer(pcm, dtype=np.int16).astype(np.float32) / np.float32(32_768)
    return samples

"""Recordings that nobody sends with good intent, or that broke on their way."""

from __future__ import annotations

import io
import random
import struct
import zipfile
from pathlib import Path

_OPUS_HEAD = b"OpusHead" + struct.pack("<BBHIhB", 1, 1, 312, 48_000, 0, 0)
_OPUS_TAGS = b"OpusTags" + struct.pack("<I", 4) + b"none" + struct.pack("<I", 0)
_PAUSE = bytes([0b11011, 2])
"""An Opus packet of 120 ms in which nothing is sent: two empty frames of 60 ms."""
_PAUSE_TICKS = 5_760
_ON_A_PAGE = 255


def opus_bomb(*, hours: float) -> bytes:
    """Silence that takes 36 bytes a second."""
    packets = round(hours * 3600 / 0.12)
    pages = [_page(0, 2, 0, [_OPUS_HEAD]), _page(1, 0, 0, [_OPUS_TAGS])]
    for number in range(packets // _ON_A_PAGE):
        ticks = (number + 1) * _ON_A_PAGE * _PAUSE_TICKS
        pages.append(_page(number + 2, 0, ticks, [_PAUSE] * _ON_A_PAGE))
    return b"".join(pages)


def _page(number: int, flags: int, ticks: int, packets: list[bytes]) -> bytes:
    lacing = bytes(len(packet) for packet in packets)
    header = struct.pack("<4sBBqIII", b"OggS", 0, flags, ticks, 1, number, 0)
    page = header + bytes([len(lacing)]) + lacing + b"".join(packets)
    return page[:22] + struct.pack("<I", _checksum(page)) + page[26:]


def _checksum(page: bytes) -> int:
    value = 0
    for byte in page:
        value = (value << 8) & 0xFFFFFFFF ^ _TABLE[value >> 24 ^ byte]
    return value


def _row(value: int) -> int:
    value <<= 24
    for _ in range(8):
        value = (value << 1 ^ 0x04C11DB7) & 0xFFFFFFFF if value >> 31 else value << 1
    return value


_TABLE = [_row(value) for value in range(256)]


def playlists(secret: Path) -> dict[str, bytes]:
    """Files that name another file, for a reader that follows."""
    name = str(secret)
    return {
        "m3u8": f"#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n{name}\n#EXT-X-ENDLIST\n".encode(),
        "m3u8 by address": f"#EXTM3U\n#EXTINF:9,\nfile://{name}\n#EXT-X-ENDLIST\n".encode(),
        "ffconcat": f"ffconcat version 1.0\nfile '{name}'\n".encode(),
        "pls": f"[playlist]\nFile1={name}\nNumberOfEntries=1\n".encode(),
        "mpd": f'<?xml version="1.0"?><MPD><Period><BaseURL>{name}</BaseURL></Period></MPD>'.encode(),
        "sdp": b"v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 9 RTP/AVP 0\n",
    }


def wav_with(sound: bytes, *, size: int | None = None, rate: int | None = None, channels: int | None = None) -> bytes:
    """A WAV file (as `wave` and FFmpeg write them) whose header says something else."""
    lied = bytearray(sound)
    fmt, data = sound.index(b"fmt "), sound.index(b"data")
    if channels is not None:
        lied[fmt + 10 : fmt + 12] = struct.pack("<H", channels)
    if rate is not None:
        lied[fmt + 12 : fmt + 16] = struct.pack("<I", rate)
    if size is not None:
        lied[4:8] = lied[data + 4 : data + 8] = struct.pack("<I", size)
    return bytes(lied)


def flac_with_length(sound: bytes, *, samples: int) -> bytes:
    """A FLAC file whose header says that it has so many samples."""
    at = sound.index(b"fLaC") + 8 + 10
    packed = int.from_bytes(sound[at : at + 8], "big")
    return sound[:at] + (packed >> 36 << 36 | samples).to_bytes(8, "big") + sound[at + 8 :]


def flipped(sound: bytes, *, seed: int) -> bytes:
    """The recording with some bytes changed, up to sixty."""
    chance = random.Random(seed)
    damaged = bytearray(sound)
    for _ in range(chance.choice([1, 3, 10, 60])):
        # Half of the changes go into the header, where they do most.
        end = len(damaged) if chance.random() < 0.5 else min(512, len(damaged))
        damaged[chance.randrange(end)] ^= chance.randrange(1, 256)
    return bytes(damaged)


def zipped() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("voice.ogg", bytes(1_000_000))
    return file.getvalue()

"""What a platform takes for a voice message, as far as a fake can tell by its first bytes."""

from __future__ import annotations

OPUS = b"OggS" + bytes(22) + b"\x01\x13OpusHead" + bytes(range(256)) * 12
"""The beginning of an OGG file with Opus in it, and some bytes."""


def is_opus(body: bytes) -> bool:
    return body.startswith(b"OggS") and b"OpusHead" in body[:64]

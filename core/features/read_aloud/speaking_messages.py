"""What the program and the process that speaks say to each other, in the frames of `core.processes.framing`."""

from __future__ import annotations

import base64
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from core.processes.framing import Broke, Frame

LONGEST_REQUEST = 1 << 16
LONGEST_REPLY = 1 << 12
LONGEST_SOUND = 8 << 20
"""Bytes."""


class Utter(Frame):
    """Speak a text. Replied by Uttered, with the sound in the body, or by Mute."""

    kind: Literal["utter"] = "utter"
    module: str
    """Dotted name of the voice's, which has a function `load() -> Sounding`."""
    text: str
    language: str


class Uttered(Frame):
    kind: Literal["uttered"] = "uttered"
    seconds: float = Field(gt=0)
    waveform: str = Field(max_length=344)
    """In Base64."""

    @property
    def loudness(self) -> bytes:
        return base64.b64decode(self.waveform)


class Mute(Frame):
    """There is no sound in these words."""

    kind: Literal["mute"] = "mute"


Reply = Uttered | Mute | Broke
REPLIES: TypeAdapter[Reply] = TypeAdapter(Annotated[Reply, Field(discriminator="kind")])

"""What the program and the process that follows speech say to each other, in the frames of `core.processes.framing`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from core.features.transcription.hearing_messages import Done, HearingRefused
from core.processes.framing import Broke, Frame

LONGEST_MESSAGE = 1 << 16
LONGEST_PIECE = 1 << 23


class Follow(Frame):
    """Take the next piece of a recording, which is the body. Replied by FollowedSpeech or HearingRefused."""

    kind: Literal["follow"] = "follow"
    recording: str
    max_seconds: float


class Unfollow(Frame):
    """Forget a recording. Replied by Done."""

    kind: Literal["unfollow"] = "unfollow"
    recording: str


class FollowedSpeech(Frame):
    kind: Literal["followed"] = "followed"
    seconds: float
    speech: float
    silence: float


FollowingRequest = Follow | Unfollow
FollowingReply = FollowedSpeech | Done | HearingRefused | Broke
FOLLOWING_REQUESTS: TypeAdapter[FollowingRequest] = TypeAdapter(
    Annotated[FollowingRequest, Field(discriminator="kind")]
)
FOLLOWING_REPLIES: TypeAdapter[FollowingReply] = TypeAdapter(Annotated[FollowingReply, Field(discriminator="kind")])

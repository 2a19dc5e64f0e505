"""The process that hears, and what it refuses, as the program sees them."""

from __future__ import annotations

import os

from core.contracts.errors import (
    AudioTooLong,
    AudioTruncated,
    AudioUnreadable,
    HearingError,
    HearingUnavailable,
    NoAudio,
    VoiceAbsent,
    WeightsAbsent,
)
from core.processes.framing import Broke
from core.processes.process import WorkerKind, WorkerLost
from core.processes.process import WorkerProcess as AnyLink
from core.transcription.hearing_messages import LONGEST_MESSAGE, REPLIES, HearingRefused, Reply, Request

_PASSED_ON = ("HOME", "TMPDIR", "XDG_CACHE_HOME")
_PASSED_ON_PREFIXES = ("CUDA_", "NVIDIA_")

Link = AnyLink[Reply]


async def start_hearing_worker() -> Link:
    """A worker without a model. Raises OSError."""
    environment = {
        name: value for name, value in os.environ.items() if name in _PASSED_ON or name.startswith(_PASSED_ON_PREFIXES)
    }
    kind = WorkerKind(
        module="core.transcription.hearing_worker",
        replies=REPLIES,
        longest_message=LONGEST_MESSAGE,
        # onnxruntime reports to its maker from the moment that it is loaded; only this keeps it from that.
        environment={**environment, "HF_HUB_OFFLINE": "1", "ORT_DISABLE_TELEMETRY": "1"},
    )
    return await AnyLink.start(kind)


async def send_request(link: Link, request: Request, body: bytes = b"") -> Reply:
    """The reply to a request. Raises WorkerLost; after that, or when cancelled, only ending it is left to do."""
    reply, _ = await link.ask(request, body)
    if isinstance(reply, Broke):
        raise WorkerLost(reply.error)
    return reply


_PLAIN: dict[str, type[HearingError]] = {
    error.code: error for error in (AudioUnreadable, NoAudio, VoiceAbsent, WeightsAbsent)
}


def as_error(refused: HearingRefused) -> HearingError:
    if refused.code == AudioTruncated.code:
        return AudioTruncated(refused.reason, decoded=refused.decoded, declared=refused.declared)
    if refused.code == AudioTooLong.code:
        return AudioTooLong(refused.reason, limit=refused.limit)
    return _PLAIN.get(refused.code, HearingUnavailable)(refused.reason)

"""What the processes that hear are given, and what they refuse."""

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
from core.features.transcription.hearing_messages import HearingRefused

_PASSED_ON = ("HOME", "TMPDIR", "XDG_CACHE_HOME")
_PASSED_ON_PREFIXES = ("CUDA_", "NVIDIA_")


def worker_environment() -> dict[str, str]:
    """Return what a worker's environment has besides what every process needs."""
    passed_on = {
        name: value for name, value in os.environ.items() if name in _PASSED_ON or name.startswith(_PASSED_ON_PREFIXES)
    }
    # onnxruntime reports to its maker from the moment that it is loaded; only this keeps it from that.
    return {**passed_on, "HF_HUB_OFFLINE": "1", "ORT_DISABLE_TELEMETRY": "1"}


_PLAIN: dict[str, type[HearingError]] = {
    error.code: error for error in (AudioUnreadable, NoAudio, VoiceAbsent, WeightsAbsent)
}


def as_error(refused: HearingRefused) -> HearingError:
    if refused.code == AudioTruncated.code:
        return AudioTruncated(refused.reason, decoded=refused.decoded, declared=refused.declared)
    if refused.code == AudioTooLong.code:
        return AudioTooLong(refused.reason, limit=refused.limit)
    return _PLAIN.get(refused.code, HearingUnavailable)(refused.reason)

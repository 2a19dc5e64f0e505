"""What the worker refuses, as the errors that the rest of the program knows."""

from __future__ import annotations

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
from core.transcription.hearing_messages import HearingRefused

_PLAIN: dict[str, type[HearingError]] = {
    error.code: error for error in (AudioUnreadable, NoAudio, VoiceAbsent, WeightsAbsent)
}


def as_error(refused: HearingRefused) -> HearingError:
    if refused.code == AudioTruncated.code:
        return AudioTruncated(refused.reason, decoded=refused.decoded, declared=refused.declared)
    if refused.code == AudioTooLong.code:
        return AudioTooLong(refused.reason, limit=refused.limit)
    return _PLAIN.get(refused.code, HearingUnavailable)(refused.reason)

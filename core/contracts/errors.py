"""Everything that can go wrong. `str(error)` is one sentence for the operator with the mend; no person reads it."""

from __future__ import annotations

import errno
import re
import traceback
from pathlib import Path
from typing import ClassVar


class RaconteurError(Exception):
    """The root. Never raised itself."""

    code: ClassVar[str] = "internal"
    """For logs, statistics and the ledger: the class's name, as in "model-misread", where it gives no other."""
    retryable: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        if "code" not in vars(cls):
            cls.code = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__.removesuffix("Error")).lower()


class ConfigurationError(RaconteurError):
    """The configuration cannot be used; the sentence names the key and the mend."""


class Revoked(ConfigurationError):
    """A platform has accepted us and does not any more, until the operator mends it; other platforms go on."""


class AlreadyRunning(RaconteurError):
    """Another Raconteur works on the same data."""


class Displaced(RaconteurError):
    """The database was lost, or another process has taken this one's place: the app is begun anew."""

    retryable = True


class StorageError(RaconteurError):
    """The database could not do what was asked."""


class StorageUnavailable(StorageError):
    """The disk is full, or the database is away: what was asked may well be done later."""

    retryable = True


class Stale(StorageError):
    """The session changed between reading and committing; nothing was written."""

    retryable = True


class NotFound(StorageError):
    """There is no such thing in the database."""


class FilesAway(RaconteurError, OSError):
    """The place where recordings and photographs are cannot be reached, or does not let us in.

    An OSError: it is met as a disk that refuses. What it was about is tried again, and what is written goes on.
    """

    retryable = True

    def __init__(self, message: str) -> None:
        OSError.__init__(self, errno.EIO, message)

    def __str__(self) -> str:
        return str(self.strerror)


class BadImport(StorageError):
    """The file is no export of ours, or of a newer version."""


class ModelError(RaconteurError):
    """A language model gave nothing that can be used."""


class ModelAbsent(ModelError):
    """No model is configured; every interview has an offline way."""


class ModelUnavailable(ModelError):
    """The service could not be reached or is overloaded; `retry_after`: seconds that it asked for, not capped."""

    retryable = True

    def __init__(self, message: str, *, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class ModelUnreachable(ModelUnavailable):
    """Nothing answers at the service's address: the request was never sent."""

    code = ModelUnavailable.code


class ModelRefused(ModelError):
    """The model declined to answer."""


class ModelMisread(ModelError):
    """The answer is not what the schema asks for: prose, a cut stream, invalid JSON."""

    retryable = True


class BudgetSpent(ModelError):
    """A budget is used up; `scope` is "session", "day", or "person" for what one person may cost in a day."""

    def __init__(self, message: str, *, scope: str) -> None:
        super().__init__(message)
        self.scope = scope


class HearingError(RaconteurError):
    """A recording was not turned into words. The recording is kept: it can be heard again."""


class VoiceAbsent(HearingError):
    """The packages that hear (the extra `voice`) are not installed."""


class WeightsAbsent(HearingError):
    """The weights of the model are not in their place, or are damaged; the sentence says what to put where."""


class LanguageUnheard(HearingError):
    """The model does not know the language that is spoken in this interview."""


class HearingBusy(HearingError):
    """Too many recordings wait to be heard."""

    retryable = True


class HearingUnavailable(HearingError):
    """The worker process cannot be started now, or it is being stopped."""

    retryable = True


class HearingFailed(HearingError):
    """The worker died or hung over this recording, and did so again at the second try."""


class AudioError(HearingError):
    """The recording cannot be heard as it is, however often it is tried."""


class AudioUnreadable(AudioError):
    """No sound file of a kind that we take, or too damaged to read."""


class NoAudio(AudioError):
    """A file without sound in it."""


class AudioTruncated(AudioError):
    """The recording breaks off. In seconds: `decoded`, what is there; `declared`, what the platform said, if it did."""

    def __init__(self, message: str, *, decoded: float, declared: float | None) -> None:
        super().__init__(message)
        self.decoded = decoded
        self.declared = declared


class AudioTooLong(AudioError):
    """Longer than `limit` seconds."""

    def __init__(self, message: str, *, limit: float) -> None:
        super().__init__(message)
        self.limit = limit


class SpeakingError(RaconteurError):
    """Words were not turned into sound. They are there to be read."""


class LanguageUnspoken(SpeakingError):
    """No voice that is installed speaks the language."""


class SpeakingUnavailable(SpeakingError):
    """The worker process cannot be started now, too much waits for it, or it is being stopped."""

    retryable = True


class SpeakingFailed(SpeakingError):
    """The worker died or hung over these words, and did so again at the second try; or there is no sound in them."""


class NoSandbox(RaconteurError):
    """Code in this language cannot be run safely here; the sentence says why."""


class SandboxBusy(RaconteurError):
    """One program of this person is waiting to be run already."""

    retryable = True


class DeliveryError(RaconteurError):
    """A platform did not take a message."""


class TryLater(DeliveryError):
    """Not now; `after`: seconds, where the platform says. `maybe_delivered`: the answer to the request was lost."""

    retryable = True

    def __init__(self, message: str, *, after: float | None = None, maybe_delivered: bool = False) -> None:
        super().__init__(message)
        self.after = after
        self.maybe_delivered = maybe_delivered


class Unreachable(DeliveryError):
    """The person blocked the bot, or the chat does not exist any more."""


class TooLarge(DeliveryError):
    """Over the platform's limit, and it cannot be split."""


class Rejected(DeliveryError):
    """The platform will never take this message."""


class SoundForbidden(Rejected):
    """The person lets nobody send them voice messages there; words are taken."""


def loggable_error(error: Exception) -> str:
    """Describe an error for the log: our own sentences whole, of others only name and place, as they may hold words."""
    if isinstance(error, RaconteurError):
        return f"{type(error).__name__}: {error}"
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{place}"

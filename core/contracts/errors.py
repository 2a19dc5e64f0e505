"""Everything that can go wrong, as one tree.

    RaconteurError
    ├── ConfigurationError        the operator must mend something before the start
    │   └── Revoked               a platform that was being served does not let us in any more
    ├── AlreadyRunning            a second copy on the same data
    ├── StorageError
    │   ├── Stale                 somebody else committed first; read again and repeat
    │   ├── NotFound              no such session
    │   └── BadImport             a file that cannot be imported
    ├── ModelError                a language model gave no usable answer
    │   ├── ModelAbsent           none is configured: the offline way
    │   ├── ModelUnavailable      network, overload, rate limit, 5xx            (retryable)
    │   ├── ModelRefused          it declined to answer
    │   ├── ModelMisread          prose, truncated or invalid JSON              (retryable once)
    │   └── BudgetSpent           what an interview, a person or a day may cost is used up
    ├── HearingError              a recording was not turned into words
    │   ├── VoiceAbsent           the extra `voice` is not installed
    │   ├── WeightsAbsent         the model's weights are not there, or not whole
    │   ├── LanguageUnheard       the model does not know the interview's language
    │   ├── HearingBusy           too many recordings wait already              (retryable)
    │   ├── HearingUnavailable    the worker cannot be started, or is stopping  (retryable)
    │   ├── HearingFailed         the worker died or hung over it, twice
    │   └── AudioError            the recording itself
    │       ├── AudioUnreadable   no sound file of a kind we take, or damaged
    │       ├── NoAudio           a file without sound
    │       ├── AudioTruncated    it ends long before the length that was declared
    │       └── AudioTooLong      longer than allowed
    └── DeliveryError             a platform did not take a message
        ├── TryLater              it asked to wait, or the network failed       (retryable)
        ├── Unreachable           the person blocked the bot or the chat is gone
        ├── TooLarge              over the platform's limit
        └── Rejected              it will never take this message

Each has a `code` for logs and statistics, and `retryable`. `str(error)` is one sentence for the operator that names the
mend. What a person reads is in the `.ftl` files under the key `error-<code>`, never the exception's own text.
"""

from __future__ import annotations

from typing import ClassVar


class RaconteurError(Exception):
    """The root. Never raised itself."""

    code: ClassVar[str] = "internal"
    retryable: ClassVar[bool] = False


class ConfigurationError(RaconteurError):
    """The configuration cannot be used; the sentence names the key and the mend."""

    code = "configuration"


class Revoked(ConfigurationError):
    """A platform has accepted us and does not any more, until the operator mends it; other platforms go on."""

    code = "revoked"


class AlreadyRunning(RaconteurError):
    """Another Raconteur works on the same data."""

    code = "already-running"


class StorageError(RaconteurError):
    """The database could not do what was asked."""

    code = "storage"


class Stale(StorageError):
    """The session changed between reading and committing; nothing was written."""

    code = "stale"
    retryable = True


class NotFound(StorageError):
    """There is no such thing in the database."""

    code = "not-found"


class BadImport(StorageError):
    """The file is no export of ours, or of a newer version."""

    code = "bad-import"


class ModelError(RaconteurError):
    """A language model gave nothing that can be used."""

    code = "model"


class ModelAbsent(ModelError):
    """No model is configured; every interview has an offline way."""

    code = "model-absent"


class ModelUnavailable(ModelError):
    """The service could not be reached or is overloaded.

    `retry_after` is what it asked for, in seconds; the caller caps it.
    """

    code = "model-unavailable"
    retryable = True

    def __init__(self, message: str, *, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class ModelRefused(ModelError):
    """The model declined to answer."""

    code = "model-refused"


class ModelMisread(ModelError):
    """The answer is not what the schema asks for: prose, a cut stream, invalid JSON."""

    code = "model-misread"
    retryable = True


class BudgetSpent(ModelError):
    """A budget is used up; `scope` is "session", "day", or "person" for what one person may cost in a day."""

    code = "budget-spent"

    def __init__(self, message: str, *, scope: str) -> None:
        super().__init__(message)
        self.scope = scope


class HearingError(RaconteurError):
    """A recording was not turned into words. The recording is kept: it can be heard again."""

    code = "hearing"


class VoiceAbsent(HearingError):
    """The packages that hear are not installed."""

    code = "voice-absent"


class WeightsAbsent(HearingError):
    """The weights of the model are not in their place, or are damaged; the sentence says what to put where."""

    code = "weights-absent"


class LanguageUnheard(HearingError):
    """The model does not know the language that is spoken in this interview."""

    code = "language-unheard"


class HearingBusy(HearingError):
    """Too many recordings wait to be heard."""

    code = "hearing-busy"
    retryable = True


class HearingUnavailable(HearingError):
    """The worker process cannot be started now, or it is being stopped."""

    code = "hearing-unavailable"
    retryable = True


class HearingFailed(HearingError):
    """The worker died or hung over this recording, and did so again at the second try."""

    code = "hearing-failed"


class AudioError(HearingError):
    """The recording cannot be heard as it is, however often it is tried."""

    code = "audio"


class AudioUnreadable(AudioError):
    """No sound file of a kind that we take, or too damaged to read."""

    code = "audio-unreadable"


class NoAudio(AudioError):
    """A file without sound in it."""

    code = "no-audio"


class AudioTruncated(AudioError):
    """The recording breaks off. In seconds: `decoded`, what is there; `declared`, what the platform said, if it did."""

    code = "audio-truncated"

    def __init__(self, message: str, *, decoded: float, declared: float | None) -> None:
        super().__init__(message)
        self.decoded = decoded
        self.declared = declared


class AudioTooLong(AudioError):
    """Longer than `limit` seconds."""

    code = "audio-too-long"

    def __init__(self, message: str, *, limit: float) -> None:
        super().__init__(message)
        self.limit = limit


class DeliveryError(RaconteurError):
    """A platform did not take a message."""

    code = "delivery"


class TryLater(DeliveryError):
    """Not now: `after` seconds to wait where the platform says, else None.

    `maybe_delivered`: the request went out and its answer was lost, so that the person may have the message.
    """

    code = "try-later"
    retryable = True

    def __init__(self, message: str, *, after: float | None = None, maybe_delivered: bool = False) -> None:
        super().__init__(message)
        self.after = after
        self.maybe_delivered = maybe_delivered


class Unreachable(DeliveryError):
    """The person blocked the bot, or the chat does not exist any more."""

    code = "unreachable"


class TooLarge(DeliveryError):
    """Over the platform's limit, and it cannot be split."""

    code = "too-large"


class Rejected(DeliveryError):
    """The platform will never take this message."""

    code = "rejected"

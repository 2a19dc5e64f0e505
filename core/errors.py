"""Everything that can go wrong, as one tree.

    RaconteurError
    ├── ConfigurationError        the operator must mend something before the start
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
    │   └── BudgetSpent           the session's or the day's budget is used up
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
    """The budget of the session or of the day is used up; `scope` is "session" or "day"."""

    code = "budget-spent"

    def __init__(self, message: str, *, scope: str) -> None:
        super().__init__(message)
        self.scope = scope


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

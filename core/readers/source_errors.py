"""Name what goes wrong with a source, each with a code that is also the key of the words for a person."""

from __future__ import annotations

from core.contracts.errors import RaconteurError


class SourceError(RaconteurError):
    """A source gives nothing. Never raised itself."""

    code = "source"


class Unfetchable(SourceError):
    """The address could not be read."""

    code = "source-unfetchable"


class Forbidden(Unfetchable):
    """The address is private, loopback, link-local or of metadata, or has another scheme: nobody may look there."""

    code = "source-forbidden"


class Absent(Unfetchable):
    """There is nothing at that address."""

    code = "source-absent"


class FetchRefused(Unfetchable):
    """The server wants a login, or says no."""

    code = "source-refused"


class Heavy(Unfetchable):
    """Larger than allowed, packed or unpacked."""

    code = "source-heavy"


class Slow(Unfetchable):
    """Too slow, unreachable or in trouble; it may be otherwise later."""

    code = "source-slow"
    retryable = True


class Laborious(SourceError):
    """Reading it took longer than anything may."""

    code = "source-laborious"


class Busy(SourceError):
    """Nothing can be read just now; it will be otherwise later."""

    code = "source-busy"
    retryable = True


class Unreadable(SourceError):
    """It was read, and is nothing that we understand."""

    code = "source-unreadable"


class Empty(SourceError):
    """It was understood, and there is nothing in it."""

    code = "source-empty"


_BY_CODE: dict[str, type[SourceError]] = {
    kind.code: kind
    for kind in (Unfetchable, Forbidden, Absent, FetchRefused, Heavy, Slow, Laborious, Busy, Unreadable, Empty)
}


def error_of(code: str, reason: str) -> SourceError:
    """Return the error with this code; Unreadable for a code that there is not."""
    return _BY_CODE.get(code, Unreadable)(reason)


def slow_error() -> Slow:
    return Slow("The server was too slow.")

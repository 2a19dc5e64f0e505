"""Name what goes wrong with a source, each with a code that is also the key of the words for a person."""

from __future__ import annotations

from core.contracts.errors import RaconteurError


class SourceError(RaconteurError):
    """A source gives nothing. Never raised itself."""

    code = "source"


class Unfetchable(SourceError):
    code = "source-unfetchable"  # the address could not be read


class Forbidden(Unfetchable):
    code = "source-forbidden"  # private, loopback, link-local or of metadata, or another scheme: nobody may look there


class Absent(Unfetchable):
    code = "source-absent"  # there is nothing at that address


class FetchRefused(Unfetchable):
    code = "source-refused"  # the server wants a login, or says no


class Heavy(Unfetchable):
    code = "source-heavy"  # larger than allowed, packed or unpacked


class Slow(Unfetchable):
    code = "source-slow"  # too slow, unreachable or in trouble
    retryable = True


class Laborious(SourceError):
    code = "source-laborious"  # reading it took longer than anything may


class Busy(SourceError):
    code = "source-busy"  # nothing can be read just now
    retryable = True


class Unreadable(SourceError):
    code = "source-unreadable"  # it was read, and is nothing that we understand


class Empty(SourceError):
    code = "source-empty"  # it was understood, and there is nothing in it


_BY_CODE: dict[str, type[SourceError]] = {
    kind.code: kind
    for kind in (Unfetchable, Forbidden, Absent, FetchRefused, Heavy, Slow, Laborious, Busy, Unreadable, Empty)
}


def error_of(code: str, reason: str) -> SourceError:
    """Return the error with this code; Unreadable for a code that there is not."""
    return _BY_CODE.get(code, Unreadable)(reason)


def slow_error() -> Slow:
    return Slow("The server was too slow.")

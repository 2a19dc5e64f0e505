"""The place of a database: a file of SQLite's, or a server of PostgreSQL's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

SCHEME = "postgresql+psycopg://"
OTHER_SCHEMES = ("postgresql://", "postgres://")
"""As PostgreSQL's own programs write it."""
KEEPALIVES = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000}
"""With which a connection notices, within about ten seconds, that the other machine is gone without a word; seconds,
but the last, which is in milliseconds."""

KEEPALIVES_BACK = {
    "tcp_keepalives_idle": 5,
    "tcp_keepalives_interval": 2,
    "tcp_keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""The same for the server, as settings of its own: what a machine that is gone has locked is free as soon."""
LOCK_SPACE = 0x5241
"""Of the advisory locks that processes at work hold, beside those of others in the database."""


@dataclass(frozen=True, slots=True)
class Server:
    """A database of PostgreSQL; written out, it is named without its password."""

    url: str = field(repr=False)
    """As `postgresql+psycopg://user:password@host/name`."""

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        name = unquote(parts.path.lstrip("/"))
        return f"the database {name or parts.username or ''} on {parts.hostname or 'this machine'}"

    @property
    def plain_url(self) -> str:
        """Return the address as PostgreSQL's own programs and the driver want it."""
        return self.url.replace(SCHEME, OTHER_SCHEMES[0], 1)

    @property
    def lasting_url(self) -> str:
        """Return the address for a connection that stays open; options in the operator's address win."""
        address, _, query = self.plain_url.partition("?")
        options = {**KEEPALIVES, **dict(parse_qsl(query, keep_blank_values=True))}
        # The driver takes a "+" for what it is, and no space.
        return f"{address}?{urlencode(options, quote_via=quote)}"

    @property
    def password(self) -> str:
        """Return the address's password, or an empty text."""
        return unquote(urlsplit(self.url).password or "")


Database = Path | Server


def connection_options(settings: Mapping[str, object]) -> str:
    """Return settings of the server for one connection as an option of it."""
    return " ".join(f"-c {name}={value}" for name, value in settings.items())


def database_exists(database: Database) -> bool:
    """Return whether there is a database to look into; a server has to be asked for that."""
    return isinstance(database, Server) or database.exists()


def parse_server(url: str) -> Server | None:
    """Return the server that an address names; None where it is none of PostgreSQL's."""
    for scheme in (SCHEME, *OTHER_SCHEMES):
        if url.startswith(scheme):
            return Server(SCHEME + url.removeprefix(scheme))
    return None

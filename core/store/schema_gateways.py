"""The tables of a house in several processes, a part of `core.store.schema`."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, Index, Integer, LargeBinary, Table, Text

from core.store.schema_common import claim_columns, metadata

# Which process speaks for the bot on a platform.
gateways = Table(
    "gateways",
    metadata,
    # Of the lock: `token:` and the platform.
    Column("name", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    # Grows with each holder: what an earlier one still tries to write is refused.
    Column("epoch", Integer, nullable=False),
    # The holder's connection to the database, as the database numbers it.
    Column("backend", Integer, nullable=False),
    # By the database's clock.
    Column("renewed_at", Double, nullable=False),
)

# Files that another process wants to have of a platform, and what the gateway has got. A row goes with its answer.
errands = Table(
    "errands",
    metadata,
    Column("id", Text, primary_key=True),
    Column("platform", Text, nullable=False),
    Column("file_ref", Text, nullable=False),
    # Bytes.
    Column("most", BigInteger, nullable=False),
    Column("asked_at", Double, nullable=False),
    Column("answered_at", Double),
    # The code of what went wrong; empty where nothing did.
    Column("trouble", Text, nullable=False),
    # Seconds after which it may be tried again, where the platform has said so.
    Column("wait_seconds", Double),
    Column("body", LargeBinary),
    *claim_columns(),
)
Index(None, errands.c.asked_at)

# Who is at work in the house. A seat whose lock nobody holds is empty, and what its process left is anybody's.
seats = Table(
    "seats",
    metadata,
    Column("seat", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("taken_at", Double, nullable=False),
)

"""Rows that belong to a chat, which a platform's name and its own id there name."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam

from core.contracts.messages import Address


def in_chat(table: sa.FromClause) -> sa.ColumnElement[bool]:
    """Whether a row is of the chat that the parameters of `chat` name."""
    return (table.c.platform == bindparam("its_platform")) & (table.c.chat == bindparam("its_chat"))


def chat(address: Address) -> dict[str, Any]:
    return {"its_platform": address.platform, "its_chat": address.chat}

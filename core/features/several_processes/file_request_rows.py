"""Files that one process wants of a platform, and another one gets."""

from __future__ import annotations

from dataclasses import dataclass, field

import sqlalchemy as sa
from sqlalchemy import bindparam

from core.store.claims import Claim, Claimed, is_claimable
from core.store.driver import execute, execute_pipelined, fetch_all, fetch_one
from core.store.rows import from_row
from core.store.schema import errands
from core.store.store import Connection

ERRANDS = Claimed(errands)
_OPEN = errands.c.answered_at.is_(None)
_PUT = errands.insert()
_ONE = sa.select(errands.c.id, errands.c.platform, errands.c.file_ref, errands.c.most).where(
    errands.c.id == bindparam("errand"), _OPEN
)
_ANSWER = (
    errands.update()
    .where(errands.c.id == bindparam("errand"), _OPEN, errands.c.claimed_by == bindparam("owner"))
    .values(
        answered_at=bindparam("at"),
        trouble=bindparam("what"),
        wait_seconds=bindparam("seconds"),
        body=bindparam("content"),
    )
)
_ANSWERED = sa.select(errands.c.trouble, errands.c.wait_seconds, errands.c.body).where(
    errands.c.id == bindparam("errand"), errands.c.answered_at.is_not(None)
)
_DROP = errands.delete().where(errands.c.id == bindparam("errand"))
_DROP_OLD = errands.delete().where(errands.c.asked_at < bindparam("before"))
_WAITING = sa.select(errands.c.id, errands.c.platform).where(_OPEN, is_claimable(errands)).order_by(errands.c.asked_at)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRequest:
    id: str
    platform: str
    file_ref: str = field(repr=False)
    most: int
    """Bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """The outcome of an errand."""

    trouble: str = ""
    """The code of a DeliveryError; empty where the file is here."""
    wait_seconds: float | None = None
    body: bytes | None = field(default=None, repr=False)


def request_key(platform: str, errand_id: str) -> str:
    """Return the key of a wake-up: the platform whose gateway is to bring the file, and the errand."""
    return f"{platform}:{errand_id}"


def put_file_request(c: Connection, errand: FileRequest, *, now: float) -> None:
    values = {"id": errand.id, "platform": errand.platform, "file_ref": errand.file_ref, "most": errand.most}
    execute_pipelined(c, _PUT, values | {"asked_at": now, "trouble": ""})


def take_file_request(c: Connection, errand_id: str, claim: Claim) -> FileRequest | None:
    """Return the errand, if it is open and nobody else is at it."""
    row = fetch_one(c, _ONE, {"errand": errand_id})
    if row is None or not ERRANDS.take(c, claim, errand_id):
        return None
    return from_row(FileRequest, row)


def answer_request(c: Connection, errand_id: str, brought: Brought, claim: Claim) -> bool:
    """Write the outcome of an errand; False where nobody waits for it any more, or another process is at it."""
    values = {"what": brought.trouble, "seconds": brought.wait_seconds, "content": brought.body}
    return execute(c, _ANSWER, values | {"errand": errand_id, "owner": claim.owner, "at": claim.now}) == 1


def request_answer(c: Connection, errand_id: str) -> Brought | None:
    """Return the outcome of an errand; None while it is open."""
    row = fetch_one(c, _ANSWERED, {"errand": errand_id})
    if row is None:
        return None
    return Brought(
        trouble=row.trouble, wait_seconds=row.wait_seconds, body=None if row.body is None else bytes(row.body)
    )


def drop_file_request(c: Connection, errand_id: str) -> None:
    execute_pipelined(c, _DROP, {"errand": errand_id})


def drop_old_file_requests(c: Connection, *, before: float) -> None:
    """Drop errands whose answer nobody has taken."""
    execute_pipelined(c, _DROP_OLD, {"before": before})


def waiting_file_requests(c: Connection, claim: Claim) -> list[str]:
    """Return the keys of errands that wait for somebody (`request_key`)."""
    values = {"owner": claim.owner, "now": claim.now}
    return [request_key(row.platform, row.id) for row in fetch_all(c, _WAITING, values)]

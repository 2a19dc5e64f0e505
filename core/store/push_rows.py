"""The browsers that are told of a new question although the page is closed there."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from core.contracts.messages import Address
from core.contracts.page_lines import PushSubscription
from core.store.driver import is_in_chat
from core.store.schema import addresses, push_subscriptions

MOST = 5
"""Subscriptions of one chat; a new one takes the place of the oldest."""


def put_subscription(c: Connection, address: Address, subscription: PushSubscription, *, now: float) -> bool:
    """Keep a subscription; a browser that subscribes once more, to whatever chat, has one. False: no such chat."""
    known = sa.select(addresses.c.chat).where(is_in_chat(addresses, address))
    if c.execute(known).first() is None:
        return False
    delete_subscription(c, subscription.endpoint)
    mine = (
        sa.select(push_subscriptions.c.digest)
        .where(is_in_chat(push_subscriptions, address))
        .order_by(push_subscriptions.c.created_at.desc(), push_subscriptions.c.digest)
        .offset(MOST - 1)
    )
    for digest in c.execute(mine).scalars().all():
        c.execute(push_subscriptions.delete().where(push_subscriptions.c.digest == digest))
    values = {
        "digest": _digest(subscription.endpoint),
        "platform": address.platform,
        "chat": address.chat,
        "endpoint": subscription.endpoint,
        "public_key": subscription.public_key,
        "secret": subscription.secret,
        "created_at": now,
    }
    c.execute(push_subscriptions.insert(), values)
    return True


def subscriptions_of(c: Connection, address: Address) -> tuple[PushSubscription, ...]:
    rows = c.execute(
        sa.select(push_subscriptions)
        .where(is_in_chat(push_subscriptions, address))
        .order_by(push_subscriptions.c.created_at, push_subscriptions.c.digest)
    )
    return tuple(PushSubscription(endpoint=row.endpoint, public_key=row.public_key, secret=row.secret) for row in rows)


def delete_subscription(c: Connection, endpoint: str) -> None:
    c.execute(push_subscriptions.delete().where(push_subscriptions.c.digest == _digest(endpoint)))


def delete_subscriptions_of(c: Connection, address: Address) -> None:
    c.execute(push_subscriptions.delete().where(is_in_chat(push_subscriptions, address)))


def _digest(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode("utf-8", "replace")).hexdigest()

"""The browsers that are signed in to a page: the keys that open its chats, by their SHA-256."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.messages import Address
from core.contracts.operator_desk import SignedIn
from core.contracts.page_lines import Device
from core.store.driver import chat_values, execute_pipelined, fetch_all, fetch_one, insert_new, is_in_chat, matches_chat
from core.store.outbox import KEPT_OUT
from core.store.push_rows import delete_subscriptions_of
from core.store.rows import to_datetime
from core.store.schema import addresses, operator_keys, page_keys, persons, return_links

DAY: Final = 86_400
KEPT: Final = 365 * DAY
"""Seconds for which a key is valid after its browser was last seen."""
REPLACED: Final = 60
"""Seconds for which a key is valid after another took its place: the answer that carried the new one may be lost."""
ID: Final = 16
"""Characters of a key's digest by which its device is named."""

_HERE = (addresses.c.platform == page_keys.c.platform) & (addresses.c.chat == page_keys.c.chat)
_PUT = insert_new(page_keys, "digest")
_HOLDER = sa.select(
    page_keys.c.platform, page_keys.c.chat, page_keys.c.seen_at, sa.exists().where(_HERE, KEPT_OUT).label("denied")
).where(page_keys.c.digest == bindparam("its_digest"), page_keys.c.expires_at > bindparam("now"))
_DENIED = sa.select(addresses.c.chat).where(matches_chat(addresses), sa.exists().where(KEPT_OUT))
_SEEN = (
    page_keys.update()
    .where(page_keys.c.digest == bindparam("its_digest"), page_keys.c.expires_at > bindparam("now") + REPLACED)
    .values(seen_at=bindparam("now"), expires_at=bindparam("until"))
)
_REPLACED = (
    page_keys.update()
    .where(page_keys.c.digest == bindparam("its_digest"), page_keys.c.expires_at > bindparam("until"))
    .values(expires_at=bindparam("until"))
)
_EXPIRED = page_keys.delete().where(page_keys.c.expires_at <= bindparam("now"))
_COLUMNS = sa.select(page_keys).where(page_keys.c.expires_at > bindparam("now") + REPLACED)
_DEVICES = _COLUMNS.where(matches_chat(page_keys)).order_by(page_keys.c.seen_at.desc(), page_keys.c.digest)
_ALL = _COLUMNS.order_by(page_keys.c.platform, page_keys.c.chat, page_keys.c.seen_at.desc(), page_keys.c.digest)

_NAMES = sa.select(addresses.c.platform, addresses.c.chat, persons.c.name).join(
    persons, persons.c.id == addresses.c.person_id
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """The holder of a key."""

    address: Address
    denied: bool
    """The operator keeps them out."""
    seen_at: float


def put_key(c: Connection, digest: str, address: Address, *, now: float, device: str = "") -> None:
    """Have a key open a chat, and drop those that have expired; the address is known. `device`: its browser's name."""
    execute_pipelined(c, _EXPIRED, {"now": now})
    values = {"digest": digest, "platform": address.platform, "chat": address.chat, "created_at": now}
    execute_pipelined(c, _PUT, values | {"seen_at": now, "expires_at": now + KEPT, "device": device})


def holder_of_key(c: Connection, digest: str, *, now: float) -> Holder | None:
    """Return whose key it is; None where it opens nothing, or not any more."""
    row = fetch_one(c, _HOLDER, {"its_digest": digest, "now": now})
    if row is None:
        return None
    address = Address(platform=row.platform, chat=row.chat)
    return Holder(address=address, denied=bool(row.denied), seen_at=row.seen_at)


def is_chat_denied(c: Connection, address: Address) -> bool:
    """Return whether the operator keeps out whoever an address belongs to."""
    return fetch_one(c, _DENIED, chat_values(address)) is not None


def mark_key_seen(c: Connection, digest: str, *, now: float) -> None:
    """Record that a key was used; it is valid for another year from now."""
    execute_pipelined(c, _SEEN, {"its_digest": digest, "now": now, "until": now + KEPT})


def replace_key(c: Connection, old: str, new: str, *, now: float, device: str) -> None:
    """Put a new key in the place of one that opens a chat; the old one is valid for a minute longer."""
    holder = holder_of_key(c, old, now=now)
    if holder is not None:
        put_key(c, new, holder.address, now=now, device=device)
        execute_pipelined(c, _REPLACED, {"its_digest": old, "until": now + REPLACED})


def devices_of(c: Connection, address: Address, *, now: float) -> tuple[Device, ...]:
    """Return the browsers that are signed in to a chat, the one used last first."""
    return tuple(map(_device, fetch_all(c, _DEVICES, chat_values(address) | {"now": now})))


def all_devices(c: Connection, *, now: float) -> tuple[Device, ...]:
    """Return the browsers that are signed in to any chat."""
    return tuple(map(_device, fetch_all(c, _ALL, {"now": now})))


def delete_device_key(c: Connection, device: str, *, address: Address | None = None) -> bool:
    """Have a device's key open nothing from now on; False where there is no such device, or not in this chat."""
    theirs = page_keys.c.digest.startswith(device, autoescape=True)
    if address is not None:
        theirs &= is_in_chat(page_keys, address)
    if len(device) != ID:
        return False
    for row in c.execute(sa.select(page_keys.c.platform, page_keys.c.chat).where(theirs)).all():
        # Which of them is this browser's nobody knows; the others subscribe once more when they are opened.
        delete_subscriptions_of(c, Address(platform=row.platform, chat=row.chat))
    return c.execute(page_keys.delete().where(theirs)).rowcount > 0


def sign_out_all(c: Connection, address: Address) -> int:
    """Sign every device of a chat out, and return how many there were."""
    delete_subscriptions_of(c, address)
    return c.execute(page_keys.delete().where(is_in_chat(page_keys, address))).rowcount


def device_id(digest: str) -> str:
    """Return what a key's device is called; it opens nothing."""
    return digest[:ID]


def _device(row: Any) -> Device:
    return Device(
        id=device_id(row.digest),
        address=Address(platform=row.platform, chat=row.chat),
        name=row.device,
        since=to_datetime(row.created_at),
        seen_at=to_datetime(row.seen_at),
        expires_at=to_datetime(row.expires_at),
    )


# --- links that open a chat in one more browser -----------------------------------------------------------------------

_RETURN = return_links.select().where(return_links.c.digest == bindparam("its_digest"))


def put_return_link(c: Connection, address: Address, digest: str, code: str, *, expires_at: float) -> bool:
    """Keep a link into a chat, in place of one that was not used; False where the chat is not known."""
    if c.execute(sa.select(addresses.c.chat).where(is_in_chat(addresses, address))).first() is None:
        return False
    unused = is_in_chat(return_links, address) & (return_links.c.code != "")
    c.execute(return_links.delete().where(unused))
    values = {"digest": digest, "platform": address.platform, "chat": address.chat, "code": code}
    c.execute(return_links.insert(), values | {"expires_at": expires_at})
    return True


def return_code(c: Connection, address: Address, *, now: float) -> str:
    """Return the code of the link into a chat that can still be used; empty where there is none."""
    open_yet = is_in_chat(return_links, address) & (return_links.c.code != "") & (return_links.c.expires_at > now)
    return c.execute(sa.select(return_links.c.code).where(open_yet)).scalar() or ""


def return_address(c: Connection, digest: str, *, now: float) -> Address | None:
    """Return the chat that such a link opens; None for one that was used or has expired."""
    row = fetch_one(c, _RETURN, {"its_digest": digest})
    if row is None or not row.code or row.expires_at <= now:
        return None
    return Address(platform=row.platform, chat=row.chat)


def was_return_link(c: Connection, digest: str) -> bool:
    """Return whether such a link was used."""
    row = fetch_one(c, _RETURN, {"its_digest": digest})
    return row is not None and not row.code


def use_return_link(c: Connection, digest: str, key: str, *, now: float, device: str) -> Address | None:
    """Use a link up, and have a key open its chat. Return the chat; None for a link that opens nothing any more."""
    address = return_address(c, digest, now=now)
    unused = (return_links.c.digest == digest) & (return_links.c.code != "")
    if address is None or c.execute(return_links.update().where(unused).values(code="")).rowcount != 1:
        return None
    put_key(c, key, address, now=now, device=device)
    return address


# --- with those of the operator's page --------------------------------------------------------------------------------


def list_signed_in(c: Connection, *, now: float) -> tuple[SignedIn, ...]:
    """Return every browser that is signed in, those of the operator's page first."""
    valid = sa.select(operator_keys).where(operator_keys.c.is_link.is_(False), operator_keys.c.expires_at > now)
    rows = c.execute(valid.order_by(operator_keys.c.created_at.desc(), operator_keys.c.digest)).all()
    operators = (
        SignedIn(
            id=device_id(row.digest),
            device=row.device,
            since=to_datetime(row.created_at),
            expires_at=to_datetime(row.expires_at),
        )
        for row in rows
    )
    devices = all_devices(c, now=now)
    names = names_of_chats(c) if devices else {}
    others = (
        SignedIn(
            id=each.id,
            device=each.name,
            since=each.since,
            seen_at=each.seen_at,
            expires_at=each.expires_at,
            address=str(each.address),
            person=names.get(each.address, ""),
        )
        for each in devices
    )
    return (*operators, *others)


def names_of_chats(c: Connection) -> dict[Address, str]:
    """Return what the people of all chats want to be called; may be empty."""
    return {Address(platform=row.platform, chat=row.chat): row.name for row in c.execute(_NAMES)}


def sign_out_device(c: Connection, device: str) -> bool:
    """Have a browser open nothing from now on, whatever it opened; False where there is no such device."""
    operators = operator_keys.c.digest.startswith(device, autoescape=True) & operator_keys.c.is_link.is_(False)
    found = len(device) == ID and c.execute(operator_keys.delete().where(operators)).rowcount > 0
    return delete_device_key(c, device) or found

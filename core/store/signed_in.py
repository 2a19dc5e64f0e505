"""Who is signed in to the page: every browser, whether it opens a conversation or the operator's page."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from core.contracts.messages import Address
from core.contracts.operator_desk import SignedIn
from core.store.codec import to_datetime
from core.store.device_rows import ID, all_devices, delete_device_key, device_id
from core.store.schema import addresses, operator_keys, persons

_NAMES = sa.select(addresses.c.platform, addresses.c.chat, persons.c.name).join(
    persons, persons.c.id == addresses.c.person_id
)
_OPERATORS = sa.select(operator_keys).where(operator_keys.c.is_link.is_(False))


def list_signed_in(c: Connection, *, now: float) -> tuple[SignedIn, ...]:
    """Return every browser that is signed in, those of the operator's page first."""
    valid = _OPERATORS.where(operator_keys.c.expires_at > now)
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
    names = {Address(platform=row.platform, chat=row.chat): row.name for row in c.execute(_NAMES)} if devices else {}
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


def sign_out_device(c: Connection, device: str) -> bool:
    """Have a browser open nothing from now on, whatever it opened; False where there is no such device."""
    operators = operator_keys.c.digest.startswith(device, autoescape=True) & operator_keys.c.is_link.is_(False)
    found = len(device) == ID and c.execute(operator_keys.delete().where(operators)).rowcount > 0
    return delete_device_key(c, device) or found

"""The texts that people agreed to, word for word; and messages from before they were asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from core.contracts.commits import Consent
from core.contracts.messages import Incoming, Text
from core.contracts.session import Agreement
from core.store.driver import row_exists
from core.store.feature_hooks import drop_sent_file
from core.store.rows import dump_incoming, load_incoming, to_datetime
from core.store.schema import consents, mailbox, outbox, recordings


def keep_consent(c: Connection, person_id: str, consent: Consent, *, now: float) -> None:
    values = {"digest": consent.digest, "language": consent.language, "text": consent.text}
    c.execute(consents.insert(), {"person_id": person_id, "agreed_at": now, **values})


def has_agreed(c: Connection, person_id: str, digest: str) -> bool:
    """Return whether somebody has ever agreed to what a text of this digest says."""
    return row_exists(c, consents, consents.c.person_id == person_id, consents.c.digest == digest)


def agreements_of(c: Connection, person_id: str) -> tuple[Agreement, ...]:
    """Return everything that a person agreed to, oldest first."""
    rows = c.execute(consents.select().where(consents.c.person_id == person_id).order_by(consents.c.id))
    return tuple(Agreement(language=row.language, text=row.text, at=to_datetime(row.agreed_at)) for row in rows)


def was_message_queued(c: Connection, key: str) -> bool:
    """Return whether a letter of this key was ever put into the outbox."""
    return row_exists(c, outbox, outbox.c.key == key)


def was_handled_before(c: Connection, person_id: str) -> bool:
    """Return whether anything of somebody was handled before, so that they know the bot."""
    return row_exists(c, mailbox, mailbox.c.person_id == person_id, mailbox.c.done_at.is_not(None))


def was_written_before(c: Connection, key: str, incoming: Incoming) -> bool:
    """Return whether something was written before a letter of this key was there to be read."""
    found = sa.select(outbox.c.sent_at, outbox.c.place, outbox.c.platform_sent_at, outbox.c.platform, outbox.c.chat)
    row = c.execute(found.where(outbox.c.key == key, outbox.c.dead_at.is_(None))).first()
    if row is None or row.sent_at is None:
        return row is not None
    here = (row.platform, row.chat) == (incoming.address.platform, incoming.address.chat)
    if here and incoming.position and row.place:
        return bool(incoming.position < row.place)
    return incoming.sent_at.timestamp() < int(row.platform_sent_at or row.sent_at)


def kept_mail(c: Connection, person_id: str, items: Sequence[int]) -> tuple[Incoming, ...]:
    """Return mailbox items of a person, handled ones too, in the order in which they came."""
    found = sa.select(mailbox.c.payload).where(mailbox.c.person_id == person_id, mailbox.c.id.in_(items))
    return tuple(map(load_incoming, c.execute(found.order_by(mailbox.c.id)).scalars()))


def blank_mail(c: Connection, person_id: str, items: Sequence[int]) -> None:
    """Take the words out of mailbox items, and their recordings and photographs; that they came, and whence, stays."""
    found = sa.select(mailbox.c.id, mailbox.c.event_id, mailbox.c.payload)
    for row in c.execute(found.where(mailbox.c.person_id == person_id, mailbox.c.id.in_(items))).all():
        payload = dump_incoming(replace(load_incoming(row.payload), content=Text(text="")))
        c.execute(mailbox.update().where(mailbox.c.id == row.id).values(payload=payload))
        c.execute(recordings.delete().where(recordings.c.event_id == row.event_id))
        drop_sent_file(c, row.event_id)

"""Codes that join two chats: made in one of them, entered in the other, valid for ten minutes and once.

Only a code's digest is here. A code lets a stranger in as far as the question whether to join: as a *guest*, of whom
nothing but that is kept, and nothing at all when it is not answered with yes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.access.gate import sender_id
from core.contracts.buttons import decode_button
from core.contracts.errors import Stale
from core.contracts.messages import Address, Command, Edit, Incoming, Press, Text
from core.features.linking.codes import COMMAND, link_code, told_codes
from core.features.linking.effects import AcceptLink
from core.store.access import allow_name, is_denied
from core.store.driver import (
    chat_values,
    execute_pipelined,
    fetch_all,
    fetch_one,
    is_in_chat,
    matches_chat,
    row_exists,
    upsert,
)
from core.store.erasing import erase_person
from core.store.feature_hooks import Entrance, Erased
from core.store.mail_rows import is_known_mail
from core.store.outbox import KEPT_OUT
from core.store.rows import from_row
from core.store.schema import access, addresses, link_tries, links, persons, sessions

GOOD_FOR = 600.0
"""Seconds for which a code is valid; and for which the question is, once it was entered."""
TRIES = 5
"""Codes that can be tried in a chat within as long."""


class Entered(StrEnum):
    """The outcome of a code that somebody entered. It takes the place of the code in the mailbox."""

    ASKED = "asked"
    """It is good: they are to be asked."""
    OWN = "own"
    """It was made in this very chat."""
    TOGETHER = "together"
    """It was made in another chat of the same person."""
    WRONG = "wrong"
    """Nobody has it, or not any more."""
    OFTEN = "often"
    """Too many were tried here; this one was not looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredCode:
    """A code that was entered, and has not been answered for yet."""

    person_id: str
    """The person who made it."""
    digest: str
    address: Address
    """The chat in which they made it."""
    guest: str
    """The guest whom only this code lets in, as `platform:id`; empty where they may come in without it."""
    name: str
    """The maker's name as they want it, or by the platform; may be empty."""
    language: str
    """Of the bot's words to them."""


_ENTERED_HERE = (links.c.entered_platform == bindparam("its_platform")) & (
    links.c.entered_chat == bindparam("its_chat")
)
_ENTERED = (
    sa.select(links, persons.c.name, persons.c.language, addresses.c.sender_name)
    .join(persons, persons.c.id == links.c.person_id)
    .outerjoin(addresses, (addresses.c.platform == links.c.platform) & (addresses.c.chat == links.c.chat))
    .where(_ENTERED_HERE, links.c.expires_at > bindparam("now"))
)
_BY_DIGEST = links.select().where(links.c.digest == bindparam("code"))
_OVER = links.select().where(links.c.expires_at <= bindparam("now"))
_OF_PERSON = links.select().where(links.c.person_id == bindparam("person"))
_ENTER = (
    links.update()
    .where(links.c.digest == bindparam("code"))
    .values(
        entered_platform=bindparam("its_platform"), entered_chat=bindparam("its_chat"), expires_at=bindparam("until")
    )
)
_LET_GO = links.update().where(_ENTERED_HERE).values(entered_platform=None, entered_chat=None, guest="")
_INVITE = links.update().where(_ENTERED_HERE).values(guest=bindparam("who_it_is"))
_LEAVE = links.delete().where(_ENTERED_HERE)
_DROP = links.delete().where(links.c.person_id == bindparam("person"))
_TRIED = sa.select(link_tries.c.tries).where(matches_chat(link_tries))
_FORGET_TRIES = link_tries.delete().where(link_tries.c.since <= bindparam("before"))
_TRY = upsert(link_tries, "platform", "chat", then=lambda _: {"tries": link_tries.c.tries + 1})


def put_link_code(c: Connection, person_id: str, address: Address, digest: str, *, now: float) -> None:
    """Keep a code, in the place of an earlier one of the same person."""
    drop_expired_links(c, now)
    drop_links_of(c, person_id)
    c.execute(
        links.insert(),
        {
            "person_id": person_id,
            "digest": digest,
            "platform": address.platform,
            "chat": address.chat,
            "expires_at": now + GOOD_FOR,
        },
    )


def enter_by_code(c: Connection, incoming: Incoming, owner: str | None, now: float) -> Entrance | None:
    """Read an event with the code of another chat, or with the answer to one; None for everything else.

    Of the code only the outcome of entering it is kept.
    """
    code = link_code(incoming)
    if not code:
        if not _answers_code(incoming):
            return None
        return Entrance(kept=incoming, admit=lambda c: is_guest_message(c, incoming, now=now))
    entered = None
    if not (is_denied(c, incoming) or is_known_mail(c, incoming.event_id)):
        entered = enter_link_code(c, incoming, code, owner, now=now)

    def admit(c: Connection) -> bool:
        if entered is Entered.ASKED:
            admit_guest(c, incoming)
        return is_guest_message(c, incoming, now=now)

    return Entrance(
        kept=replace(incoming, content=Command(name=COMMAND, argument=(entered or Entered.WRONG).value)),
        admit=admit,
        answer="stranger-linking",
        anew=entered is not None and entered is not Entered.OFTEN,
    )


def _answers_code(incoming: Incoming) -> bool:
    button = decode_button(incoming.content.data) if isinstance(incoming.content, Press) else None
    return button is not None and button.command == COMMAND


def enter_link_code(c: Connection, incoming: Incoming, digest: str, owner: str | None, *, now: float) -> Entered:
    """Return the outcome of a code that was typed; a valid one belongs to this chat from now on.

    `owner`: whose chat it is; None for one that is not known.
    """
    drop_expired_links(c, now)
    here = incoming.address
    tried = fetch_one(c, _TRIED, chat_values(here))
    if tried is not None and tried.tries >= TRIES:
        return Entered.OFTEN
    execute_pipelined(c, _TRY, {"platform": here.platform, "chat": here.chat, "tries": 1, "since": now})
    row = fetch_one(c, _BY_DIGEST, {"code": digest})
    if row is None or row_exists(c, addresses.join(access, KEPT_OUT), addresses.c.person_id == row.person_id):
        # Nobody has made it, or somebody whom the operator keeps out.
        return Entered.WRONG
    if row.person_id == owner:
        return Entered.OWN if (row.platform, row.chat) == (here.platform, here.chat) else Entered.TOGETHER
    if row.entered_platform is not None and (row.entered_platform, row.entered_chat) != (here.platform, here.chat):
        return Entered.WRONG
    if row.entered_platform is None:
        # Of two codes that were entered here the later one is meant.
        execute_pipelined(c, _LET_GO, chat_values(here))
        execute_pipelined(c, _ENTER, chat_values(here) | {"code": digest, "until": now + GOOD_FOR})
    return Entered.ASKED


def admit_guest(c: Connection, incoming: Incoming) -> None:
    """Admit as a guest whoever has just entered a valid code."""
    execute_pipelined(c, _INVITE, chat_values(incoming.address) | {"who_it_is": sender_id(incoming)})


def is_guest_message(c: Connection, incoming: Incoming, *, now: float) -> bool:
    """Return whether this is about a code, and from somebody whom it lets in."""
    about = bool(link_code(incoming)) or _answers_code(incoming)
    row = fetch_one(c, _ENTERED, chat_values(incoming.address) | {"now": now}) if about else None
    return row is not None and row.guest == sender_id(incoming)


def entered_code(c: Connection, address: Address, *, now: float) -> EnteredCode | None:
    """Return the code about which a chat was asked; None where there is none, or not any more."""
    row = fetch_one(c, _ENTERED, chat_values(address) | {"now": now})
    if row is None:
        return None
    address = Address(platform=row.platform, chat=row.chat)
    return from_row(EnteredCode, row, address=address, name=row.name or row.sender_name or "")


def accept_link(c: Connection, step: AcceptLink, *, now: float) -> None:
    """Use up the code that was said yes to, and let in whoever was a guest by it. Raises Stale."""
    link = entered_code(c, step.address, now=now)
    if link is None or (link.person_id, link.digest) != (step.person_id, step.digest):
        raise Stale("The code is not good any more.")
    execute_pipelined(c, _DROP, {"person": step.person_id})
    if link.guest:
        allow_name(c, link.guest, now=now)


def decline_link(c: Connection, address: Address) -> None:
    """Use up the code, which they do not want there."""
    execute_pipelined(c, _LEAVE, chat_values(address))


def drop_links_of(c: Connection, person_id: str) -> None:
    """Make the person's code invalid."""
    row = fetch_one(c, _OF_PERSON, {"person": person_id})
    if row is not None:
        _drop(c, row)


def forget_tries(c: Connection, erased: Erased) -> None:
    """Delete how many codes were tried in the chats of a person who goes."""
    for address in erased.chats:
        c.execute(link_tries.delete().where(is_in_chat(link_tries, address)))


def drop_told_code(c: Connection, incoming: Incoming, person_id: str) -> None:
    """Make a code invalid that its person has told in words: others may read them."""
    content = incoming.content
    told = told_codes(content.text) if isinstance(content, Text | Edit) else frozenset()
    row = fetch_one(c, _OF_PERSON, {"person": person_id}) if told else None
    if row is not None and row.digest in told:
        _drop(c, row)


def drop_expired_links(c: Connection, now: float) -> None:
    """Drop codes whose time is over, with the guests who came in by one and never said yes."""
    for row in fetch_all(c, _OVER, {"now": now}):
        _drop(c, row)
    execute_pipelined(c, _FORGET_TRIES, {"before": now - GOOD_FOR})


def _drop(c: Connection, row: Any) -> None:
    execute_pipelined(c, _DROP, {"person": row.person_id})
    if not row.guest:
        return
    here = (addresses.c.platform == row.entered_platform) & (addresses.c.chat == row.entered_chat)
    guest = c.execute(
        sa.select(persons.c.id)
        .join(addresses, addresses.c.person_id == persons.c.id)
        .where(here, persons.c.stage == "new", persons.c.awaits == "")
    ).scalar()
    # Unless they have come in by another way meanwhile.
    allowed = row_exists(c, access, access.c.who == row.guest, access.c.allowed.is_(True))
    if guest is not None and not allowed and not row_exists(c, sessions, sessions.c.person_id == guest):
        erase_person(c, guest)

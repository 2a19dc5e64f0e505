"""The lines in the chats of a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.messages import Address
from core.contracts.page_lines import CHARACTERS, FreshLine, ShownLine
from core.contracts.session import PHOTO_NOT_HERE
from core.store.driver import (
    chat_values,
    execute,
    execute_pipelined,
    fetch_all,
    fetch_one,
    insert_new,
    matches_chat,
    upsert,
)
from core.store.feature_hooks import registered_hooks
from core.store.push_rows import delete_subscriptions_of
from core.store.rows import from_row, to_datetime
from core.store.schema import addresses, entries, page_keys, revisions, sessions, shown, tallies

NUMBERS = "page-lines"
"""The name in `tallies` under which lines, and changes of lines, are numbered: no number is ever given out again."""

_PHOTO = (
    sa.select(entries.c.photo)
    .where(
        matches_chat(entries),
        entries.c.ref == bindparam("its_key"),
        entries.c.ref != sa.literal_column("''"),
        entries.c.photo != sa.literal_column("''"),
    )
    .limit(1)
)
_KEPT = (
    sa.select(entries.c.audio)
    .join(sessions, sessions.c.id == entries.c.session_id)
    .join(addresses, addresses.c.person_id == sessions.c.person_id)
    .where(
        entries.c.ref != sa.literal_column("''"), entries.c.audio != sa.literal_column("''"), entries.c.role == "person"
    )
)
"""Recordings that are kept with answers."""
_SOUNDS = sa.exists(
    _KEPT.where(
        entries.c.ref == shown.c.key, addresses.c.platform == shown.c.platform, addresses.c.chat == shown.c.chat
    )
)
_ITS_ENTRIES = (
    sa.select(entries.c.seq)
    .join(sessions, sessions.c.id == entries.c.session_id)
    .join(addresses, addresses.c.person_id == sessions.c.person_id)
    .where(
        entries.c.ref != sa.literal_column("''"),
        entries.c.ref == shown.c.key,
        addresses.c.platform == shown.c.platform,
        addresses.c.chat == shown.c.chat,
    )
)
_LEFT_OUT = sa.exists(_ITS_ENTRIES.where(entries.c.kept_back.is_(True), entries.c.kept_passages == "[]"))
_NEWER = revisions.alias("newer")
_IS_TAKEN_BACK = sa.exists(
    sa.select(revisions.c.id)
    .outerjoin(
        _NEWER,
        sa.and_(
            _NEWER.c.session_id == revisions.c.session_id,
            _NEWER.c.seq == revisions.c.seq,
            _NEWER.c.id > revisions.c.id,
        ),
    )
    .where(
        revisions.c.session_id == entries.c.session_id,
        revisions.c.seq == entries.c.seq,
        revisions.c.withdrawn.is_(True),
        _NEWER.c.id.is_(None),
    )
    .correlate(entries)
)
_TAKEN_BACK = sa.and_(sa.exists(_ITS_ENTRIES), sa.not_(sa.exists(_ITS_ENTRIES.where(sa.not_(_IS_TAKEN_BACK)))))
_COLUMNS = (
    *(shown.c.number, shown.c.moved, shown.c.key, shown.c.at, shown.c.body, shown.c.heard),
    _SOUNDS.label("sounds"),
    _LEFT_OUT.label("left_out"),
    _TAKEN_BACK.label("taken_back"),
)
_NUMBER = upsert(tallies, "name", then=lambda new: {"number": tallies.c.number + new.number})
_NUMBERED = sa.select(tallies.c.number).where(tallies.c.name == bindparam("its_name"))
_IS_KNOWN = sa.select(addresses.c.chat).where(matches_chat(addresses))
_PUT = insert_new(shown)
_CHANGE = (
    shown.update()
    .where(matches_chat(shown), shown.c.key == bindparam("its_key"))
    .values(
        body=bindparam("its_body"),
        moved=bindparam("now_moved"),
        file=sa.func.coalesce(bindparam("its_file"), shown.c.file),
    )
)
_HEAR = (
    shown.update()
    .where(matches_chat(shown), shown.c.key == bindparam("its_key"))
    .values(heard=bindparam("its_words"), moved=bindparam("now_moved"))
)
_RECORDING = _KEPT.where(matches_chat(addresses), entries.c.ref == bindparam("its_key")).limit(1)
_MOVE = (
    shown.update().where(matches_chat(shown), shown.c.key == bindparam("its_key")).values(moved=bindparam("now_moved"))
)
_LINE = sa.select(*_COLUMNS).where(matches_chat(shown), shown.c.key == bindparam("its_key"))
_BY_NUMBER = sa.select(*_COLUMNS).where(matches_chat(shown), shown.c.number == bindparam("its_number"))
_HOLDER = sa.select(shown.c.chat).where(
    shown.c.platform == bindparam("its_platform"), shown.c.number == bindparam("its_number")
)
_FILE = sa.select(shown.c.file).where(matches_chat(shown), shown.c.key == bindparam("its_key"))


def _in_order(wanted: sa.ColumnElement[bool], order: Callable[[Any], Any]) -> sa.Select[Any]:
    """Return a statement for the first lines of an order: at most `most` of them, and until `room` characters are over.

    Only the lengths of the others are looked at, since they may be long.
    """
    length = (sa.func.length(shown.c.body) + sa.func.length(shown.c.heard)).label("length")
    first = (
        sa.select(shown.c.number, shown.c.moved, length)
        .where(matches_chat(shown), wanted)
        .order_by(order(shown))
        .limit(bindparam("most"))
        .subquery()
    )
    until = sa.func.sum(first.c.length).over(order_by=order(first)) - first.c.length
    fitting = sa.select(first.c.number, until.label("until_it")).subquery()
    return (
        sa.select(*_COLUMNS)
        .join(fitting, fitting.c.number == shown.c.number)
        .where(matches_chat(shown), fitting.c.until_it < bindparam("room"))
        .order_by(order(shown))
    )


_SINCE = _in_order(shown.c.moved > bindparam("after"), lambda lines: lines.c.moved)
_BEFORE = _in_order(shown.c.number < bindparam("until"), lambda lines: lines.c.number.desc())
_FORGET = shown.delete().where(matches_chat(shown))
_FORGET_KEYS = page_keys.delete().where(matches_chat(page_keys))


def next_line_number(c: Connection) -> int:
    """Return a number greater than all before."""
    execute_pipelined(c, _NUMBER, {"name": NUMBERS, "number": 1})
    number: int = fetch_one(c, _NUMBERED, {"its_name": NUMBERS}).number
    return number


def put_line(c: Connection, address: Address, line: FreshLine, *, number: int) -> None:
    """Show a line. The address is known, and there is no such line yet."""
    values = {
        "platform": address.platform,
        "chat": address.chat,
        "number": number,
        "moved": number,
        "key": line.key,
        "at": line.at.timestamp(),
        "body": line.body,
        "file": line.file,
    }
    execute_pipelined(c, _PUT, values)


def show_line(c: Connection, address: Address, line: FreshLine) -> ShownLine | None:
    """Show a line, if it is not there; None where the address is not known."""
    there = shown_line(c, address, line.key)
    if there is not None or fetch_one(c, _IS_KNOWN, chat_values(address)) is None:
        return there
    put_line(c, address, line, number=next_line_number(c))
    return shown_line(c, address, line.key)


def change_line(c: Connection, address: Address, key: str, body: str, *, file: bytes | None = None) -> bool:
    values = {"its_key": key, "its_body": body, "its_file": file, "now_moved": next_line_number(c)}
    return execute(c, _CHANGE, chat_values(address) | values) == 1


def set_line_words(c: Connection, address: Address, key: str, words: str) -> None:
    """Set the words that were heard in the recording of a line; without a line nothing happens."""
    if shown_line(c, address, key) is not None:
        values = {"its_key": key, "its_words": words, "now_moved": next_line_number(c)}
        execute_pipelined(c, _HEAR, chat_values(address) | values)


def show_line_again(c: Connection, address: Address, key: str) -> None:
    """Have the page show a line again, since what is known of its answer has changed; without a line do nothing."""
    if shown_line(c, address, key) is not None:
        execute_pipelined(c, _MOVE, chat_values(address) | {"its_key": key, "now_moved": next_line_number(c)})


def recording_sent(c: Connection, address: Address, ref: str) -> str:
    """Return the name of the recording kept with an answer that was sent from there; empty for none."""
    row = fetch_one(c, _RECORDING, chat_values(address) | {"its_key": ref})
    return "" if row is None else str(row.audio)


def photo_sent(c: Connection, address: Address, event_id: str, ref: str) -> tuple[str, bool]:
    """Return the file name of a photograph sent from there, empty for none, and whether it is coming."""
    found = (each.sent_files.coming(c, address, event_id) for each in registered_hooks() if each.sent_files is not None)
    if (coming := next(filter(None, found), None)) is not None:
        return coming
    row = fetch_one(c, _PHOTO, chat_values(address) | {"its_key": ref})
    return ("" if row is None or row.photo == PHOTO_NOT_HERE else row.photo), False


def shown_line(c: Connection, address: Address, key: str) -> ShownLine | None:
    row = fetch_one(c, _LINE, chat_values(address) | {"its_key": key})
    return None if row is None else _filled(row)


def line_numbered(c: Connection, address: Address, number: int) -> ShownLine | None:
    row = fetch_one(c, _BY_NUMBER, chat_values(address) | {"its_number": number})
    return None if row is None else _filled(row)


def line_and_chat(c: Connection, platform: str, number: int) -> tuple[Address, ShownLine] | None:
    """Return the line with a number, which no two lines share, and the chat that it stands in."""
    row = fetch_one(c, _HOLDER, {"its_platform": platform, "its_number": number})
    if row is None:
        return None
    address = Address(platform=platform, chat=row.chat)
    line = line_numbered(c, address, number)
    return None if line is None else (address, line)


def file_of(c: Connection, address: Address, key: str) -> bytes | None:
    row = fetch_one(c, _FILE, chat_values(address) | {"its_key": key})
    return None if row is None or row.file is None else bytes(row.file)


def lines_since(
    c: Connection, address: Address, moved: int, limit: int, room: int = CHARACTERS
) -> tuple[ShownLine, ...]:
    rows = fetch_all(c, _SINCE, chat_values(address) | {"after": moved, "most": limit, "room": room})
    return tuple(_filled(row) for row in rows)


def lines_before(
    c: Connection, address: Address, number: int | None, limit: int, room: int = CHARACTERS
) -> tuple[ShownLine, ...]:
    until = 1 << 62 if number is None else number
    rows = fetch_all(c, _BEFORE, chat_values(address) | {"until": until, "most": limit, "room": room})
    return tuple(_filled(row) for row in reversed(rows))


def forget_chat(c: Connection, address: Address) -> None:
    """Delete the lines of a chat and the keys that open it."""
    execute_pipelined(c, _FORGET, chat_values(address))
    execute_pipelined(c, _FORGET_KEYS, chat_values(address))
    delete_subscriptions_of(c, address)


def _filled(row: Any) -> ShownLine:
    found = {name: bool(getattr(row, name)) for name in ("sounds", "left_out", "taken_back")}
    return from_row(ShownLine, row, at=to_datetime(row.at), **found)

"""What stands in the chats of a page, and the keys that open them."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy import bindparam
from sqlalchemy.engine import Connection

from core.contracts.messages import Address
from core.contracts.shown import FreshLine, ShownLine
from core.store.codec import moment
from core.store.driver import chat, execute, fetch_all, fetch_one, in_chat, insert_new, put, upsert
from core.store.rows import filled
from core.store.schema import addresses, entries, page_keys, sessions, shown, tallies

NUMBERS = "page-lines"
"""The name in `tallies` under which lines, and changes of lines, are numbered: no number is ever given out again."""

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
_COLUMNS = (
    *(shown.c.number, shown.c.moved, shown.c.key, shown.c.at, shown.c.body, shown.c.heard),
    _SOUNDS.label("sounds"),
)
_NUMBER = upsert(tallies, "name", then=lambda new: {"number": tallies.c.number + new.number})
_NUMBERED = sa.select(tallies.c.number).where(tallies.c.name == bindparam("its_name"))
_IS_KNOWN = sa.select(addresses.c.chat).where(in_chat(addresses))
_PUT = insert_new(shown)
_CHANGE = (
    shown.update()
    .where(in_chat(shown), shown.c.key == bindparam("its_key"))
    .values(
        body=bindparam("its_body"),
        moved=bindparam("now_moved"),
        file=sa.func.coalesce(bindparam("its_file"), shown.c.file),
    )
)
_HEAR = (
    shown.update()
    .where(in_chat(shown), shown.c.key == bindparam("its_key"))
    .values(heard=bindparam("its_words"), moved=bindparam("now_moved"))
)
_RECORDING = _KEPT.where(in_chat(addresses), entries.c.ref == bindparam("its_key")).limit(1)
_MOVE = shown.update().where(in_chat(shown), shown.c.key == bindparam("its_key")).values(moved=bindparam("now_moved"))
_LINE = sa.select(*_COLUMNS).where(in_chat(shown), shown.c.key == bindparam("its_key"))
_BY_NUMBER = sa.select(*_COLUMNS).where(in_chat(shown), shown.c.number == bindparam("its_number"))
_FILE = sa.select(shown.c.file).where(in_chat(shown), shown.c.key == bindparam("its_key"))
_SINCE = (
    sa.select(*_COLUMNS)
    .where(in_chat(shown), shown.c.moved > bindparam("after"))
    .order_by(shown.c.moved)
    .limit(bindparam("most"))
)
_BEFORE = (
    sa.select(*_COLUMNS)
    .where(in_chat(shown), shown.c.number < bindparam("until"))
    .order_by(shown.c.number.desc())
    .limit(bindparam("most"))
)
_FORGET = shown.delete().where(in_chat(shown))
_FORGET_KEYS = page_keys.delete().where(in_chat(page_keys))
_PUT_KEY = insert_new(page_keys, "digest")
_HOLDER = sa.select(page_keys.c.platform, page_keys.c.chat).where(page_keys.c.digest == bindparam("its_digest"))
_BEYOND_ALL = 1 << 62


def next_number(c: Connection) -> int:
    """A number greater than all before."""
    put(c, _NUMBER, {"name": NUMBERS, "number": 1})
    number: int = fetch_one(c, _NUMBERED, {"its_name": NUMBERS}).number
    return number


def put_line(c: Connection, address: Address, line: FreshLine, *, number: int) -> None:
    """Show a line. The address is known, and no such line stands there."""
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
    put(c, _PUT, values)


def show_line(c: Connection, address: Address, line: FreshLine) -> ShownLine | None:
    """Show a line, if it does not stand there; None where the address is not known."""
    there = shown_line(c, address, line.key)
    if there is not None or fetch_one(c, _IS_KNOWN, chat(address)) is None:
        return there
    put_line(c, address, line, number=next_number(c))
    return shown_line(c, address, line.key)


def change_line(c: Connection, address: Address, key: str, body: str, *, file: bytes | None = None) -> bool:
    values = {"its_key": key, "its_body": body, "its_file": file, "now_moved": next_number(c)}
    return execute(c, _CHANGE, chat(address) | values) == 1


def hear_line(c: Connection, address: Address, key: str, words: str) -> None:
    """What was heard in the recording that a line stands for; nothing where it stands nowhere."""
    if shown_line(c, address, key) is not None:
        values = {"its_key": key, "its_words": words, "now_moved": next_number(c)}
        put(c, _HEAR, chat(address) | values)


def sound_line(c: Connection, address: Address, key: str) -> None:
    """A recording is kept with its answer now: whoever looks at its line is to hear of it."""
    if shown_line(c, address, key) is not None:
        put(c, _MOVE, chat(address) | {"its_key": key, "now_moved": next_number(c)})


def recording_sent(c: Connection, address: Address, ref: str) -> str:
    """The name of the recording that is kept with an answer that was sent from there; empty for none."""
    row = fetch_one(c, _RECORDING, chat(address) | {"its_key": ref})
    return "" if row is None else str(row.audio)


def shown_line(c: Connection, address: Address, key: str) -> ShownLine | None:
    return _line(fetch_one(c, _LINE, chat(address) | {"its_key": key}))


def line_numbered(c: Connection, address: Address, number: int) -> ShownLine | None:
    return _line(fetch_one(c, _BY_NUMBER, chat(address) | {"its_number": number}))


def file_of(c: Connection, address: Address, key: str) -> bytes | None:
    row = fetch_one(c, _FILE, chat(address) | {"its_key": key})
    return None if row is None or row.file is None else bytes(row.file)


def lines_since(c: Connection, address: Address, moved: int, limit: int) -> tuple[ShownLine, ...]:
    rows = fetch_all(c, _SINCE, chat(address) | {"after": moved, "most": limit})
    return tuple(_filled(row) for row in rows)


def lines_before(c: Connection, address: Address, number: int | None, limit: int) -> tuple[ShownLine, ...]:
    until = _BEYOND_ALL if number is None else number
    rows = fetch_all(c, _BEFORE, chat(address) | {"until": until, "most": limit})
    return tuple(_filled(row) for row in reversed(rows))


def forget_chat(c: Connection, address: Address) -> None:
    """Delete the lines of a chat and the keys that open it."""
    put(c, _FORGET, chat(address))
    put(c, _FORGET_KEYS, chat(address))


def put_key(c: Connection, digest: str, address: Address, *, now: float) -> None:
    """Have a key open a chat; the address is known."""
    values = {"digest": digest, "platform": address.platform, "chat": address.chat, "created_at": now}
    put(c, _PUT_KEY, values)


def holder_of(c: Connection, digest: str) -> Address | None:
    row = fetch_one(c, _HOLDER, {"its_digest": digest})
    return None if row is None else Address(platform=row.platform, chat=row.chat)


def _line(row: Any) -> ShownLine | None:
    return None if row is None else _filled(row)


def _filled(row: Any) -> ShownLine:
    return filled(ShownLine, row, at=moment(row.at), sounds=bool(row.sounds))

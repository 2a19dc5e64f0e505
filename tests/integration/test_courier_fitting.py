"""Delivery of files that are too large: compressed or in parts, in their place, and else a line that says so."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
import sqlalchemy as sa

from core.contracts.change import Letter
from core.contracts.errors import DeliveryError, TooLarge, TryLater
from core.contracts.messages import Outgoing, Say, SendDocument
from core.store.changes import put_letter
from core.store.codec import seconds
from core.store.schema import outbox
from core.store.store import Connection, Room, Wake
from core.words import say
from tests.fakes.app import Running, running
from tests.fakes.manual_clock import ManualClock
from tests.fakes.platform import FakePerson

LIMIT = 10_000
NOISE = bytes(random.Random(1).choices(b"abcdefghijklmnopqrstuvwxyz\n", k=4 * LIMIT))
"""Text that no ZIP makes small enough."""
WORDS = b"word after word\n" * LIMIT


async def _sent(r: Running, person: FakePerson, body: bytes, *, media_type: str = "text/markdown") -> None:
    """Put a file into the outbox, and a line behind it."""
    file = SendDocument(name="told.md", media_type=media_type, body=body, caption="All that was told.")
    letters = [
        Letter(key="file", address=person.address, saying=file, language="en"),
        Letter(key="behind", address=person.address, saying=Say(text="Behind it."), language="en"),
    ]

    def unit(c: Connection) -> None:
        for letter in letters:
            put_letter(c, letter, now=seconds(r.clock.now()))

    await r.store.write(unit, wake=[Wake(Room.DELIVERY, str(person.address))])


def _limited(r: Running, limit: int = LIMIT, *, told: int = LIMIT) -> None:
    """Let the platform take files of `limit` bytes and say that it takes `told`."""

    def too_large(message: Outgoing) -> DeliveryError | None:
        saying = message.saying
        return TooLarge("No.") if isinstance(saying, SendDocument) and len(saying.body) > limit else None

    r.platform.trouble = too_large
    r.platform.capabilities = replace(r.platform.capabilities, file_limit=told)


async def _errors(r: Running) -> dict[str, str | None]:
    """What each letter of these tests died of; None for one that was sent."""

    def unit(c: Connection) -> dict[str, str | None]:
        rows = c.execute(sa.select(outbox).where(outbox.c.key.startswith("file") | (outbox.c.key == "behind")))
        return {row.key: row.error if row.dead_at is not None else None for row in rows if row.sent_at or row.dead_at}

    return await r.store.read(unit)


async def test_a_text_goes_in_parts_before_what_waits_behind_it(r: Running, person: FakePerson) -> None:
    _limited(r)
    await _sent(r, person, NOISE)
    await r.settled()
    assert b"".join(document.body for document in person.documents) == NOISE
    assert [document.name for document in person.documents][:2] == ["told-1-of-5.md", "told-2-of-5.md"]
    assert person.said[-1] == "Behind it."
    assert len({message.key for message in person.received}) == len(person.received)
    assert await _errors(r) == {"file": None, "behind": None}


async def test_what_gets_small_enough_goes_compressed(r: Running, person: FakePerson) -> None:
    _limited(r)
    await _sent(r, person, WORDS)
    await r.settled()
    assert person.said[-2:] == ["told.zip", "Behind it."]
    assert await _errors(r) == {"file": None, "behind": None}


async def test_after_a_failure_midway_the_same_goes_on_in_its_place() -> None:
    clock = ManualClock()
    async with running(clock=clock) as r:
        person = await r.beginning()
        _limited(r)
        limited, failures = r.platform.trouble, [TryLater("Busy.", after=5)]

        def trouble(message: Outgoing) -> DeliveryError | None:
            return failures.pop() if failures and message.key.endswith("-2") else limited(message)

        r.platform.trouble = trouble
        await _sent(r, person, NOISE)
        await clock.sleepers(1)
        assert person.said[-1] == "told-1-of-5.md"
        clock.advance(5)
        await r.settled()
        files = [m for m in person.received if isinstance(m.saying, SendDocument)]
        # A platform that remembers the keys sends none of them again.
        assert files[0] == files[1]
        assert len({message.key for message in files}) == len(files) - 1
        assert b"".join(document.body for document in person.documents[1:]) == NOISE
        assert person.said[-1] == "Behind it."


@pytest.mark.parametrize("body", [NOISE, WORDS[:LIMIT]], ids=["large", "small"])
async def test_where_less_is_taken_than_was_told_it_is_tried_with_less(
    body: bytes, r: Running, person: FakePerson
) -> None:
    _limited(r, limit=len(body) - 1, told=2 * len(body))
    await _sent(r, person, body)
    await r.settled()
    assert person.documents
    assert max(len(document.body) for document in person.documents) <= len(body) // 2
    assert await _errors(r) == {"file": None, "behind": None}


@pytest.mark.parametrize(
    ("media_type", "limit"), [("application/zip", LIMIT), ("text/markdown", 100)], ids=["binary", "nothing-is-taken"]
)
async def test_where_nothing_helps_a_line_says_so(media_type: str, limit: int, r: Running, person: FakePerson) -> None:
    _limited(r, limit)
    await _sent(r, person, NOISE, media_type=media_type)
    await r.settled()
    assert person.documents == []
    assert person.said[-2:] == ["Behind it.", say("en", "error-too-large", name="told.md")]
    assert await _errors(r) == {"file": "too-large", "behind": None, "file/too-large": None}

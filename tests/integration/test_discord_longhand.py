"""A long answer that Discord's apps have made a file of arrives as the words that it is."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from core.contracts.messages import Attachment, Text
from tests.fakes.discord import DiscordHarness

LONG = "Когда мне было семь лет, мы жили у реки. " * 200


@pytest.fixture
async def harness() -> AsyncIterator[DiscordHarness]:
    async with DiscordHarness.started() as harness:
        yield harness


async def test_a_long_message_is_words_in_its_place(harness: DiscordHarness) -> None:
    harness.anna.send("before")
    harness.anna.send_file("message.txt", b"\xef\xbb\xbf" + LONG.encode(), "text/plain; charset=utf-8")
    harness.anna.send("after")
    events = await harness.inbox.take(3)
    assert [event.content for event in events] == [Text(text="before"), Text(text=LONG), Text(text="after")]
    assert [event.position for event in events] == sorted(event.position for event in events)


async def test_trouble_with_the_file_is_waited_out(harness: DiscordHarness) -> None:
    route = "/channels/{channel_id}/messages/{message_id}"
    harness.server.fail_next("GET", route, 503, times=2)
    harness.anna.send_file("message.txt", LONG.encode(), "text/plain")
    assert (await harness.inbox.last(1)).content == Text(text=LONG)


@pytest.mark.parametrize(
    ("name", "body", "media_type"),
    [
        ("notes.txt", b"my notes", "text/plain"),
        ("message.txt", bytes(300 * 1024), "text/plain"),
        ("message.txt", b"\xff\xfe\x00", "text/plain"),
        ("message.txt", b" \n ", "text/plain"),
        ("message.txt", b"words", "application/octet-stream"),
    ],
)
async def test_other_files_stay_files(harness: DiscordHarness, name: str, body: bytes, media_type: str) -> None:
    harness.anna.send_file(name, body, media_type)
    assert isinstance((await harness.inbox.last(1)).content, Attachment)


async def test_a_file_that_is_gone_is_handed_in_as_one(harness: DiscordHarness) -> None:
    route = "/channels/{channel_id}/messages/{message_id}"
    harness.server.fail_next("GET", route, 404, code=10008)
    harness.anna.send_file("message.txt", LONG.encode(), "text/plain")
    assert isinstance((await harness.inbox.last(1)).content, Attachment)

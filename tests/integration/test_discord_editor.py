"""Code that is written in a dialog of Discord, over the real client library."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from adapters.discord.platform import DiscordPlatform
from core.contracts.errors import StorageError
from core.contracts.fences import fenced_passages
from core.contracts.messages import Address, Choice, Outgoing, Press, Say, Span, Style, StyledMessage, Text, position_of
from tests.contract.platform_kit import SteppedClock
from tests.fakes.discord import DiscordHarness, HistoryInbox
from tests.fakes.discord_server import FakeDiscord
from tests.fakes.waiting import stopped, until

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
WRITE, FIELD = "Write code", "Your code"
CHOICES = (
    Choice(label=WRITE, data="", editor=FIELD),
    Choice(label="A hint", data="hint@s1.4"),
)
STARTER = "def two(a: list[int]) -> int:\n    ..."
CODE = "def two(a):\n    return `a`[0]"


def exercise(words: str = "Start with this:", starter: str = STARTER) -> Say:
    return StyledMessage().add_told(f"{words}\n\n```python\n{starter}\n```").say(CHOICES)


@pytest.fixture
async def harness() -> AsyncIterator[DiscordHarness]:
    async with DiscordHarness.started() as found:
        yield found


async def say(harness: DiscordHarness, saying: Say) -> None:
    await harness.platform.send(Outgoing(key="k", address=harness.address, saying=saying))


async def begun(harness: DiscordHarness, saying: Say) -> str | None:
    """What stands in the field when it opens."""
    await say(harness, saying)
    opened = harness.anna.press(WRITE)
    await until(lambda: opened.modal is not None)
    value: str | None = opened.field.get("value")
    return value


async def test_the_editor_opens_at_once_with_the_code_to_begin_with(harness: DiscordHarness) -> None:
    await say(harness, exercise())
    opened = harness.anna.press(WRITE)
    await until(lambda: opened.modal is not None)
    assert opened.kind == 9
    assert opened.modal is not None
    assert (opened.modal["title"], opened.modal["components"][0]["label"]) == (WRITE, FIELD)
    assert (opened.field["style"], opened.field["max_length"], opened.field["value"]) == (2, 4000, STARTER)
    harness.anna.send("still here")
    await harness.inbox.take(1)
    assert [event.content for event in harness.inbox.accepted] == [Text(text="still here")]
    assert harness.anna.received[-1].labels == (WRITE, "A hint")


async def test_it_begins_empty_where_no_whole_block_ends_the_message(harness: DiscordHarness) -> None:
    assert not await begun(harness, Say(text="A hint: count.", choices=CHOICES))


async def test_it_begins_empty_where_the_block_was_cut(harness: DiscordHarness) -> None:
    assert not await begun(harness, exercise(starter="x = 1\n" * 400))
    assert len(harness.anna.received) > 1


async def test_of_two_blocks_it_begins_with_the_last(harness: DiscordHarness) -> None:
    assert await begun(harness, exercise("For example:\n\n```\ntwo([1]) → 1\n```\n\nBegin:")) == STARTER


async def test_it_begins_empty_where_words_follow_the_block(harness: DiscordHarness) -> None:
    text = f"{STARTER}\nWhy?"
    spans = (Span(start=0, end=len(STARTER), style=Style.BLOCK),)
    assert not await begun(harness, Say(text=text, spans=spans, choices=CHOICES))


async def test_what_was_written_is_kept_before_it_is_acknowledged(harness: DiscordHarness) -> None:
    await say(harness, exercise())
    harness.inbox.gate.clear()
    harness.inbox.failures = [StorageError("the disk is full")]
    sent = await harness.anna.write(WRITE, CODE)
    await harness.inbox.see(1)
    assert not sent.acknowledged
    harness.inbox.gate.set()
    event = await harness.inbox.last(1)
    assert event.content == Text(text=f"```\n{CODE}\n```")
    assert (event.address, event.sender.id) == (harness.address, str(harness.anna.id))
    assert event.event_id == f"discord:{harness.server.world.application_id}:{sent.id}"
    assert event.position == position_of(sent.id)
    await until(lambda: sent.acknowledged)
    assert (sent.kind, sent.private, sent.public) == (6, [], [])


async def test_what_is_delivered_twice_is_the_same_event(harness: DiscordHarness) -> None:
    await say(harness, exercise())
    sent = await harness.anna.write(WRITE, CODE)
    await until(lambda: sent.acknowledged)
    harness.server.redeliver()
    first, second = await harness.inbox.take(2)
    assert first == second


async def test_a_dialog_that_could_not_be_opened_can_be_asked_for_again(harness: DiscordHarness) -> None:
    await say(harness, exercise())
    harness.server.cut_next("POST", CALLBACK)
    harness.anna.press(WRITE)
    await harness.server.until_called(f"POST {CALLBACK}")
    await harness.anna.write(WRITE, CODE)
    await harness.inbox.take(1)


async def test_an_old_button_and_an_open_dialog_work_after_a_restart() -> None:
    async with FakeDiscord() as server:
        anna = server.user("Anna")
        address = Address(platform="discord", chat=str(anna.dm))
        platform = DiscordPlatform(token=server.token, clock=SteppedClock(hurry=True))
        task = asyncio.create_task(platform.run(HistoryInbox()))
        await server.until(lambda: len(server.gateway.sessions) == 1)
        await platform.send(Outgoing(key="k", address=address, saying=exercise()))
        opened = anna.press(WRITE)
        await until(lambda: opened.modal is not None)
        await stopped(task)

        inbox = HistoryInbox()
        platform = DiscordPlatform(token=server.token, clock=SteppedClock(hurry=True))
        task = asyncio.create_task(platform.run(inbox))
        await server.until(lambda: len(server.gateway.sessions) == 2)
        anna.submit(opened, "first = 1")
        await anna.write(WRITE, "second = 2")
        anna.press("A hint")
        contents = [event.content for event in await inbox.take(3)]
        assert contents[2] == Press(data="hint@s1.4")
        texts = [content.text for content in contents if isinstance(content, Text)]
        assert [passage.text for text in texts for passage in fenced_passages(text)] == ["first = 1\n", "second = 2\n"]
        await stopped(task)
        assert server.violations == []

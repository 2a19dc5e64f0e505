"""Small signs of life in Discord, and a long answer that its apps have made a file of."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from adapters.discord.platform import DiscordPlatform
from core.contracts.messages import Attachment, Outgoing, Say, Text
from tests.contract.platform_kit import SteppedClock
from tests.fakes.discord import DiscordHarness
from tests.fakes.discord_wire import Request
from tests.fakes.manual_clock import ManualClock
from tests.fakes.waiting import stopped, until

MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = f"{MESSAGES}/{{message_id}}"
TYPING = "POST /channels/{channel_id}/typing"


@pytest.fixture
async def bot() -> AsyncIterator[DiscordHarness]:
    async with DiscordHarness.started() as harness:
        yield harness


def calls(bot: DiscordHarness, route: str) -> list[Request]:
    return bot.server.calls(route)


async def test_typing_is_renewed_until_the_body_ends() -> None:
    clock = ManualClock()
    async with DiscordHarness.started(clock=clock) as bot:
        async with bot.platform.typing(bot.address):
            for times in (1, 2, 3):
                await bot.server.until_called(TYPING, times)
                await clock.sleepers(1)
                clock.advance(8)
            await bot.server.until_called(TYPING, 4)
        shown = len(calls(bot, TYPING))
        clock.advance(100)
        await bot.platform.send(Outgoing(key="k", address=bot.address, saying=Say(text="Done.")))
        assert len(calls(bot, TYPING)) == shown


async def test_typing_that_is_refused_ends_and_disturbs_nothing(bot: DiscordHarness) -> None:
    bot.anna.close_dms()
    async with bot.platform.typing(bot.address):
        await bot.server.until(lambda: any(call.status == 403 for call in calls(bot, TYPING)))
    assert len(calls(bot, TYPING)) == 1


# --- the line of the listening ------------------------------------------------------------------------------------


async def test_the_line_of_the_listening_makes_no_sound_changes_and_goes(bot: DiscordHarness) -> None:
    async with bot.platform.listening(bot.address) as line:
        line.show("Listening… *50* %")
        await bot.until_listening("Listening… *50* %")
        line.show("Done")
        await bot.until_listening("Done")
        assert [seen.silent for seen in bot.anna.received] == [True]
    assert bot.anna.received == []
    assert [call.json["allowed_mentions"] for call in calls(bot, f"POST {MESSAGES}")] == [{"parse": []}]


async def test_a_line_with_much_to_escape_still_fits(bot: DiscordHarness) -> None:
    async with bot.platform.listening(bot.address) as line:
        line.show("*" * 1_900)
        seen = await bot.anna.next_message()
        assert seen.raw.startswith("\\*")


async def test_a_line_that_is_gone_already_is_left_alone(bot: DiscordHarness) -> None:
    async with bot.platform.listening(bot.address) as line:
        line.show("one")
        await bot.until_listening("one")
        bot.server.fail_next("DELETE", MESSAGE, 404, code=10008)
    assert len(calls(bot, f"DELETE {MESSAGE}")) == 1


@pytest.mark.parametrize("step", ["POST", "PATCH", "DELETE"])
async def test_when_discord_asks_the_line_to_wait_it_waits(bot: DiscordHarness, step: str) -> None:
    route = MESSAGES if step == "POST" else MESSAGE
    bot.server.fail_next(step, route, 429, retry_after=40)
    async with bot.platform.listening(bot.address) as line:
        line.show("one")
        await bot.until_listening("one")
        line.show("two")
        await bot.until_listening("two")
    await bot.until_listening("")


async def test_a_line_that_was_left_in_the_chat_goes_at_the_next_start(bot: DiscordHarness) -> None:
    bot.server.fail_next("DELETE", MESSAGE, 429, retry_after=600.0, times=4)
    async with bot.platform.listening(bot.address) as line:
        line.show("Listening…")
        await bot.until_listening("Listening…")
    await bot.stop()
    assert [seen.text for seen in bot.anna.received] == ["Listening…"]
    platform = DiscordPlatform(token=bot.server.token, clock=SteppedClock(hurry=True))
    again = asyncio.create_task(platform.run(bot.inbox))
    await bot.server.until(lambda: bot.anna.received == [])
    await until(lambda: bot.inbox.lines.standing == [])
    await stopped(again)


# --- a long answer ---------------------------------------------------------------------------------------------------


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

"""The line that tells how far the listening is, in Telegram: one silent message that changes and goes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from structlog.testing import capture_logs

from adapters.telegram.platform import TelegramPlatform
from core.delivery.typing_indicator import PAUSE
from tests.contract.platform_kit import SteppedClock
from tests.fakes.manual_clock import ManualClock
from tests.fakes.telegram import TelegramHarness
from tests.fakes.waiting import stopped, until


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def bot(clock: ManualClock) -> AsyncIterator[TelegramHarness]:
    async with TelegramHarness.started(clock=clock) as harness:
        yield harness


def words(bot: TelegramHarness, method: str) -> list[str]:
    return [call.params["text"] for call in bot.api.calls(method)]


async def rested(clock: ManualClock, seconds: float = PAUSE) -> None:
    """Let the pause pass that the line makes after each change."""
    await clock.sleepers(1)
    clock.advance(seconds)


async def test_it_is_one_message_that_makes_no_sound(bot: TelegramHarness) -> None:
    async with bot.platform.listening(bot.address) as line:
        assert bot.api.calls("sendMessage") == []
        line.show("Listening…")
        await bot.until_listening("Listening…")
    assert bot.anna.received == []
    [sent] = bot.api.calls("sendMessage")
    assert sent.params["disable_notification"].lower() == "true"


@pytest.mark.parametrize("method", ["sendMessage", "editMessageText"])
async def test_when_telegram_asks_to_wait_the_line_waits(bot: TelegramHarness, clock: ManualClock, method: str) -> None:
    async with bot.platform.listening(bot.address) as line:
        if method == "editMessageText":
            line.show("zero")
            await bot.until_listening("zero")
            await rested(clock)
        bot.api.fail_next(method, 429, "Too Many Requests: retry after 30", retry_after=30)
        line.show("one")
        await bot.api.until(lambda: any(call.status == 429 for call in bot.api.calls(method)))
        line.show("two")
        await rested(clock, 29)
        assert words(bot, method)[-1] == "one"
        await rested(clock, 1)
        await bot.until_listening("two")
    assert bot.anna.received == []


async def test_a_first_message_whose_answer_was_lost_is_not_sent_twice(
    bot: TelegramHarness, clock: ManualClock
) -> None:
    bot.api.cut_next("sendMessage", late=True)
    async with bot.platform.listening(bot.address) as line:
        line.show("one")
        await bot.api.until(lambda: len(bot.anna.received) == 1)
        line.show("two")
    assert words(bot, "sendMessage") == ["one"]


async def test_a_change_that_failed_makes_way_for_the_next(bot: TelegramHarness, clock: ManualClock) -> None:
    async with bot.platform.listening(bot.address) as line:
        line.show("one")
        await bot.until_listening("one")
        await rested(clock)
        bot.api.cut_next("editMessageText")
        line.show("two")
        await bot.api.until_called("editMessageText")
        await rested(clock)
        line.show("three")
        await bot.until_listening("three")
    assert words(bot, "editMessageText") == ["two", "three"]


async def test_words_that_stand_there_already_are_no_failure(bot: TelegramHarness, clock: ManualClock) -> None:
    async with bot.platform.listening(bot.address) as line:
        line.show("one")
        await bot.until_listening("one")
        await rested(clock)
        bot.api.fail_next("editMessageText", 400, "Bad Request: message is not modified: the same")
        with capture_logs() as logs:
            line.show("two")
            await bot.api.until_called("editMessageText")
            await rested(clock)
        line.show("three")
        await bot.until_listening("three")
    assert logs == []


async def test_a_line_that_somebody_deleted_does_not_come_back(bot: TelegramHarness, clock: ManualClock) -> None:
    async with bot.platform.listening(bot.address) as line:
        line.show("one")
        await bot.until_listening("one")
        bot.anna.lose(bot.anna.received[0].id)
        await rested(clock)
        line.show("two")
        await bot.api.until_called("editMessageText")
        line.show("three")
    assert words(bot, "sendMessage") == ["one"]
    assert bot.anna.received == []


async def test_somebody_who_blocked_the_bot_disturbs_nothing(bot: TelegramHarness) -> None:
    async with bot.platform.listening(bot.address) as line:
        line.show("one")
        await bot.until_listening("one")
        bot.anna.block()
    async with bot.platform.listening(bot.address) as line:
        line.show("one")
        await bot.api.until_called("sendMessage", 2)
    assert len(bot.api.calls("deleteMessage")) == 1


@pytest.mark.parametrize("status", [429, 502])
async def test_taking_it_away_is_tried_again(bot: TelegramHarness, clock: ManualClock, status: int) -> None:
    bot.api.fail_next("deleteMessage", status, "Not now", retry_after=7 if status == 429 else None)

    async def listened() -> None:
        async with bot.platform.listening(bot.address) as line:
            line.show("one")
            await bot.until_listening("one")

    listened_to = asyncio.create_task(listened())
    await bot.api.until_called("deleteMessage")
    await bot.api.until(lambda: bot.api.calls("deleteMessage")[0].status == status)
    while not listened_to.done():
        clock.advance(7)
        await asyncio.sleep(0)
    assert bot.anna.received == []


async def test_a_line_that_was_left_in_the_chat_goes_at_the_next_start() -> None:
    async with TelegramHarness.started() as bot:
        bot.api.fail_next("deleteMessage", 502, "Bad Gateway", times=4)
        async with bot.platform.listening(bot.address) as line:
            line.show("Listening…")
            await bot.until_listening("Listening…")
        await bot.stop()
        assert [seen.text for seen in bot.anna.received] == ["Listening…"]
        platform = TelegramPlatform(token=bot.api.token, api_base_url=bot.api.url, clock=SteppedClock(hurry=True))
        again = asyncio.create_task(platform.run(bot.inbox))
        await bot.api.until(lambda: bot.anna.received == [])
        await until(lambda: bot.inbox.lines.standing == [])
        await stopped(again)

"""Fetching what people sent to Telegram: whole, bounded, and without a word of the token."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from adapters.telegram.files import TelegramFiles
from core.contracts.errors import DeliveryError, Rejected, TooLarge, TryLater
from core.contracts.messages import Outgoing, Say, Voice
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.manual_clock import ManualClock
from tests.fakes.telegram import TelegramHarness

SOUND = b"OggS" + bytes(range(256)) * 2_000
PLENTY = 20 << 20


@pytest.fixture
async def bot() -> AsyncIterator[TelegramHarness]:
    async with TelegramHarness.started() as harness:
        yield harness


async def recorded(bot: TelegramHarness, body: bytes = SOUND) -> str:
    """The reference of a recording that has arrived."""
    bot.anna.send_voice(body=body)
    event = await bot.inbox.last(1)
    assert isinstance(event.content, Voice)
    return event.content.file_ref


@pytest.mark.parametrize(
    ("status", "description", "retry_after", "expected"),
    [
        (400, "Bad Request: invalid file_id", None, Rejected),
        (400, "Bad Request: wrong file identifier/HTTP URL specified", None, Rejected),
        (400, "Bad Request: file is too big", None, TooLarge),
        (400, "Bad Request: wrong file_id or the file is temporarily unavailable", None, TryLater),
        (429, "Too Many Requests: retry after 31", 31, TryLater),
        (401, "Unauthorized", None, TryLater),
        (502, "Bad Gateway", None, TryLater),
    ],
)
async def test_a_refusal_keeps_its_meaning(
    bot: TelegramHarness, status: int, description: str, retry_after: int | None, expected: type[DeliveryError]
) -> None:
    file_ref = await recorded(bot)
    bot.api.fail_next("getFile", status, description, retry_after=retry_after)
    with pytest.raises(expected) as caught:
        await bot.platform.fetch(file_ref, limit=PLENTY)
    if isinstance(caught.value, TryLater):
        assert caught.value.after == retry_after
    assert bot.api.calls("download") == []
    assert await bot.platform.fetch(file_ref, limit=PLENTY) == SOUND


@pytest.mark.parametrize(
    "trouble",
    [
        lambda api: api.fail_next("download", 404, "Not Found"),
        lambda api: api.fail_next("download", 429, "Too Many Requests"),
        lambda api: api.fail_next("download", 500, "Internal Server Error"),
        lambda api: api.cut_next("getFile"),
        lambda api: api.cut_next("download"),
        lambda api: api.cut_next("download", late=True),
    ],
    ids=["not-found", "too-many", "broken", "cut-asking", "cut-before", "cut-midway"],
)
async def test_a_download_that_fails_may_be_tried_again(
    bot: TelegramHarness, trouble: Callable[[FakeBotApi], None], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    file_ref = await recorded(bot)
    trouble(bot.api)
    with capture_logs() as logs, pytest.raises(TryLater) as caught:
        await bot.platform.fetch(file_ref, limit=PLENTY)
    secret = bot.api.token.partition(":")[2]
    assert secret not in f"{caught.value!s} {caught.value!r} {caught.value.__cause__!r} {logs} {caplog.text}"
    assert await bot.platform.fetch(file_ref, limit=PLENTY) == SOUND


async def test_a_file_that_is_said_to_be_too_large_is_not_downloaded(bot: TelegramHarness) -> None:
    file_ref = await recorded(bot)
    with pytest.raises(TooLarge):
        await bot.platform.fetch(file_ref, limit=len(SOUND) - 1)
    assert bot.api.calls("download") == []


async def test_more_than_the_server_itself_gives_is_too_large(bot: TelegramHarness) -> None:
    bot.anna.send_audio(size=PLENTY + 1)
    event = await bot.inbox.last(1)
    assert isinstance(event.content, Voice)
    with pytest.raises(TooLarge):
        await bot.platform.fetch(event.content.file_ref, limit=10 * PLENTY)


@pytest.mark.parametrize("told", [100, None])
async def test_a_file_that_is_larger_than_told_is_cut_off_while_it_comes(
    bot: TelegramHarness, told: int | None
) -> None:
    endless = 60 << 20
    file_ref = bot.api.files.put(endless, size=told)["file_id"]
    with pytest.raises(TooLarge):
        await bot.platform.fetch(file_ref, limit=1 << 20)
    assert bot.api.files.sent < endless


async def test_a_file_that_is_shorter_than_told_is_not_taken_for_whole(bot: TelegramHarness) -> None:
    file_ref = bot.api.files.put(SOUND, size=len(SOUND) + 1)["file_id"]
    with pytest.raises(TryLater, match=str(len(SOUND))):
        await bot.platform.fetch(file_ref, limit=PLENTY)


async def test_names_of_files_are_only_names(bot: TelegramHarness) -> None:
    file_ref = bot.api.files.put(SOUND, path="voice/é #1?x=%2e.oga")["file_id"]
    assert await bot.platform.fetch(file_ref, limit=PLENTY) == SOUND


async def test_a_download_that_hangs_holds_up_nobody_and_can_be_given_up(bot: TelegramHarness) -> None:
    bot.api.files.flow.clear()
    stuck = [asyncio.create_task(bot.platform.fetch(await recorded(bot), limit=PLENTY)) for _ in range(6)]
    await bot.api.until_called("download", 4)
    await bot.platform.send(Outgoing(key="k", address=bot.address, saying=Say(text="Meanwhile.")))
    assert (await bot.anna.next_message()).text == "Meanwhile."
    assert len(bot.api.calls("download")) == 4
    stuck[0].cancel()
    with pytest.raises(asyncio.CancelledError):
        await stuck[0]
    bot.api.files.flow.set()
    assert await asyncio.gather(*stuck[1:]) == [SOUND] * 5


async def test_after_the_end_nothing_is_fetched(bot: TelegramHarness) -> None:
    file_ref = await recorded(bot)
    bot.api.files.flow.clear()
    midway = asyncio.create_task(bot.platform.fetch(file_ref, limit=PLENTY))
    await bot.api.until(lambda: bot.api.files.sent > 0)
    await bot.stop()
    for fetching in (midway, bot.platform.fetch(file_ref, limit=PLENTY)):
        with pytest.raises(TryLater):
            await fetching


# --- a server of the operator's own, with its files on a disk ---


async def test_a_file_on_the_disk_of_a_server_of_ones_own_is_read_there(bot: TelegramHarness, tmp_path: Path) -> None:
    place = tmp_path / "file_0.oga"
    place.write_bytes(SOUND)
    file_ref = bot.api.files.put(SOUND, path=str(place))["file_id"]
    assert await bot.platform.fetch(file_ref, limit=PLENTY) == SOUND
    place.write_bytes(SOUND * 3)
    with pytest.raises(TooLarge):
        await bot.platform.fetch(file_ref, limit=2 * len(SOUND))
    place.unlink()
    with pytest.raises(TryLater, match="--local"):
        await bot.platform.fetch(file_ref, limit=PLENTY)


async def test_telegrams_own_server_names_no_file_of_this_machine(bot: TelegramHarness, tmp_path: Path) -> None:
    place = tmp_path / "secret.txt"
    place.write_text("not for anybody")
    file_ref = bot.api.files.put(b"x", path=str(place))["file_id"]
    official = TelegramFiles(
        bot=bot.platform._bot, clock=ManualClock(), base_url=f"{bot.api.url}/file/bot", local=False
    )
    with pytest.raises(TryLater):
        await official.fetch(file_ref, limit=PLENTY)
    await official.close()

"""Fetching what people sent to Discord: whole, bounded, and without a word of its signed address."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable

import pytest
from structlog.testing import capture_logs

from core.contracts.errors import DeliveryError, Rejected, TooLarge, TryLater
from core.contracts.messages import Outgoing, Say, Voice
from core.delivery.downloads import LONGEST
from tests.fakes.discord import POISON, DiscordHarness
from tests.fakes.discord_server import DOWNLOAD, FakeDiscord
from tests.fakes.manual_clock import ManualClock

SOUND = b"OggS" + bytes(range(256)) * 2_000
PLENTY = 20 << 20
MESSAGE = "/channels/{channel_id}/messages/{message_id}"


@pytest.fixture
async def bot() -> AsyncIterator[DiscordHarness]:
    async with DiscordHarness.started() as harness:
        yield harness


async def recorded(bot: DiscordHarness, body: bytes = SOUND) -> str:
    """The reference of a recording that has arrived."""
    bot.anna.send_voice(body=body)
    event = await bot.inbox.last(1)
    assert isinstance(event.content, Voice)
    return event.content.file_ref


async def test_the_file_is_had_after_its_address_has_expired(bot: DiscordHarness) -> None:
    file_ref = await recorded(bot)
    await bot.platform.fetch(file_ref, limit=PLENTY)
    bot.server.advance(30 * 86_400)
    assert await bot.platform.fetch(file_ref, limit=PLENTY) == SOUND
    first, second = bot.server.calls(DOWNLOAD)
    assert first.query["ex"] != second.query["ex"]


async def test_each_of_several_files_is_found(bot: DiscordHarness) -> None:
    bot.anna.send_files(("a.ogg", b"first", "audio/ogg"), ("a.ogg", b"second", "audio/ogg"), text="Two of them")
    await bot.inbox.last(3)
    spoken = [event.content for event in bot.inbox.accepted if isinstance(event.content, Voice)]
    assert [await bot.platform.fetch(voice.file_ref, limit=PLENTY) for voice in spoken] == [b"first", b"second"]


async def test_a_file_in_a_message_that_the_library_cannot_read_is_found(bot: DiscordHarness) -> None:
    file = bot.server.world.file(bot.anna.dm, "a.ogg", b"first", "audio/ogg")
    bot.anna.send_raw(files=[file], more=dict(POISON))
    event = await bot.inbox.last(1)
    assert isinstance(event.content, Voice)
    assert await bot.platform.fetch(event.content.file_ref, limit=PLENTY) == b"first"


async def test_a_file_in_a_message_that_was_passed_on_is_found(bot: DiscordHarness) -> None:
    world = bot.server.world
    file = world.file(bot.anna.dm, "from-a-friend.ogg", SOUND, "audio/ogg")
    elsewhere = world.message(bot.anna.dm, bot.anna.profile, files=[file]).payload(world.cdn)
    kept = ("type", "content", "mentions", "mention_roles", "attachments", "embeds", "timestamp", "edited_timestamp")
    snapshot = {name: elsewhere[name] for name in (*kept, "flags", "components")}
    reference = {"type": 1, "channel_id": elsewhere["channel_id"], "message_id": elsewhere["id"]}
    message = bot.anna.send_raw(
        flags=1 << 14, more={"message_reference": reference, "message_snapshots": [{"message": snapshot}]}
    )
    assert await bot.platform.fetch(f"{bot.anna.dm}/{message}/{file.id}", limit=PLENTY) == SOUND


@pytest.mark.parametrize(
    "file_ref",
    [
        "",
        "4711",
        "1/2",
        "1/2/3/4",
        "a/b/c",
        "1/2/../../users/@me",
        "http://127.0.0.1/1/2/3",
        "1/2/3\n",
        "9" * 40 + "/1/1",
    ],
)
async def test_nonsense_is_no_reference_and_nobody_is_asked(bot: DiscordHarness, file_ref: str) -> None:
    asked = len(bot.server.requests)
    with pytest.raises(Rejected):
        await bot.platform.fetch(file_ref, limit=PLENTY)
    assert len([call for call in bot.server.requests[asked:] if call.method == "GET"]) == 0


async def test_what_is_not_there_any_more_will_never_be(bot: DiscordHarness) -> None:
    file_ref = await recorded(bot)
    chat, message, _ = file_ref.split("/")
    for missing in (f"1/{message}/1", f"{chat}/1/1", f"{chat}/{message}/1"):
        with pytest.raises(Rejected):
            await bot.platform.fetch(missing, limit=PLENTY)
    bot.anna.delete(int(message))
    with pytest.raises(Rejected):
        await bot.platform.fetch(file_ref, limit=PLENTY)


@pytest.mark.parametrize(
    ("status", "code", "retry_after", "expected"),
    [
        (404, 10008, None, Rejected),
        (403, 50001, None, Rejected),
        (429, 0, 31.0, TryLater),
        (401, 0, None, TryLater),
        (503, 0, None, TryLater),
    ],
)
async def test_a_refusal_keeps_its_meaning(
    bot: DiscordHarness, status: int, code: int, retry_after: float | None, expected: type[DeliveryError]
) -> None:
    file_ref = await recorded(bot)
    bot.server.fail_next("GET", MESSAGE, status, code=code, retry_after=retry_after)
    with pytest.raises(expected) as caught:
        await bot.platform.fetch(file_ref, limit=PLENTY)
    if isinstance(caught.value, TryLater):
        assert caught.value.after == retry_after
    assert bot.server.calls(DOWNLOAD) == []
    assert await bot.platform.fetch(file_ref, limit=PLENTY) == SOUND


TROUBLES: dict[str, Callable[[FakeDiscord], None]] = {
    "gone": lambda server: server.fail_next("GET", DOWNLOAD, 404),
    "expired": lambda server: server.fail_next("GET", DOWNLOAD, 403),
    "too-many": lambda server: server.fail_next("GET", DOWNLOAD, 429),
    "broken": lambda server: server.fail_next("GET", DOWNLOAD, 500),
    # The HTTP client itself repeats a GET whose connection was an old one.
    "cut-asking": lambda server: server.cut_next("GET", MESSAGE, times=2),
    "cut-before": lambda server: server.cut_next("GET", DOWNLOAD),
    "cut-midway": lambda server: server.cut_next("GET", DOWNLOAD, late=True),
}


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_a_download_that_fails_may_be_tried_again_and_tells_no_address(
    bot: DiscordHarness, trouble: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    file_ref = await recorded(bot)
    TROUBLES[trouble](bot.server)
    with capture_logs() as logs, pytest.raises(TryLater) as caught:
        await bot.platform.fetch(file_ref, limit=PLENTY)
    told = f"{caught.value!s} {caught.value!r} {caught.value.__cause__!r} {logs} {caplog.text}"
    assert "hm=" not in told
    assert bot.server.token not in told
    assert await bot.platform.fetch(file_ref, limit=PLENTY) == SOUND


async def test_a_file_that_is_said_to_be_too_large_is_not_downloaded(bot: DiscordHarness) -> None:
    file_ref = await recorded(bot)
    with pytest.raises(TooLarge):
        await bot.platform.fetch(file_ref, limit=len(SOUND) - 1)
    assert bot.server.calls(DOWNLOAD) == []


async def test_a_download_that_hangs_holds_up_nobody_and_can_be_given_up(bot: DiscordHarness) -> None:
    bot.server.flow.clear()
    stuck = [asyncio.create_task(bot.platform.fetch(await recorded(bot), limit=PLENTY)) for _ in range(6)]
    await bot.server.until_called(DOWNLOAD, 4)
    await bot.platform.send(Outgoing(key="k", address=bot.address, saying=Say(text="Meanwhile.")))
    assert (await bot.anna.next_message()).text == "Meanwhile."
    assert len(bot.server.calls(DOWNLOAD)) == 4
    stuck[0].cancel()
    with pytest.raises(asyncio.CancelledError):
        await stuck[0]
    bot.server.flow.set()
    assert await asyncio.gather(*stuck[1:]) == [SOUND] * 5


async def test_a_download_that_trickles_for_ever_ends() -> None:
    clock = ManualClock()
    async with DiscordHarness.started(clock=clock) as bot:
        file_ref = await recorded(bot)
        bot.server.flow.clear()
        fetching = asyncio.create_task(bot.platform.fetch(file_ref, limit=PLENTY))
        await bot.server.until_called(DOWNLOAD)
        clock.advance(LONGEST + 1)
        bot.server.flow.set()
        with pytest.raises(TryLater):
            await fetching


async def test_after_the_end_nothing_is_fetched(bot: DiscordHarness) -> None:
    file_ref = await recorded(bot)
    await bot.stop()
    with pytest.raises(TryLater):
        await bot.platform.fetch(file_ref, limit=PLENTY)

"""Receiving through trouble: restarts, a failing store, a second copy, a refused token, a server that is away."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
from structlog.testing import capture_logs

from adapters.telegram.platform import TelegramPlatform
from core.contracts.errors import ConfigurationError, StorageError, TryLater
from core.contracts.messages import Address, Incoming, Outgoing, Say, Text
from tests.contract.platform_contract import PATIENCE, RecordingInbox, SteppedClock
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.bot_api_people import User

COMMANDS = {"": [("start", "Begin"), ("done", "Finish")], "ru": [("start", "Начать"), ("done", "Закончить")]}


@pytest.fixture
async def api() -> AsyncIterator[FakeBotApi]:
    async with FakeBotApi() as server:
        yield server
        assert server.violations == []


def platform(api: FakeBotApi, clock: SteppedClock | None = None) -> TelegramPlatform:
    clock = clock or SteppedClock(hurry=True)
    return TelegramPlatform(token=api.token, api_base_url=api.url + "/", clock=clock, commands=COMMANDS)


@asynccontextmanager
async def running(telegram: TelegramPlatform, inbox: RecordingInbox) -> AsyncIterator[None]:
    task = asyncio.create_task(telegram.run(inbox))
    try:
        yield
    finally:
        task.cancel()
        async with asyncio.timeout(PATIENCE):
            with suppress(asyncio.CancelledError):
                await task


class ChatFails(RecordingInbox):
    """Cannot keep what one chat sends, as long as `broken` is set."""

    broken = "7"

    async def accept(self, incoming: Incoming) -> None:
        if incoming.address.chat == self.broken:
            self.offered.append(incoming)
            raise StorageError("no")
        await RecordingInbox.accept(self, incoming)


def words(events: list[Incoming]) -> list[str]:
    return [event.content.text for event in events if isinstance(event.content, Text)]


async def test_what_was_written_while_the_bot_was_away_arrives(api: FakeBotApi) -> None:
    anna = api.user(7)
    for number in range(250):
        anna.send(f"line {number}")
    inbox = RecordingInbox()
    async with running(platform(api), inbox):
        assert words(await inbox.take(250)) == [f"line {number}" for number in range(250)]
        await api.until_acknowledged()


async def test_a_restart_asks_again_for_what_was_not_kept(api: FakeBotApi) -> None:
    anna = api.user(7)
    inbox = RecordingInbox()
    async with running(platform(api), inbox):
        anna.send("kept")
        await inbox.take(1)
        await api.until_acknowledged()
        inbox.gate.clear()
        anna.send("under way")
        await inbox.see(2)
    after = RecordingInbox()
    async with running(platform(api), after):
        anna.send("later")
        assert words(await after.take(2)) == ["under way", "later"]
    assert inbox.offered[1].event_id == after.accepted[0].event_id


async def test_a_chat_whose_events_cannot_be_kept_holds_up_no_other(api: FakeBotApi) -> None:
    anna, boris = api.user(7), api.user(8)
    inbox = ChatFails()
    async with running(platform(api), inbox):
        first = anna.api.last_update_id + 1
        for number in range(3):
            anna.send(f"anna {number}")
            boris.send(f"boris {number}")
        await inbox.take(3)
        boris.send("boris 3")
        assert words(await inbox.take(4)) == ["boris 0", "boris 1", "boris 2", "boris 3"]
        assert api.acknowledged <= first
        inbox.broken = ""
        events = await inbox.take(7)
        await api.until_acknowledged()
    assert words([event for event in events if event.address.chat == "7"]) == ["anna 0", "anna 1", "anna 2"]
    assert len(inbox.accepted) == 7


async def test_a_second_copy_is_named_once_and_the_first_goes_on(api: FakeBotApi) -> None:
    anna = api.user(7)
    inbox = RecordingInbox()
    clock = SteppedClock(hurry=True)
    conflict = "Conflict: terminated by other getUpdates request"
    api.fail_next("getUpdates", 409, conflict, times=4)
    with capture_logs() as lines:
        async with running(platform(api, clock), inbox):
            anna.send("still here")
            assert words(await inbox.take(1)) == ["still here"]
    told = [line for line in lines if line["event"] == "telegram.polling_conflict"]
    assert len(told) == 1
    assert "another copy of this bot is polling with the same token" in told[0]["mend"]
    assert clock.slept[:4] == sorted(clock.slept[:4])
    assert clock.slept[3] > clock.slept[0]


@pytest.mark.parametrize("method", ["getMe", "deleteWebhook", "getMyCommands", "setMyCommands", "getUpdates"])
async def test_trouble_at_any_step_of_the_start_is_outlived(api: FakeBotApi, method: str) -> None:
    api.fail_next(method, 502, "Bad Gateway")
    api.cut_next(method)
    api.fail_next(method, 429, "Too Many Requests: retry after 5", retry_after=5)
    inbox = RecordingInbox()
    async with running(platform(api), inbox):
        api.user(7).send("hello")
        assert words(await inbox.take(1)) == ["hello"]


async def test_a_refused_token_while_polling_is_told_and_outlived(api: FakeBotApi) -> None:
    inbox = RecordingInbox()
    api.fail_next("getUpdates", 401, "Unauthorized", times=2)
    with capture_logs() as lines:
        async with running(platform(api), inbox):
            api.user(7).send("hello")
            await inbox.take(1)
    assert [line["event"] for line in lines].count("telegram.token_refused") == 1


async def test_an_unknown_token_ends_the_start_with_one_sentence(api: FakeBotApi) -> None:
    wrong = TelegramPlatform(token="4242:not-this-one", api_base_url=api.url, clock=SteppedClock(hurry=True))
    with pytest.raises(ConfigurationError, match=r"telegram\.token") as caught:
        await wrong.run(RecordingInbox())
    assert "not-this-one" not in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("token", "url", "key"),
    [("", None, "token"), ("no token\n", None, "token"), ("1:abc", "api.example.org", "api_base_url")],
)
def test_settings_that_cannot_be_right_are_refused_at_once(token: str, url: str | None, key: str) -> None:
    with pytest.raises(ConfigurationError, match=key):
        TelegramPlatform(token=token, api_base_url=url, clock=SteppedClock())


async def test_the_menu_is_set_once_and_only_when_it_differs(api: FakeBotApi) -> None:
    for _ in range(2):
        polls = len(api.calls("getUpdates"))
        async with running(platform(api), RecordingInbox()):
            await api.until_called("getUpdates", polls + 1)
    assert api.commands["ru"] == [
        {"command": "start", "description": "Начать"},
        {"command": "done", "description": "Закончить"},
    ]
    assert len(api.calls("setMyCommands")) == 2
    assert len(api.calls("getMyCommands")) == 4


async def test_nothing_pending_is_dropped_and_only_what_is_used_is_asked_for(api: FakeBotApi) -> None:
    async with running(platform(api), RecordingInbox()):
        [poll] = await api.until_called("getUpdates")
    assert poll.params["allowed_updates"] == '["message", "edited_message", "callback_query", "my_chat_member"]'
    assert int(poll.params["timeout"]) > 0
    assert api.calls("deleteWebhook")[0].params.get("drop_pending_updates", "false") == "false"


async def test_sending_works_before_the_start_and_says_later_after_the_end(api: FakeBotApi) -> None:
    anna = api.user(7)
    telegram = platform(api)

    def message(key: str) -> Outgoing:
        return Outgoing(key=key, address=Address(platform="telegram", chat="7"), saying=Say(text=key))

    await telegram.send(message("early"))
    async with running(telegram, RecordingInbox()):
        await api.until_called("getUpdates")
    with pytest.raises(TryLater):
        await telegram.send(message("late"))
    async with running(telegram, RecordingInbox()):
        await api.until_called("getUpdates", 2)
        await telegram.send(message("again"))
    assert [seen.text for seen in anna.received] == ["early", "again"]


async def test_the_token_and_peoples_words_are_in_no_log_line(
    api: FakeBotApi, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    anna: User = api.user(7)
    inbox = RecordingInbox(failures=[RuntimeError("INSERT ... 'my secret words'"), StorageError("the disk is full")])
    api.cut_next("getUpdates")
    with capture_logs() as lines:
        async with running(platform(api), inbox):
            anna.send_raw(text="my secret words", reply_to_message={"unreadable": 1})
            await inbox.take(1)
            await api.until_acknowledged()
    told = "\n".join([*map(str, lines), *(record.getMessage() for record in caplog.records), *capsys.readouterr()])
    assert "the disk is full" in told
    assert api.token.partition(":")[2] not in told
    assert "my secret words" not in told

"""Receiving by webhook: what Telegram is told, what it posts and how that is answered, and who is turned away."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import aiohttp
import pytest
from pydantic import ValidationError
from structlog.testing import capture_logs

from adapters.telegram import TelegramSection
from adapters.telegram.platform import TelegramPlatform
from adapters.telegram.webhook import AT_ONCE, BODY_LIMIT, HEADER, WATCHED, WebhookPlace, webhook_secret
from core.contracts.errors import ConfigurationError, StorageError
from core.contracts.messages import Incoming, Press, Text
from tests.contract.platform_kit import PATIENCE, RecordingInbox, SteppedClock
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.places import free_port
from tests.fakes.waiting import until

URL = "https://bot.example.org/from-telegram"


@pytest.fixture
async def api() -> AsyncIterator[FakeBotApi]:
    async with FakeBotApi() as server:
        yield server
        assert server.violations == []


@asynccontextmanager
async def receiving(
    api: FakeBotApi, inbox: RecordingInbox, *, clock: SteppedClock | None = None, secret: str = "", url: str = URL
) -> AsyncIterator[str]:
    """A bot that is posted to, behind the proxy of the fake; where it is reached itself."""
    place = WebhookPlace(url=url, host="127.0.0.1", port=free_port(), secret=secret)
    here = f"http://{place.host}:{place.port}"
    telegram = TelegramPlatform(token=api.token, api_base_url=api.url, clock=clock or SteppedClock(), webhook=place)
    task = asyncio.create_task(telegram.run(inbox))
    before = len(api.calls("setWebhook"))
    try:
        await until(lambda: task.done() or any(call.status == 200 for call in api.calls("setWebhook")[before:]))
        if task.done():
            task.result()
        api.postman.behind.append(here)
        api.touch()
        yield here
    finally:
        with suppress(ValueError):
            api.postman.behind.remove(here)
        task.cancel()
        async with asyncio.timeout(PATIENCE):
            with suppress(asyncio.CancelledError):
                await task


def words(events: list[Incoming]) -> list[str]:
    return [event.content.text for event in events if isinstance(event.content, Text)]


# --- what Telegram is told --------------------------------------------------------------------------------------------


async def test_telegram_is_told_where_to_post_what_is_used_and_drops_nothing(api: FakeBotApi) -> None:
    api.user(7).send("written before")
    inbox = RecordingInbox()
    async with receiving(api, inbox):
        assert words(await inbox.take(1)) == ["written before"]
    [call] = api.calls("setWebhook")
    assert call.params["url"] == URL
    assert json.loads(call.params["allowed_updates"]) == [
        "message",
        "edited_message",
        "callback_query",
        "my_chat_member",
    ]
    assert int(call.params["max_connections"]) == AT_ONCE
    assert call.params["secret_token"] == webhook_secret(api.token)
    assert call.params.get("drop_pending_updates", "false") == "false"
    assert api.calls("deleteWebhook") == []
    assert api.calls("getUpdates") == []


def test_the_secret_is_the_same_for_who_has_the_token() -> None:
    assert webhook_secret("1:abc") == webhook_secret("1:abc")
    assert webhook_secret("1:abc") != webhook_secret("1:abd")
    assert len(webhook_secret("1:abc")) == 64
    assert "abc-of-a-token" not in webhook_secret("1:abc-of-a-token")


async def test_trouble_at_the_start_is_outlived(api: FakeBotApi) -> None:
    api.fail_next("setWebhook", 502, "Bad Gateway")
    api.fail_next("setWebhook", 429, "Too Many Requests: retry after 5", retry_after=5)
    api.cut_next("setWebhook")
    inbox = RecordingInbox()
    async with receiving(api, inbox, clock=SteppedClock(hurry=True)):
        api.user(7).send("hello")
        assert words(await inbox.take(1)) == ["hello"]


async def test_an_address_that_is_refused_ends_the_start_with_one_sentence(api: FakeBotApi) -> None:
    with pytest.raises(ConfigurationError, match=r"telegram\.webhook_url: .*https url must be provided") as caught:
        async with receiving(api, RecordingInbox(), url="http://bot.example.org/x"):
            pass
    assert "\n" not in str(caught.value)


async def test_a_port_that_is_taken_ends_the_start_with_one_sentence(api: FakeBotApi) -> None:
    async with receiving(api, RecordingInbox()) as here:
        place = WebhookPlace(url=URL, host="127.0.0.1", port=int(here.rpartition(":")[2]))
        second = TelegramPlatform(token=api.token, api_base_url=api.url, clock=SteppedClock(), webhook=place)
        with pytest.raises(ConfigurationError, match=r"telegram\.webhook_port: .* is taken by another program"):
            await second.run(RecordingInbox())


# --- what is posted ---------------------------------------------------------------------------------------------------


async def test_an_update_is_answered_only_when_it_is_kept(api: FakeBotApi) -> None:
    inbox = RecordingInbox()
    inbox.gate.clear()
    async with receiving(api, inbox):
        api.user(7).send("hello")
        await inbox.see(1)
        assert api.postman.posts == []
        inbox.gate.set()
        await api.until_acknowledged()
    assert [status for _, status in api.postman.posts] == [200]


async def test_what_could_not_be_kept_comes_again_before_what_follows(api: FakeBotApi) -> None:
    inbox = RecordingInbox(failures=[StorageError("the disk is full"), RuntimeError("INSERT 'my secret words'")])
    with capture_logs() as lines:
        async with receiving(api, inbox):
            anna = api.user(7)
            for number in range(3):
                anna.send(f"my secret words {number}")
            events = await inbox.take(3)
            await api.until_acknowledged()
    assert words(events) == [f"my secret words {number}" for number in range(3)]
    assert [status for _, status in api.postman.posts] == [500, 500, 200, 200, 200]
    assert inbox.offered[0].event_id == inbox.offered[1].event_id == inbox.offered[2].event_id
    told = [line["error"] for line in lines if line["event"] == "telegram.update_not_kept"]
    assert told == ["the disk is full", "RuntimeError"]
    assert "my secret words" not in str(lines)


async def test_presses_edits_and_unreadable_updates_are_taken_when_polled(api: FakeBotApi) -> None:
    inbox = RecordingInbox()
    async with receiving(api, inbox):
        anna = api.user(7)
        anna.send_raw(text="readable words", reply_to_message={"unreadable": 1})
        api.emit("message", {"nothing": "that is known"})
        message = {"message_id": 5, "date": api.date(), "chat": anna.chat, "from": api.bot}
        api.press(anna._profile, message, "skip")
        events = await inbox.take(2)
        await api.until_acknowledged()
    assert "readable words" in words(events)
    assert any(event.content == Press(data="skip") for event in events)
    assert {status for _, status in api.postman.posts} == {200}


async def test_several_behind_one_address_share_what_is_posted(api: FakeBotApi) -> None:
    first, second = RecordingInbox(), RecordingInbox()
    async with receiving(api, first), receiving(api, second):
        for chat in range(10, 30):
            api.user(chat).send(f"from {chat}")
        await until(lambda: len(first.accepted) + len(second.accepted) == 20)
        await api.until_acknowledged()
        api.redeliver()
        await until(lambda: len(first.accepted) + len(second.accepted) == 21)
    assert first.accepted
    assert second.accepted
    ids = [event.event_id for event in (*first.accepted, *second.accepted)]
    assert len(set(ids)) == 20, "the one that came twice has one id"


# --- who is turned away -----------------------------------------------------------------------------------------------


async def _spoken(here: str, said: bytes) -> bytes:
    """The first line of what is answered, with nothing more said."""
    host, _, port = here.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(said)
    async with asyncio.timeout(PATIENCE):
        answer = await reader.readline()
        await reader.read()
    writer.close()
    return answer


def _head(method: str = "POST", path: str = "/from-telegram", **headers: object) -> bytes:
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in ({"Host": "x"} | headers).items()]
    return "\r\n".join((f"{method} {path} HTTP/1.1", *lines, "", "")).encode()


@pytest.mark.parametrize("secret", ["", "wrong", "\xff", "a" * 64])
async def test_without_the_secret_nothing_is_read(api: FakeBotApi, secret: str) -> None:
    inbox = RecordingInbox()
    async with receiving(api, inbox) as here:
        headers: dict[str, object] = {HEADER: secret} if secret else {}
        head = _head(Content_Length=1_000, **headers)
        assert b" 403 " in await _spoken(here, head), "it is answered although the body never came"
    assert inbox.offered == []


@pytest.mark.parametrize(("method", "path"), [("POST", "/"), ("POST", "/from-telegram/x"), ("GET", "/from-telegram")])
async def test_elsewhere_there_is_nothing(api: FakeBotApi, method: str, path: str) -> None:
    async with receiving(api, RecordingInbox(), secret="s3cret") as here:
        assert b" 404 " in await _spoken(here, _head(method, path, **{HEADER: "s3cret"}, Content_Length=10))


async def test_what_comes_under_another_name_is_turned_away(api: FakeBotApi) -> None:
    async with receiving(api, RecordingInbox(), secret="s3cret") as here:
        head = _head(**{"Host": "evil.example", HEADER: "s3cret"}, Content_Length=10)
        assert b" 403 " in await _spoken(here, head)


async def test_too_much_is_turned_away_whether_its_length_is_told_or_not(api: FakeBotApi) -> None:
    inbox = RecordingInbox()
    async with receiving(api, inbox, secret="s3cret") as here:
        head = _head(**{HEADER: "s3cret"}, Content_Length=BODY_LIMIT + 1)
        assert b" 413 " in await _spoken(here, head)

        async def endless() -> AsyncIterator[bytes]:
            for _ in range(40):
                yield b" " * (BODY_LIMIT // 16)

        async with aiohttp.ClientSession() as session:
            answer = session.post(f"{here}/from-telegram", data=endless(), headers={HEADER: "s3cret"})
            with suppress(aiohttp.ClientError):
                assert (await answer).status == 413
    assert inbox.offered == []


DEEP = (
    b"[" * 100_000,
    b'{"update_id": 7, "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    b'{"update_id": 7, "message": ' + b'{"reply_to_message": ' * 900 + b"{}" + b"}" * 901,
)


@pytest.mark.parametrize(
    "body", [b"", b"no json", b"[]", b"{}", b'{"update_id": "7"}', b'{"update_id": true}', *DEEP], ids=range(9)
)
async def test_what_is_no_update_is_refused(api: FakeBotApi, body: bytes) -> None:
    inbox = RecordingInbox()
    async with receiving(api, inbox, secret="s3cret") as here, aiohttp.ClientSession() as session:
        answer = await session.post(f"{here}/from-telegram", data=body, headers={HEADER: "s3cret"})
        assert answer.status == 400
        answer.release()
    assert inbox.offered == []


async def test_what_comes_packed_is_not_unpacked(api: FakeBotApi) -> None:
    inbox = RecordingInbox()
    async with receiving(api, inbox, secret="s3cret") as here, aiohttp.ClientSession() as session:
        body = gzip.compress(b'{"update_id": 7}')
        headers = {HEADER: "s3cret", "Content-Encoding": "gzip"}
        async with session.post(f"{here}/from-telegram", data=body, headers=headers) as answer:
            assert answer.status == 400


# --- beside others ----------------------------------------------------------------------------------------------------


async def test_a_bot_that_polls_deletes_a_webhook_that_was_left_and_says_so(api: FakeBotApi) -> None:
    async with receiving(api, RecordingInbox()):
        pass
    assert api.postman.url == URL
    telegram = TelegramPlatform(token=api.token, api_base_url=api.url, clock=SteppedClock(hurry=True))
    inbox = RecordingInbox()
    with capture_logs() as lines:
        task = asyncio.create_task(telegram.run(inbox))
        api.user(7).send("hello")
        assert words(await inbox.take(1)) == ["hello"]
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    [told] = [line for line in lines if line["event"] == "telegram.webhook_deleted"]
    assert told["at"] == "bot.example.org"
    assert "from-telegram" not in str(lines)


async def test_a_bot_that_polls_beside_a_webhook_is_told_so_in_a_sentence(api: FakeBotApi) -> None:
    telegram = TelegramPlatform(token=api.token, api_base_url=api.url, clock=SteppedClock(hurry=True))
    with capture_logs() as lines:
        polling = asyncio.create_task(telegram.run(RecordingInbox()))
        await api.until_called("getUpdates")
        async with receiving(api, RecordingInbox()):
            await until(lambda: any(line["event"] == "telegram.polling_conflict" for line in lines))
        polling.cancel()
        with suppress(asyncio.CancelledError):
            await polling
    told, *_again = [line for line in lines if line["event"] == "telegram.polling_conflict"]
    assert "another copy of this bot has set a webhook for the same token" in told["mend"]


async def test_a_webhook_that_was_taken_away_is_told_and_set_again(api: FakeBotApi) -> None:
    clock, inbox = SteppedClock(), RecordingInbox()
    with capture_logs() as lines:
        async with receiving(api, inbox, clock=clock):
            api.postman.remove()
            await clock.until_sleeping(1)
            await clock.advance(WATCHED)
            await api.until(lambda: api.postman.url == URL)
            api.user(7).send("hello")
            assert words(await inbox.take(1)) == ["hello"]
    [told] = [line for line in lines if line["event"] == "telegram.webhook_taken_away"]
    assert "polls with the same token" in told["mend"]


async def test_what_telegram_could_not_post_is_told_once(api: FakeBotApi) -> None:
    clock, inbox = SteppedClock(), RecordingInbox()
    with capture_logs() as lines:
        async with receiving(api, inbox, clock=clock) as here:
            api.postman.behind[:] = ["http://127.0.0.1:1"]
            api.user(7).send("hello")
            await api.until(lambda: len(api.postman.posts) > 1)
            for times in (1, 2):
                await clock.until_sleeping(times)
                await clock.advance(WATCHED)
            await clock.until_sleeping(3)
            api.postman.behind[:] = [here]
            await inbox.take(1)
    told = [line for line in lines if line["event"] == "telegram.webhook_not_reached"]
    assert told
    assert (told[0]["error"], told[0]["waiting"]) == ("Connection refused", 1)


# --- settings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"webhook_url": "http://bot.example.org/x"}, "begins with https://"),
        ({"webhook_url": "bot.example.org"}, "begins with https://"),
        ({"webhook_url": "https://bot.example.org:8080/x"}, "ports 443, 80, 88 and 8443"),
        ({"webhook_url": "https://bot.example.org:x/x"}, "is not an address"),
        ({"webhook_url": "https://bot.example.org/x?key=1"}, "only a host and a path"),
        ({"webhook_secret": "with blanks"}, "letters, digits"),
        ({"webhook_secret": "a" * 257}, "256 of them"),
        ({"webhook_port": 0}, "greater than or equal to 1"),
    ],
)
def test_settings_that_cannot_be_right_are_refused_with_a_sentence(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        TelegramSection.model_validate(settings)


def test_a_server_of_ones_own_posts_wherever_it_is_told_to() -> None:
    own = {"api_base_url": "http://127.0.0.1:8081", "webhook_url": "http://127.0.0.1:9000/x", "webhook_secret": "s"}
    assert TelegramSection.model_validate(own).secrets == ("", "s")

"""Receiving from Discord: the real client library over a real socket, with everything that can end a connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import pytest
from structlog.testing import capture_logs

from adapters.discord.platform import DiscordPlatform
from core.contracts.errors import StorageError
from core.contracts.messages import (
    Content,
    Edit,
    Incoming,
    Removal,
    Text,
    Unusable,
    UnusableKind,
)
from tests.contract.platform_kit import SteppedClock
from tests.fakes.discord import POISON, DiscordHarness, HistoryInbox
from tests.fakes.discord_server import FakeDiscord
from tests.fakes.waiting import stopped, until

HISTORY = "GET /channels/{channel_id}/messages"


class Inbox(HistoryInbox):
    """Takes each event once, and can refuse those of one chat, or refuse to tell how far it got."""

    def __init__(self) -> None:
        super().__init__()
        self.refused = ""
        self.refusals = 0
        self.secretive = 0

    async def accept(self, incoming: Incoming) -> None:
        if incoming.address.chat == self.refused:
            self.refusals += 1
            raise StorageError("the disk is full")
        if incoming.event_id not in {event.event_id for event in self.accepted}:
            await super().accept(incoming)

    async def seen(self, platform: str) -> Mapping[str, str]:
        if self.secretive:
            self.secretive -= 1
            raise StorageError("the disk is full")
        return await super().seen(platform)

    def of(self, chat: int) -> list[Content]:
        return [event.content for event in self.accepted if event.address.chat == str(chat)]


@asynccontextmanager
async def at_work(clock: SteppedClock | None = None) -> AsyncIterator[tuple[DiscordHarness, Inbox]]:
    """A bot that knows Anna: she has said hello."""
    inbox = Inbox()
    async with DiscordHarness.started(clock=clock, inbox=inbox) as harness:
        harness.anna.send("hello")
        await inbox.take(1)
        yield harness, inbox


@pytest.fixture
async def work() -> AsyncIterator[tuple[DiscordHarness, Inbox]]:
    async with at_work() as found:
        yield found


@pytest.fixture
def harness(work: tuple[DiscordHarness, Inbox]) -> DiscordHarness:
    return work[0]


@pytest.fixture
def inbox(work: tuple[DiscordHarness, Inbox]) -> Inbox:
    return work[1]


@asynccontextmanager
async def receiving(server: FakeDiscord, inbox: Inbox | None = None) -> AsyncIterator[DiscordPlatform]:
    """A bot that nobody has written to yet."""
    platform = DiscordPlatform(token=server.token, clock=SteppedClock(hurry=True))
    task = asyncio.create_task(platform.run(inbox or Inbox()))
    yield platform
    await stopped(task)


def told(*words: str) -> list[Content]:
    return [Text(text=text) for text in ("hello", *words)]


# --- connections that end -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["drop", "reconnect"])
async def test_a_lost_connection_goes_on_where_it_was(end: str, harness: DiscordHarness, inbox: Inbox) -> None:
    getattr(harness.server.gateway, end)()
    harness.anna.send("said meanwhile")
    await harness.server.until(lambda: harness.server.gateway.sessions[0].resumed == 1)
    harness.anna.send("said afterwards")
    await until(lambda: len(inbox.of(harness.anna.dm)) == 3)
    assert inbox.of(harness.anna.dm) == told("said meanwhile", "said afterwards")
    assert len(harness.server.gateway.sessions) == 1
    assert harness.server.gateway.sessions[-1].intents == 1 << 12, "direct messages alone"


async def test_after_an_invalid_session_the_history_tells_what_was_missed(
    harness: DiscordHarness, inbox: Inbox
) -> None:
    harness.server.gateway.invalidate(resumable=False)
    harness.anna.send("said to nobody")
    harness.anna.send_voice(3)
    await harness.server.until(lambda: len(harness.server.gateway.sessions) == 2)
    harness.anna.send("said afterwards")
    await until(lambda: len(inbox.of(harness.anna.dm)) == 4)
    kinds = [type(content).__name__ for content in inbox.of(harness.anna.dm)]
    assert kinds == ["Text", "Text", "Voice", "Text"]


@pytest.mark.parametrize("code", [1000, 1001, 4000, 4003, 4007, 4008, 4009, 4010, 4011, 4012, 4013])
async def test_every_other_close_code_is_no_end(code: int, harness: DiscordHarness, inbox: Inbox) -> None:
    harness.server.gateway.close(code)
    await until(lambda: harness.server.gateway.connected)
    harness.anna.send("still there?")
    await until(lambda: len(inbox.of(harness.anna.dm)) == 2)
    assert not harness.task.done()


async def test_a_session_that_discord_has_forgotten_is_begun_anew(harness: DiscordHarness, inbox: Inbox) -> None:
    harness.server.down()
    harness.server.advance(600)
    harness.anna.send("said to nobody")
    harness.server.up()
    await until(lambda: len(inbox.of(harness.anna.dm)) == 2)
    assert len(harness.server.gateway.sessions) == 2


async def test_what_was_written_while_it_was_down_comes_in_order_page_by_page(
    harness: DiscordHarness, inbox: Inbox
) -> None:
    words = [f"memory number {number}" for number in range(230)]
    harness.server.down()
    harness.server.gateway.forget_sessions()
    for text in words:
        harness.anna.send(text)
    harness.server.up()
    await until(lambda: len(inbox.of(harness.anna.dm)) == 231)
    assert inbox.of(harness.anna.dm) == told(*words)


async def test_trouble_is_told_once_when_it_is_new_and_once_when_it_is_over() -> None:
    with capture_logs() as lines:
        async with at_work() as (harness, _):
            harness.server.down()
            clock = harness.platform._clock
            assert isinstance(clock, SteppedClock)
            await until(lambda: len(clock.slept) > 12)
            harness.server.up()
            await harness.server.until_connected()
            await until(lambda: any(line["event"] == "discord.connected_again" for line in lines))
    events = [line["event"] for line in lines]
    assert events.count("discord.disconnected") <= 2
    assert events.count("discord.connected_again") == 1
    assert all(harness.server.token not in repr(line) and "hello" not in repr(line) for line in lines)


async def test_between_two_attempts_it_waits_longer_and_longer() -> None:
    clock = SteppedClock(hurry=True)
    async with at_work(clock) as (harness, _):
        before = len(clock.slept)
        harness.server.down()
        await until(lambda: len(clock.slept) > before + 12)
        pauses = [pause for pause in clock.slept[before:] if pause >= 1]
        assert pauses == sorted(pauses)
        assert (pauses[0], max(pauses)) == (1, 30)
        harness.server.up()
        await harness.server.until_connected()


# --- the history and what comes live ------------------------------------------------------------------------------


async def test_what_comes_live_waits_for_the_history_of_its_chat_alone(harness: DiscordHarness, inbox: Inbox) -> None:
    boris = harness.server.user("Boris")
    held = harness.server.hold(harness.anna.dm)
    harness.server.gateway.invalidate(resumable=False)
    harness.anna.send("said to nobody")
    await harness.server.until(lambda: len(harness.server.gateway.sessions) == 2)
    harness.anna.send("said live")
    await harness.server.until_called(HISTORY, chat=harness.anna.dm)
    boris.send("I wait for nobody")
    await until(lambda: inbox.of(boris.dm) == [Text(text="I wait for nobody")])
    assert inbox.of(harness.anna.dm) == told()
    held.set()
    await until(lambda: len(inbox.of(harness.anna.dm)) == 3)
    assert inbox.of(harness.anna.dm) == told("said to nobody", "said live")


async def test_at_the_start_the_history_begins_behind_what_was_kept() -> None:
    async with FakeDiscord() as server:
        anna = server.user("Anna")
        kept = anna.send("kept last time")
        anna.send("said while it was down")
        inbox = Inbox()
        inbox.positions = {str(anna.dm): kept, "4711": 1, "nonsense": 1}
        async with receiving(server, inbox):
            await until(lambda: len(inbox.accepted) == 1)
            assert inbox.of(anna.dm) == [Text(text="said while it was down")]
            await server.until_called(HISTORY, chat=4711)
        assert server.violations == []


async def test_only_a_few_chats_are_read_side_by_side() -> None:
    async with FakeDiscord() as server:
        people = [server.user(f"Person {number}") for number in range(10)]
        inbox = Inbox()
        gates = []
        for person in people:
            inbox.positions[str(person.dm)] = person.send("kept last time")
            person.send("said while it was down")
            gates.append(server.hold(person.dm))
        newcomer = server.user("Boris")
        async with receiving(server, inbox):
            await server.until_called(HISTORY, times=4)
            newcomer.send("hello")
            await inbox.take(1)
            assert len(server.calls(HISTORY)) == 4
            for gate in gates:
                gate.set()
            await inbox.take(11)


@pytest.mark.parametrize("code", [0, 40002], ids=["trouble", "a refusal that says nothing of the chat"])
async def test_a_history_that_cannot_be_had_is_asked_for_again(
    code: int, harness: DiscordHarness, inbox: Inbox
) -> None:
    route = "/channels/{channel_id}/messages"
    harness.server.fail_next("GET", route, 403 if code else 503, code=code)
    harness.server.cut_next("GET", route)
    harness.server.gateway.invalidate(resumable=False)
    harness.anna.send("said to nobody")
    await until(lambda: inbox.of(harness.anna.dm) == told("said to nobody"))


async def test_what_cannot_be_kept_is_offered_again_and_holds_up_nobody(harness: DiscordHarness, inbox: Inbox) -> None:
    boris = harness.server.user("Boris")
    inbox.refused = str(harness.anna.dm)
    harness.anna.send("the only telling")
    harness.anna.send("and what came after")
    await until(lambda: inbox.refusals > 3)
    boris.send("I wait for nobody")
    await until(lambda: len(inbox.of(boris.dm)) == 1)
    inbox.refused = ""
    await until(lambda: inbox.of(harness.anna.dm) == told("the only telling", "and what came after"))


async def test_nothing_is_taken_in_before_each_chats_place_is_known(harness: DiscordHarness, inbox: Inbox) -> None:
    inbox.secretive = 3
    harness.server.gateway.invalidate(resumable=False)
    harness.anna.send("said to nobody")
    await harness.server.until(lambda: len(harness.server.gateway.sessions) == 2)
    harness.anna.send("said live")
    await until(lambda: len(inbox.of(harness.anna.dm)) == 3)
    assert inbox.of(harness.anna.dm) == told("said to nobody", "said live")


# --- what the library cannot read ---------------------------------------------------------------------------------


async def test_a_message_that_the_library_cannot_read_is_kept_and_ends_nothing(
    harness: DiscordHarness, inbox: Inbox
) -> None:
    words = ("said before", "words beside a riddle", "said behind it")
    harness.anna.send(words[0])
    harness.anna.send_raw(content=words[1], more=dict(POISON))
    harness.anna.send(words[2])
    await until(lambda: inbox.of(harness.anna.dm) == told(*words))
    boris = harness.server.user("Boris")
    boris.send_raw(content="my very first words", more=dict(POISON))
    await until(lambda: inbox.of(boris.dm) == [Text(text="my very first words")])
    assert len(harness.server.gateway.sessions) == 1


async def test_an_unreadable_message_in_the_history_hides_no_other(harness: DiscordHarness, inbox: Inbox) -> None:
    harness.server.gateway.invalidate(resumable=False)
    harness.anna.send("said before")
    harness.anna.send_raw(content="words beside a riddle", more=dict(POISON))
    harness.anna.send("said behind it")
    await until(lambda: inbox.of(harness.anna.dm) == told("said before", "words beside a riddle", "said behind it"))


async def test_an_edit_that_the_library_cannot_read_is_followed(harness: DiscordHarness, inbox: Inbox) -> None:
    message = harness.anna.send_raw(content="in 1938", more=dict(POISON))
    harness.anna.edit(message, "in 1939")
    await until(lambda: inbox.of(harness.anna.dm)[-1] == Edit(ref=str(message), text="in 1939"))


async def test_a_message_of_which_nothing_can_be_read_was_still_sent(harness: DiscordHarness, inbox: Inbox) -> None:
    harness.anna.send_raw(content="lost", more={"content": 7})
    await until(lambda: inbox.of(harness.anna.dm) == [*told(), Unusable(kind=UnusableKind.OTHER)])
    harness.server.violations.clear()


async def test_other_events_that_the_library_cannot_read_are_passed_over(harness: DiscordHarness, inbox: Inbox) -> None:
    harness.server.gateway.dispatch("MESSAGE_DELETE", {"id": "no number"})
    harness.anna.send("still there?")
    await until(lambda: len(inbox.of(harness.anna.dm)) == 2)
    assert len(harness.server.gateway.sessions) == 1


async def test_sessions_that_come_to_nothing_are_begun_seldom() -> None:
    clock = SteppedClock(hurry=True)
    async with at_work(clock) as (harness, inbox):
        bot, harness.server.gateway.bot = harness.server.gateway.bot, {"id": "no number"}
        harness.server.gateway.invalidate(resumable=False)
        harness.anna.send("said to nobody")
        await harness.server.until(lambda: len(harness.server.gateway.sessions) > 20)
        before = len(clock.slept)
        await harness.server.until(lambda: len(harness.server.gateway.sessions) > 24)
        day = 24 * 3600
        assert day / min(clock.slept[before:]) < 1000
        harness.server.gateway.bot = bot
        await until(lambda: inbox.of(harness.anna.dm) == told("said to nobody"))


async def test_a_word_that_is_none_costs_a_session_and_no_more(harness: DiscordHarness, inbox: Inbox) -> None:
    harness.server.gateway._order(10, "no interval")
    await harness.server.until(lambda: len(harness.server.gateway.sessions) == 2)
    harness.anna.send("still there?")
    await until(lambda: len(inbox.of(harness.anna.dm)) == 2)


# --- changes ------------------------------------------------------------------------------------------------------


async def test_edits_and_deletions_are_followed_and_previews_are_not(harness: DiscordHarness, inbox: Inbox) -> None:
    told_at = harness.anna.send("see https://example.org")
    harness.anna.resolve_embeds(told_at)
    harness.anna.edit(told_at, "see nothing")
    harness.anna.delete(told_at)
    await until(lambda: len(inbox.of(harness.anna.dm)) == 4)
    assert inbox.of(harness.anna.dm)[2:] == [Edit(ref=str(told_at), text="see nothing"), Removal(ref=str(told_at))]


async def test_what_the_bot_itself_takes_away_nobody_removed(harness: DiscordHarness, inbox: Inbox) -> None:
    async with harness.platform.listening(harness.address) as line:
        line.show("Listening…")
        await harness.until_listening("Listening…")
    await harness.until_listening("")
    harness.anna.send("said afterwards")
    await until(lambda: len(inbox.of(harness.anna.dm)) == 2)
    assert inbox.of(harness.anna.dm) == told("said afterwards")

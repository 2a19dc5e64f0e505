"""Buttons, menus and slash commands of Discord, over the real client library."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from adapters.discord.platform import DiscordPlatform
from core.contracts.errors import StorageError, TooLarge, TryLater, Unreachable
from core.contracts.messages import Address, Choice, Command, Outgoing, Press, Say, SendDocument, Text, position_of
from tests.contract.platform_kit import SteppedClock
from tests.fakes.discord import DiscordHarness, HistoryInbox
from tests.fakes.discord_server import FakeDiscord, SlashResult
from tests.fakes.waiting import stopped, until

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
OPEN = "/users/@me/channels"
CHANGE = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"
CHOICES = (Choice(label="Skip this one", data="skip:17:q4"), Choice(label="Pause", data="pause:17"))


async def let_in(server: FakeDiscord, times: int) -> None:
    await server.until(lambda: len(server.gateway.sessions) == times)


@asynccontextmanager
async def at_work(*, clock: SteppedClock | None = None) -> AsyncIterator[DiscordHarness]:
    """A bot whose commands are known."""
    async with DiscordHarness.started(clock=clock) as harness:
        await harness.server.until(lambda: bool(harness.server.rest.commands))
        yield harness


@pytest.fixture
async def harness() -> AsyncIterator[DiscordHarness]:
    async with at_work() as found:
        yield found


async def say(harness: DiscordHarness, text: str, *choices: Choice, key: str = "k") -> None:
    await harness.platform.send(Outgoing(key=key, address=harness.address, saying=Say(text=text, choices=choices)))


async def shown(result: SlashResult, answers: int = 1) -> str:
    """The newest private answer, as soon as there are so many."""
    await until(lambda: len(result.private) >= answers)
    return result.private[-1]


# --- slash commands -----------------------------------------------------------------------------------------------


async def test_a_command_in_the_private_chat_leaves_nothing_but_the_answer(harness: DiscordHarness) -> None:
    result = harness.anna.slash("done")
    event = await harness.inbox.last(1)
    assert event.content == Command(name="done")
    assert event.address == harness.address
    assert (event.sender.id, event.sender.name, event.sender.language) == (str(harness.anna.id), "Anna", "ru")
    assert event.event_id == f"discord:{harness.server.world.application_id}:{result.id}"
    assert event.position == position_of(result.id)
    await until(lambda: result.deleted)
    assert (result.kind, result.private, result.public) == (5, [], [])


async def test_a_command_is_acknowledged_before_it_is_kept_and_settled_after(harness: DiscordHarness) -> None:
    harness.inbox.gate.clear()
    harness.inbox.failures = [StorageError("the disk is full")]
    result = harness.anna.slash("done")
    await until(lambda: result.acknowledged)
    await harness.inbox.see(1)
    assert not result.deleted
    harness.inbox.gate.set()
    await until(lambda: result.deleted)
    assert [event.content for event in harness.inbox.accepted] == [Command(name="done")]


@pytest.mark.parametrize("where", ["guild", "private"])
async def test_a_command_elsewhere_moves_the_talk_into_the_private_chat(where: str, harness: DiscordHarness) -> None:
    result = harness.anna.slash("interview done", where=where)
    event = await harness.inbox.last(1)
    assert (event.content, event.address) == (Command(name="done"), harness.address)
    words = await shown(result)
    assert words.startswith("Продолжим в нашем личном чате")
    assert f"https://discord.com/channels/@me/{harness.anna.dm}" in words
    assert (result.kind, result.public, result.deleted) == (5, [], False)
    await say(harness, "Good morning!")
    assert (await harness.anna.next_message()).text == "Good morning!"
    assert len(result.private) == 1


async def test_commands_and_words_of_one_person_keep_their_order(harness: DiscordHarness) -> None:
    harness.anna.send("first")
    harness.anna.slash("pause")
    harness.anna.send("third")
    contents = [event.content for event in await harness.inbox.take(3)]
    assert contents == [Text(text="first"), Command(name="pause"), Text(text="third")]


@pytest.mark.parametrize(
    ("where", "words"), [("guild", "Настройки конфиденциальности"), ("private", "Контент и общение")]
)
async def test_whose_private_chat_is_closed_hears_how_to_open_it(
    where: str, words: str, harness: DiscordHarness
) -> None:
    harness.anna.close_dms()
    result = harness.anna.slash("interview done", where=where)
    await harness.inbox.take(1)
    with pytest.raises(Unreachable):
        await say(harness, "Good morning!")
    await until(lambda: any(words in text for text in result.private))
    harness.anna.open_dms()
    again = harness.anna.slash("interview done", where=where)
    await say(harness, "Good morning!")
    assert "Продолжим" in await shown(again)
    assert words in result.private[-1]


async def test_a_reply_that_is_too_old_or_got_through_is_not_changed() -> None:
    clock = SteppedClock(hurry=True)
    async with at_work(clock=clock) as harness:
        old = harness.anna.slash("interview done", where="guild")
        await shown(old)
        await clock.advance(14 * 60)
        harness.anna.close_dms()
        with pytest.raises(Unreachable):
            await say(harness, "Good morning!", key="1")
        harness.anna.open_dms()
        answered = harness.anna.slash("interview done", where="guild")
        await shown(answered)
        await say(harness, "Good morning!", key="2")
        harness.anna.close_dms()
        with pytest.raises(Unreachable):
            await say(harness, "Still there?", key="3")
        last = harness.anna.slash("interview done", where="guild")
        await shown(last)
        assert len(old.private) == len(answered.private) == len(last.private) == 1
        assert len(harness.server.calls(CHANGE)) == 3


async def test_only_a_closed_chat_is_told_of(harness: DiscordHarness) -> None:
    result = harness.anna.slash("interview done", where="guild")
    await shown(result)
    harness.server.fail_next("POST", "/channels/{channel_id}/messages", 503)
    with pytest.raises(TryLater):
        await say(harness, "Good morning!")
    await say(harness, "Good morning!")
    assert len(result.private) == 1


async def test_opening_the_private_chat_is_tried_again(harness: DiscordHarness) -> None:
    harness.server.fail_next("POST", OPEN, 503, times=2)
    harness.server.fail_next("POST", OPEN, 403, code=40003)
    harness.server.cut_next("POST", OPEN)
    result = harness.anna.slash("interview done", where="guild")
    assert (await harness.inbox.last(1)).address == harness.address
    assert "Продолжим" in await shown(result)


async def test_a_private_chat_that_discord_refuses_is_a_closed_one(harness: DiscordHarness) -> None:
    harness.server.fail_next("POST", OPEN, 400, code=50007)
    result = harness.anna.slash("interview done", where="guild")
    assert "Личные сообщения" in await shown(result)
    assert harness.inbox.offered == []


# --- trouble with the acknowledgement -----------------------------------------------------------------------------


async def test_what_comes_too_late_to_be_acknowledged_is_handled_all_the_same(harness: DiscordHarness) -> None:
    await say(harness, "What was the house like?", *CHOICES)
    harness.server.gateway.drop()
    here, there = harness.anna.slash("done"), harness.anna.slash("interview done", where="guild")
    press = harness.anna.press("Pause")
    harness.server.advance(10)
    contents = [event.content for event in await harness.inbox.take(3)]
    assert sorted(map(repr, contents)) == sorted(
        map(repr, [Command(name="done"), Command(name="done"), Press(data="pause:17")])
    )
    await until(lambda: harness.anna.received[-1].labels == ())
    await harness.server.until_called(f"POST {CALLBACK}", times=3)
    assert [result.acknowledged for result in (here, there, press)] == [False] * 3
    assert here.private == there.private == []


async def test_an_acknowledgement_that_fails_holds_nothing_up(harness: DiscordHarness) -> None:
    harness.server.cut_next("POST", CALLBACK)
    harness.server.fail_next("POST", CALLBACK, 401, code=50027)
    for _ in range(2):
        harness.anna.slash("done")
    assert [event.content for event in await harness.inbox.take(2)] == [Command(name="done")] * 2


async def test_an_interaction_that_is_delivered_twice_is_the_same_event(harness: DiscordHarness) -> None:
    result = harness.anna.slash("done")
    await until(lambda: result.deleted)
    harness.server.redeliver()
    first, second = await harness.inbox.take(2)
    assert first == second
    harness.anna.send("and on it goes")
    await harness.inbox.take(3)


# --- buttons and menus --------------------------------------------------------------------------------------------


async def test_a_press_takes_the_buttons_away_once_it_is_kept(harness: DiscordHarness) -> None:
    await say(harness, "What was the house like?", *CHOICES)
    harness.inbox.gate.clear()
    result = harness.anna.press("Skip this one")
    await until(lambda: result.acknowledged)
    assert result.kind == 6
    await harness.inbox.see(1)
    assert harness.anna.received[-1].labels == ("Skip this one", "Pause")
    harness.inbox.gate.set()
    event = await harness.inbox.last(1)
    assert (event.content, event.address) == (Press(data="skip:17:q4"), harness.address)
    await until(lambda: harness.anna.received[-1].labels == ())
    assert harness.anna.received[-1].text == "What was the house like?"


async def test_two_presses_are_two_events(harness: DiscordHarness) -> None:
    await say(harness, "What was the house like?", *CHOICES)
    first, second = harness.anna.press("Pause"), harness.anna.press("Skip this one")
    events = await harness.inbox.take(2)
    assert [event.content for event in events] == [Press(data="pause:17"), Press(data="skip:17:q4")]
    assert events[0].event_id != events[1].event_id
    await until(lambda: first.acknowledged and second.acknowledged)


async def test_old_buttons_and_menus_work_after_a_restart() -> None:
    async with FakeDiscord() as server:
        anna = server.user("Anna")
        address = Address(platform="discord", chat=str(anna.dm))
        towns = tuple(Choice(label=f"Town {number}", data=f"town:{number}") for number in range(12))
        for number, choices in enumerate((CHOICES, towns), 1):
            platform = DiscordPlatform(token=server.token, clock=SteppedClock(hurry=True))
            task = asyncio.create_task(platform.run(HistoryInbox()))
            await let_in(server, number)
            await platform.send(Outgoing(key=choices[0].data, address=address, saying=Say(text="?", choices=choices)))
            await stopped(task)
        inbox = HistoryInbox()
        platform = DiscordPlatform(token=server.token, clock=SteppedClock(hurry=True))
        task = asyncio.create_task(platform.run(inbox))
        await let_in(server, 3)
        anna.press("Pause")
        anna.choose("Town 7")
        contents = [event.content for event in await inbox.take(2)]
        assert contents == [Press(data="pause:17"), Press(data="town:7")]
        await stopped(task)
        assert server.violations == []


# --- what an interaction tells ------------------------------------------------------------------------------------


async def test_a_smaller_limit_that_an_interaction_tells_is_kept_to(harness: DiscordHarness) -> None:
    document = SendDocument(name="story.md", media_type="text/markdown", body=bytes(2_000))
    harness.server.world.file_limit = 1_000
    harness.anna.slash("done")
    await harness.inbox.take(1)
    with pytest.raises(TooLarge):
        await harness.platform.send(Outgoing(key="d", address=harness.address, saying=document))

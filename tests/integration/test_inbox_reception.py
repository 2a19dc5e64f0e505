"""At the door: a stranger gets one line with the number that the operator needs, and leaves no trace."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

import pytest
import sqlalchemy as sa

from bot.config import AccessSection, Settings
from core.access.gate import Gate
from core.contracts.errors import Unreachable
from core.contracts.messages import Command, Content, Text, Unusable, UnusableKind
from core.inbox.strangers import PAUSE, QUIET, REMEMBERED
from core.languages.messages import say
from core.store.schema import metadata
from core.store.store import Connection
from tests.fakes.app import Running, running, until
from tests.fakes.manual_clock import ManualClock
from tests.fakes.platform import FakePlatform

NAMED = Settings(access=AccessSection(allowed=["fake:7"], admins=["fake:8"]))


async def _rows(r: Running) -> dict[str, int]:
    """How many rows each table has, the empty ones left out."""

    def unit(c: Connection) -> dict[str, int]:
        counts = {
            t.name: c.execute(sa.select(sa.func.count()).select_from(t)).scalar_one() for t in metadata.sorted_tables
        }
        return {name: count for name, count in counts.items() if count and name != "writers"}

    return await r.store.read(unit)


async def _quiet(r: Running) -> None:
    """Wait until the reception has said what it had to say."""
    await until(lambda: not r.app.reception.strangers.busy)
    await r.settled()


def _answered(r: Running, number: int) -> bool:
    return len(r.platform.sent) == number


async def _rested(clock: ManualClock) -> None:
    """Let the pause pass between two answers."""
    await clock.sleepers(1)
    clock.advance(PAUSE + 0.01)


@pytest.mark.parametrize("written", ["/start", "Hello", "/interview plain", "/help"])
async def test_a_stranger_gets_one_line_with_their_number_and_nothing_is_kept(written: str) -> None:
    async with running(settings=NAMED) as r:
        stranger = r.platform.person("99")
        for _ in range(3):
            await stranger.write(written)
            await _quiet(r)
        assert stranger.said == [say("en", "stranger", id="fake:99")]
        assert await _rows(r) == {}


async def test_the_line_comes_again_after_an_hour() -> None:
    clock = ManualClock()
    async with running(settings=NAMED, clock=clock) as r:
        stranger = r.platform.person("99")
        await stranger.write("Hello")
        await _quiet(r)
        clock.advance(QUIET)
        await stranger.write("Hello?")
        await _quiet(r)
        assert len(stranger.received) == 1
        clock.advance(1)
        await stranger.write("Hello??")
        await _quiet(r)
        assert len(stranger.received) == 2


async def test_after_a_crowd_of_strangers_whoever_writes_next_is_answered_next() -> None:
    clock = ManualClock()
    async with running(settings=NAMED, clock=clock) as r:
        for number in range(3 * REMEMBERED):
            await r.platform.person(f"s{number}").write("Hello")
        newcomer = r.platform.person("newcomer", language="ru")
        await newcomer.write("Здравствуйте")
        await _rested(clock)
        await until(lambda: len(newcomer.received) == 1)
        assert newcomer.said == [say("ru", "stranger", id="fake:newcomer")]


async def test_strangers_are_answered_at_a_pace() -> None:
    clock = ManualClock()
    async with running(settings=NAMED, clock=clock) as r:
        strangers = r.app.reception.strangers
        for number in range(2 * REMEMBERED + 10):
            await r.platform.person(f"s{number}").write("Hello")
        await until(lambda: bool(r.platform.sent))
        assert len(r.platform.sent) == 1
        for answered in range(2, 52):
            await _rested(clock)
            await until(partial(_answered, r, answered))
        still_waiting = len(strangers._waiting)
        assert still_waiting <= REMEMBERED
        again = r.platform.person(r.platform.sent[-1].address.chat)
        await again.write("Hello?")
        assert len(strangers._waiting) == still_waiting


async def test_those_who_are_named_come_in_however_many_strangers_there_are() -> None:
    async with running(settings=NAMED) as r:
        for number in range(50):
            await r.platform.person(f"s{number}").write("Hello")
        for name in ("7", "8"):
            person = await r.beginning(name)
            assert "Question 1 in en?" in person.said[0]
        assert (await _rows(r))["persons"] == 2


async def test_nobody_is_named_by_default() -> None:
    async with running(settings=Settings()) as r:
        person = r.platform.person("7")
        assert await person.says("/start") == say("en", "stranger", id="fake:7")


async def test_at_the_keyboard_whoever_types_is_the_person() -> None:
    clock = ManualClock()
    keyboard = FakePlatform(clock, "terminal")
    async with running(settings=Settings(), clock=clock, platform=keyboard) as r:
        assert "Question 1" in (await r.beginning("me")).said[0]


async def test_a_stranger_who_cannot_be_answered_is_no_trouble() -> None:
    async with running(settings=NAMED) as r:
        r.platform.trouble = lambda _message: Unreachable("Blocked.")
        await r.platform.person("99").write("Hello")
        await _quiet(r)
        r.platform.trouble = lambda _message: None
        assert "Question 1" in (await r.beginning("7")).said[0]


async def test_a_stranger_who_could_not_be_answered_is_answered_the_next_time() -> None:
    async with running(settings=NAMED) as r:
        r.platform.trouble = lambda _message: Unreachable("Takes no messages.")
        stranger = r.platform.person("99")
        await stranger.write("Hello")
        await _quiet(r)
        r.platform.trouble = lambda _message: None
        assert await stranger.says("And now?") == say("en", "stranger", id="fake:99")


async def test_somebody_no_longer_named_is_a_stranger_and_their_telling_stays() -> None:
    async with running(settings=NAMED) as r:
        person = await r.beginning("7")
        await r.says(person, "One.")
        before = await _rows(r)
        r.app.reception.gate = Gate()
        await person.write("Two.")
        await _quiet(r)
        assert person.said[-1] == say("en", "stranger", id="fake:7")
        assert await _rows(r) == before
        assert await r.told() == [("q1", ["One."]), ("q2", [])]


async def test_the_door_waits_for_no_answer_of_the_platform() -> None:
    async with running(settings=NAMED) as r:
        r.platform.hold.clear()
        await asyncio.wait_for(r.platform.person("99").tell(Text(text="Hello")), 5)
        assert r.platform.sent == []
        r.platform.hold.set()
        await _quiet(r)
        assert len(r.platform.sent) == 1


# --- what was written while nobody listened, and in which language ---------------------------------------------------


class Remembering(FakePlatform):
    """A platform that can be asked for what was written while nobody listened."""

    capabilities = replace(FakePlatform.capabilities, history=True)


async def _newest(r: Running, chat: str) -> int:
    kept = await r.app.reception.seen("fake")
    return int(kept[chat])


async def test_each_chat_is_known_with_its_newest_position() -> None:
    clock = ManualClock()
    async with running(clock=clock, platform=Remembering(clock)) as r:
        anna, boris = await r.beginning("1"), await r.beginning("2")
        last = await anna.write("One.")
        await r.settled()
        assert await _newest(r, "1") == int(last)
        assert await _newest(r, "2") < int(last)
        await anna.edit(last, "One and a half.")
        await r.handled(anna.delete(await boris.write("Mine.")))
        assert set(await r.app.reception.seen("fake")) == {"1", "2"}
        assert await r.app.reception.seen("other") == {}


async def test_a_platform_without_a_history_costs_nothing(r: Running) -> None:
    await r.beginning()
    assert await r.app.reception.seen("fake") == {}


async def test_a_stranger_is_not_remembered() -> None:
    clock = ManualClock()
    named = Settings(access=AccessSection(allowed=["fake:7"], admins=["fake:8"]))
    async with running(clock=clock, platform=Remembering(clock), settings=named) as r:
        await r.platform.person("99").write("Hello")
        await r.settled()
        assert await r.app.reception.seen("fake") == {}


@pytest.mark.parametrize(
    ("told", "content", "expected"),
    [
        ("", Text(text="Здравствуйте, это Аня"), "ru"),
        ("", Text(text="Hello, this is Anna"), "en"),
        ("", Text(text="👋"), "en"),
        ("", Command(name="start"), "en"),
        ("", Command(name="name", argument="меня зовут Аня"), "ru"),
        ("", Unusable(kind=UnusableKind.STICKER), "en"),
        ("en-GB", Text(text="Здравствуйте, это Аня"), "en"),
        ("ru", Text(text="Hello, this is Anna"), "ru"),
    ],
)
async def test_the_words_tell_the_language_where_the_platform_does_not(
    told: str, content: Content, expected: str
) -> None:
    async with running(settings=Settings()) as r:
        stranger = r.platform.person("99", language=told)
        await stranger.tell(content)
        assert await stranger.next() == say(expected, "stranger", id="fake:99")


async def test_somebody_new_is_greeted_in_the_language_that_they_write_in(r: Running) -> None:
    person = r.platform.person(language="")
    assert say("ru", "greeting") in await person.says("Здравствуйте")
    assert await person.says("Anna") != ""
    await r.settled()
    assert all("I’m Raconteur" not in text for text in person.said)

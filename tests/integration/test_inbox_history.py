"""At the door of a platform that tells no language and can be asked for what was written while nobody listened."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.config import AccessSection, Settings
from core.contracts.messages import Command, Content, Text, Unusable, UnusableKind
from core.words import say
from tests.fakes.app import Running, running
from tests.fakes.manual_clock import ManualClock
from tests.fakes.platform import FakePlatform


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
        ("", Command(name="name", argument="Аня"), "ru"),
        ("", Unusable(kind=UnusableKind.STICKER), "en"),
        ("en-GB", Text(text="Здравствуйте, это Аня"), "en"),
        ("ru", Text(text="Hello, this is Anna"), "ru"),
    ],
)
async def test_the_letters_tell_the_language_where_the_platform_does_not(
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
    assert all("I am Raconteur" not in text for text in person.said)

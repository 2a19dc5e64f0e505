"""Questions for whoever talks hands free on the page: they are heard for that long, and nothing is settled by it."""

from __future__ import annotations

import pytest

from core.contracts.live_hearing import SpokenQuestions
from core.contracts.messages import Address
from core.contracts.session import AloudWish
from core.features.read_aloud.job import TALKING
from core.store.store import MemoryStore
from tests.fakes.app import Running, running, until
from tests.fakes.manual_clock import ManualClock
from tests.features.read_aloud.speaking_kit import beginning, kept, settings, voices
from tests.features.read_aloud.synthesizer import FakeSynthesizer


def speaking(r: Running) -> SpokenQuestions:
    found: SpokenQuestions = r.app.runtime.services[SpokenQuestions]
    return found


async def test_the_open_question_is_spoken_and_those_after_it_until_the_talk_ends() -> None:
    async with running(settings=settings("asked"), ports={"read_aloud": FakeSynthesizer()}) as r:
        person = await beginning(r)
        assert voices(person) == []
        assert await speaking(r).begin_talk(person.address)
        await until(lambda: len(voices(person)) == 1)
        await r.says(person, "One.")
        await until(lambda: len(voices(person)) == 2)
        assert [voice.caption for voice in voices(person)] == ["", ""]
        speaking(r).end_talk(person.address)
        await r.says(person, "Two.")
        assert len(voices(person)) == 2
        assert (await kept(r)).aloud is AloudWish.NONE


async def test_a_page_that_is_gone_ends_the_talk_after_a_while() -> None:
    clock = ManualClock()
    async with running(settings=settings("asked"), ports={"read_aloud": FakeSynthesizer()}, clock=clock) as r:
        person = await beginning(r)
        assert await speaking(r).begin_talk(person.address)
        await until(lambda: len(voices(person)) == 1)
        clock.advance(TALKING + 1)
        await r.says(person, "One.")
        assert len(voices(person)) == 1


@pytest.mark.parametrize("speak", ["asked", "always"])
async def test_who_wants_no_voice_is_read_nothing(speak: str) -> None:
    async with running(settings=settings(speak), ports={"read_aloud": FakeSynthesizer()}) as r:
        person = await beginning(r)
        await r.says(person, "/voice off")
        before = len(voices(person))
        assert not await speaking(r).begin_talk(person.address)
        await r.says(person, "One.")
        assert len(voices(person)) == before


async def test_where_nothing_speaks_nothing_is_promised() -> None:
    async with running(settings=settings("asked"), store=MemoryStore()) as r:
        person = await beginning(r)
        assert not await speaking(r).begin_talk(person.address)
        assert not await speaking(r).begin_talk(Address(platform="fake", chat="nobody"))

"""Who comes in by the code of another chat, and who does not."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from bot.config import AccessSection, Settings
from core.contracts.messages import Command
from core.features.linking.link_rows import GOOD_FOR, TRIES
from core.languages.messages import say
from core.store.access import access_list, allow_person, deny_person
from core.store.schema import addresses, link_tries, mailbox, outbox
from tests.fakes.app import running
from tests.fakes.manual_clock import ManualClock
from tests.fakes.stores import count
from tests.fakes.waiting import until
from tests.features.linking.linking_kit import NO, YES, button, code_of, joined, people, two_chats

ONE_IN = Settings(access=AccessSection(allowed=["fake:1"]))
WRONG = say("en", "link-wrong")


async def test_a_stranger_comes_in_by_a_code_and_stays_in() -> None:
    async with running(settings=ONE_IN) as r:
        anna, other = await r.beginning("1"), r.platform.person("2")
        await joined(r, anna, other)
        assert "Question 2 in en?" in await r.says(other, "There was a garden.")
        rulings = (await r.store.read(lambda c: access_list(c, now=0.0))).rulings
        assert [(each.person, each.allowed) for each in rulings] == [("fake:2", True)]


async def test_of_a_stranger_nothing_is_kept_before_they_say_yes() -> None:
    async with running(settings=ONE_IN) as r:
        anna, other = await r.beginning("1"), r.platform.person("2")
        await r.says(other, f"/link {await code_of(r, anna)}")
        kept = await r.store.read(lambda c: count(c, mailbox))
        await r.handled(other.write("My secret."), other.write("/link"), other.write("/help"))
        await until(lambda: not r.app.reception.strangers.busy)
        assert await r.store.read(lambda c: count(c, mailbox)) == kept
        assert other.said[-1] == say("en", "stranger", id="fake:2")
        await r.handled(other.press(NO))
        assert other.said[-1] == say("en", "link-left")
        assert len(await people(r)) == 1
        assert other.address in r.platform.forgotten


async def test_a_stranger_who_never_answers_is_forgotten() -> None:
    clock = ManualClock()
    async with running(settings=ONE_IN, clock=clock) as r:
        anna, other = await r.beginning("1"), r.platform.person("2")
        await r.says(other, f"/link {await code_of(r, anna)}")
        assert len(await people(r)) == 2
        clock.advance(GOOD_FOR)
        await code_of(r, anna)
        assert len(await people(r)) == 1
        assert await r.store.read(lambda c: c.execute(sa.select(outbox.c.id).where(outbox.c.chat == "2")).all()) == []


async def test_a_stranger_who_is_let_in_meanwhile_keeps_what_they_told() -> None:
    clock = ManualClock()
    async with running(settings=ONE_IN, clock=clock) as r:
        anna, other = await r.beginning("1"), r.platform.person("2")
        await r.says(other, f"/link {await code_of(r, anna)}")
        await r.store.write(lambda c: allow_person(c, "fake:2", now=clock.now().timestamp()))
        await r.handled(other.write("/interview plain"), other.press(say("en", "button-agree")))
        await r.says(other, "There was a garden.")
        clock.advance(GOOD_FOR)
        await code_of(r, anna)
        assert len(await r.sessions()) == 2


async def test_a_stranger_with_a_wrong_code_is_told_each_time_up_to_a_point() -> None:
    async with running(settings=ONE_IN) as r:
        await r.beginning("1")
        other = r.platform.person("2")
        await other.write("Hello?")
        await until(lambda: not r.app.reception.strangers.busy)
        for number in range(TRIES + 2):
            await other.write(f"/link {number}")
            await until(lambda: not r.app.reception.strangers.busy)
        assert other.said == [say("en", "stranger", id="fake:2"), *[say("en", "stranger-linking", id="fake:2")] * TRIES]
        assert len(await people(r)) == 1


@pytest.mark.parametrize("when", ["before", "between"])
async def test_whom_the_operator_keeps_out_comes_in_by_no_code(when: str) -> None:
    async with running(settings=ONE_IN) as r:
        anna, other = await r.beginning("1"), r.platform.person("2")
        code = await code_of(r, anna)
        if when == "before":
            await r.store.write(lambda c: deny_person(c, "fake:2", now=1.0))
        await other.write(f"/link {code}")
        await r.settled()
        if when == "between":
            await r.store.write(lambda c: deny_person(c, "fake:2", now=1.0))
            await r.handled(other.press(YES))
        await r.says(other, "My secret.")
        owned = await r.store.read(lambda c: c.execute(sa.select(addresses.c.person_id)).scalars().all())
        assert len(set(owned)) == len(owned)
        assert not any(
            "joined" in key for key in await r.store.read(lambda c: c.execute(sa.select(outbox.c.key)).scalars())
        )


async def test_a_code_of_somebody_who_is_kept_out_by_now_is_good_for_nothing() -> None:
    async with running() as r:
        anna, other = await two_chats(r)
        code = await code_of(r, anna)
        await r.store.write(lambda c: deny_person(c, "fake:1", now=1.0))
        assert await r.says(other, f"/link {code}") == WRONG


async def test_keeping_out_and_letting_in_hold_for_all_chats_of_a_person() -> None:
    async with running() as r:
        anna, other = await two_chats(r)
        await joined(r, anna, other)
        stopped = await r.store.write(lambda c: deny_person(c, "fake:1", now=1.0))
        assert stopped.sessions == 1
        kept = await r.store.read(lambda c: count(c, mailbox))
        await r.handled(other.write("Hello?"), anna.write("Hello?"))
        assert await r.store.read(lambda c: count(c, mailbox)) == kept
        await r.store.write(lambda c: allow_person(c, "fake:2", now=2.0))
        await r.handled(anna.write("/status"))
        assert await r.store.read(lambda c: count(c, mailbox)) == kept + 1


async def test_an_event_that_is_delivered_twice_enters_a_code_once() -> None:
    async with running(settings=ONE_IN) as r:
        anna, other = await r.beginning("1"), r.platform.person("2")
        code = await code_of(r, anna)
        for _ in range(2):
            await other.tell(Command(name="link", argument=code), event="fake:twice")
            await r.settled()
        assert len(other.received) == 1
        tried = await r.store.read(lambda c: c.execute(sa.select(link_tries.c.tries)).scalars().all())
        assert tried == [1]
        press = button(other, YES)
        for _ in range(2):
            await other.tell(press, event="fake:pressed")
            await r.settled()
        assert other.said[1:] == [say("en", "link-joined-here", platform="fake")]


async def test_who_sits_at_the_operators_computer_is_told_what_it_means() -> None:
    async with running() as r:
        object.__setattr__(r.app.reception.gate, "trusted_chats", frozenset({"fake:1"}))
        anna, other = await two_chats(r)
        assert say("en", "link-at-home") in await r.says(anna, "/link")
        assert say("en", "link-at-home") in await r.says(other, f"/link {await code_of(r, anna)}")

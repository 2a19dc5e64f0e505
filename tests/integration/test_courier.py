"""Delivery: in order for each chat, patient where it is asked to be, and never blocked by what cannot be sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from core.contracts.commits import OutboxMessage
from core.contracts.errors import DeliveryError, Rejected, TooLarge, TryLater, Unreachable
from core.contracts.messages import Outgoing, Receipt, Say, SendDocument, Text
from core.contracts.session import Status
from core.delivery.delivery_worker import WAITS
from core.languages.messages import say
from core.store.outbox import put_letter
from core.store.schema import addresses, outbox
from core.store.store import Connection, Queue, Wake
from tests.fakes.app import Running, running, until
from tests.fakes.manual_clock import ManualClock
from tests.fakes.other_stores import store_at
from tests.fakes.platform import FakePerson, FakePlatform
from tests.fakes.stores import new_database


def _trouble(chat: str, *errors: DeliveryError) -> Callable[[Outgoing], DeliveryError | None]:
    """These errors, one after the other, for messages to one chat."""
    left = list(errors)

    def raised(message: Outgoing) -> DeliveryError | None:
        return left.pop(0) if left and message.address.chat == chat else None

    return raised


async def _letters(r: Running) -> list[tuple[bool, bool, str | None]]:
    """(sent, dead, error) of every letter, oldest first."""

    def unit(c: Connection) -> list[tuple[bool, bool, str | None]]:
        rows = c.execute(sa.select(outbox).order_by(outbox.c.id))
        return [(row.sent_at is not None, row.dead_at is not None, row.error) for row in rows]

    return await r.store.read(unit)


# --- order and patience -------------------------------------------------------------------------------------------


async def test_letters_of_a_chat_go_out_in_order_whatever_happens() -> None:
    clock = ManualClock()
    async with running(clock=clock) as r:
        person = await r.beginning()
        r.platform.trouble = _trouble("1", TryLater("Busy.", after=5), TryLater("Network."))
        await person.write("/help")
        await person.write("/status")
        await person.write("/pause")
        await clock.sleepers(1)
        clock.advance(5)
        await clock.sleepers(1)
        clock.advance(5)
        answers = await person.hears(3)
        assert [text.split("\n")[0][:6] for text in answers] == ["I ask ", "“Plain", "All ri"]


async def test_waiting_holds_up_one_chat_alone() -> None:
    clock = ManualClock()
    async with running(clock=clock) as r:
        anna, boris = await r.beginning("1"), await r.beginning("2")
        r.platform.trouble = _trouble("1", TryLater("Busy.", after=3600))
        await anna.write("/help")
        await clock.sleepers(1)
        assert await boris.says("One.") == "I see.\n\nQuestion 2 in en?"
        assert len(anna.received) == 1
        assert 3600 in clock.asked
        clock.advance(3600)
        assert (await anna.next()).startswith("I ask one question")


async def test_without_being_told_the_wait_grows_to_a_limit() -> None:
    clock = ManualClock()
    async with running(clock=clock) as r:
        person = await r.beginning()
        r.platform.trouble = _trouble("1", *(TryLater("Network.") for _ in range(12)))
        before = len(clock.asked)
        await person.write("/help")
        for _ in range(12):
            await clock.sleepers(1)
            clock.advance(WAITS.longest)
        await person.next()
        waits = clock.asked[before:]
        assert waits[:4] == [1, 2, 4, 8]
        assert waits[-1] == WAITS.longest


async def test_a_network_that_is_away_for_weeks_comes_back_to_everything() -> None:
    clock = ManualClock()
    async with running(clock=clock) as r:
        person = await r.beginning()
        r.platform.trouble = _trouble("1", TryLater("Network."), TryLater("Network."))
        await person.write("/help")
        await clock.sleepers(1)
        await r.store.write(lambda c: c.execute(outbox.update().values(attempts=5_000)))
        clock.advance(1)
        await clock.sleepers(1)
        assert clock.asked[-1] == WAITS.longest
        clock.advance(WAITS.longest)
        assert (await person.next()).startswith("I ask one question")


async def test_what_is_of_somebody_elses_story_and_of_no_feature_does_not_go_out() -> None:
    async with running() as r:
        person = await r.beginning()
        letter = OutboxMessage(key="family/s1/unknown", address=person.address, saying=Say(text="No"), language="en")
        await r.store.write(lambda c: put_letter(c, letter, now=0.0), wake=[Wake(Queue.DELIVERY, str(person.address))])
        await r.settled()
        assert len(person.received) == 1
        assert await r.store.read(lambda c: c.execute(sa.select(outbox).where(outbox.c.key == letter.key)).all()) == []


# --- what can never be delivered ----------------------------------------------------------------------------------


async def test_what_is_rejected_is_marked_and_blocks_nothing(r: Running, person: FakePerson) -> None:
    r.platform.trouble = _trouble("1", Rejected("Never."))
    await person.write("/help")
    assert (await person.says("/status")).startswith("“Plain en”")
    await r.settled()
    assert (await _letters(r))[-2:] == [(False, True, "rejected"), (True, False, None)]


async def test_an_answer_to_a_question_that_was_rejected_is_an_answer_to_it(r: Running, person: FakePerson) -> None:
    r.platform.trouble = _trouble("1", Rejected("Never."))
    await r.says(person, "One.", "Two.")
    assert await r.told() == [("q1", ["One."]), ("q2", ["Two."]), ("q3", [])]


async def test_a_file_that_is_too_large_becomes_a_line() -> None:
    def too_large(message: Outgoing) -> DeliveryError | None:
        return TooLarge("50 MB.") if isinstance(message.saying, SendDocument) else None

    async with running() as r:
        person = await r.beginning()
        await person.says("One.")
        r.platform.trouble = too_large
        await r.says(person, "/transcript")
        assert person.documents == []
        name = person.said[-1]
        assert say("en", "error-too-large", name="NAME").split("NAME")[1] in name
        assert "transcript.md" in name
        assert (await r.says(person, "Two.")).endswith("Question 3 in en?")


async def test_words_that_are_too_large_block_nothing(r: Running, person: FakePerson) -> None:
    r.platform.trouble = _trouble("1", TooLarge("Too long."))
    await person.write("/help")
    assert (await person.says("/status")).startswith("“Plain en”")


# --- somebody who is gone -----------------------------------------------------------------------------------------


async def _unreachable_since(r: Running) -> float | None:
    return await r.store.read(lambda c: c.execute(sa.select(addresses.c.unreachable_at)).scalar())


async def test_somebody_who_blocked_the_bot_is_paused_and_nothing_more_is_sent(r: Running, person: FakePerson) -> None:
    tries: list[Outgoing] = []

    def blocked(message: Outgoing) -> DeliveryError:
        tries.append(message)
        return Unreachable("Blocked.")

    r.platform.trouble = blocked
    r.platform.hold.clear()
    await person.write("One.")
    await r.desk_settled()
    for command in ("/help", "/status"):
        await person.write(command)
    await r.desk_settled()
    r.platform.hold.set()
    await r.settled()
    assert len(tries) == 1
    assert [s.status for s in await r.sessions()] == [Status.PAUSED]
    assert (await _letters(r))[-4:] == [(True, False, None), *[(False, True, "unreachable")] * 3]
    assert await _unreachable_since(r) is not None


async def test_somebody_who_comes_back_is_reached_again_and_has_lost_nothing(r: Running, person: FakePerson) -> None:
    r.platform.trouble = lambda _message: Unreachable("Blocked.")
    await r.says(person, "One.")
    r.platform.trouble = lambda _message: None
    assert await person.says("/start") == say("en", "was-paused", title="Plain en")
    assert (await person.presses("Continue")).endswith("Question 2 in en?")
    assert await _unreachable_since(r) is None
    await person.says("Two.")
    assert await r.told() == [("q1", ["One."]), ("q2", ["Two."]), ("q3", [])]


async def test_words_of_somebody_who_comes_back_answer_the_open_question(r: Running, person: FakePerson) -> None:
    r.platform.trouble = lambda _message: Unreachable("Blocked.")
    await r.says(person, "One.")
    r.platform.trouble = lambda _message: None
    await r.says(person, "I am here again.")
    assert sum(bool(words) for _, words in await r.told()) == 2


# --- after a restart ----------------------------------------------------------------------------------------------


class DyingPlatform(FakePlatform):
    """Delivers, and dies before anybody hears of it."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__(clock)
        self.dies = False
        self.died = asyncio.Event()

    async def send(self, message: Outgoing) -> Receipt:
        receipt = await super().send(message)
        if self.dies:
            self.died.set()
            await asyncio.Event().wait()
        return receipt


async def test_a_restart_sends_what_was_left(tmp_path: Path) -> None:
    path, clock = new_database(tmp_path), ManualClock()
    async with running(store=store_at(path), clock=clock) as r:
        person = await r.beginning()
        r.platform.hold.clear()
        await person.write("One.")
        await r.desk_settled()
        await person.write("/help")
        await r.desk_settled()
    async with running(store=store_at(path), clock=clock) as r:
        person = r.platform.person()
        assert await person.next() == "I see.\n\nQuestion 2 in en?"
        assert (await person.next()).startswith("I ask one question")
        await r.settled()
        assert all(sent for sent, _, _ in await _letters(r))


async def test_a_restart_keeps_waiting_as_long_as_it_was_asked_to(tmp_path: Path) -> None:
    path, clock = new_database(tmp_path), ManualClock()
    async with running(store=store_at(path), clock=clock) as r:
        person = await r.beginning()
        r.platform.trouble = _trouble("1", TryLater("Busy.", after=600))
        await person.write("/help")
        await clock.sleepers(1)
    clock.advance(200)
    async with running(store=store_at(path), clock=clock) as r:
        await until(lambda: clock.asked[-1] == 400)
        assert r.platform.sent == []
        clock.advance(400)
        assert (await r.platform.person().next()).startswith("I ask one question")


async def _answer_after_a_death(tmp_path: Path, *, before_the_question: bool) -> list[tuple[str, list[str]]]:
    """Question 2 is delivered, the process dies before it knows, and then more words come."""
    path, clock = new_database(tmp_path), ManualClock()
    platform = DyingPlatform(clock)
    async with running(store=store_at(path), clock=clock, platform=platform) as r:
        person = await r.beginning()
        clock.advance(60)
        platform.dies = True
        await person.write("One.")
        await platform.died.wait()
    clock.advance(60)
    went_on = FakePlatform(clock, first=100)
    async with running(store=store_at(path), clock=clock, platform=went_on) as r:
        again = FakePerson(r.platform, "1", "Anna", "en")
        if before_the_question:
            again.sent_earlier = 100.0
            await again.tell(Text(text="Two."), position=4)
        else:
            await again.write("Two.")
        await r.settled()
        return await r.told()


async def test_an_answer_to_a_question_of_unknown_sending_answers_it(tmp_path: Path) -> None:
    told = await _answer_after_a_death(tmp_path, before_the_question=False)
    assert told == [("q1", ["One."]), ("q2", ["Two."]), ("q3", [])]


async def test_words_from_before_such_a_question_belong_to_the_answer_before(tmp_path: Path) -> None:
    told = await _answer_after_a_death(tmp_path, before_the_question=True)
    assert told == [("q1", ["One.", "Two."]), ("q2", [])]


async def test_what_waits_for_a_platform_that_is_not_running_waits(tmp_path: Path) -> None:
    path, clock = new_database(tmp_path), ManualClock()
    async with running(store=store_at(path), clock=clock) as r:
        person = await r.beginning()
        r.platform.hold.clear()
        await person.write("/help")
        await r.desk_settled()
    elsewhere = FakePlatform(clock, "elsewhere")
    async with running(store=store_at(path), clock=clock, platform=elsewhere) as r:
        await r.settled()
        assert elsewhere.sent == []
    async with running(store=store_at(path), clock=clock) as r:
        assert (await r.platform.person().next()).startswith("I ask one question")


@pytest.mark.parametrize("after", [0.0, -5.0])
async def test_a_platform_that_asks_for_no_wait_is_not_hammered(after: float) -> None:
    clock = ManualClock()
    async with running(clock=clock) as r:
        person = await r.beginning()
        r.platform.trouble = _trouble("1", TryLater("Busy.", after=after))
        await person.write("/help")
        await clock.sleepers(1)
        assert clock.asked[-1] > 0
        clock.advance(1)
        saying = (await person.next(), person.received[-1].saying)[1]
        assert isinstance(saying, Say)

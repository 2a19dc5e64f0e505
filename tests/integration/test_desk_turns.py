"""Answers become turns: each once, in order, and whatever is sent in one breath is one answer."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.errors import TryLater
from core.contracts.messages import Command, Text
from core.contracts.session import EntryKind, Role, Status
from tests.fakes.app import Running, running, talking_model, thinking_model, until
from tests.fakes.interview import PlainInterview
from tests.fakes.manual_clock import ManualClock
from tests.fakes.other_stores import at_once
from tests.fakes.platform import FakePerson
from tests.fakes.stores import people_with_mail
from tests.fakes.waiting import PATIENCE

# --- one answer, one turn -----------------------------------------------------------------------------------------


async def test_an_event_delivered_again_makes_no_second_turn() -> None:
    model = talking_model()
    async with running(model=model) as r:
        person = await r.beginning()
        for _ in range(3):
            await person.tell(Text(text="Once."), event="the-same", ref="5")
        await r.settled()
        await r.handled(person.tell(Text(text="Once."), event="the-same", ref="5"))
        assert model.calls["talk"] == 1
        assert await r.told() == [("q1", ["Once."]), ("q2", [])]


async def test_a_command_delivered_again_acts_once(r: Running, person: FakePerson) -> None:
    await r.says(person, "One.")
    before = len(person.received)
    for _ in range(3):
        await r.handled(person.tell(Command(name="skip"), event="b"))
    assert len(person.received) == before + 1


async def test_the_script_ends_by_itself() -> None:
    async with running(kinds={"plain": PlainInterview(questions=2)}) as r:
        person = await r.beginning()
        await person.says("One.")
        await person.write("Two.")
        outro, summary, transcript = await person.hears(3)
        assert outro == "Thank you."
        assert "2 questions" in summary
        assert transcript.endswith("transcript.md")
        assert [s.status for s in await r.sessions()] == [Status.COMPLETED]


# --- one breath ---------------------------------------------------------------------------------------------------


@at_once
async def test_a_burst_joins_one_answer_and_is_thought_about_three_times() -> None:
    model = thinking_model()
    interview = PlainInterview()
    async with running(model=model, kinds={"plain": interview}) as r:
        person = await r.beginning()
        await person.write("One")
        await model.begun(1, "talk")
        await person.write("two")
        await model.begun(2, "talk")
        await person.write("three.")
        await model.begun(3, "talk")
        await person.write("And four.")
        await person.write("And five.")
        for _ in range(50):
            await asyncio.sleep(0)
        assert (model.calls["talk"], model.cancelled["talk"]) == (3, 2)
        model.gate.set()
        assert await person.next() == "I see.\n\nQuestion 2 in en?"
        await r.settled()
        assert (model.calls["talk"], model.cancelled["talk"]) == (4, 2)
        assert interview.heard[-1] == "One\ntwo\nthree.\nAnd four.\nAnd five."
        assert await r.told() == [("q1", ["One", "two", "three.", "And four.", "And five."]), ("q2", [])]
        assert len(person.received) == 2


@at_once
async def test_whoever_goes_on_writing_is_answered_all_the_same() -> None:
    model = thinking_model()
    interview = PlainInterview()
    async with running(model=model, kinds={"plain": interview}) as r:
        person = await r.beginning()
        for number in range(1, 4):
            await person.write(f"{number}.")
            await model.begun(number, "talk")
        await person.write("4.")
        for _ in range(50):
            await asyncio.sleep(0)
        third, model.gate = model.gate, asyncio.Event()
        third.set()
        await model.begun(4, "talk")
        await person.write("5.")
        await person.write("6.")
        for _ in range(50):
            await asyncio.sleep(0)
        model.gate.set()
        assert await person.next() == "I see.\n\nQuestion 2 in en?"
        await r.settled()
        assert model.calls["talk"] == 4
        assert await r.told() == [("q1", ["1.", "2.", "3.", "4.", "5.", "6."]), ("q2", [])]


async def test_a_burst_that_arrives_together_is_one_answer_and_one_call() -> None:
    model = talking_model()
    async with running(model=model) as r:
        person = await r.beginning()
        await asyncio.gather(*(person.write(text) for text in ("One", "two", "three.")))
        assert await person.next() == "I see.\n\nQuestion 2 in en?"
        await r.settled()
        assert model.calls["talk"] == 1
        assert (await r.told())[0] == ("q1", ["One", "two", "three."])


async def test_every_answer_may_be_thought_about_anew_twice() -> None:
    model = thinking_model()
    async with running(model=model) as r:
        person = await r.beginning()
        for turn in range(1, 4):
            model.gate.clear()
            begun = model.calls["talk"]
            for number in range(1, 4):
                await person.write(f"{turn}.{number}")
                await model.begun(begun + number, "talk")
            model.gate.set()
            await person.next()
        await r.settled()
        assert model.calls["talk"] == 9
        assert [words for _, words in await r.told()][:3] == [[f"{t}.{n}" for n in (1, 2, 3)] for t in (1, 2, 3)]


async def test_the_person_sees_that_it_is_being_thought() -> None:
    model = thinking_model()
    async with running(model=model) as r:
        person = await r.beginning()
        await person.write("One")
        await until(lambda: bool(r.platform.typing_in))
        assert r.platform.typing_in == [person.address]
        model.gate.set()
        await person.next()


@settings(max_examples=20)
@given(st.lists(st.sampled_from(["words", "open", "close", "help"]), max_size=12))
async def test_no_word_of_any_burst_is_lost_or_doubled(steps: list[str]) -> None:
    model = thinking_model()
    model.gate.set()
    async with running(model=model, kinds={"plain": PlainInterview(questions=30)}) as r:
        person = await r.beginning()
        written = []
        for number, step in enumerate(steps):
            match step:
                case "words":
                    written.append(f"word-{number}")
                    await person.write(written[-1])
                case "open":
                    model.gate.set()
                case "close":
                    model.gate.clear()
                case "help":
                    await person.write("/help")
            for _ in range(number % 4):
                await asyncio.sleep(0)
        model.gate.set()
        await r.settled()
        assert [word for _, words in await r.told() for word in words] == written
        assert await r.store.read(people_with_mail) == []


# --- too late -----------------------------------------------------------------------------------------------------


async def test_words_before_a_delivery_belong_to_the_answer_before() -> None:
    model = talking_model()
    async with running(model=model) as r:
        person = await r.beginning()
        r.platform.hold.clear()
        await person.write("I was born in 1938.")
        await r.desk_settled()
        await person.write("In the spring, that is.")
        await r.desk_settled()
        assert model.calls["talk"] == 1
        r.platform.hold.set()
        assert await person.next() == "I see.\n\nQuestion 2 in en?"
        await r.settled()
        assert await r.told() == [("q1", ["I was born in 1938.", "In the spring, that is."]), ("q2", [])]
        assert len(person.received) == 2


async def test_words_before_a_question_was_seen_are_told_by_their_position(r: Running, person: FakePerson) -> None:
    early = r.platform.position()
    await person.says("I was born in 1938.")
    await r.handled(person.tell(Text(text="In the spring."), position=early))
    assert await r.told() == [("q1", ["I was born in 1938.", "In the spring."]), ("q2", [])]
    await person.says("To the second.")
    assert (await r.told())[1] == ("q2", ["To the second."])


async def test_words_right_after_a_skip_belong_to_the_skipped_question(r: Running, person: FakePerson) -> None:
    await person.says("One.")
    r.platform.hold.clear()
    await person.write("/skip")
    await r.desk_settled()
    await person.write("Or rather: two.")
    r.platform.hold.set()
    await r.settled()
    assert await r.told() == [("q1", ["One."]), ("q2", ["Or rather: two."]), ("q3", [])]


async def test_words_before_the_very_first_question_was_seen_answer_it(r: Running) -> None:
    person = r.platform.person()
    await person.says("/interview plain")
    r.platform.hold.clear()
    await person.press("I agree")
    await r.desk_settled()
    await person.write("I was born in 1938.")
    await r.desk_settled()
    r.platform.hold.set()
    await r.settled()
    assert (await r.told())[0] == ("q1", ["I was born in 1938."])


async def test_stop_pauses_while_the_question_cannot_be_delivered() -> None:
    clock = ManualClock()
    async with running(clock=clock) as r:
        person = await r.beginning()
        r.platform.trouble = lambda _message: TryLater("Not now.", after=3600)
        await person.write("One.")
        await clock.sleepers(1)
        await r.desk_settled()
        await person.write("stop")
        async with asyncio.timeout(PATIENCE):
            while [s.status for s in await r.sessions()] != [Status.PAUSED]:
                await r.desk_settled()
        assert (await r.told())[0] == ("q1", ["One."])
        kept = next(entry for entry in (await r.record()).entries if entry.text == "stop")
        assert (kept.role, kept.kind) == (Role.PERSON, EntryKind.REMARK)


async def test_words_that_come_too_late_move_nothing(r: Running, person: FakePerson) -> None:
    early = r.platform.position()
    await person.says("One.")
    before = len(person.received)
    await person.tell(Text(text="Please don't ask about that."), position=early)
    await r.settled()
    assert len(person.received) == before
    assert await r.told() == [("q1", ["One.", "Please don't ask about that."]), ("q2", [])]
    assert [s.status for s in await r.sessions()] == [Status.ACTIVE]


@pytest.mark.parametrize("waiting", ["/skip", "/pause", "/done", "/back"])
async def test_late_words_before_a_command_go_to_the_answer_before(
    waiting: str, r: Running, person: FakePerson
) -> None:
    early = r.platform.position()
    await person.says("One.")
    await asyncio.gather(person.tell(Text(text="Late."), position=early), person.write(waiting))
    await r.settled()
    assert (await r.told())[0] == ("q1", ["One.", "Late."])

"""A message is deleted on the platform: its words are in no document any more, and the interview stays where it is."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa

from bot.config import AccessSection, Settings
from bot.sections import LimitsSection
from core.contracts.messages import Content, Incoming, Removal, Sender, Text
from core.contracts.session import Reason, Status
from core.languages.messages import say
from core.store.access import deny_person
from core.store.arrivals import accept_event
from core.store.schema import mailbox, persons
from core.store.store import Connection, Queue
from tests.fakes.app import OPEN, Running, running, talking_model, thinking_model, until
from tests.fakes.interview import PlainInterview
from tests.fakes.platform import FakePerson
from tests.fakes.stores import people_with_mail

REMOVED = say("en", "removed")
NOBODY = Sender(id="")


async def _payloads(r: Running) -> list[str]:
    return await r.store.read(lambda c: list(c.execute(sa.select(mailbox.c.payload)).scalars()))


async def _told(r: Running, person: FakePerson, *texts: str) -> list[str]:
    """Answer one question after the other; the refs of the answers."""
    refs = []
    for text in texts:
        refs.append(await person.write(text))
        await person.next()
    await r.settled()
    return refs


# --- an answer ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_an_answer_is_struck_and_that_is_said(language: str, r: Running) -> None:
    person = await r.beginning(language=language)
    first, _ = await _told(r, person, "One and a half.", "Two.")
    before = (await r.sessions())[0]
    await person.delete(first)
    assert await person.next() == say(language, "removed")
    await r.settled()
    assert await r.told() == [("q1", []), ("q2", ["Two."]), ("q3", [])]
    after = (await r.sessions())[0]
    assert (after.open_question, after.status, after.state) == (before.open_question, Status.ACTIVE, before.state)
    assert (before.counters.answers, before.counters.words) == (2, 5)
    assert (after.counters.answers, after.counters.words) == (1, 1)
    assert after.touched_at == before.touched_at


async def test_its_words_stay_as_a_revision_until_the_interview_is_deleted(r: Running, person: FakePerson) -> None:
    (ref,) = await _told(r, person, "In 1983.")
    await r.handled(person.edit(ref, "In 1938."))
    await person.delete(ref)
    await person.next()
    entry = next(e for e in (await r.record()).entries if e.ref == ref)
    assert [(v.text, v.reason, v.withdrawn) for v in entry.revisions] == [
        ("In 1983.", Reason.ORIGINAL, False),
        ("In 1938.", Reason.EDIT, False),
        ("In 1938.", Reason.DELETED, True),
    ]


async def test_one_message_of_an_answer_goes_and_the_others_stay(r: Running, person: FakePerson) -> None:
    refs = await asyncio.gather(*(person.write(f"Part {n}.") for n in range(3)))
    await person.next()
    await person.delete(refs[1])
    assert await person.next() == REMOVED
    assert (await r.told())[0] == ("q1", ["Part 0.", "Part 2."])


async def test_the_open_question_is_answered_when_the_last_answer_is_gone(r: Running, person: FakePerson) -> None:
    (ref,) = await _told(r, person, "One.")
    await person.delete(ref)
    await person.next()
    assert await person.says("Two.") == "I see.\n\nQuestion 3 in en?"
    assert await r.told() == [("q1", []), ("q2", ["Two."]), ("q3", [])]


async def test_after_the_end_it_is_struck_as_an_edit_is_kept(r: Running, person: FakePerson) -> None:
    first, _ = await _told(r, person, "One.", "Two.")
    await r.says(person, "/done")
    before = (await r.sessions())[0]
    received = len(person.received)
    await r.handled(person.delete(first))
    assert person.said[received:] == [REMOVED]
    assert await r.told() == [("q1", []), ("q2", ["Two."]), ("q3", [])]
    after = (await r.sessions())[0]
    assert (after.status, after.ended_at) == (Status.COMPLETED, before.ended_at)
    await r.says(person, "/transcript")
    assert "One." not in person.documents[-1].body.decode()


async def test_an_answer_of_an_earlier_interview_is_found(r: Running, person: FakePerson) -> None:
    (ref,) = await _told(r, person, "One.")
    await r.says(person, "/interview plain")
    await r.handled(person.delete(ref))
    assert person.said[-1] == REMOVED
    assert await r.told(0) == [("q1", []), ("q2", [])]
    assert [s.status for s in await r.sessions()] == [Status.PAUSED, Status.ACTIVE]


async def test_the_notes_that_rest_on_it_are_stale_until_the_next_answer(r: Running, person: FakePerson) -> None:
    (ref,) = await _told(r, person, "In 1983.")
    assert [note.stale for note in (await r.record()).digest.notes] == [False]
    await r.handled(person.delete(ref))
    assert [note.stale for note in (await r.record()).digest.notes] == [True]
    await r.says(person, "Two.")
    assert [note.stale for note in (await r.record()).digest.notes] == [False]


# --- what changes nothing -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("ref", ["", "999", "'; --", "%", '"', "\\"])
async def test_what_is_no_message_of_theirs_changes_nothing(ref: str, r: Running, person: FakePerson) -> None:
    await _told(r, person, "One.")
    before, received = await r.record(), len(person.received)
    await r.handled(person.delete(ref))
    assert (await r.record()) == before
    assert len(person.received) == received
    assert await r.store.read(people_with_mail) == []


async def test_a_second_removal_and_one_of_what_was_taken_back_say_nothing(r: Running, person: FakePerson) -> None:
    first, second = await _told(r, person, "One.", "Two.")
    await person.write("/undo")
    await r.handled(person.delete(first))
    before, received = await r.record(), len(person.received)
    await person.delete(first)
    await r.handled(person.delete(second))
    assert (await r.record()) == before
    assert len(person.received) == received


async def test_an_edit_that_comes_after_it_changes_nothing_visible(r: Running, person: FakePerson) -> None:
    (ref,) = await _told(r, person, "One.")
    await person.delete(ref)
    await person.next()
    before, received = await r.record(), len(person.received)
    await r.handled(person.edit(ref, "One, after all."))
    assert (await r.record()) == before
    assert len(person.received) == received


async def test_nobody_deletes_the_words_of_another(r: Running) -> None:
    anna = await r.beginning("1")
    (ref,) = await _told(r, anna, "Mine.")
    boris = await r.beginning("2")
    await r.handled(boris.delete(ref))
    assert (await r.told())[0] == ("q1", ["Mine."])


# --- beside commands ----------------------------------------------------------------------------------------------


async def test_taking_back_takes_the_last_answer_that_stands(r: Running, person: FakePerson) -> None:
    _, second = await _told(r, person, "One.", "Two.")
    await person.delete(second)
    await person.next()
    assert "Question 1 in en?" in await person.says("/undo")
    await r.says(person, "One, better.")
    assert await r.told() == [("q1", ["One, better."]), ("q2", [])]
    counters = (await r.sessions())[0].counters
    assert (counters.answers, counters.words, counters.questions) == (1, 2, 2)


async def test_going_back_to_a_question_whose_answer_is_gone(r: Running, person: FakePerson) -> None:
    (ref,) = await _told(r, person, "One.")
    await person.delete(ref)
    await person.next()
    assert "Question 1 in en?" in await person.says("/back")
    await r.says(person, "Anew.")
    assert (await r.told())[0] == ("q1", ["Anew."])


@pytest.mark.parametrize("commands", [["/pause"], ["/pause", "/resume"], ["/skip"], ["/back"], ["/undo"], ["/done"]])
async def test_whatever_was_done_meanwhile(commands: list[str], r: Running, person: FakePerson) -> None:
    first, _ = await _told(r, person, "One.", "Two.")
    for command in commands:
        await r.says(person, command)
    before = (await r.sessions())[0]
    await r.handled(person.delete(first))
    assert "One." not in [text for _, texts in await r.told() for text in texts]
    after = (await r.sessions())[0]
    assert (after.status, after.open_question) == (before.status, before.open_question)
    assert after.counters.answers == before.counters.answers - 1


# --- before it became an answer -----------------------------------------------------------------------------------


async def test_words_that_are_being_thought_about_are_never_an_answer() -> None:
    model = thinking_model()
    interview = PlainInterview()
    async with running(model=model, kinds={"plain": interview}) as r:
        person = await r.beginning()
        ref = await person.write("A secret.")
        await until(lambda: model.calls["talk"] == 1)
        await person.delete(ref)
        await until(lambda: model.cancelled["talk"] == 1)
        model.gate.set()
        await r.settled()
        assert await r.told() == [("q1", [])]
        assert len(person.received) == 1
        assert not any("secret" in payload for payload in await _payloads(r))
        assert await person.says("One.") == "I see.\n\nQuestion 2 in en?"
        assert interview.heard[-1] == "One."


async def test_a_message_of_a_burst_is_left_out_of_it() -> None:
    model = thinking_model()
    interview = PlainInterview()
    async with running(model=model, kinds={"plain": interview}) as r:
        person = await r.beginning()
        refs = []
        for number in range(5):
            refs.append(await person.write(f"Part {number}."))
            await until(lambda: model.calls["talk"] > 0)
        for ref in refs[1:4]:
            await person.delete(ref)
        await until(lambda: any(heard == "Part 0.\nPart 4." for heard in interview.heard))
        model.gate.set()
        await r.settled()
        assert (await r.told())[0] == ("q1", ["Part 0.", "Part 4."])
        assert not any(f"Part {n}." in payload for payload in await _payloads(r) for n in (1, 2, 3))


async def test_it_is_found_behind_more_mail_than_is_looked_at_at_once() -> None:
    model = thinking_model()
    unlimited = OPEN.model_copy(update={"limits": LimitsSection(messages_per_minute=0)})
    async with running(model=model, settings=unlimited) as r:
        person = await r.beginning()
        refs = [await person.write("A secret.")]
        await until(lambda: model.calls["talk"] > 0)
        refs += [await person.write(f"Part {n}.") for n in range(250)]
        await person.delete(refs[0])
        await person.delete(refs[240])
        model.gate.set()
        await r.settled()
        told = [text for _, texts in await r.told() for text in texts]
        assert told == [f"Part {n}." for n in range(250) if n != 239]


async def test_its_changes_go_with_it() -> None:
    model = thinking_model()
    async with running(model=model) as r:
        person = await r.beginning()
        ref = await person.write("A secret.")
        await person.edit(ref, "A greater secret.")
        await until(lambda: model.calls["talk"] > 0)
        await person.delete(ref)
        model.gate.set()
        await r.settled()
        assert await r.told() == [("q1", [])]
        assert not any("secret" in payload for payload in await _payloads(r))


async def test_an_older_answer_that_goes_while_it_is_thought_is_not_spoken_of() -> None:
    model = thinking_model()
    model.gate.set()
    async with running(model=model) as r:
        person = await r.beginning()
        (ref,) = await _told(r, person, "One.")
        model.gate.clear()
        await person.write("Two.")
        await until(lambda: model.calls["talk"] == 2)
        await person.delete(ref)
        await until(lambda: model.calls["talk"] == 3)
        model.gate.set()
        await r.settled()
        assert await r.told() == [("q1", []), ("q2", ["Two."]), ("q3", [])]
        assert person.said[-2:] == [REMOVED, "I see.\n\nQuestion 3 in en?"]


async def test_words_that_wait_for_a_delivery_are_never_an_answer() -> None:
    model = talking_model()
    async with running(model=model) as r:
        person = await r.beginning()
        r.platform.hold.clear()
        await person.write("One.")
        await until(lambda: model.calls["talk"] == 1)
        await r.desk_settled()
        ref = await person.write("A secret, written before the second question was there.")
        await r.desk_settled()
        await person.delete(ref)
        await r.desk_settled()
        r.platform.hold.set()
        await r.settled()
        assert not any("secret" in text for _, texts in await r.told() for text in texts)


async def test_what_somebody_new_deletes_at_once_has_them_greeted_all_the_same(r: Running) -> None:
    person = r.platform.person(language="ru")
    # Both are there before any of them is handled.
    await r.store.write(lambda c: _arrived(c, person))
    r.app.engine(Queue.DESK).wake(["p1"])
    await person.next()
    assert say("ru", "greeting") in person.said[0]
    await person.says("Анна")
    assert len(person.received) == 2
    assert (await r.store.read(lambda c: c.execute(sa.select(persons.c.name)).scalar_one())) == "Анна"
    assert not any("Секрет" in payload for payload in await _payloads(r))


def _arrived(c: Connection, person: FakePerson) -> None:
    """Something that they wrote, and deleted at once."""
    deeds: list[tuple[Content, Sender]] = [(Text(text="Секрет."), person.sender), (Removal(ref="77"), NOBODY)]
    for number, (content, sender) in enumerate(deeds):
        event = Incoming(
            event_id=f"e{number}",
            address=person.address,
            sender=sender,
            content=content,
            sent_at=person.platform.clock.now(),
            ref="77",
        )
        accept_event(c, event, person_id="p1", language="ru", now=event.sent_at.timestamp())


# --- before they have agreed --------------------------------------------------------------------------------------


async def _before_agreeing(r: Running) -> FakePerson:
    person = r.platform.person()
    await person.says("/start")
    await person.presses("Anna")
    return person


async def test_words_kept_until_they_agree_are_left_out_of_the_beginning(r: Running) -> None:
    person = await _before_agreeing(r)
    first = await person.write("I was born in a secret place.")
    await person.next()
    await person.says("My mother baked bread on Sundays.")
    await r.handled(person.edit(first, "I was born in a most secret place."))
    await person.delete(first)
    assert await person.next() == say("en", "removed-unused")
    await r.handled(person.press(say("en", "button-agree")))
    assert await r.told() == [("q1", ["My mother baked bread on Sundays."])]
    assert not any("secret" in payload for payload in await _payloads(r))


async def test_when_all_of_it_is_gone_they_begin_with_the_first_question(r: Running) -> None:
    person = await _before_agreeing(r)
    ref = await person.write("I was born in a secret place.")
    await person.next()
    await person.delete(ref)
    await person.next()
    text = await person.presses(say("en", "button-agree"))
    assert say("en", "kept-as-beginning") not in text
    assert await r.told() == [("q1", [])]


# --- who deleted it -----------------------------------------------------------------------------------------------


async def test_it_makes_nobody_known_and_gets_no_answer_of_the_door() -> None:
    closed = Settings(access=AccessSection(allowed=["fake:7"], admins=["fake:8"]))
    async with running(settings=closed) as r:
        for sender in (NOBODY, Sender(id="99")):
            stranger = r.platform.person("99")
            await r.handled(stranger.tell(Removal(ref="1"), ref="1", sender=sender))
        assert r.platform.sent == []
        assert await r.store.read(lambda c: c.execute(sa.select(mailbox)).all()) == []


async def test_who_may_not_come_in_any_more_can_still_delete(r: Running, person: FakePerson) -> None:
    (ref,) = await _told(r, person, "One.")
    await r.store.write(lambda c: deny_person(c, "fake:1", now=r.clock.now().timestamp()))
    received = len(person.received)
    await r.handled(person.delete(ref))
    assert (await r.told())[0] == ("q1", [])
    assert len(person.received) == received

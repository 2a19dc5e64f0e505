"""`/link`: one person in two chats, from the code to one interview in both."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
import sqlalchemy as sa

from core.access.gate import code_digest
from core.contracts.messages import ChatClosed, Press
from core.contracts.session import Status
from core.features.linking.link_rows import GOOD_FOR, TRIES
from core.languages.messages import say
from core.store.schema import link_tries, links, mailbox, metadata, persons
from tests.fakes.app import running, thinking_model
from tests.fakes.interview import PlainInterview
from tests.fakes.manual_clock import ManualClock
from tests.fakes.months import Months, settings
from tests.fakes.stores import count
from tests.fakes.waiting import until
from tests.features.linking.linking_kit import NO, YES, code_of, joined, people, two_chats

WRONG, STALE = say("en", "link-wrong"), say("en", "stale-button")


# --- the code -----------------------------------------------------------------------------------------------------


async def test_only_the_digest_of_a_code_is_kept_with_its_person() -> None:
    async with running() as r:
        anna = await r.beginning()
        first, second = await code_of(r, anna), await code_of(r, anna)
        (kept,) = await r.store.read(lambda c: c.execute(sa.select(links.c.digest)).scalars().all())
        assert kept == code_digest(second.replace("-", ""))
        other = r.platform.person("2")
        assert await r.says(other, f"/link {first}") == WRONG
        await r.says(other, f"/link {second}")
        payloads = await r.store.read(lambda c: c.execute(sa.select(mailbox.c.payload)).scalars().all())
        assert not any(code in payload for payload in payloads for code in (first, second, second.replace("-", "")))


@pytest.mark.parametrize("typed", ["{low}", "{bare}", " {low} ", "{russian}"])
async def test_a_code_is_good_however_it_is_typed(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    letters = iter("AC4EKM9X")
    monkeypatch.setattr("secrets.choice", lambda _: next(letters))
    async with running() as r:
        anna, other = await two_chats(r)
        code = await code_of(r, anna)
        forms = {"low": code.lower(), "bare": code.replace("-", ""), "russian": "ас4е кМ9х"}
        assert say("en", "link-sure") in await r.says(other, f"/link {typed.format(**forms)}")


@pytest.mark.parametrize("told", ["{code}", "Here it is: {low}, is that right?", "{bare}"])
async def test_a_code_that_is_told_in_words_lets_nobody_in(told: str) -> None:
    """Whoever reads along, or makes the interviewer ask for it, could else come in as its person."""
    async with running() as r:
        anna = await r.beginning()
        code = await code_of(r, anna)
        await r.says(anna, told.format(code=code, low=code.lower(), bare=code.replace("-", "")))
        assert await r.says(r.platform.person("2"), f"/link {code}") == WRONG


async def test_words_that_look_like_a_code_leave_it_good() -> None:
    async with running() as r:
        anna, other = await two_chats(r)
        code = await code_of(r, anna)
        await r.says(anna, "The plate of our first car was AAAA-2222.")
        assert say("en", "link-sure") in await r.says(other, f"/link {code}")


async def test_the_question_names_the_other_chat_and_a_no_uses_the_code_up() -> None:
    async with running() as r:
        anna, other = await two_chats(r)
        asked = await r.says(other, f"/link {await code_of(r, anna)}")
        assert "Anna’s chat on fake" in asked
        assert other.labels == [YES, NO]
        await r.handled(other.press(NO))
        assert other.said[-1] == say("en", "link-left")
        await r.handled(other.press(YES))
        assert other.said[-1] == STALE
        assert len(await people(r)) == 2
        assert await r.store.read(lambda c: count(c, links)) == 0


async def test_a_code_is_over_after_ten_minutes_also_once_it_was_entered() -> None:
    clock = ManualClock()
    async with running(clock=clock) as r:
        anna, other = await two_chats(r)
        code = await code_of(r, anna)
        clock.advance(GOOD_FOR)
        assert await r.says(other, f"/link {code}") == WRONG
        await r.says(other, f"/link {await code_of(r, anna)}")
        clock.advance(GOOD_FOR)
        await r.handled(other.press(YES))
        assert other.said[-1] == STALE
        assert len(await people(r)) == 2


async def test_a_code_is_good_once_and_in_one_chat() -> None:
    async with running() as r:
        anna, other = await two_chats(r)
        third = r.platform.person("3")
        code = await code_of(r, anna)
        await r.says(other, f"/link {code}")
        assert await r.says(third, f"/link {code}") == WRONG
        await r.handled(other.press(YES))
        assert await r.says(third, f"/link {code}") == WRONG
        assert await r.says(other, f"/link {code}") == WRONG


async def test_of_ones_own_code_one_is_told_so() -> None:
    async with running() as r:
        anna, other = await two_chats(r)
        assert await r.says(anna, f"/link {await code_of(r, anna)}") == say("en", "link-own")
        await joined(r, anna, other)
        assert await r.says(other, f"/link {await code_of(r, anna)}") == say("en", "link-together")


async def test_a_chat_has_five_tries_in_ten_minutes() -> None:
    clock = ManualClock()
    async with running(clock=clock) as r:
        anna, other = await two_chats(r)
        code = await code_of(r, anna)
        for number in range(TRIES):
            assert await r.says(other, f"/link {number}") == WRONG
        assert await r.says(other, f"/link {code}") == say("en", "link-often")
        assert say("en", "link-sure") in await r.says(r.platform.person("3"), f"/link {code}")
        clock.advance(GOOD_FOR)
        assert await r.says(other, "/link again") == WRONG
        assert await r.store.read(lambda c: count(c, link_tries)) == 1


async def test_a_button_that_was_never_shown_joins_nothing() -> None:
    async with running() as r:
        anna, other = await two_chats(r)
        code = await code_of(r, anna)
        forged = Press(data=f"link~{code_digest(code.replace('-', ''))[:12]}")
        await r.handled(other.tell(forged))
        assert other.said[-1] == STALE
        assert len(await people(r)) == 2


# --- one interview in two chats -----------------------------------------------------------------------------------


async def test_an_interview_goes_on_where_the_person_writes() -> None:
    async with running() as r:
        anna, other = await two_chats(r)
        first = await anna.write("There was a garden.")
        await r.settled()
        await joined(r, anna, other)
        assert say("en", "link-joined-there", platform="fake") == anna.said[-1]
        assert say("en", "link-joined-here", platform="fake") == other.said[-1]
        seen = len(anna.received)
        await r.handled(other.press(say("en", "button-resume")))
        assert "Question 2 in en?" in other.said[-1]
        second = await other.write("And a house beside it.")
        await r.settled()
        assert "Question 3 in en?" in other.said[-1]
        assert len(anna.received) == seen
        await r.handled(anna.edit(first, "There was a large garden."), anna.write("A third thing."))
        assert "Question 4 in en?" in anna.said[-1]
        await r.handled(other.delete(second))
        assert say("en", "removed") == other.said[-1]
        told = [texts for _, texts in await r.told()]
        assert told[:3] == [["There was a large garden."], [], ["A third thing."]]
        (session,) = await r.sessions()
        assert session.address == anna.address
        assert len(await people(r)) == 1


async def test_what_is_asked_for_comes_where_it_was_asked_for() -> None:
    async with running() as r:
        anna, other = await two_chats(r)
        await r.says(anna, "There was a garden.")
        await joined(r, anna, other)
        await r.says(anna, "/status")
        seen = len(anna.received)
        await r.handled(other.write("/transcript"))
        assert other.received[-1].address == other.address
        assert other.documents
        assert len(anna.received) == seen
        await r.says(other, "And a house.")
        await r.handled(anna.press(say("en", "button-skip")))
        assert anna.said[-1] == STALE
        assert "Question 2 in en?" in await r.says(other, "/undo")


async def test_a_reminder_comes_where_the_person_wrote_last(tmp_path: Path) -> None:
    async with Months(tmp_path, settings()) as life:
        anna, other = await life.someone(), life.platform.person("2")
        await life.says(other, "/start")
        await joined(life.r, anna, other)
        await life.says(anna, "/status")
        seen = len(anna.received), len(other.received)
        await life.says(other, "/status")
        await life.passes(timedelta(days=1, minutes=1))
        assert len(anna.received) == seen[0]
        assert "whenever you have a quiet moment" in other.said[-1].lower()


async def test_of_two_interviews_the_one_where_the_code_was_made_goes_on() -> None:
    kinds = {"plain": PlainInterview()}
    async with running(kinds=kinds) as r:
        anna, other = await r.beginning("1"), await r.beginning("2", name="At home")
        await r.says(anna, "From the first chat.")
        await r.says(other, "From the second chat.")
        await joined(r, anna, other)
        sessions = await r.sessions()
        assert [session.status for session in sessions] == [Status.ACTIVE, Status.PAUSED]
        assert {session.address for session in sessions} == {other.address}
        assert {session.person_id for session in sessions} == {sessions[0].person_id}
        await r.says(other, "And one more thing.")
        assert [texts for _, texts in await r.told(0)][:2] == [["From the first chat."], ["And one more thing."]]
        assert [texts for _, texts in await r.told(1)][:1] == [["From the second chat."]]


async def test_what_is_not_known_of_the_one_who_stays_is_taken_from_the_other() -> None:
    async with running() as r:
        anna, other = await two_chats(r)
        await r.handled(other.write("Anna Petrovna"), other.write("/timezone Lisbon"), other.write("/quiet 21-8"))
        await joined(r, anna, other)
        (person,) = await r.store.read(lambda c: c.execute(persons.select()).all())
        assert (person.name, person.timezone, person.quiet_hours) == ("Anna Petrovna", "Europe/Lisbon", "21:00-08:00")


async def test_an_answer_under_way_in_the_chat_that_joins_is_given_before() -> None:
    model = thinking_model()
    async with running(model=model) as r:
        anna = r.platform.person("1")
        await r.says(anna, "/start")
        other = await r.beginning("2")
        await r.says(other, f"/link {await code_of(r, anna)}")
        await other.write("There was a garden.")
        await until(lambda: model.prompts != [])
        await other.press(YES)
        assert len(await people(r)) == 2
        model.gate.set()
        await r.settled()
        assert len(await people(r)) == 1
        assert [texts for _, texts in await r.told()][:2] == [["There was a garden."], []]
        assert other.said[-1] == say("en", "link-joined-here", platform="fake")


async def test_an_answer_under_way_where_the_code_was_made_is_given_once() -> None:
    model = thinking_model()
    async with running(model=model) as r:
        anna = await r.beginning("1")
        other = r.platform.person("2")
        await r.says(other, "/start")
        await r.says(other, f"/link {await code_of(r, anna)}")
        await anna.write("There was a garden.")
        await until(lambda: model.prompts != [])
        await other.press(YES)
        await until(lambda: other.said[-1] == say("en", "link-joined-here", platform="fake"))
        model.gate.set()
        await r.settled()
        assert [texts for _, texts in await r.told()][:2] == [["There was a garden."], []]
        assert "Question 2 in en?" in anna.said[-1]


async def test_a_chat_that_closes_leaves_the_interview_in_the_other_alone() -> None:
    async with running() as r:
        anna, other = await two_chats(r)
        await joined(r, anna, other)
        await r.says(other, "There was a garden.")
        await r.handled(anna.tell(ChatClosed()))
        (session,) = await r.sessions()
        assert session.status is Status.ACTIVE
        assert "Question 3 in en?" in await r.says(other, "And a house.")


# --- deleting, exporting ------------------------------------------------------------------------------------------


async def test_deleting_takes_everything_in_both_chats_and_says_goodbye_in_each() -> None:
    clock = ManualClock()
    async with running(clock=clock) as r:
        anna, other = await two_chats(r)
        await r.says(anna, "There was a garden.")
        await r.says(other, "/delete")
        clock.advance(1.0)
        await joined(r, anna, other)
        # It was asked about less.
        await r.handled(other.press(say("en", "button-delete-all")))
        assert len(await r.sessions()) == 1
        await r.handled(other.press(say("en", "button-delete-all")))
        assert anna.said[-1] == other.said[-1] == say("en", "deleted")
        assert set(r.platform.forgotten) == {anna.address, other.address}
        left = {table.name: await r.store.read(lambda c, t=table: count(c, t)) for table in metadata.sorted_tables}
        assert {name for name, number in left.items() if number} <= {
            "last_seen",
            "tallies",
            "scripts",
            "calls",
            "spending",
        }


async def test_the_export_has_what_was_told_in_both_chats() -> None:
    async with running() as r:
        anna, other = await r.beginning("1"), await r.beginning("2")
        await r.says(anna, "From the first chat.")
        await r.says(other, "From the second chat.")
        await joined(r, anna, other)
        await r.handled(other.write("/export"))
        (file,) = other.documents
        packed = ZipFile(BytesIO(file.body))
        words = "".join(packed.read(name).decode("utf-8", "replace") for name in packed.namelist())
        assert "From the first chat." in words
        assert "From the second chat." in words

"""The question that waits for its time, and the finished interview that is deleted when its time has come."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from core.contracts.session import Status, Timing
from tests.fakes.interview import PlainInterview
from tests.fakes.months import Months, settings
from tests.fakes.platform import FakePerson
from tests.fakes.records import small_record

DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)


@pytest.fixture
async def life(tmp_path: Path) -> AsyncIterator[Months]:
    async with Months(tmp_path, settings()) as months:
        yield months


async def _daily(life: Months) -> FakePerson:
    person = await life.someone()
    await life.says(person, "/cadence daily 19:00")
    return person


async def test_the_next_question_comes_at_its_time(life: Months) -> None:
    person = await _daily(life)
    assert (await life.says(person, "One.")).endswith("I’ll ask you the next question today at 19:00.")
    assert "Question 2" not in person.said[-1]
    await life.passes(timedelta(hours=8, minutes=59))
    assert "Question 2" not in person.said[-1]
    await life.passes(2 * MINUTE)
    assert person.said[-1].endswith("Question 2 in en?")
    assert life.sent()[-1].at.replace(second=0) == datetime(2026, 3, 2, 19, tzinfo=UTC)
    assert (await life.says(person, "Two.")).endswith("I’ll ask you the next question tomorrow at 19:00.")
    assert await life.r.told() == [("q1", ["One."]), ("q2", ["Two."]), ("q3", [])]


async def test_what_is_told_meanwhile_belongs_to_the_answer_before(life: Months) -> None:
    person = await _daily(life)
    await life.says(person, "One.")
    for number in range(30):
        await life.says(person, f"And {number}.")
    assert "I’ve added that" in person.said[-1]
    [first, second] = await life.r.told()
    assert first == ("q1", ["One.", *(f"And {n}." for n in range(30))])
    assert second == ("q2", [])
    await life.passes(timedelta(hours=10))
    await life.says(person, "Two.")
    assert (await life.r.told())[1] == ("q2", ["Two."])


@pytest.mark.parametrize("command", ["/now", "/skip", "/resume"])
async def test_the_held_question_can_be_had_at_once(life: Months, command: str) -> None:
    person = await _daily(life)
    assert (await life.says(person, "One.", command)).endswith("Question 2 in en?")
    before = len(life.platform.sent)
    await life.passes(timedelta(hours=10))
    assert len(life.platform.sent) == before, "it is not asked a second time"


async def test_a_pause_keeps_the_held_question_back(life: Months) -> None:
    person = await _daily(life)
    await life.says(person, "One.", "/pause")
    before = len(life.platform.sent)
    await life.passes(10 * DAY)
    assert len(life.platform.sent) == before
    await life.says(person, "Something more about the first.")
    assert (await life.r.told())[0] == ("q1", ["One.", "Something more about the first."])
    assert (await life.session()).status is Status.ACTIVE
    await life.passes(DAY)
    assert person.said[-1].endswith("Question 2 in en?")


async def test_whoever_goes_on_after_a_pause_has_time_to_finish_what_they_tell(life: Months) -> None:
    person = await _daily(life)
    await life.says(person, "One.", "/pause")
    await life.passes(10 * DAY)
    await life.says(person, "Something more about the first.")
    assert person.said[-1].endswith("I’ll ask you the next question today at 19:00.")
    await life.passes(MINUTE)
    await life.says(person, "And this.")
    assert await life.r.told() == [("q1", ["One.", "Something more about the first.", "And this."]), ("q2", [])]


async def test_a_refusal_while_a_question_waits_is_not_about_that_one(life: Months) -> None:
    person = await _daily(life)
    await life.says(person, "One.", "not that", "But this.")
    assert await life.r.told() == [("q1", ["One.", "not that", "But this."]), ("q2", [])]
    await life.passes(timedelta(hours=10))
    assert person.said[-1].endswith("Question 2 in en?")


async def test_nothing_is_asked_whose_answer_could_not_be_heard(life: Months) -> None:
    person = await _daily(life)
    await life.says(person, "One.")
    before = len(life.platform.sent)
    life.kinds = {"other": PlainInterview()}
    await life.restart()
    await life.passes(10 * DAY)
    assert len(life.platform.sent) == before
    assert (await life.session()).status is Status.PAUSED


async def test_a_missed_day_is_made_up_for_once(life: Months) -> None:
    person = await _daily(life)
    await life.says(person, "One.")
    before = len(life.platform.sent)
    await life.restart(away=timedelta(days=3, hours=2))
    await life.tick()
    assert len(life.sent(before)) == 1
    assert person.said[-1].endswith("Question 2 in en?")


async def test_status_says_when_the_next_question_comes(life: Months) -> None:
    person = await _daily(life)
    told = await life.says(person, "One.", "/status")
    assert told.splitlines()[-1] == "I’ll ask you the next question today at 19:00."


# --- retention -------------------------------------------------------------------------------------------------------


HOUR = timedelta(hours=1)


async def test_a_finished_interview_is_deleted_after_a_warning_with_its_file(tmp_path: Path) -> None:
    async with Months(tmp_path, settings(retention_days=30)) as life:
        person = await life.someone()
        await life.says(person, "A sentence to be forgotten.", "/done")
        before = len(life.platform.sent)
        await life.passes(22 * DAY)
        assert len(life.platform.sent) == before
        await life.passes(2 * DAY)
        warning, file = life.sent(before)
        assert "1 April 2026" in warning.text
        assert file.text.endswith(".md")
        await life.passes(6 * DAY)
        assert len(await life.r.sessions()) == 1
        await life.passes(2 * DAY)
        assert await life.r.sessions() == []
        assert len(life.platform.sent) == before + 2


async def test_who_opens_it_again_keeps_it(tmp_path: Path) -> None:
    async with Months(tmp_path, settings(retention_days=30)) as life:
        person = await life.someone()
        await life.says(person, "One.", "/done")
        await life.passes(25 * DAY)
        await life.says(person, "/resume", "More.")
        await life.passes(20 * DAY)
        assert len(await life.r.sessions()) == 1


async def test_nothing_is_deleted_before_the_warning_and_the_file_are_there(tmp_path: Path) -> None:
    async with Months(tmp_path, settings(retention_days=30)) as life:
        person = await life.someone()
        await life.says(person, "A sentence to be kept.", "/done")
        before = len(life.platform.sent)
        life.platform.hold.clear()
        for _ in range(60):
            life.clock.advance(DAY.total_seconds())
            await life.r.app.tick()
            await life.r.desk_settled()
        assert len(await life.r.sessions()) == 1
        life.platform.hold.set()
        await life.r.settled()
        warning, file = life.sent(before)
        assert "I’ll delete every word" in warning.text
        assert file.text.endswith(".md")
        await life.passes(15 * DAY)
        assert await life.r.sessions() == []


async def test_nothing_is_deleted_that_is_opened_again_at_the_same_moment(tmp_path: Path) -> None:
    async with Months(tmp_path, settings(retention_days=30)) as life:
        person = await life.someone()
        await life.says(person, "One.", "/done")
        await life.passes(29 * DAY)
        life.writes_when_a_timer_looks(person, "/resume")
        await life.passes(2 * DAY)
        assert (await life.session()).status is Status.ACTIVE
        assert (await life.r.told())[0] == ("q1", ["One."])


async def test_retention_that_is_switched_on_later_warns_first(tmp_path: Path) -> None:
    async with Months(tmp_path, settings()) as life:
        person = await life.someone()
        await life.says(person, "One.", "/done")
        before = len(life.platform.sent)
        life.settings = settings(retention_days=10)
        await life.restart(away=100 * DAY)
        await life.passes(DAY)
        assert "I’ll delete every word" in life.sent(before)[0].text
        assert len(await life.r.sessions()) == 1
        await life.passes(5 * DAY)
        assert await life.r.sessions() == []


async def test_an_imported_interview_is_deleted_only_after_a_warning_from_here(tmp_path: Path) -> None:
    async with Months(tmp_path, settings(retention_days=30)) as life:
        began = life.clock.now()
        timing = Timing(warned_at=began - 100 * DAY, gone=True)
        whole = small_record()
        session = whole.session.model_copy(
            update={
                "status": Status.COMPLETED,
                "address": life.platform.person("7").address,
                "ended_at": began - 110 * DAY,
                "timing": timing,
            }
        )
        await life.takes_in(whole.model_copy(update={"session": session}))
        await life.passes(HOUR)
        assert "I’ll delete every word" in life.sent()[0].text
        await life.passes(6 * DAY)
        assert len(await life.r.sessions()) == 1
        await life.passes(2 * DAY)
        assert await life.r.sessions() == []


async def test_an_imported_interview_that_was_under_way_has_time_to_be_resumed(tmp_path: Path) -> None:
    async with Months(tmp_path, settings()) as life:
        whole = small_record()
        session = whole.session.model_copy(
            update={
                "status": Status.ACTIVE,
                "address": life.platform.person("7").address,
                "touched_at": life.clock.now() - 400 * DAY,
                "ended_at": None,
            }
        )
        await life.takes_in(whole.model_copy(update={"session": session}))
        await life.restart(away=HOUR)
        await life.passes(26 * DAY)
        assert ((await life.session()).status, life.sent()) == (Status.PAUSED, [])
        await life.passes(2 * DAY)
        assert (await life.session()).status is Status.ABANDONED


async def test_the_warning_promises_only_what_comes(tmp_path: Path) -> None:
    async with Months(tmp_path, settings(retention_days=30)) as life:
        person = await life.someone()
        await life.passes(40 * DAY)
        assert (await life.session()).status is Status.ABANDONED
        before = len(life.platform.sent)
        await life.passes(20 * DAY)
        [warning] = life.sent(before)
        assert "was archived" in warning.text
        assert "what you told" not in warning.text
        await life.says(person, "/resume", "One.", "/done")
        before = len(life.platform.sent)
        await life.passes(24 * DAY)
        warning, file = life.sent(before)
        assert "is finished" in warning.text
        assert "your story" in warning.text
        assert file.text.endswith(".md")

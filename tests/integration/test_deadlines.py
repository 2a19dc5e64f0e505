"""What happens by itself over days and weeks of silence: reminders, pausing, and putting aside."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from core.contracts.errors import TryLater
from core.contracts.session import Status
from tests.fakes.months import START, DistressInterview, Months, Sent, settings

DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)


@pytest.fixture
async def life(tmp_path: Path) -> AsyncIterator[Months]:
    async with Months(tmp_path, settings()) as months:
        yield months


def _reminders(life: Months, since: int = 0) -> list[Sent]:
    return [sent for sent in life.sent(since) if "quiet moment" in sent.text]


# --- silence ------------------------------------------------------------------------------------------------------


async def test_silence_leads_to_a_reminder_a_pause_and_a_kind_line(life: Months) -> None:
    person = await life.someone()
    await life.says(person, "I was born by the sea.")
    before = len(life.platform.sent)
    await life.passes(DAY - MINUTE)
    assert len(life.platform.sent) == before
    await life.passes(2 * MINUTE)
    [reminder] = life.sent(before)
    assert "whenever you have a quiet moment" in reminder.text.lower()
    assert reminder.text.endswith("Question 2 in en?")
    assert reminder.labels == ("Skip", "Pause")

    await life.passes(2 * DAY)
    assert (await life.session()).status is Status.PAUSED
    assert len(life.platform.sent) == before + 1, "pausing is silent"

    await life.passes(40 * DAY)
    session = await life.session()
    assert session.status is Status.ABANDONED
    assert session.ended_at is not None
    assert session.ended_at - session.touched_at >= 30 * DAY
    line, file = life.sent(before + 1)
    assert "Nothing is lost" in line.text
    assert file.text.endswith(".md")
    assert "I was born by the sea." in person.documents[-1].body.decode()


async def test_nothing_more_ever_comes(life: Months) -> None:
    await life.someone()
    await life.passes(40 * DAY)
    before = len(life.platform.sent)
    await life.passes(400 * DAY)
    assert len(life.platform.sent) == before


@pytest.mark.parametrize("days", [0.5, 2, 5, 45])
async def test_whoever_answers_after_any_time_is_heard(life: Months, days: float) -> None:
    person = await life.someone()
    await life.passes(days * DAY)
    await life.says(person, "Here I am again, and this is my answer.")
    session = await life.session()
    assert (session.status, session.ended_at) == (Status.ACTIVE, None)
    assert (await life.r.told())[0] == ("q1", ["Here I am again, and this is my answer."])


async def test_what_was_put_aside_can_be_opened_again_with_everything_in_place(life: Months) -> None:
    person = await life.someone()
    await life.says(person, "One.")
    await life.passes(45 * DAY)
    assert (await life.says(person, "/resume")).endswith("Question 2 in en?")
    await life.says(person, "Two.")
    assert await life.r.told() == [("q1", ["One."]), ("q2", ["Two."]), ("q3", [])]


async def test_nobody_is_reminded_again_of_a_question_that_they_went_back_to(life: Months) -> None:
    person = await life.someone()
    await life.passes(2 * DAY)
    await life.says(person, "One.")
    await life.passes(2 * DAY)
    assert [sent.text.splitlines()[-1] for sent in _reminders(life)] == ["Question 1 in en?", "Question 2 in en?"]
    assert (await life.says(person, "/undo")).endswith("Question 1 in en?")
    await life.passes(10 * DAY)
    assert len(_reminders(life)) == 2


async def test_a_reminder_gives_way_to_an_answer_that_comes_at_the_same_moment(life: Months) -> None:
    person = await life.someone()
    before = len(life.platform.sent)
    life.writes_when_a_timer_looks(person, "One.")
    await life.passes(DAY + MINUTE)
    assert [sent.text.splitlines()[-1] for sent in life.sent(before)] == ["Question 2 in en?"]


async def test_a_reminder_that_is_overdue_in_the_night_waits_for_the_morning(tmp_path: Path) -> None:
    async with Months(tmp_path, settings()) as life:
        await life.someone()
        before = len(life.platform.sent)
        await life.restart(away=timedelta(days=1, hours=13))
        await life.tick()
        assert len(life.platform.sent) == before
        await life.passes(timedelta(hours=10, minutes=1))
        [reminder] = life.sent(before)
        assert (reminder.at.hour, reminder.at.minute) == (9, 0)


async def test_quiet_hours_are_those_of_the_person(life: Months) -> None:
    person = await life.someone()
    await life.says(person, "/timezone America/New_York")
    before = len(life.platform.sent)
    await life.passes(2 * DAY)
    [reminder] = life.sent(before)
    assert reminder.at.replace(second=0) == datetime(2026, 3, 3, 14, tzinfo=UTC), "nine o'clock there"


async def test_who_was_in_distress_is_not_reminded(tmp_path: Path) -> None:
    async with Months(tmp_path, settings(), kinds={"plain": DistressInterview()}) as life:
        person = await life.someone()
        await life.says(person, "help")
        before = len(life.platform.sent)
        await life.passes(100 * DAY)
        assert len(life.platform.sent) == before
        assert (await life.session()).status is Status.ABANDONED
        await life.says(person, "I feel better, and want to go on.")
        await life.passes(2 * DAY)
        assert not any("quiet moment" in sent.text for sent in life.sent())


async def test_a_sitting_is_over_after_half_an_hour(tmp_path: Path) -> None:
    async with Months(tmp_path, settings(mode="sitting")) as life:
        await life.someone()
        await life.passes(11 * MINUTE)
        assert "quiet moment" in life.sent()[-1].text
        await life.passes(10 * MINUTE)
        assert (await life.session()).status is Status.PAUSED
        await life.passes(10 * MINUTE)
        assert (await life.session()).status is Status.ABANDONED


async def test_timers_can_be_switched_off(tmp_path: Path) -> None:
    off = {"reminder": "off", "pause": "off", "abandon": "off"}
    async with Months(tmp_path, settings(**off)) as life:
        await life.someone()
        before = len(life.platform.sent)
        await life.passes(1_000 * DAY)
        assert len(life.platform.sent) == before
        assert (await life.session()).status is Status.ACTIVE


# --- downtime -----------------------------------------------------------------------------------------------------


async def test_after_a_month_away_everybody_is_reminded_once(life: Months) -> None:
    await life.someone()
    before = len(life.platform.sent)
    await life.restart(away=60 * DAY)
    await life.tick()
    assert len(life.sent(before)) == 1
    await life.passes(2 * DAY - MINUTE)
    assert (await life.session()).status is Status.ACTIVE
    await life.passes(2 * MINUTE)
    assert (await life.session()).status is Status.PAUSED
    await life.passes(26 * DAY)
    assert (await life.session()).status is Status.PAUSED
    await life.passes(2 * DAY)
    assert (await life.session()).status is Status.ABANDONED


async def test_what_is_overdue_is_spread_over_time(life: Months) -> None:
    for chat in range(50):
        await life.r.beginning(str(chat))
    await life.r.settled()
    before = len(life.platform.sent)
    await life.end()
    life.clock.advance((5 * DAY).total_seconds())
    await life.begin()
    counts = []
    for _ in range(4):
        counts.append(len(life.platform.sent) - before)
        life.clock.advance(20)
        await life.tick()
    assert counts == [20, 40, 50, 50]


async def test_two_interviews_that_are_due_together_are_both_seen_to(tmp_path: Path) -> None:
    async with Months(tmp_path, settings(retention_days=30, quiet_hours="off")) as life:
        person = await life.someone()
        await life.says(person, "One.", "/done", "/interview plain", "Another.", "/done")
        before = len(life.platform.sent)
        await life.restart(away=60 * DAY)
        await life.tick()
        assert len([sent for sent in life.sent(before) if "I’ll delete" in sent.text]) == 2


async def _rings_in_vain(life: Months, later: timedelta) -> None:
    """A reminder becomes due while there is no network, which comes back so much later."""
    life.platform.trouble = lambda _outgoing: TryLater("No network.")
    life.clock.advance((DAY + MINUTE).total_seconds())
    await life.r.app.tick()
    await life.clock.sleepers(1)
    life.platform.trouble = lambda _outgoing: None
    life.clock.advance(later.total_seconds())
    await life.r.settled()


async def test_a_reminder_that_could_not_be_delivered_is_not_said_at_night(life: Months) -> None:
    person = await life.someone()
    before = len(life.platform.sent)
    await _rings_in_vain(life, timedelta(hours=13))
    assert life.sent(before) == []
    await life.says(person, "One.")
    assert [sent.text.splitlines()[-1] for sent in life.sent(before)] == ["Question 2 in en?"]


async def test_a_reminder_that_could_not_be_delivered_is_said_later_in_the_day(life: Months) -> None:
    await life.someone()
    await _rings_in_vain(life, timedelta(hours=2))
    assert len(_reminders(life)) == 1


async def test_a_reminder_is_not_said_twice_when_its_delivery_is_in_doubt(life: Months) -> None:
    await life.someone()
    before = len(life.platform.sent)
    life.platform.hold.clear()
    life.clock.advance((DAY + MINUTE).total_seconds())
    await life.r.app.tick()
    await life.r.desk_settled()
    await life.end()
    life.platform.hold.set()
    await life.begin()
    assert life.sent(before) == []


async def test_a_timer_that_rang_before_the_process_died_acts_after_it(life: Months) -> None:
    await life.someone()
    before = len(life.platform.sent)
    life.clock.advance((DAY + MINUTE).total_seconds())
    assert await life.ring_and_die() == 1
    await life.restart()
    await life.r.settled()
    assert len(life.sent(before)) == 1
    await life.passes(timedelta(hours=5))
    assert len(life.sent(before)) == 1


async def test_no_timer_acts_while_an_answer_waits(life: Months) -> None:
    person = await life.someone()
    before = len(life.platform.sent)
    life.clock.advance((DAY + MINUTE).total_seconds())
    await life.ring_and_die()
    await person.write("One.")
    await life.restart()
    await life.r.settled()
    assert [sent.text.splitlines()[-1] for sent in life.sent(before)] == ["Question 2 in en?"]


def test_the_first_day_is_a_monday() -> None:
    assert START.weekday() == 0

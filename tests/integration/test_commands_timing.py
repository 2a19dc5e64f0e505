"""The words of time: where somebody is, when they are left in peace, and on which days they are asked."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.config import AccessSection, Settings
from bot.sections import TimersSection
from core.access.gate import Policy
from core.contracts.commands import listed_commands
from core.contracts.messages import Press
from core.contracts.session import Person, Status
from core.languages.messages import say
from tests.fakes.months import START, Months
from tests.fakes.platform import FakePerson

BERLIN = Settings(
    access=AccessSection(policy=Policy.OPEN),
    timers=TimersSection(time_zone="Europe/Berlin", quiet_hours="21:00-09:00"),
)


@pytest.fixture
async def life(tmp_path: Path) -> AsyncIterator[Months]:
    """It is Monday, 2 March 2026, 10:00 UTC: 11:00 in Berlin."""
    async with Months(tmp_path, BERLIN) as months:
        yield months


async def _someone(life: Months, language: str = "en") -> FakePerson:
    person = await life.r.beginning(language=language)
    await life.r.settled()
    return person


async def _presses(life: Months, person: FakePerson, label: str) -> str:
    await life.r.handled(person.press(label))
    return person.said[-1]


async def _kept(life: Months) -> Person:
    return (await life.r.record()).person


# --- where they are -----------------------------------------------------------------------------------------------


async def test_the_guess_is_said_and_confirmed(life: Months) -> None:
    person = await _someone(life)
    assert await life.says(person, "/timezone") == "\n\n".join(
        (say("en", "timezone-guess", clock="11:00", town="Berlin"), say("en", "timezone-how"))
    )
    assert person.labels == ["That’s right", "09:00", "10:00", "12:00", "13:00", "14:00"]
    assert await _presses(life, person, "That’s right") == "Then it’s 11:00 where you are (Berlin)."
    assert (await _kept(life)).timezone == "Europe/Berlin"
    assert await life.says(person, "/timezone") == "\n\n".join(
        (say("en", "timezone-known", clock="11:00", town="Berlin"), say("en", "timezone-how"))
    )
    assert "That’s right" not in person.labels


async def test_another_time_leads_to_the_towns_that_have_it(life: Months) -> None:
    person = await _someone(life)
    await life.says(person, "/timezone")
    assert await _presses(life, person, "10:00") == say("en", "timezone-which")
    assert person.labels[:2] == ["London, 10:00", "Lisbon, 10:00"]
    assert await _presses(life, person, "Lisbon, 10:00") == "Then it’s 10:00 where you are (Lisbon)."
    assert (await _kept(life)).timezone == "Europe/Lisbon"


@pytest.mark.parametrize(
    ("language", "written", "zone", "answer"),
    [
        ("en", "Lisbon", "Europe/Lisbon", "Then it’s 10:00 where you are (Lisbon)."),
        ("en", "asia/kolkata", "Asia/Kolkata", "Then it’s 15:30 where you are (Kolkata)."),
        ("ru", "Москва", "Europe/Moscow", "Значит, у вас сейчас 13:00 (Москва)."),
        ("ru", "в Нью-Йорке", "America/New_York", "Значит, у вас сейчас 05:00 (Нью-Йорк)."),
    ],
)
async def test_a_town_behind_the_command(life: Months, language: str, written: str, zone: str, answer: str) -> None:
    person = await _someone(life, language)
    assert await life.says(person, f"/timezone {written}") == answer
    assert (await _kept(life)).timezone == zone


async def test_the_time_it_is_there_behind_the_command(life: Months) -> None:
    person = await _someone(life)
    assert await life.says(person, "/timezone 5:00 pm") == say("en", "timezone-which")
    assert "Novosibirsk, 17:00" in person.labels
    assert (await _kept(life)).timezone == ""
    await _presses(life, person, "Novosibirsk, 17:00")
    assert (await _kept(life)).timezone == "Asia/Novosibirsk"


async def test_the_time_counts_from_when_it_was_written(life: Months) -> None:
    """A message that has waited while the bot was away tells a time that is over."""
    person = await _someone(life)
    person.sent_earlier = 3 * 3600
    assert await life.says(person, "/timezone 10:00") == say("en", "timezone-which")
    assert "Moscow, 13:00" in person.labels


async def test_a_slip_of_the_pen_is_asked_about(life: Months) -> None:
    person = await _someone(life)
    assert await life.says(person, "/timezone Novosibrsk") == say("en", "timezone-meant")
    assert person.labels == ["Novosibirsk, 17:00"]
    assert (await _kept(life)).timezone == ""


@pytest.mark.parametrize("written", ["Middle Earth", "../../etc/passwd", "{0}", "+99", "'; DROP TABLE persons;--"])
async def test_an_unknown_place_gets_a_kind_sentence(life: Months, written: str) -> None:
    person = await _someone(life)
    assert await life.says(person, f"/timezone {written}") == say("en", "timezone-unknown", clock="11:00")
    assert (await _kept(life)).timezone == ""


@pytest.mark.parametrize("data", ["timezone~nowhere", "timezone~=p9900", "timezone~=p0045"])
async def test_a_button_that_was_never_made(life: Months, data: str) -> None:
    person = await _someone(life)
    await life.r.handled(person.tell(Press(data=data)))
    assert person.said[-1] == say("en", "stale-button")


async def test_a_machine_in_universal_time_never_makes_it_somebodys_zone(tmp_path: Path) -> None:
    settings = BERLIN.model_copy(update={"timers": TimersSection(time_zone="UTC")})
    async with Months(tmp_path, settings) as life:
        person = await _someone(life)
        assert "(UTC)" in await life.says(person, "/timezone")
        await _presses(life, person, "That’s right")
        assert "London, 10:00" in person.labels
        assert (await _kept(life)).timezone == ""


async def test_another_zone_moves_what_is_due(life: Months) -> None:
    """A reminder would come at 11:00 in Berlin, which is 5:00 in New York: there it waits until nine."""
    person = await _someone(life)
    await life.says(person, "/timezone New York")
    before = len(person.said)
    await life.until(START + timedelta(hours=27))
    assert len(person.said) == before
    await life.until(START + timedelta(hours=28, minutes=1))
    assert len(person.said) == before + 1


# --- quiet hours --------------------------------------------------------------------------------------------------


async def test_the_quiet_hours_in_force_with_a_few_others(life: Months) -> None:
    person = await _someone(life)
    said = await life.says(person, "/quiet")
    assert said.startswith("Between 21:00 and 09:00 I don’t write to you unless you write first.")
    assert say("en", "timezone-clock", town="Berlin", clock="11:00") in said
    labels = person.labels
    assert "22:00 to 08:00" in labels
    assert "21:00 to 09:00" not in labels
    assert "No quiet hours" in labels
    assert "Back to the default" not in labels


@pytest.mark.parametrize(
    ("written", "kept"),
    [("22-8", "22:00-08:00"), ("from 10 pm to 7 am", "22:00-07:00"), ("с 23 до 8", "23:00-08:00"), ("off", "off")],
)
async def test_quiet_hours_behind_the_command(life: Months, written: str, kept: str) -> None:
    person = await _someone(life)
    await life.says(person, f"/quiet {written}")
    assert (await _kept(life)).quiet_hours == kept
    assert "Back to the default" not in person.labels


async def test_quiet_hours_by_button_and_back_to_the_operators(life: Months) -> None:
    person = await _someone(life)
    await life.says(person, "/quiet")
    assert (await _presses(life, person, "22:00 to 08:00")).startswith("Between 22:00 and 08:00 I don’t write")
    await life.says(person, "/quiet")
    assert await _presses(life, person, "No quiet hours") == say("en", "quiet-none")
    await life.says(person, "/quiet")
    assert "No quiet hours" not in person.labels
    assert (await _presses(life, person, "Back to the default")).startswith("Between 21:00 and 09:00")
    assert (await _kept(life)).quiet_hours == ""


@pytest.mark.parametrize("written", ["sometimes", "22-22", "8 hours"])
async def test_hours_that_are_not_clear(life: Months, written: str) -> None:
    person = await _someone(life)
    assert await life.says(person, f"/quiet {written}") == say("en", "quiet-unknown")
    assert "22:00 to 08:00" in person.labels
    assert (await _kept(life)).quiet_hours == ""


async def test_other_quiet_hours_move_what_is_due(life: Months) -> None:
    person = await _someone(life)
    await life.says(person, "/quiet 10-14")
    before = len(person.said)
    await life.until(START + timedelta(hours=26, minutes=58))
    assert len(person.said) == before
    await life.until(START + timedelta(hours=27, minutes=1))
    assert len(person.said) == before + 1


# --- the rhythm of the questions ----------------------------------------------------------------------------------


async def test_without_an_interview_there_is_no_rhythm(life: Months) -> None:
    person = life.platform.person()
    assert await life.says(person, "/cadence daily") == say("en", "cadence-nothing")
    assert await life.says(person, "/cadence") == say("en", "cadence-nothing")


async def test_a_rhythm_by_buttons(life: Months) -> None:
    person = await _someone(life)
    assert (await life.says(person, "/cadence")).startswith(say("en", "cadence-at-once"))
    assert person.labels == ["Every day", "Mondays and Thursdays", "Once a week, on Mondays"]
    assert await _presses(life, person, "Mondays and Thursdays") == say("en", "cadence-what-time")
    assert person.labels == ["In the morning, 10:00", "In the afternoon, 15:00", "In the evening, 19:00"]
    assert (await _presses(life, person, "In the evening, 19:00")).split("\n\n") == [
        "Good: from now on I’ll ask you one question on Mondays and Thursdays at 19:00. "
        "After your next answer, I’ll ask the next question today at 19:00.",
        say("en", "cadence-also"),
        say("en", "timezone-clock", town="Berlin", clock="11:00"),
    ]
    assert person.labels == [say("en", "button-timezone")]
    assert (await life.session()).timing.cadence == "03 19:00"
    await _presses(life, person, say("en", "button-timezone"))
    assert "That’s right" in person.labels
    assert (await life.says(person, "/cadence")).startswith("I ask you one question on Mondays and Thursdays at 19:00.")
    assert person.labels[-1] == "As I answer"


@pytest.mark.parametrize(
    ("language", "written", "stored"),
    [
        ("en", "daily 19:00", "0123456 19:00"),
        ("en", "weekdays at 8:30", "01234 08:30"),
        ("ru", "по понедельникам и четвергам", "03 19:00"),
        ("ru", "каждый день в 7 вечера", "0123456 19:00"),
    ],
)
async def test_a_rhythm_behind_the_command(life: Months, language: str, written: str, stored: str) -> None:
    person = await _someone(life, language)
    await life.says(person, f"/cadence {written}")
    assert (await life.session()).timing.cadence == stored
    assert (await life.session()).status is Status.ACTIVE


async def test_the_next_question_comes_when_it_was_said(life: Months) -> None:
    person = await _someone(life, "ru")
    said = await life.says(person, "/timezone Москва", "/cadence по четвергам в 19:00")
    assert said.split("\n\n") == [
        "Хорошо: теперь я буду задавать вам по одному вопросу по четвергам в 19:00. "
        "После вашего следующего ответа вопрос придёт в четверг в 19:00.",
        say("ru", "cadence-also"),
    ]
    before = len(person.said)
    assert "в четверг в 19:00" in await life.says(person, "Один.")
    assert "Question 2" not in "".join(person.said[before:])
    before = len(person.said)
    await life.until(datetime(2026, 3, 5, 15, 59, tzinfo=UTC))
    assert len(person.said) == before
    await life.until(datetime(2026, 3, 5, 16, 1, tzinfo=UTC))
    assert person.said[-1].endswith("Question 2 in ru?")


async def test_what_is_not_clear_is_asked_about(life: Months) -> None:
    person = await _someone(life)
    assert await life.says(person, "/cadence every other Monday") == say("en", "cadence-unknown")
    assert "Every day" in person.labels
    assert (await life.session()).timing.cadence == ""


async def test_a_held_question_follows_the_new_rhythm(life: Months) -> None:
    person = await _someone(life)
    await life.says(person, "/cadence thursdays at 19:00", "One.")
    await life.until(START + timedelta(days=1, hours=10))
    said = await life.says(person, "/cadence daily at 19:00")
    assert "I’ll ask you the next question tomorrow at 19:00." in said, "and not at once: today at 19:00 is over"
    before = len(person.said)
    await life.until(datetime(2026, 3, 4, 17, 59, tzinfo=UTC))
    assert len(person.said) == before
    await life.until(datetime(2026, 3, 4, 18, 1, tzinfo=UTC))
    assert person.said[-1].endswith("Question 2 in en?")


@pytest.mark.parametrize(("town", "clock", "hours"), [("New York", "05:00", 14.0), ("Kolkata", "15:30", 3.5)])
async def test_a_held_question_follows_the_person_to_another_zone(
    life: Months, town: str, clock: str, hours: float
) -> None:
    person = await _someone(life)
    said = await life.says(person, "/cadence daily at 19:00", "One.", f"/timezone {town}")
    assert said == f"Then it’s {clock} where you are ({town}). I’ll ask you the next question today at 19:00."
    before = len(person.said)
    await life.until(START + timedelta(hours=hours, minutes=-2))
    assert len(person.said) == before
    await life.until(START + timedelta(hours=hours, minutes=1))
    assert person.said[-1].endswith("Question 2 in en?")


async def test_at_once_asks_the_held_question(life: Months) -> None:
    person = await _someone(life)
    await life.says(person, "/cadence daily at 19:00", "One.")
    before = len(person.said)
    await life.says(person, "/cadence off")
    first, question = person.said[before:]
    assert first == say("en", "cadence-off")
    assert question.endswith("Question 2 in en?")
    session = await life.session()
    assert (session.timing.cadence, session.timing.held) == ("", False)
    assert (await life.says(person, "Two.")).endswith("Question 3 in en?")


async def test_at_once_without_a_held_question(life: Months) -> None:
    person = await _someone(life)
    await life.says(person, "/cadence daily", "/cadence")
    assert await _presses(life, person, "As I answer") == say("en", "cadence-off")
    assert (await life.session()).timing.cadence == ""


async def test_a_paused_interview_stays_paused(life: Months) -> None:
    person = await _someone(life)
    assert say("en", "cadence-paused") in await life.says(person, "/pause", "/cadence daily")
    session = await life.session()
    assert (session.status, session.timing.cadence) == (Status.PAUSED, "0123456 19:00")
    await life.says(person, "/cadence off")
    session = await life.session()
    assert (session.status, session.timing.cadence) == (Status.PAUSED, "")
    await life.says(person, "/timezone Lisbon")
    assert (await life.session()).status is Status.PAUSED


async def test_none_of_them_touches_an_answer_or_the_open_question(life: Months) -> None:
    person = await _someone(life)
    for command in ("/timezone", "/timezone Lisbon", "/quiet", "/quiet 22-8", "/cadence", "/cadence daily"):
        await life.says(person, command)
    session = await life.session()
    assert (session.open_question, session.counters.answers) == (2, 0)
    await life.says(person, "One.")
    assert (await life.r.told())[0] == ("q1", ["One."])


def test_they_are_listed_where_a_person_looks_for_them() -> None:
    order = [
        each.name
        for each in listed_commands()
        if each.name in {"done", "now", "status", "name", "timezone", "quiet", "cadence"}
    ]
    assert order == ["done", "now", "status", "name", "timezone", "quiet", "cadence"]

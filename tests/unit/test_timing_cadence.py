"""A cadence: what people write for it, how it is kept, and when it comes next."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.languages import LANGUAGES
from core.timing.rules import EVERY_DAY, Cadence, is_cadence_off, load_cadence, parse_cadence
from core.timing.spoken_times import normalize_text, parse_clock_time
from core.timing.time_formatting import format_days

ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia", "UTC")
CADENCES = st.builds(
    Cadence,
    st.frozensets(st.integers(0, 6), min_size=1),
    st.builds(time, st.integers(0, 23), st.integers(0, 59)),
)
MOMENTS = st.integers(946_684_800, 2_082_758_400).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))
# Pieces of what is understood, in senseless orders, find more than letters do.
PIECES = (
    "mon", "fri", "every", "day", "at", "7", "19:00", "99:99", "pm", "am", "-", "to", "noon", ",", ".", "0",
    "²", "٣", "с", "по", "пн", "до", "среду", "вечера", "ночи",
)  # fmt: skip
ANY_TEXT = st.one_of(st.text(), st.lists(st.sampled_from(PIECES)).map(" ".join))


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("daily 19:00", "0123456 19:00"),
        ("Every day at 7 p.m.", "0123456 19:00"),
        ("every day at 7 in the evening", "0123456 19:00"),
        ("every evening", "0123456 19:00"),
        ("every night at 10", "0123456 22:00"),
        ("Mon & Thu, 6.30pm", "03 18:30"),
        ("Tues/Thurs 10 am", "13 10:00"),
        ("Monday, Wednesday, Friday at noon", "024 12:00"),
        ("once a week on Monday", "0 19:00"),
        ("weekdays at 8:30", "01234 08:30"),
        ("monday to friday at 9 a.m.", "01234 09:00"),
        ("fri-mon", "0456 19:00"),
        ("weekends", "56 19:00"),
        ("19:00", "0123456 19:00"),
        ("at 12:30 am", "0123456 00:30"),
        ("каждый день в 7 вечера", "0123456 19:00"),
        ("один вопрос в день", "0123456 19:00"),
        ("по вечерам", "0123456 19:00"),
        ("по понедельникам и четвергам", "03 19:00"),
        ("по вторникам и средам, в 9 утра", "12 09:00"),
        ("каждую пятницу и субботу в 19-00", "45 19:00"),
        ("по воскресеньям в 3 часа дня", "6 15:00"),
        ("раз в неделю по средам", "2 19:00"),
        ("с понедельника по пятницу в 10", "01234 10:00"),
        ("по выходным в полдень", "56 12:00"),
        ("в 12 дня", "0123456 12:00"),
    ],
)
def test_what_people_write(text: str, stored: str) -> None:
    assert str(parse_cadence(text)) == stored


@pytest.mark.parametrize(
    "text",
    [
        "",
        "every other monday",
        "every two weeks on Monday",
        "twice a day",
        "2 questions a day",
        "19:00 - 20:00",
        "first monday",
        "not on mondays",
        "mornings and evenings",
        "daily at 10:00 and 19:00",
        "daily 25:00",
        "on 3 December at 19:00",
        "через день",
        "каждые 2 дня",
        "не по понедельникам",
        "каждый день, кроме воскресенья",
        "в среднем раз в неделю",
        "я не знаю",
    ],
)
def test_what_is_not_clear_is_not_guessed(text: str) -> None:
    assert parse_cadence(text) is None


@pytest.mark.parametrize(
    ("text", "stored"),
    [("weekends", "56 08:15"), ("at 7 pm", "14 19:00"), ("20:30", "14 20:30"), ("daily at 9", "0123456 09:00")],
)
def test_what_is_not_told_stays_as_it_is(text: str, stored: str) -> None:
    present = Cadence(frozenset({1, 4}), time(8, 15))
    assert str(parse_cadence(text, present)) == stored


@pytest.mark.parametrize("text", ["off", "Off.", "none", "at once", "As I answer", "сразу", "Выкл", "по мере ответов"])
def test_words_for_at_once(text: str) -> None:
    assert is_cadence_off(text)
    assert parse_cadence(text) is None


@pytest.mark.parametrize("text", ["daily", "", "on Monday", "offset", "нетто"])
def test_no_words_for_at_once(text: str) -> None:
    assert not is_cadence_off(text)


@given(cadence=CADENCES)
def test_what_is_kept_is_read_back(cadence: Cadence) -> None:
    assert load_cadence(str(cadence)) == cadence
    assert parse_cadence(str(cadence)) == cadence


@pytest.mark.parametrize("language", LANGUAGES)
@given(cadence=CADENCES)
def test_what_the_bot_says_can_be_written_back(language: str, cadence: Cadence) -> None:
    assert parse_cadence(format_days(language, cadence)) == cadence


@given(text=ANY_TEXT)
def test_nothing_that_is_written_breaks_it(text: str) -> None:
    found = parse_cadence(text)
    assert found is None or (found.days and load_cadence(str(found)) == found)
    is_cadence_off(text)


@pytest.mark.parametrize("stored", ["", "7 19:00", "0 24:00", "0 19:60", " 19:00", "019:00", "0 19:00 ", "daily"])
def test_what_was_never_stored_is_none(stored: str) -> None:
    assert load_cadence(stored) is None


# --- the next time ------------------------------------------------------------------------------------------------


@given(cadence=CADENCES, after=MOMENTS, zone=st.sampled_from(ZONES).map(ZoneInfo))
def test_the_next_time_is_later_and_the_first_of_its_kind(cadence: Cadence, after: datetime, zone: ZoneInfo) -> None:
    found = cadence.next_time(after, zone)
    assert found > after
    here = found.astimezone(zone)
    if (here.hour, here.minute) == (cadence.at.hour, cadence.at.minute):
        assert here.weekday() in cadence.days
    else:  # the clock was put forward over it: it comes right after
        assert any(_left_out(cadence.at, here.date() - timedelta(days=back), zone) for back in (0, 1))
    day = after.astimezone(zone).date()
    while day < here.date():  # none of its days between the two is passed over
        if day.weekday() in cadence.days and not _left_out(cadence.at, day, zone):
            assert datetime.combine(day, cadence.at, zone) <= after
        day += timedelta(days=1)


def _left_out(clock: time, day: date, zone: ZoneInfo) -> bool:
    """Whether the clock on the wall never shows this time on that day."""
    there = datetime.combine(day, clock, zone)
    return there.astimezone(UTC).astimezone(zone).time() != clock


def test_the_time_on_the_wall_stays_over_a_change_of_the_clock() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    daily = Cadence(EVERY_DAY, time(19))
    before = daily.next_time(datetime(2026, 3, 28, 12, tzinfo=UTC), berlin)
    after = daily.next_time(before, berlin)
    assert before == datetime(2026, 3, 28, 18, tzinfo=UTC)
    assert after == datetime(2026, 3, 29, 17, tzinfo=UTC)


def test_a_time_that_the_clock_leaves_out_comes_all_the_same() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    found = Cadence(EVERY_DAY, time(2, 30)).next_time(datetime(2026, 3, 28, 12, tzinfo=UTC), berlin)
    assert timedelta() <= found - datetime(2026, 3, 29, 1, tzinfo=UTC) <= timedelta(hours=1)


# --- the words ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "certain"), [("3:40", False), ("03:40", True), ("15:40", True), ("3:40 pm", True), ("в 4 утра", True)]
)
def test_whether_the_half_of_the_day_is_certain(text: str, certain: bool) -> None:
    said = parse_clock_time(normalize_text(text))
    assert said is not None
    assert said.certain is certain

"""Quiet hours: what people write for them, over midnight and over changes of the clock."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.contracts.session import Person
from core.timing.rules import OFF, QuietHours, TimerRules, parse_quiet_hours, parse_said_quiet_hours

ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo", "Asia/Kathmandu", "UTC")
CLOCKS = st.builds(time, st.integers(0, 23), st.integers(0, 59))
HOURS = st.tuples(CLOCKS, CLOCKS).filter(lambda ends: ends[0] != ends[1]).map(lambda ends: QuietHours(*ends))
MOMENTS = st.integers(946_684_800, 2_082_758_400).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))
PIECES = st.lists(st.sampled_from(["22", "8", "-", "to", "до", "с", "from", "am", "вечера", "99", ":", "."]))
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("22-8", "22:00-08:00"),
        (" 22.30 – 7 ", "22:30-07:00"),
        ("0-6", "00:00-06:00"),
        ("from 10 pm to 8 am", "22:00-08:00"),
        ("between 22 and 8", "22:00-08:00"),
        ("from 11 at night until noon", "23:00-12:00"),
        ("с 10 вечера до 8 утра", "22:00-08:00"),
        ("с 23:30 до 9:15", "23:30-09:15"),
    ],
)
def test_what_people_write(text: str, stored: str) -> None:
    assert str(parse_said_quiet_hours(text)) == stored


@pytest.mark.parametrize(
    "text", ["", "22", "22-22", "24-8", "22-8:60", "8 hours", "22-8-10", "at night", "с 22", "off", "22 - eight"]
)
def test_what_is_no_span_of_hours(text: str) -> None:
    assert parse_said_quiet_hours(text) is None
    assert parse_quiet_hours(text) is None


@given(hours=HOURS)
def test_what_is_kept_is_read_back(hours: QuietHours) -> None:
    assert parse_quiet_hours(str(hours)) == hours
    assert parse_said_quiet_hours(str(hours)) == hours


@given(text=st.one_of(st.text(), PIECES.map(" ".join)))
def test_nothing_that_is_written_breaks_it(text: str) -> None:
    found = parse_said_quiet_hours(text)
    assert found is None or parse_quiet_hours(str(found)) == found


@given(hours=HOURS, moment=MOMENTS, zone=st.sampled_from(ZONES).map(ZoneInfo))
@example(  # the end comes twice, and the first of the two is over
    hours=QuietHours(time(22), time(2, 30)), moment=datetime(2026, 10, 25, 1, 15, tzinfo=UTC), zone=BERLIN
)
@example(  # the end is left out
    hours=QuietHours(time(22), time(2, 30)), moment=datetime(2026, 3, 29, 0, 30, tzinfo=UTC), zone=BERLIN
)
def test_after_is_never_quiet_and_never_earlier(hours: QuietHours, moment: datetime, zone: ZoneInfo) -> None:
    found = hours.after(moment, zone)
    assert found >= moment
    assert not hours.covers(found, zone)
    assert found - moment <= timedelta(hours=26)
    if not hours.covers(moment, zone):
        assert found == moment


@pytest.mark.parametrize(
    ("clock", "quiet"), [("21:59", False), ("22:00", True), ("00:00", True), ("07:59", True), ("08:00", False)]
)
def test_the_ends_over_midnight(clock: str, quiet: bool) -> None:
    here = datetime.combine(date(2026, 5, 5), time.fromisoformat(clock), BERLIN)
    assert QuietHours(time(22), time(8)).covers(here, BERLIN) is quiet


def test_the_end_is_by_the_clock_on_the_wall() -> None:
    night = QuietHours(time(22), time(8))
    late = datetime(2026, 3, 28, 22, tzinfo=UTC)
    assert night.after(late, BERLIN) == datetime(2026, 3, 29, 6, tzinfo=UTC)


def test_whoever_wants_none_has_none() -> None:
    rules = TimerRules(quiet=QuietHours(time(21), time(9)))
    person = Person(id="p", created_at=datetime(2026, 1, 1, tzinfo=UTC))
    assert rules.quiet_of(person) == QuietHours(time(21), time(9))
    assert rules.quiet_of(person.model_copy(update={"quiet_hours": OFF})) is None
    assert rules.quiet_of(person.model_copy(update={"quiet_hours": "22:00-08:00"})) == QuietHours(time(22), time(8))

"""Moments and cadences in words."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.languages import LANGUAGES
from core.languages.messages import join_names
from core.timing.rules import Cadence
from core.timing.time_formatting import format_clock, format_days, format_moment

BERLIN = ZoneInfo("Europe/Berlin")
MOMENTS = st.integers(946_684_800, 4_102_444_800).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))
NOW = datetime(2026, 11, 30, 14, 42, tzinfo=UTC)
"""A Monday, 15:42 in Berlin."""


@pytest.mark.parametrize(
    ("day", "english", "russian"),
    [
        (0, "today at 19:00", "сегодня в 19:00"),
        (1, "tomorrow at 19:00", "завтра в 19:00"),
        (2, "on Wednesday at 19:00", "в среду в 19:00"),
        (6, "on Sunday at 19:00", "в воскресенье в 19:00"),
        (40, "on 9 January at 19:00", "9 января в 19:00"),
        (400, "on 4 January 2028 at 19:00", "4 января 2028 в 19:00"),
        (-1, "on 29 November at 19:00", "29 ноября в 19:00"),
    ],
)
def test_a_moment(day: int, english: str, russian: str) -> None:
    at = datetime(2026, 11, 30, 18, tzinfo=UTC) + timedelta(days=day)
    assert format_moment("en", at, NOW, BERLIN) == english
    assert format_moment("ru", at, NOW, BERLIN) == russian


def test_two_days_of_the_week_with_a_grammar_of_their_own() -> None:
    sunday = NOW - timedelta(days=1)
    assert format_moment("ru", NOW + timedelta(days=1), sunday, BERLIN) == "во вторник в 15:42"
    assert format_moment("ru", NOW, sunday - timedelta(days=1), BERLIN) == "в понедельник в 15:42"


def test_the_day_is_that_of_the_person() -> None:
    late = datetime(2026, 11, 30, 23, 30, tzinfo=UTC)
    assert format_moment("en", late, NOW, BERLIN) == "tomorrow at 00:30"
    assert format_moment("en", late, NOW, ZoneInfo("America/New_York")) == "today at 18:30"


@pytest.mark.parametrize(
    ("chosen", "english", "russian"),
    [
        ("0123456", "every day at 09:05", "каждый день в 09:05"),
        ("01234", "on weekdays at 09:05", "по будням в 09:05"),
        ("56", "on Saturdays and Sundays at 09:05", "по субботам и воскресеньям в 09:05"),
        ("03", "on Mondays and Thursdays at 09:05", "по понедельникам и четвергам в 09:05"),
        ("146", "on Tuesdays, Fridays and Sundays at 09:05", "по вторникам, пятницам и воскресеньям в 09:05"),
    ],
)
def test_a_cadence(chosen: str, english: str, russian: str) -> None:
    cadence = Cadence(frozenset(map(int, chosen)), time(9, 5))
    assert format_days("en", cadence) == english
    assert format_days("ru", cadence) == russian


@pytest.mark.parametrize(("hour", "said"), [(1, "todos los días a la 01:05"), (13, "todos los días a las 13:05")])
def test_the_hour_chooses_its_words(hour: int, said: str) -> None:
    assert format_days("es", Cadence(frozenset(range(7)), time(hour, 5))) == said


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Ana", "Luis"], "Ana y Luis"),
        (["Ana", "Inés"], "Ana e Inés"),
        (["Ana", "Íñigo"], "Ana e Íñigo"),
        (["Ana", "Hilda"], "Ana e Hilda"),
        (["Ana", "Hugo"], "Ana y Hugo"),
    ],
)
def test_the_last_name_chooses_its_and(names: list[str], said: str) -> None:
    assert join_names(names, "es") == said


def test_an_unknown_language_is_answered_in_the_fallback() -> None:
    assert format_clock("pt-BR", NOW, BERLIN) == "15:42"
    assert format_moment("xx", NOW, NOW, BERLIN) == "today at 15:42"


@pytest.mark.parametrize("language", LANGUAGES)
@given(at=MOMENTS, now=MOMENTS)
def test_a_moment_has_its_time(language: str, at: datetime, now: datetime) -> None:
    assert f"{at.astimezone(BERLIN):%H:%M}" in format_moment(language, at, now, BERLIN)

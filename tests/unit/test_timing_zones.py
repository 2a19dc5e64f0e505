"""Time zones from what people write, and as buttons."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contracts.messages import Button, encode_button
from core.languages import LANGUAGES
from core.languages.lexicon import lexicon
from core.timing.gazetteer import Gazetteer, normalize_town
from core.timing.zones import (
    LIKELY,
    FoundZones,
    available_zones,
    find_zones,
    is_town,
    offsets_of,
    town_name,
    zone_from_slug,
    zone_slug,
    zones_at_offset,
)
from tests.fakes.effort import tries

WINTER = datetime(2026, 12, 1, 14, 42, 30, tzinfo=UTC)
SUMMER = datetime(2026, 7, 1, 14, 42, 30, tzinfo=UTC)
PIECES = (
    "utc", "+", "-", "3", ":30", "15:40", "pm", "/", "..", "Europe", "Berlin", "\\", ",", ".", "0", "99", "²",
    "٣", "%s", "\x00", "в", "Москве", "мск",
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("america/new york", "America/New_York"),
        ("America / Argentina / Buenos_Aires", "America/Argentina/Buenos_Aires"),
        ("Asia/Calcutta", "Asia/Kolkata"),
        ("lisbon, portugal", "Europe/Lisbon"),
        ("I live in Vienna", "Europe/Vienna"),
        ("St. Petersburg", "Europe/Moscow"),
        ("Köln", "Europe/Berlin"),
        ("Kiev", "Europe/Kyiv"),
        ("Germany", "Europe/Berlin"),
        ("москва", "Europe/Moscow"),
        ("в Москве", "Europe/Moscow"),
        ("я живу в Вене", "Europe/Vienna"),
        ("Нью-Йорк", "America/New_York"),
        ("Питер", "Europe/Moscow"),
        ("в Киеве", "Europe/Kyiv"),
        ("Кельн", "Europe/Berlin"),
        ("Беларусь", "Europe/Minsk"),
        ("мск", "Europe/Moscow"),
        ("+5:45", "Asia/Kathmandu"),
        ("UTC−3:30", "America/St_Johns"),
    ],
)
def test_one_zone(text: str, zone: str) -> None:
    found = find_zones(text, WINTER)
    assert found.zones == (zone,)
    assert found.sure


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("UTC+3", 3),
        ("+0530", 5.5),
        ("–8", -8),
        ("мск+4", 7),
        ("UTC", 0),
        ("15:40", 1),
        ("3:40 pm", 1),
        ("It is 3:40 p.m. here now", 1),
        ("у меня 3:40 дня", 1),
        ("23:45", 9),
        ("9:40 am", -5),
        ("20:15", 5.5),
    ],
)
def test_towns_of_a_difference_or_of_the_time_it_is(text: str, hours: float) -> None:
    found = find_zones(text, WINTER)
    assert len(found.zones) > 1
    assert found.sure
    for zone in found.zones:
        assert WINTER.astimezone(ZoneInfo(zone)).utcoffset() == timedelta(hours=hours), zone
        assert is_town(zone)


@pytest.mark.parametrize(
    ("text", "first"),
    [("EST", "America/New_York"), ("CET", "Europe/Berlin"), ("pdt", "America/Los_Angeles"), ("IST", "Asia/Kolkata")],
)
def test_what_clocks_call_themselves(text: str, first: str) -> None:
    assert find_zones(text, WINTER).zones[0] == first
    assert find_zones(text, SUMMER).zones[0] == first


@pytest.mark.parametrize(
    ("text", "zones"),
    [
        ("Portugal", {"Europe/Lisbon", "Atlantic/Azores"}),
        ("Испания", {"Europe/Madrid", "Atlantic/Canary"}),
        ("Индонезия", {"Asia/Jakarta", "Asia/Makassar", "Asia/Jayapura"}),
    ],
)
def test_a_country_with_several(text: str, zones: set[str]) -> None:
    assert set(find_zones(text, WINTER).zones) == zones


def test_russia_from_end_to_end() -> None:
    zones = find_zones("Россия", WINTER).zones
    assert zones[0] == "Europe/Moscow"
    assert {"Europe/Kaliningrad", "Asia/Kamchatka", "Asia/Yekaterinburg"} <= set(zones)
    assert len({WINTER.astimezone(ZoneInfo(z)).utcoffset() for z in zones}) == len(zones) == 11


@pytest.mark.parametrize(("text", "zone"), [("Novosibrsk", "Asia/Novosibirsk"), ("Екатиринбург", "Asia/Yekaterinburg")])
def test_a_slip_of_the_pen_is_asked_about(text: str, zone: str) -> None:
    found = find_zones(text, WINTER)
    assert zone in found.zones
    assert not found.sure


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("london england", "Europe/London"),
        ("Москва Россия", "Europe/Moscow"),
        ("дача под Москвой", "Europe/Moscow"),
    ],
)
def test_a_town_among_other_words_is_asked_about(text: str, zone: str) -> None:
    found = find_zones(text, WINTER)
    assert found.zones == (zone,)
    assert not found.sure


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nowhere at all",
        "+20",
        "+0:45",
        "15:20",
        "3",
        "localtime",
        "../../etc/passwd",
        "Europe/../Europe/Berlin",
        "Europe\\Berlin",
        "Europe/Berlin\x00",
    ],
)
def test_what_is_no_place(text: str) -> None:
    assert find_zones(text, WINTER).zones == ()


@settings(max_examples=tries(4, soak=200))
@given(
    text=st.one_of(
        st.text(), st.lists(st.sampled_from(PIECES)).map(" ".join), st.lists(st.sampled_from(PIECES)).map("".join)
    )
)
def test_nothing_that_is_written_breaks_it_or_leads_outside(text: str) -> None:
    assert available_zones().issuperset(find_zones(text, WINTER).zones)


# --- offsets ------------------------------------------------------------------------------------------------------


def test_summer_time_is_looked_at_as_it_is_now() -> None:
    assert "Europe/London" in find_zones("UTC+1", SUMMER).zones
    assert "Europe/London" not in find_zones("UTC+1", WINTER).zones


@pytest.mark.parametrize("moment", [WINTER, SUMMER], ids=["winter", "summer"])
@pytest.mark.parametrize("hours", range(-11, 15))
def test_a_town_is_offered_and_no_fixed_zone(hours: int, moment: datetime) -> None:
    found = zones_at_offset(timedelta(hours=hours), moment)
    assert 0 < len(found) <= 8
    assert all(is_town(name) for name in found)


def test_each_way_of_keeping_summer_time_is_among_those_offered() -> None:
    assert {"Europe/Berlin", "Africa/Lagos"} <= set(zones_at_offset(timedelta(hours=1), WINTER))
    assert {"America/Denver", "America/Phoenix"} <= set(zones_at_offset(timedelta(hours=-7), WINTER))


def test_a_fixed_zone_is_the_last_resort() -> None:
    assert zones_at_offset(timedelta(hours=-12), WINTER) == ("Etc/GMT+12",)
    assert town_name("en", "Etc/GMT+12") == "UTC-12"
    assert zones_at_offset(timedelta(hours=2, minutes=30), WINTER) == ()


@pytest.mark.parametrize(
    ("clock", "hours"),
    [
        (time(15, 40), (1,)),
        (time(14, 50), (0,)),
        (time(2, 40), (12, -12)),
        (time(3, 40), (-11, 13)),
        (time(20, 12), (5.5,)),
    ],
)
def test_the_nearest_over_midnight_to_a_quarter(clock: time, hours: tuple[float, ...]) -> None:
    assert offsets_of(clock, WINTER) == tuple(timedelta(hours=h) for h in hours)


@given(
    zone=st.sampled_from([name for name in LIKELY if name in available_zones()]),
    moment=st.integers(1_735_689_600, 1_893_456_000).map(lambda seconds: datetime.fromtimestamp(seconds, UTC)),
    late=st.integers(-6, 6),
)
def test_whoever_says_what_their_clock_shows_gets_its_offset(zone: str, moment: datetime, late: int) -> None:
    """Also when their clock is some minutes off."""
    here = moment.astimezone(ZoneInfo(zone))
    shown = (here + timedelta(minutes=late)).replace(second=0, tzinfo=None).time()
    assert here.utcoffset() in offsets_of(shown, moment)


def test_of_an_unclear_half_of_the_day_both_are_offered() -> None:
    evening = datetime(2026, 12, 1, 20, 10, tzinfo=UTC)
    found = find_zones("3:10", evening).zones
    assert found[0] == "America/New_York"
    assert "Asia/Novosibirsk" in found
    assert "America/New_York" not in find_zones("03:10", evening).zones


# --- names and buttons --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "zone", "name"),
    [
        ("ru", "Europe/Lisbon", "Лиссабон"),
        ("ru", "America/New_York", "Нью-Йорк"),
        ("en", "America/Argentina/Buenos_Aires", "Buenos Aires"),
        ("ru", "Asia/Calcutta", "Калькутта"),
        ("en", "Etc/GMT-3", "UTC+3"),
    ],
)
def test_what_a_zone_is_called(language: str, zone: str, name: str) -> None:
    assert town_name(language, zone) == name


def test_every_zone_fits_a_button_and_comes_back() -> None:
    zones = [name for name in available_zones() if "/" in name]
    for name in zones:
        encode_button(Button(command="timezone", argument=zone_slug(name)))
        back = zone_from_slug(zone_slug(name))
        assert back is not None
        assert town_name("en", back) == town_name("en", name)
    assert len({zone_slug(name) for name in LIKELY}) == len(LIKELY)
    assert zone_from_slug("nowhere") is None
    assert all(re.fullmatch("[a-z0-9=-]{1,24}", zone_slug(name)) for name in zones)


def test_the_lists_name_only_zones_that_exist() -> None:
    also = [zone for language in LANGUAGES for zone in lexicon("timing", language)["towns"]]
    assert [name for name in (*LIKELY, *also) if name not in available_zones()] == []
    assert len(set(LIKELY)) == len(LIKELY)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_on_the_list_is_found(language: str) -> None:
    for zone, names in lexicon("timing", language)["towns"].items():
        for name in names:
            assert zone in find_zones(name, WINTER).zones, name


# --- the gazetteer ------------------------------------------------------------------------------------------------

TOWNS = {
    "Europe/Moscow": "Казань, Нижний Новгород, Ростов-на-Дону, Тула, Великий Новгород, Ёлец, Гатчина, Kazan, Moskva",
    "Europe/Samara": "Тольятти, Ижевск",
    "Asia/Yekaterinburg": "Челябинск, Пермь, Тобольск, Tyumen",
    "Asia/Novosibirsk": "Бердск",
    "Asia/Barnaul": "Барнаул",
    "Europe/Kyiv": "Харьков, Одесса, Днепропетровск, Полтава, Odessa, Lviv",
    "Europe/Minsk": "Гомель, Бобруйск",
    "Asia/Almaty": "Астана, Алма-Ата",
    "Europe/Tallinn": "Нарва",
    "Europe/Vilnius": "Клайпеда",
    "Europe/Berlin": "Мюнхен, Кёльн, Дрезден, Munich, München, Köln, Nuremberg, Leipzig",
    "Europe/London": "Бристоль, Оксфорд, Bath, Oxford, Leeds, Aberdeen",
    "Europe/Dublin": "Cork, Galway",
    "Europe/Oslo": "Tromsø",
    "Europe/Rome": "Флоренция, Florence, Pisa",
    "Europe/Madrid": "Барселона, Barcelona, Bilbao",
    "America/New_York": "Бостон, Philadelphia, Brooklyn",
    "America/Boise": "Boise",
    "America/Vancouver": "Kelowna",
    "Asia/Jerusalem": "Хайфа, Tel Aviv",
    "Australia/Melbourne": "Ballarat",
}


def test_towns_in_both_languages() -> None:
    zones = {normalize_town(name): zone for zone, names in TOWNS.items() for name in names.split(", ")}
    assert {name: ((zone,), True) for name, zone in zones.items()} == {
        name: (tuple({_present(zone): 0 for zone in called.zones}), called.known)
        for name, called in Gazetteer().called(zones).items()
    }


def _present(zone: str) -> str:
    return zone_from_slug(zone_slug(zone)) or zone


@pytest.mark.parametrize(
    ("text", "zone", "sure"),
    [
        ("в Барнауле", "Asia/Barnaul", True),
        ("I live in Bath", "Europe/London", True),
        ("Сортавала", "Europe/Moscow", False),
        ("Бердск Новосибирская область", "Asia/Novosibirsk", False),
        ("Нижний Новгрод", "Europe/Moscow", False),
    ],
)
def test_a_town_without_a_zone_of_its_own(text: str, zone: str, sure: bool) -> None:
    assert find_zones(text, WINTER) == FoundZones((zone,), sure)


def test_of_namesakes_the_large_ones_are_offered() -> None:
    found = Gazetteer().called(["springfield", "oxford"])
    assert {"America/Chicago", "America/New_York"} <= set(found["springfield"].zones)
    assert found["oxford"].zones == ("Europe/London",)

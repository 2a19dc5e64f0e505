"""How many messages are taken in within a minute, and how much in a day."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.access.gate import MINUTE, Admission, MessagePace, Over, content_size, exceeded_limit
from core.contracts.messages import Attachment, Command, Content, Text, Voice

START = 1_000_000.0
GAPS = st.sampled_from([0.0, 0.2, 1.0, 7.0, 30.0, 59.0, 60.0, 61.0])


def _sent(pace: MessagePace, chat: str, at: float) -> Admission:
    """A message that is kept, if there is room; else its person is told so."""
    place = pace.take(chat, sent_at=at, now=at)
    if place.tell:
        pace.close(place)
    return place


@given(limit=st.integers(1, 5), gaps=st.lists(st.tuples(GAPS, st.sampled_from("ab")), max_size=60))
def test_no_minute_holds_more(limit: int, gaps: list[tuple[float, str]]) -> None:
    pace, now = MessagePace(limit), START
    taken: dict[str, list[float]] = {"a": [], "b": []}
    told: dict[str, list[float]] = {"a": [], "b": []}
    for gap, chat in gaps:
        now += gap
        place = _sent(pace, chat, now)
        in_a_minute = sum(at > now - MINUTE for at in taken[chat])
        closed = bool(told[chat]) and now < told[chat][-1] + MINUTE
        assert place.free == (not closed and in_a_minute < limit)
        assert place.tell == (not place.free and not closed)
        (taken if place.free else told if place.tell else {chat: []})[chat].append(place.at)
    for chat in "ab":
        assert all(sum(at - MINUTE < each <= at for each in taken[chat]) <= limit for at in taken[chat])
        assert all(later - earlier >= MINUTE for earlier, later in pairwise(told[chat]))


@given(limit=st.integers(1, 5), kept=st.lists(st.booleans(), max_size=30))
def test_what_was_not_kept_takes_up_no_room(limit: int, kept: list[bool]) -> None:
    pace, count = MessagePace(limit), 0
    for keeps in kept:
        place = pace.take("a", sent_at=START, now=START)
        assert place.free == (count < limit)
        if keeps and place.free:
            count += 1
        else:
            pace.give_back(place)


def test_what_comes_at_once_because_nobody_was_there_was_not_sent_at_once() -> None:
    pace = MessagePace(3)
    sent = [START - 3600 + 30 * n for n in range(100)]
    assert all(pace.take("a", sent_at=at, now=START).free for at in sent)


def test_after_the_clock_was_set_back_nobody_waits_until_it_has_caught_up() -> None:
    pace = MessagePace(1)
    for _ in range(2):
        _sent(pace, "a", START)
    assert _sent(pace, "a", START - 3600).free


def test_a_platform_whose_clock_is_ahead_closes_nobody_out() -> None:
    pace = MessagePace(1)
    for n in range(3):
        assert pace.take("a", sent_at=START + 9999, now=START + n * MINUTE).free


def test_chats_that_are_quiet_are_forgotten() -> None:
    pace = MessagePace(2)
    for n in range(500):
        _sent(pace, f"chat {n}", START + n)
    assert len(pace._chats) <= MINUTE + 1


@pytest.mark.parametrize(
    ("content", "bytes_"),
    [
        (Text(text="Привет"), 12),
        (Text(text="half a pair \ud800"), 13),
        (Voice(file_ref="f", size=7_000), 7_000),
        (Attachment(file_ref="f", size=8_000), 8_000),
        (Voice(file_ref="f"), 20),
        (Command(name="delete", argument="everything"), 0),
    ],
)
def test_what_a_message_weighs(content: Content, bytes_: int) -> None:
    assert content_size(content, unknown=20) == bytes_


@pytest.mark.parametrize(
    ("content", "weighs", "used", "over"),
    [
        (Text(text="words"), 10, 90, None),
        (Text(text="words"), 11, 90, Over.DAY),
        (Voice(file_ref="f"), 11, 90, Over.DAY_FILE),
        (Voice(file_ref="f"), 101, 0, Over.NEVER),
        (Command(name="done"), 0, 500, None),
    ],
)
def test_what_fits_into_a_day(content: Content, weighs: int, used: int, over: Over | None) -> None:
    assert exceeded_limit(content, weighs=weighs, used=used, limit=100) is over
    assert exceeded_limit(content, weighs=weighs, used=used, limit=0) is None

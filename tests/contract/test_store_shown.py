"""What stands on a page: lines with numbers that never come again, put once, changed in place, gone in time."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from core.contracts.commits import BeginSession, Commit, ErasePerson, EraseSession
from core.contracts.messages import Address
from core.contracts.page_lines import FreshLine, ShownLine
from core.store.changes import commit
from core.store.device_rows import holder_of_key, put_key
from core.store.page_rows import (
    change_line,
    file_of,
    forget_chat,
    line_and_chat,
    line_numbered,
    lines_before,
    lines_since,
    show_line,
)
from core.store.rows import to_datetime
from core.store.schema import page_keys, shown
from core.store.store import Connection, MemoryStore, Store
from tests.fakes.stores import AT, HERE, NOW, SCRIPTS, answer, append, arrive, begin, event, new_session, question

ELSEWHERE = Address(platform="here", chat="2")
DAY = 86_400.0


def fresh(key: str, body: str = "{}", *, days: float = 0, file: bytes | None = None) -> FreshLine:
    return FreshLine(key=key, at=AT + timedelta(days=days), body=body, file=file)


def shows(c: Connection, key: str, body: str = "{}", *, address: Address = HERE, days: float = 0) -> ShownLine:
    line = show_line(c, address, fresh(key, body, days=days))
    assert line is not None
    return line


def standing(c: Connection, address: Address = HERE) -> list[str]:
    return [line.key for line in lines_before(c, address, None, 100)]


async def test_a_line_is_put_once_and_keeps_its_number(store: Store) -> None:
    def unit(c: Connection) -> None:
        arrive(c, event("hello"))
        first = show_line(c, HERE, fresh("a", "one", file=b"\x00bytes"))
        assert first is not None
        assert (first.moved, first.body, first.at) == (first.number, "one", AT)
        assert show_line(c, HERE, fresh("a", "another")) == first
        assert shows(c, "b").number > first.number
        assert file_of(c, HERE, "a") == b"\x00bytes"
        assert file_of(c, HERE, "b") is None
        assert file_of(c, ELSEWHERE, "a") is None
        assert line_numbered(c, HERE, first.number) == first
        assert line_numbered(c, ELSEWHERE, first.number) is None
        assert line_and_chat(c, HERE.platform, first.number) == (HERE, first)
        assert line_and_chat(c, "elsewhere", first.number) is None
        assert line_and_chat(c, HERE.platform, first.number + 100) is None

    await store.write(unit)


async def test_of_somebody_who_is_not_known_nothing_is_kept(store: Store) -> None:
    assert await store.write(lambda c: show_line(c, HERE, fresh("a"))) is None
    assert await store.read(lambda c: c.execute(sa.select(shown)).all()) == []


@given(
    lengths=st.lists(st.integers(0, 30), max_size=8),
    edited=st.lists(st.integers(0, 7), max_size=3),
    limit=st.integers(1, 9),
    room=st.integers(1, 60),
)
async def test_lines_are_read_in_portions_and_none_is_left_out(
    lengths: list[int], edited: list[int], limit: int, room: int
) -> None:
    def unit(c: Connection) -> None:
        arrive(c, event("hello"))
        for number, length in enumerate(lengths):
            shows(c, str(number), "x" * length)
        for number in edited:
            change_line(c, HERE, str(number), "y" * 10)
        whole = lines_before(c, HERE, None, 100)
        back: list[ShownLine] = []
        while portion := lines_before(c, HERE, back[0].number if back else None, limit, room):
            assert len(portion) <= limit
            assert sum(len(line.body) for line in portion[1:]) < room
            back[:0] = portion
        assert tuple(back) == whole
        on: list[ShownLine] = []
        while portion := lines_since(c, HERE, on[-1].moved if on else 0, limit, room):
            assert len(portion) <= limit
            assert sum(len(line.body) for line in portion[:-1]) < room
            on += portion
        assert on == sorted(whole, key=lambda line: line.moved)

    await MemoryStore().write(unit)


async def test_a_changed_line_stays_in_its_place_and_is_news(store: Store) -> None:
    def unit(c: Connection) -> None:
        arrive(c, event("hello"))
        arrive(c, event("hello there", address=ELSEWHERE), person_id="p2")
        first, second = shows(c, "a", "one"), shows(c, "b", "two")
        assert change_line(c, HERE, "a", "one, mended")
        assert not change_line(c, HERE, "c", "nothing")
        assert not change_line(c, ELSEWHERE, "a", "not theirs")
        (news,) = lines_since(c, HERE, second.moved, 10)
        assert (news.key, news.body, news.number) == ("a", "one, mended", first.number)
        assert news.moved > second.moved
        assert standing(c) == ["a", "b"]
        assert [line.key for line in lines_since(c, HERE, 0, 10)] == ["b", "a"]
        assert lines_since(c, HERE, news.moved, 10) == ()

    await store.write(unit)


async def test_pages_of_a_long_history_meet_and_do_not_overlap(store: Store) -> None:
    def unit(c: Connection) -> None:
        arrive(c, event("hello"))
        keys = [shows(c, str(number)).key for number in range(25)]
        found: list[str] = []
        before: int | None = None
        while lines := lines_before(c, HERE, before, 10):
            found[:0] = [line.key for line in lines]
            before = lines[0].number
        assert found == keys

    await store.write(unit)


async def test_numbers_never_come_again(store: Store) -> None:
    def unit(c: Connection) -> None:
        arrive(c, event("hello"))
        newest = shows(c, "a").number
        change_line(c, HERE, "a", "moved")
        forget_chat(c, HERE)
        assert standing(c) == []
        assert shows(c, "a").number > newest + 1

    await store.write(unit)


async def test_forgetting_takes_the_keys_along_and_leaves_others_alone(store: Store) -> None:
    def unit(c: Connection) -> None:
        arrive(c, event("hello"))
        arrive(c, event("hello there", address=ELSEWHERE), person_id="p2")
        for address, digest in ((HERE, "mine"), (HERE, "mine too"), (ELSEWHERE, "theirs")):
            put_key(c, digest, address, now=NOW)
            shows(c, digest, address=address)
        holders = (holder_of_key(c, digest, now=NOW) for digest in ("mine", "mine too", "theirs", "none"))
        assert [holder and holder.address for holder in holders] == [HERE, HERE, ELSEWHERE, None]
        forget_chat(c, HERE)
        holders = (holder_of_key(c, digest, now=NOW) for digest in ("mine", "mine too", "theirs", "none"))
        assert [holder and holder.address for holder in holders] == [None, None, ELSEWHERE, None]
        assert (standing(c), standing(c, ELSEWHERE)) == ([], ["theirs"])

    await store.write(unit)


async def test_with_a_person_go_their_lines_and_keys(store: Store) -> None:
    def unit(c: Connection) -> None:
        arrive(c, event("hello"))
        shows(c, "a", "words")
        put_key(c, "mine", HERE, now=NOW)
        commit(c, Commit(person_id="p1", effects=(ErasePerson(),)), now=NOW)
        for table in (shown, page_keys):
            assert c.execute(sa.select(table)).all() == []

    await store.write(unit)


@pytest.mark.parametrize("other", [True, False])
async def test_with_an_interview_go_the_lines_that_may_hold_its_words(store: Store, other: bool) -> None:
    ended = new_session("s1", ended_at=to_datetime(NOW + 2 * DAY))

    def unit(c: Connection) -> None:
        begin(c, ended)
        if other:
            commit(c, Commit(person_id="p1", session=new_session("s2"), effects=(BeginSession(SCRIPTS),)), now=NOW)
        append(c, ended.model_copy(update={"revision": 1}), [question(1), answer(2, 1, "words", ref="me/late")])
        shows(c, "q1", "during", days=1)
        shows(c, "me/late", "sent again much later", days=5)
        shows(c, "buttons", '{"data":"skip@s1.4"}', days=5)
        shows(c, "later", "of the other one", days=5)
        commit(c, Commit(person_id="p1", effects=(EraseSession("s1"),)), now=NOW + 6 * DAY)
        assert standing(c) == (["later"] if other else [])

    await store.write(unit)


@given(st.lists(st.tuples(st.sampled_from(["put", "change", "forget"]), st.sampled_from("abc")), max_size=30))
async def test_who_follows_the_news_has_what_stands_there(deeds: list[tuple[str, str]]) -> None:
    """At whatever pace a browser looks, and wherever it begins, it ends with the same lines."""
    store = MemoryStore()
    await store.write(lambda c: arrive(c, event("hello")))
    seen: dict[int, ShownLine] = {}
    reached = 0
    for step, (deed, key) in enumerate(deeds):

        def unit(c: Connection, deed: str = deed, key: str = key, step: int = step) -> None:
            if deed == "put":
                shows(c, key, str(step))
            elif deed == "change":
                change_line(c, HERE, key, str(step))
            else:
                forget_chat(c, HERE)

        await store.write(unit)
        if deed == "forget":
            seen.clear()  # browsers are told so
        if step % 3 == 0:
            for line in await store.read(partial(lines_since, address=HERE, moved=reached, limit=2)):
                seen[line.number], reached = line, line.moved
    while news := await store.read(partial(lines_since, address=HERE, moved=reached, limit=2)):
        for line in news:
            seen[line.number], reached = line, line.moved
    there = await store.read(lambda c: lines_before(c, HERE, None, 100))
    assert tuple(seen[number] for number in sorted(seen)) == there
    await store.close()

"""Recordings in parts and files, as a browser uploads them: whole or not at all, and once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import aiohttp
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapters.web import spool
from adapters.web.platform import WebPlatform
from core.contracts.messages import Attachment, Content, Photo, Voice
from tests.fakes.web_client import Browser, PageInbox, page_running

END: Mapping[str, object] = {"parts": 2, "seconds": 6.04, "type": "audio/webm;codecs=opus", "seen": 0}


@dataclass(slots=True, kw_only=True)
class Here:
    platform: WebPlatform
    inbox: PageInbox
    browser: Browser
    folder: Path

    async def part(self, upload: str, number: int | str, data: bytes) -> int:
        return await self.browser.octets(f"/recordings/{upload}/parts/{number}", data)

    async def end(self, upload: str, **fields: object) -> tuple[int, Any]:
        return await self.browser.post(f"/recordings/{upload}/end", {**END, **fields})

    async def discard(self, upload: str) -> int:
        where = f"{self.browser.origin}/recordings/{upload}"
        async with self.browser.session.delete(where, headers=self.browser.own_headers()) as answer:
            return answer.status

    async def file(self, name: str, data: bytes | Any, *, kind: str = "", upload: str = "") -> tuple[int, Any]:
        form = aiohttp.FormData()
        form.add_field("id", upload or str(uuid4()))
        form.add_field("file", data, filename=name, content_type=kind or None)
        where = f"{self.browser.origin}/files"
        async with self.browser.session.post(where, data=form, headers=self.browser.own_headers()) as answer:
            return answer.status, await answer.json()

    async def came(self, count: int) -> list[Content]:
        return [event.content for event in await self.inbox.take(count)]

    def left(self) -> list[str]:
        """The files that lie there, by their names."""
        there = self.folder / "web-uploads"
        return sorted(path.relative_to(there).as_posix() for path in there.rglob("*") if path.is_file())


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Here]:
    inbox = PageInbox()
    async with page_running(folder, inbox) as (platform, _), Browser.opened(platform.link) as browser:
        yield Here(platform=platform, inbox=inbox, browser=browser, folder=folder)


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Here]:
    async with opened(tmp_path) as found:
        yield found


def fresh() -> str:
    return str(uuid4())


# --- recordings ---------------------------------------------------------------------------------------------------


async def test_parts_become_one_recording_and_a_line(here: Here) -> None:
    upload = fresh()
    assert [await here.part(upload, n, data) for n, data in ((1, b"river"), (0, b"the "))] == [200, 200]
    status, answer = await here.end(upload)
    assert status == 200
    [voice] = await here.came(1)
    assert isinstance(voice, Voice)
    assert (voice.seconds, voice.size, voice.media_type, voice.prepared) == (6.0, 9, "audio/webm", False)
    assert await here.platform.fetch(voice.file_ref, limit=9) == b"the river"
    await here.browser.until(lambda: answer["line"] in here.browser.lines)
    line = here.browser.lines[answer["line"]]
    assert (line["who"], line["kind"], line["seconds"], line["heard"]) == ("me", "voice", 6.0, "")
    [stays] = here.left()
    assert stays == f"local/{upload}.sound"
    assert (here.folder / "web-uploads").stat().st_mode & 0o777 == 0o700
    assert (here.folder / "web-uploads" / stays).stat().st_mode & 0o777 == 0o600


_DEEDS = st.lists(st.sampled_from([0, 1, 2, 3, "end"]), max_size=12)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(deeds=_DEEDS)
def test_whatever_comes_twice_or_out_of_order_is_one_recording(
    deeds: list[int | str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Parts and ends in any order and number; then the browser sends what is missing, as it was told."""

    async def law(folder: Path) -> None:
        async with opened(folder) as here:
            upload, there = fresh(), set[int]()
            lines: list[int] = []
            for deed in (*deeds, "end"):
                if isinstance(deed, int):
                    assert await here.part(upload, deed, b"%d" % deed * 3) == 200
                    there.add(deed)
                    continue
                status, answer = await here.end(upload, parts=4)
                if len(there) == 4:
                    lines.append(answer["line"])
                else:
                    assert (status, answer) == (409, {"missing": sorted({0, 1, 2, 3} - there)})
            for number in {0, 1, 2, 3} - there:
                assert await here.part(upload, number, b"%d" % number * 3) == 200
            lines.append((await here.end(upload, parts=4))[1]["line"])
            assert len(set(lines)) == 1
            [voice] = {event.event_id: event.content for event in here.inbox.accepted}.values()
            assert isinstance(voice, Voice)
            assert await here.platform.fetch(voice.file_ref, limit=100) == b"000111222333"
            assert here.left() == [f"local/{upload}.sound"]

    asyncio.run(law(tmp_path_factory.mktemp("law")))


async def test_what_the_server_has_survives_its_death(tmp_path: Path) -> None:
    upload = fresh()
    async with opened(tmp_path) as here:
        assert await here.part(upload, 0, b"the ") == 200
    async with opened(tmp_path) as here:
        assert (await here.end(upload))[1] == {"missing": [1]}
        assert await here.part(upload, 1, b"river") == 200
        assert (await here.end(upload))[0] == 200
        [voice] = await here.came(1)
    async with opened(tmp_path) as here:
        assert isinstance(voice, Voice)
        assert await here.platform.fetch(voice.file_ref, limit=9) == b"the river"


async def test_a_sent_recording_has_its_line_also_when_its_file_is_gone(here: Here) -> None:
    upload = fresh()
    for number in (0, 1):
        await here.part(upload, number, b"x")
    first = await here.end(upload)
    (here.folder / "web-uploads" / f"local/{upload}.sound").unlink()
    assert await here.end(upload) == first
    assert await here.discard(upload) == 409


async def test_what_was_thrown_away_is_gone_and_stays_out(here: Here) -> None:
    upload = fresh()
    await here.part(upload, 0, b"never mind")
    assert await here.discard(upload) == 200
    assert await here.part(upload, 1, b"late") == 410
    assert (await here.end(upload))[0] == 410
    assert here.left() == [f"local/{upload}.gone"]
    assert here.inbox.accepted == []


@pytest.mark.parametrize(
    "fields",
    [
        {"parts": 0},
        {"parts": -1},
        {"parts": 20_000},
        {"parts": "x"},
        {"seconds": 0},
        {"seconds": -1},
        {"seconds": True},
        {"seconds": "6"},
        {"seconds": 1e9},
        {"type": "text/html"},
        {"type": "audio/../webm"},
        {"type": ["audio/webm"]},
        {"seen": -1},
    ],
)
async def test_an_end_that_makes_no_sense_is_refused(here: Here, fields: Mapping[str, object]) -> None:
    upload = fresh()
    await here.part(upload, 0, b"the ")
    assert (await here.end(upload, **fields))[0] == 400
    assert here.inbox.accepted == []


async def test_over_the_limit_is_413_and_nothing_is_left(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spool, "WHOLE", 1_000)
    upload = fresh()
    assert await here.part(upload, 0, bytes(600)) == 200
    assert await here.part(upload, 0, bytes(700)) == 200
    assert await here.part(upload, 1, bytes(400)) == 413
    assert await here.part(fresh(), 0, bytes(spool.PART + 1)) == 413
    assert await here.part(fresh(), spool.PARTS, b"x") == 413
    assert here.left() == []
    monkeypatch.setattr(spool, "ROOM", 500)
    assert await here.part(fresh(), 0, bytes(501)) == 413
    assert here.left() == []


async def test_a_body_without_a_length_is_no_way_around(here: Here) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield bytes(1 << 16)

    where = f"{here.browser.origin}/recordings/{fresh()}/parts/0"
    headers = here.browser.own_headers()
    async with here.browser.session.post(where, data=endless(), headers=headers) as answer:
        assert answer.status == 413
    assert here.left() == []


async def test_others_and_strange_ids_get_nothing(here: Here, tmp_path: Path) -> None:
    for upload in ("short", "a" * 65, "..%2f..%2fetc", "a.b.c.d.e.f"):
        assert await here.part(upload, 0, b"x") == 404
    for number in ("-1", "x", "٣", "1" * 7):
        assert await here.part(fresh(), number, b"x") == 404
    own = here.browser.own_headers()
    for headers in ({**own, "Origin": "http://evil.example"}, {"Origin": here.browser.origin}, {"X-Raconteur": "1"}):
        where = f"{here.browser.origin}/recordings/{fresh()}/parts/0"
        async with here.browser.session.post(where, data=b"x", headers=headers) as answer:
            assert answer.status == 403
    async with aiohttp.ClientSession() as nobody:
        for method, path in (
            ("POST", f"/recordings/{fresh()}/parts/0"),
            ("POST", f"/recordings/{fresh()}/end"),
            ("DELETE", f"/recordings/{fresh()}"),
            ("POST", "/files"),
        ):
            async with nobody.request(method, f"{here.browser.origin}{path}", data=b"x", headers=own) as answer:
                assert answer.status == 403
    assert here.left() == []


# --- files --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "kind", "what"),
    [
        ("talk.pdf", "application/pdf", Attachment),
        ("talk.vtt", "", Attachment),
        ("tape.mp3", "audio/mpeg", Voice),
        ("tape.m4a", "", Voice),
        ("old.jpg", "image/jpeg", Photo),
    ],
)
async def test_a_file_comes_as_what_it_is(here: Here, name: str, kind: str, what: type) -> None:
    status, answer = await here.file(name, b"content", kind=kind)
    assert status == 200
    [content] = await here.came(1)
    assert isinstance(content, what)
    assert isinstance(content, Attachment | Voice | Photo)
    assert await here.platform.fetch(content.file_ref, limit=7) == b"content"
    match content:
        case Attachment():
            assert (content.name, content.size) == (name, 7)
        case Voice():
            assert (content.prepared, content.size, content.seconds) == (True, 7, None)
        case Photo():
            assert content.size == 7
    await here.browser.until(lambda: answer["line"] in here.browser.lines)
    file = here.browser.lines[answer["line"]]["file"]
    href = f"/photos/{answer['line']}" if what is Photo else None
    assert (file["name"], file["size"], file["href"]) == (name, 7, href)


async def test_a_file_is_taken_once_and_its_name_is_no_path(here: Here) -> None:
    upload = fresh()
    first = await here.file("../../etc/pass\u2028wd.txt", b"words", upload=upload)
    assert await here.file("other.txt", b"other words", upload=upload) == first
    [content] = await here.came(1)
    assert isinstance(content, Attachment)
    assert "/" not in content.name
    assert content.name.isprintable()
    assert await here.platform.fetch(content.file_ref, limit=100) == b"words"


async def test_a_file_over_the_limit_leaves_nothing(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spool, "WHOLE", 500_000)

    async def endless() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield bytes(1 << 16)

    assert (await here.file("large.txt", bytes(500_001)))[0] == 413
    assert (await here.file("endless.txt", endless()))[0] == 413
    assert (await here.file("empty.txt", b""))[0] == 400
    assert here.left() == []
    assert here.inbox.accepted == []


async def test_a_file_that_breaks_off_leaves_nothing(here: Here) -> None:
    class Broken(Exception):
        pass

    async def breaking() -> AsyncIterator[bytes]:
        yield bytes(1 << 16)
        raise Broken

    with pytest.raises((Broken, aiohttp.ClientError)):
        await here.file("half.txt", breaking())
    await here.browser.until(lambda: here.left() == [])
    assert here.inbox.accepted == []


async def test_without_a_script_the_form_says_that_it_is_ours(here: Here) -> None:
    headers = {name: value for name, value in here.browser.own_headers().items() if name != "X-Raconteur"}
    _, page = await here.browser.get("/")
    token = page.partition('name="form" value="')[2].partition('"')[0]
    for shown, expected in ((token, 303), ("0" * 64, 403), ("", 403)):
        form = aiohttp.FormData()
        form.add_field("form", shown)
        form.add_field("id", fresh())
        form.add_field("file", b"words", filename="words.txt")
        where = f"{here.browser.origin}/files"
        async with here.browser.session.post(where, data=form, headers=headers, allow_redirects=False) as answer:
            assert answer.status == expected
    assert len(here.left()) == 1


async def test_whoever_is_forgotten_leaves_nothing(here: Here) -> None:
    await here.part(fresh(), 0, b"x")
    await here.file("words.txt", b"words")
    await here.platform.forget(here.inbox.accepted[0].address)
    assert here.left() == []

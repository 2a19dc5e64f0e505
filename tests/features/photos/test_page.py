"""Photographs on the page with the whole app behind it: sent, shown beside the answer, and gone with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import uuid4

import aiohttp

from tests.fakes.pictures import LATITUDE, jpeg
from tests.fakes.waiting import until
from tests.fakes.web_app import page_app
from tests.fakes.web_client import Browser
from tests.integration.test_web_page import asked, begun


async def send(browser: Browser, name: str, body: bytes, kind: str) -> int:
    form = aiohttp.FormData()
    form.add_field("id", str(uuid4()))
    form.add_field("file", body, filename=name, content_type=kind)
    where = f"{browser.origin}/files"
    async with browser.session.post(where, data=form, headers=browser.own_headers()) as answer:
        assert answer.status == 200
        number: int = (await answer.json())["line"]
    await until(lambda: number in browser.lines)
    return number


async def fetched(browser: Browser, href: str) -> tuple[int, str, bytes]:
    async with browser.session.get(f"{browser.origin}{href}") as answer:
        return answer.status, answer.content_type, await answer.read()


async def test_one_is_shown_without_its_place_until_it_is_taken_back(tmp_path: Path) -> None:
    async with page_app(tmp_path) as whole, begun(whole) as anna:
        number = await send(anna, "house.jpg", jpeg(), "image/jpeg")
        await asked(anna, 2)
        line: dict[str, Any] = anna.lines[number]
        assert (line["kind"], line["file"]["href"]) == ("photo", f"/photos/{number}")
        status, kind, body = await fetched(anna, line["file"]["href"])
        assert (status, kind) == (200, "image/jpeg")
        assert LATITUDE in jpeg()
        assert LATITUDE not in body
        async with Browser.opened(whole.page.link) as other:
            assert (await fetched(other, line["file"]["href"]))[0] == 200
        anna.say("/undo")
        await until(lambda: len([each for each in anna.spoken if each["asks"]]) >= 3)
        assert (await fetched(anna, line["file"]["href"]))[0] == 404


async def test_as_it_came_it_is_gone_as_soon_as_it_was_read_over(tmp_path: Path) -> None:
    async with page_app(tmp_path) as whole, begun(whole) as anna:
        await send(anna, "house.jpg", jpeg(), "image/jpeg")
        await send(anna, "none.png", b"\x89PNG no picture", "image/png")
        await until(lambda: any("damaged" in each["text"] for each in anna.spoken))
        await until(lambda: not [path for path in (tmp_path / "web-uploads").rglob("*") if path.is_file()])


async def test_who_is_not_let_in_sees_none_and_other_lines_are_no_photographs(tmp_path: Path) -> None:
    async with page_app(tmp_path) as whole, begun(whole) as anna:
        number = await send(anna, "house.jpg", jpeg(), "image/jpeg")
        async with (
            aiohttp.ClientSession() as stranger,
            stranger.get(f"{anna.origin}/photos/{number}") as answer,
        ):
            assert answer.status in {401, 403, 404}
        broken = await send(anna, "none.png", b"\x89PNG no picture", "image/png")
        await until(lambda: any("damaged" in each["text"] for each in anna.spoken))
        assert (await fetched(anna, f"/photos/{broken}"))[0] == 404
        assert (await fetched(anna, f"/photos/{anna.spoken[0]['n']}"))[0] == 404

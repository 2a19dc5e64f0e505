"""Connections to the page: slow, too many, too large, and to whom nothing is said."""

from __future__ import annotations

import asyncio
import io
import json
import select
import socket
from pathlib import Path

import pytest

from adapters.web import server
from adapters.web.security import HEADERS
from core.contracts.messages import Address, Outgoing, Say, SendDocument
from core.store.schema import page_keys
from tests.fakes.waiting import PATIENCE, until
from tests.fakes.web_app import PageApp, page_app, rows, visiting
from tests.fakes.web_client import HERE, Browser

# --- the connections ----------------------------------------------------------------------------------------------


async def connected(whole: PageApp, small: bool = False) -> socket.socket:
    host, _, port = whole.origin.removeprefix("http://").partition(":")
    place = socket.socket()
    if small:
        place.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    place.setblocking(False)
    await asyncio.get_running_loop().sock_connect(place, (host, int(port)))
    return place


async def ended(place: socket.socket) -> bool:
    """Whether the other side closes the connection, whatever it sends before."""
    try:
        async with asyncio.timeout(PATIENCE):
            while await asyncio.get_running_loop().sock_recv(place, 1 << 16):
                pass
    except ConnectionError:
        pass
    finally:
        place.close()
    return True


async def test_who_begins_a_request_and_never_ends_it_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(server._HANDLING, "keepalive_timeout", 0.05)
    async with page_app(tmp_path) as whole:
        place = await connected(whole)
        await asyncio.get_running_loop().sock_sendall(place, b"GET / HTTP/1.1\r\nHost: ")
        assert await ended(place)


async def test_whose_body_never_comes_is_cut_off(whole: PageApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adapters.web.visits.BODY_PATIENCE", 0.05)
    async with Browser.opened(whole.page.link) as browser:
        (cookie,) = [f"{each.key}={each.value}" for each in browser.session.cookie_jar]
        head = {"Host": whole.origin.removeprefix("http://"), "Cookie": cookie, "Content-Length": "100"}
        head |= browser.own_headers() | {"Content-Type": "application/json"}
        lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
        place = await connected(whole)
        await asyncio.get_running_loop().sock_sendall(place, f"POST /say HTTP/1.1\r\n{lines}\r\n{{".encode())
        assert await ended(place)


async def test_who_asks_for_a_file_and_takes_nothing_of_it_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "STALLED", 0.05)
    async with page_app(tmp_path) as slow, Browser.opened(slow.page.link) as browser:
        document = SendDocument(name="long.md", media_type="text/markdown", body=bytes(20_000_000))
        await slow.page.send(Outgoing(key="k", address=HERE, saying=document))
        await until(lambda: any(line["file"] for line in browser.lines.values()))
        href = next(line["file"]["href"] for line in browser.lines.values() if line["file"])
        (cookie,) = [f"{each.key}={each.value}" for each in browser.session.cookie_jar]
        place = await connected(slow, small=True)
        host = slow.origin.removeprefix("http://")
        await asyncio.get_running_loop().sock_sendall(
            place, f"GET {href} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n".encode()
        )
        watch = select.poll()
        watch.register(place, 0)
        await until(lambda: bool(watch.poll(0)))
        place.close()
        assert len(await browser.file(href)) == 20_000_000, "who takes it gets it"


async def test_over_the_number_of_connections_none_is_opened(whole: PageApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "CONNECTIONS", 3)
    places = [await connected(whole) for _ in range(5)]
    try:
        for place in places[3:]:
            assert await ended(place)
    finally:
        for place in places:
            place.close()


async def test_one_person_can_listen_only_so_often(whole: PageApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adapters.web.events.STREAMS", 2)
    async with Browser.opened(whole.page.link) as browser, browser.tab() as second:
        await until(lambda: browser.connected and second.connected)
        assert (await browser.get("/events"))[0] == 429


async def test_what_is_too_large_is_refused_before_it_is_read(whole: PageApp) -> None:
    async with Browser.opened(whole.page.link) as browser:
        body = io.BytesIO(json.dumps({"id": "1111111111", "text": "x" * 1_100_000}).encode())
        headers = browser.own_headers() | {"Content-Type": "application/json"}
        async with browser.session.post(f"{browser.origin}/say", data=body, headers=headers) as answer:
            assert answer.status == 413
        assert (await browser.post("/say", {"id": "1111111111", "text": "x" * 300_000}))[0] == 413
        assert (await browser.post("/say", {"id": "1111111111", "text": "x" * 150_000}))[0] == 200


async def test_files_of_the_page_are_asked_for_again_and_sent_once(whole: PageApp) -> None:
    async with visiting() as session:
        async with session.get(f"{whole.origin}/static/page.css") as answer:
            mark = answer.headers["ETag"]
        async with session.get(f"{whole.origin}/static/page.css", headers={"If-None-Match": mark}) as answer:
            assert (answer.status, await answer.read()) == (304, b"")
            assert answer.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]


# --- what passes by -----------------------------------------------------------------------------------------------


async def test_words_to_somebody_who_is_not_known_are_kept_nowhere(whole: PageApp) -> None:
    nobody = Address(platform="web", chat="0123456789abcdef0123")
    receipt = await whole.page.send(Outgoing(key="k", address=nobody, saying=Say(text="Who are you?")))
    assert receipt.position == ""
    assert await whole.store.read(rows) == {}


async def test_a_browser_that_has_lost_its_key_hears_nothing_more(
    whole: PageApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.web.events.HEARTBEAT", 0.01)
    async with Browser.opened(whole.page.link) as browser:
        await until(lambda: browser.connected)
        await whole.store.write(lambda c: c.execute(page_keys.delete()))
        await until(lambda: not browser.connected)
        await asyncio.sleep(0)
        assert (await browser.get("/events"))[0] == 403

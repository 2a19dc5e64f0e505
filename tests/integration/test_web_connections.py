"""Connections to the page: slow, too many, too large, and to whom nothing is said."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import select
import socket
from contextlib import suppress
from pathlib import Path

import pytest

from adapters.web import WebSection, server
from adapters.web.platform import WebPlatform
from adapters.web.security import HEADERS
from core.contracts.messages import Address, Outgoing, Say, SendDocument
from core.contracts.page_lines import CHARACTERS
from core.contracts.platform_spec import Contact
from core.store.schema import page_keys
from tests.contract.platform_kit import SteppedClock
from tests.fakes.manual_clock import ManualClock
from tests.fakes.waiting import PATIENCE, stopped, until
from tests.fakes.web_app import CODE, PageApp, come_in, invite, page_app, rows, visiting
from tests.fakes.web_client import HERE, Browser, PageHarness, PageInbox

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


@pytest.mark.parametrize(("limit", "proxies"), [("CONNECTIONS", ("127.0.0.1",)), ("FROM_ONE_PEER", ("192.0.2.1",))])
async def test_connections_that_say_nothing_shut_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, proxies: tuple[str, ...]
) -> None:
    monkeypatch.setattr(server, limit, 3)
    section = WebSection(enabled=True, port=0, trusted_proxies=proxies)
    async with page_app(tmp_path, section=section) as whole:
        places = [await connected(whole) for _ in range(6)]
        async with visiting() as session, session.get(f"{whole.origin}/static/page.css") as answer:
            assert answer.status == 200
        for place in places[:3]:
            assert await ended(place), "whoever has been silent for longest makes room"
        for place in places:
            place.close()


async def test_where_everybody_is_being_answered_nobody_else_comes_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "CONNECTIONS", 3)
    told: list[Contact] = []
    page = WebPlatform(
        WebSection(enabled=True, port=0), clock=SteppedClock(), data_dir=tmp_path, on_contact=told.append
    )
    running = asyncio.create_task(page.run(PageInbox()))
    await until(lambda: bool(page.link))
    async with visiting() as session:
        async with session.get(page.link) as answer:
            assert answer.status == 200
        listening = [await session.get(f"{page.link.partition('/in/')[0]}/events") for _ in range(3)]
        host, _, port = page.link.removeprefix("http://").partition("/")[0].partition(":")
        for _ in range(2):
            reader, writer = await asyncio.open_connection(host, int(port))
            with suppress(ConnectionError):
                assert await reader.read() == b""
            writer.close()
        assert told == [Contact.MADE, Contact.LOST]
        listening[0].close()
        await until(lambda: told == [Contact.MADE, Contact.LOST, Contact.MADE])
        for each in listening:
            each.close()
    await stopped(running)


async def test_whoever_has_no_key_yet_has_a_few_seconds_for_what_they_post(
    whole: PageApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.web.landing.STRANGERS_PATIENCE", 0.05)
    place = await connected(whole)
    head = {"Host": whole.origin.removeprefix("http://"), "Origin": whole.origin, "Content-Length": "100"}
    port = whole.origin.rpartition(":")[2]
    head |= {"Cookie": f"raconteur_{port}={'k' * 43}", "Content-Type": "application/x-www-form-urlencoded"}
    lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
    await asyncio.get_running_loop().sock_sendall(place, f"POST /i/{CODE} HTTP/1.1\r\n{lines}\r\nform=".encode())
    assert await ended(place)


async def test_one_person_can_listen_only_so_often(whole: PageApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adapters.web.events.STREAMS", 2)
    async with Browser.opened(whole.page.link) as browser, browser.tab() as second:
        await until(lambda: browser.connected and second.connected)
        assert (await browser.get("/events"))[0] == 429


async def test_a_page_that_is_reloaded_often_listens_again_at_once(
    whole: PageApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.web.events.STREAMS", 2)
    async with Browser.opened(whole.page.link) as browser:
        await until(lambda: browser.connected)
        for _ in range(5):
            async with browser.session.get(f"{browser.origin}/events") as answer:
                assert answer.status == 200


async def test_one_person_can_ask_only_so_often_and_others_are_not_slowed_down(tmp_path: Path) -> None:
    async with page_app(tmp_path, clock=ManualClock()) as whole, Browser.opened(whole.page.link) as browser:
        await invite(whole)
        asked = [(await browser.get(path))[0] for path in ("/", "/lines", "/documents/1") for _ in range(100)]
        assert asked[0] == 200
        assert asked[-1] == 429
        assert (await browser.post("/say", {"id": "1111111111", "text": "Hello."}))[0] == 200, "an answer is taken"
        async with visiting() as boris:
            assert await come_in(boris, whole.origin) == 303
            async with boris.get(f"{whole.origin}/") as answer:
                assert answer.status == 200


async def test_a_chat_of_long_lines_is_sent_in_portions(tmp_path: Path) -> None:
    said = [f"{number} {'word ' * 10_000}" for number in range(12)]
    async with PageHarness.started(tmp_path) as there:
        browser = there.browser
        for text in said:
            await there.platform.send(Outgoing(key=text[:3], address=HERE, saying=Say(text=text)))
        await until(lambda: len(browser.lines) == len(said))
        _, page = await browser.get("/")
        assert len(page) < 5 * CHARACTERS
        assert said[-1][:1_000] in page
        shown: list[str] = []
        before, more = "", True
        while more:
            found = json.loads((await browser.get(f"/lines{before}"))[1])
            more, lines = found["more"], found["lines"]
            shown[:0] = [line["text"] for line in lines]
            before = f"?before={lines[0]['n']}"
        assert shown == said


async def test_what_is_too_large_is_refused_before_it_is_read(whole: PageApp) -> None:
    async with Browser.opened(whole.page.link) as browser:
        body = io.BytesIO(json.dumps({"id": "1111111111", "text": "x" * 1_100_000}).encode())
        headers = browser.own_headers() | {"Content-Type": "application/json"}
        async with browser.session.post(f"{browser.origin}/say", data=body, headers=headers) as answer:
            assert answer.status == 413
        assert (await browser.post("/say", {"id": "1111111111", "text": "x" * 300_000}))[0] == 413
        assert (await browser.post("/say", {"id": "1111111111", "text": "x" * 150_000}))[0] == 200


async def test_what_comes_packed_is_not_unpacked(whole: PageApp) -> None:
    body = gzip.compress(json.dumps({"id": "1111111111", "text": "x"}).encode())
    async with Browser.opened(whole.page.link) as browser:
        headers = browser.own_headers() | {"Content-Type": "application/json", "Content-Encoding": "gzip"}
        for form in (io.BytesIO, bytes):
            async with browser.session.post(f"{browser.origin}/say", data=form(body), headers=headers) as answer:
                assert answer.status == 400


async def test_json_that_is_a_thousand_levels_deep_is_not_understood(whole: PageApp) -> None:
    async with Browser.opened(whole.page.link) as browser:
        headers = browser.own_headers() | {"Content-Type": "application/json"}
        for opens, closes in (("[", "]"), ('{"a":', "}")):
            body = opens * 100_000 + closes * 100_000
            async with browser.session.post(f"{browser.origin}/say", data=body, headers=headers) as answer:
                assert answer.status == 400


async def test_files_of_the_page_are_asked_for_again_and_sent_once(whole: PageApp) -> None:
    async with visiting() as session:
        async with session.get(f"{whole.origin}/static/page.css") as answer:
            mark = answer.headers["ETag"]
        async with session.get(f"{whole.origin}/static/page.css", headers={"If-None-Match": mark}) as answer:
            assert (answer.status, await answer.read()) == (304, b"")
            assert answer.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]


async def test_files_of_the_page_are_compressed_for_whoever_takes_that_and_pages_are_not(whole: PageApp) -> None:
    async with visiting() as session:
        for encoding in ("gzip", "identity"):
            address, headers = f"{whole.origin}/static/page.css", {"Accept-Encoding": encoding}
            async with session.get(address, headers=headers) as answer:
                assert answer.headers.get("Content-Encoding", "identity") == encoding
                assert answer.headers["Vary"] == "Accept-Encoding"
                assert (await answer.text()).startswith("/*")
                marks = answer.headers["ETag"]
            async with session.get(
                f"{whole.origin}/static/page.css", headers={"If-None-Match": marks} | headers
            ) as answer:
                assert answer.status == 304
        async with session.get(whole.page.link, headers={"Accept": "text/html"}) as answer:
            assert "Content-Encoding" not in answer.headers


# --- what passes by -----------------------------------------------------------------------------------------------


async def test_words_to_somebody_who_is_not_known_are_kept_nowhere(whole: PageApp) -> None:
    nobody = Address(platform="web", chat="0123456789abcdef0123")
    receipt = await whole.page.send(Outgoing(key="k", address=nobody, saying=Say(text="Who are you?")))
    assert receipt.position == ""
    assert await whole.store.read(rows) == {}


async def test_a_browser_that_has_lost_its_key_hears_nothing_more(
    whole: PageApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.web.events.LOOK", 0.01)
    async with Browser.opened(whole.page.link) as browser:
        await until(lambda: browser.connected)
        await whole.store.write(lambda c: c.execute(page_keys.delete()))
        await until(lambda: not browser.connected)
        await asyncio.sleep(0)
        assert (await browser.get("/events"))[0] == 403

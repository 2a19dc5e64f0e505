"""The guarded client against servers on loopback: how much it takes, how long it waits, and what answers mean."""

from __future__ import annotations

import asyncio
import gzip
import socket
import zlib
from pathlib import Path

import pytest

from core.readers.client import DOWNLOAD_SECONDS, GET_SECONDS, IDLE_SECONDS, Fetched, SourceClient
from core.readers.source_errors import Absent, FetchRefused, Heavy, Slow, SourceError, Unfetchable
from tests.fakes.manual_clock import ManualClock
from tests.fakes.web import INSIDE, Names, Web, misbehaving

LIMIT = 100_000


# --- redirects and answers ----------------------------------------------------------------------------------------


async def test_redirects_are_followed_also_relative_ones(web: Web, client: SourceClient) -> None:
    web.put_redirect("/a/one", "../b/two?x=1", status=301)
    web.put_redirect("/b/two", "/three#part", status=308)
    web.put("/three", "here", "text/plain; charset=UTF-8")
    fetched = await client.get(web.url("/a/one"), limit=LIMIT)
    assert (fetched.url, fetched.body, fetched.charset) == (web.url("/three"), b"here", "utf-8")
    assert web.paths() == ["/a/one", "/b/two?x=1", "/three"]


async def test_a_loop_of_redirects_ends(web: Web, client: SourceClient) -> None:
    web.put_redirect("/round", "/round")
    with pytest.raises(Unfetchable):
        await client.get(web.url("/round"), limit=LIMIT)
    assert len(web.asked) == 6


STATUSES: dict[type[SourceError], tuple[int, ...]] = {
    Absent: (404, 410),
    FetchRefused: (401, 403, 451),
    Slow: (429, 500, 503),
    Unfetchable: (300, 400, 418),
}


@pytest.mark.parametrize(("status", "kind"), [(status, kind) for kind, all_ in STATUSES.items() for status in all_])
async def test_what_a_status_means(web: Web, client: SourceClient, status: int, kind: type[SourceError]) -> None:
    web.put("/", b"", "text/plain", status=status)
    with pytest.raises(SourceError) as raised:
        await client.get(web.url("/"), limit=LIMIT)
    assert type(raised.value) is kind


async def test_hosts_that_are_not_there() -> None:
    with socket.socket() as closed:
        closed.bind((INSIDE, 0))
        port = closed.getsockname()[1]
        client = SourceClient(clock=ManualClock(), allowed_hosts=frozenset({INSIDE}), resolver=Names({}))
        with pytest.raises(Slow):
            await client.get(f"http://{INSIDE}:{port}/", limit=LIMIT)
        for nowhere in ("http://nowhere.test/", f"http://{'a' * 70}.test/"):
            with pytest.raises(Absent):
                await client.get(nowhere, limit=LIMIT)
        for nonsense in ("http://", "https:///x", "http://a:99999/", "", "no link at all", "http://[::1"):
            with pytest.raises(Unfetchable):
                await client.get(nonsense, limit=LIMIT)
        await client.close()


@pytest.mark.parametrize(
    ("header", "path", "name"),
    [
        ('attachment; filename="talk one.srt"', "/x", "talk one.srt"),
        ("attachment; filename*=UTF-8''%D0%B4%D0%BE%D0%BC.txt", "/x", "дом.txt"),
        ('attachment; filename="../../etc/passwd"', "/x", "passwd"),
        ('attachment; filename="..\\\\..\\\\boot.ini"', "/x", "boot.ini"),
        ("attachment; ;;;=", "/files/episode.vtt", "episode.vtt"),
        ("", "/files/%D0%B4%D0%BE%D0%BC.vtt?key=1", "дом.vtt"),
        ("", "/", ""),
    ],
)
async def test_the_name_of_a_file(web: Web, client: SourceClient, header: str, path: str, name: str) -> None:
    bare = "/files/дом.vtt" if "%" in path else path
    web.put(bare, "x", "text/vtt", headers={"Content-Disposition": header} if header else {})
    assert (await client.get(web.url(path), limit=LIMIT)).name == name


# --- how much -----------------------------------------------------------------------------------------------------


async def test_packed_answers_are_unpacked(web: Web, client: SourceClient) -> None:
    body = b"words " * 1_000
    raw = {"one": gzip.compress(body), "two": gzip.compress(body[:99]) + gzip.compress(body[99:]) + b"\0junk"}
    for name, packed in raw.items():
        web.put(f"/{name}", packed, "text/plain", headers={"Content-Encoding": "GZIP"})
        assert (await client.get(web.url(f"/{name}"), limit=LIMIT)).body == body
    web.put("/zlib", zlib.compress(body), "text/plain", headers={"Content-Encoding": "deflate"})
    assert (await client.get(web.url("/zlib"), limit=LIMIT)).body == body


PACKED = gzip.compress(b"words " * 1_000, mtime=0)
WRONG: dict[str, tuple[str, bytes, type[SourceError]]] = {
    "not packed": ("gzip", b"this is not packed", Unfetchable),
    "cut": ("gzip", PACKED[:-20], Slow),
    "not asked for": ("br", b"\x0b\x02\x80words\x03", Unfetchable),
    "twice": ("gzip, gzip", gzip.compress(PACKED, mtime=0), Unfetchable),
    "a bomb": ("gzip", gzip.compress(b"\0" * 50_000_000, mtime=0), Heavy),
    "a thousand empty ones": ("gzip", gzip.compress(b"", mtime=0) * 1_500, Heavy),
}


@pytest.mark.parametrize(("encoding", "body", "kind"), WRONG.values(), ids=WRONG)
async def test_a_packing_that_is_wrong(
    web: Web, client: SourceClient, encoding: str, body: bytes, kind: type[SourceError]
) -> None:
    web.put("/", body, "text/plain", headers={"Content-Encoding": encoding})
    with pytest.raises(SourceError) as raised:
        await client.get(web.url("/"), limit=LIMIT)
    assert type(raised.value) is kind


async def test_what_states_to_be_too_large_is_not_begun(client: SourceClient) -> None:
    async def script(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\nx")
        await writer.drain()
        await asyncio.Event().wait()

    async with misbehaving(script) as address:
        with pytest.raises(Heavy):
            await client.get(address, limit=LIMIT)


@pytest.mark.parametrize("packed", [False, True])
async def test_a_body_without_an_end_is_left(client: SourceClient, packed: bool) -> None:
    sent = 0

    async def script(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        # Packed, these are empty blocks: there is no end on the wire, and never a byte inside.
        piece = b"\x00\x00\x00\xff\xff" * 2_000 if packed else b"x" * 10_000
        writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n")
        writer.write(b"Content-Encoding: gzip\r\n\r\n\x1f\x8b\x08\0\0\0\0\0\0\x03" if packed else b"\r\n")
        while True:
            writer.write(piece)
            await writer.drain()
            sent += len(piece)

    async with misbehaving(script) as address:
        with pytest.raises(Heavy):
            await client.get(address, limit=LIMIT)
    assert sent < 100 * LIMIT


async def test_exactly_the_limit_is_taken(web: Web, client: SourceClient) -> None:
    web.put("/", b"x" * LIMIT, "text/plain")
    assert len((await client.get(web.url("/"), limit=LIMIT)).body) == LIMIT
    with pytest.raises(Heavy):
        await client.get(web.url("/"), limit=LIMIT - 1)


async def test_the_beginning_may_be_enough(web: Web, client: SourceClient) -> None:
    web.put("/talk.mp3", b"ID3" + b"\0" * 10 * LIMIT, "audio/mpeg")
    seen: list[Fetched] = []

    def enough(beginning: Fetched) -> bool:
        seen.append(beginning)
        return True

    fetched = await client.get(web.url("/talk.mp3"), limit=LIMIT, enough=enough)
    assert seen == [fetched]
    assert not fetched.whole
    assert fetched.body.startswith(b"ID3")
    with pytest.raises(Heavy):
        await client.get(web.url("/talk.mp3"), limit=LIMIT, enough=lambda _: False)


# --- how long -----------------------------------------------------------------------------------------------------


async def _hung(client: SourceClient, clock: ManualClock, address: str, seconds: float) -> SourceError:
    """What comes of a request when nothing happens for so long."""
    asking = asyncio.ensure_future(client.get(address, limit=LIMIT))
    await clock.sleepers(1)
    clock.advance(seconds)
    with pytest.raises(SourceError) as raised:
        await asking
    return raised.value


async def test_a_host_that_says_nothing_is_left(client: SourceClient) -> None:
    async def script(_: asyncio.StreamReader, __: asyncio.StreamWriter) -> None:
        await asyncio.Event().wait()

    async with misbehaving(script) as address:
        clock = client.clock
        assert isinstance(clock, ManualClock)
        assert isinstance(await _hung(client, clock, address, IDLE_SECONDS), Slow)


async def test_a_name_that_is_looked_up_for_ever_is_left() -> None:
    class Never(Names):
        async def resolve(self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET) -> list:  # type: ignore[type-arg]  # it never returns
            await asyncio.Event().wait()
            return []

    clock = ManualClock()
    client = SourceClient(clock=clock, resolver=Never({}))
    assert isinstance(await _hung(client, clock, "http://slow.test/", IDLE_SECONDS), Slow)
    await client.close()


async def test_a_host_that_drips_is_left_in_the_end(client: SourceClient) -> None:
    clock = client.clock
    assert isinstance(clock, ManualClock)
    dripped = asyncio.Event()

    async def script(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
        while True:
            writer.write(b"x")
            await writer.drain()
            dripped.set()
            await asyncio.sleep(0.001)

    async with misbehaving(script) as address:
        asking = asyncio.ensure_future(client.get(address, limit=LIMIT))
        turned = 0.0
        while not asking.done():  # never silent for long, so that only the whole time can end it
            dripped.clear()
            await asyncio.wait({asyncio.ensure_future(dripped.wait()), asking}, return_when=asyncio.FIRST_COMPLETED)
            clock.advance(1)
            turned += 1
        with pytest.raises(Slow):
            await asking
    assert GET_SECONDS <= turned < DOWNLOAD_SECONDS


async def test_heads_that_are_no_text_do_no_harm(client: SourceClient) -> None:
    async def script(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: te\xffxt/plain; charset=\xfe\r\nContent-Length: 1\r\n")
        writer.write("Content-Disposition: attachment; filename=дом.srt".encode() + b"\xff\r\n\r\nx")

    async with misbehaving(script) as address:
        fetched = await client.get(address, limit=LIMIT)
    assert (fetched.media_type, fetched.charset, fetched.name) == ("text/plain", "", "дом.srt")


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (b"", Slow),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort", Slow),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", Unfetchable),
        (b"220 mail.test ESMTP\r\n", Unfetchable),
        (b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000 + b"\r\n\r\n", Unfetchable),
        (b"HTTP/1.1 302 Found\r\nLocation: http://[::1\r\n\r\n", Unfetchable),
        (b"HTTP/1.1 302 Found\r\n\r\n", Unfetchable),
    ],
)
async def test_servers_that_misbehave(client: SourceClient, said: bytes, kind: type[SourceError]) -> None:
    async def script(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(said)

    async with misbehaving(script) as address:
        with pytest.raises(SourceError) as raised:
            await client.get(address, limit=LIMIT)
    assert type(raised.value) is kind


def _names(folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir()]


# --- files --------------------------------------------------------------------------------------------------------


async def test_a_download_is_whole_or_not_there(web: Web, client: SourceClient, tmp_path: Path) -> None:
    body = bytes(range(256)) * 300
    web.put("/talk.mp3", body, "audio/mpeg")
    told: list[tuple[int, int | None]] = []
    path = tmp_path / "talk"
    fetched = await client.download(
        web.url("/talk.mp3"), path, limit=LIMIT, progress=lambda done, of: told.append((done, of))
    )
    assert path.read_bytes() == body
    assert (fetched.media_type, fetched.name, fetched.body) == ("audio/mpeg", "talk.mp3", b"")
    assert told[-1] == (len(body), len(body))
    assert told == sorted(told)
    other = tmp_path / "other"
    for limit, address in ((10, "/talk.mp3"), (LIMIT, "/none.mp3")):
        with pytest.raises(SourceError):
            await client.download(web.url(address), other, limit=limit, progress=lambda *_: None)
    assert _names(tmp_path) == ["talk"]


async def test_a_download_that_is_given_up_leaves_nothing(client: SourceClient, tmp_path: Path) -> None:
    begun = asyncio.Event()

    async def script(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 50000\r\n\r\n" + b"x" * 1_000)
        await writer.drain()
        await asyncio.Event().wait()

    async with misbehaving(script) as address:
        path = tmp_path / "talk"
        loading = asyncio.ensure_future(client.download(address, path, limit=LIMIT, progress=lambda *_: begun.set()))
        await begun.wait()
        loading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await loading
    assert _names(tmp_path) == []

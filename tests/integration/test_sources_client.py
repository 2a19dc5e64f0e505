"""The guarded client against servers on loopback: where it goes, how much it takes, how long it waits."""

from __future__ import annotations

import asyncio
import gzip
import socket
import traceback
import zlib
from collections.abc import AsyncIterator
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from core.readers.client import DOWNLOAD_SECONDS, GET_SECONDS, IDLE_SECONDS, Client, Fetched, is_public
from core.readers.source_errors import Absent, FetchRefused, Forbidden, Heavy, Slow, SourceError, Unfetchable
from tests.fakes.manual_clock import ManualClock
from tests.fakes.web import INSIDE, OUTSIDE, Names, Web, misbehaving, serving

LIMIT = 100_000
NAMES = {
    "public.test": [[OUTSIDE]],
    "evil.test": [[INSIDE]],
    "mixed.test": [[INSIDE, OUTSIDE]],
    "rebind.test": [[OUTSIDE], [INSIDE]],
    "mapped.test": [["::ffff:127.0.0.1"]],
    "metadata.test": [["169.254.169.254"]],
    "localhost": [["::1", INSIDE]],
}


@pytest.fixture
async def web() -> AsyncIterator[Web]:
    async with serving() as fake:
        yield fake


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    """May look at loopback, where the tests' web is."""
    made = Client(clock=ManualClock(), allowed_hosts=frozenset({INSIDE}))
    yield made
    await made.close()


@pytest.fixture
async def both() -> AsyncIterator[Web]:
    """One web at the address that stands for the public one, and at the one that stands for the network inside."""
    with socket.socket() as trial:
        try:
            trial.bind((OUTSIDE, 0))
        except OSError:
            pytest.skip("this machine has one address of its own only")
    async with serving(OUTSIDE, INSIDE) as fake:
        fake.put("/", b"SECRET", "text/plain")
        yield fake


@pytest.fixture
async def guarded() -> AsyncIterator[Client]:
    made = Client(clock=ManualClock(), allowed_hosts=frozenset({OUTSIDE}), resolver=Names(NAMES))
    yield made
    await made.close()


# --- where it goes ------------------------------------------------------------------------------------------------

TRICKS = (
    "http://127.0.0.1:{port}/",
    "http://localhost:{port}/",
    "http://[::1]:{port}/",
    "http://2130706433:{port}/",
    "http://0x7f000001:{port}/",
    "http://0177.0.0.1:{port}/",
    "http://127.1:{port}/",
    "http://0:{port}/",
    "http://0.0.0.0:{port}/",
    "http://[::]:{port}/",
    "http://[::ffff:127.0.0.1]:{port}/",
    "http://[::ffff:7f00:1]:{port}/",
    "http://[::7f00:1]:{port}/",
    "http://evil.test:{port}/",
    "http://mapped.test:{port}/",
    "http://metadata.test:{port}/",
    "http://169.254.169.254/latest",
    "http://168.63.129.16/",
    "http://10.0.0.1:{port}/",
    "http://100.64.0.1:{port}/",
    "http://[64:ff9b::7f00:1]:{port}/",
    "http://[2002:7f00:1::]:{port}/",
    "http://[fd00:ec2::254]/",
    "http://127.0.0.1。:{port}/",
    "http://①②⑦.0.0.1:{port}/",
    "http://user@public.test:{port}@127.0.0.1:{port}/",
    "http://public.test:{port}/to?http://127.0.0.1:{port}/",
    "http://public.test:{port}/to?http://evil.test:{port}/",
    "http://public.test:{port}/to?//127.1:{port}/",
    "http://public.test:{port}/to?//[::ffff:7f00:1]:{port}/",
    "http://public.test:{port}/to?file:///etc/passwd",
    "http://public.test:{port}/to?http://name:word@public.test:{port}/",
    "file:///etc/passwd",
    "ftp://public.test/",
    "javascript:alert(1)",
    "gopher://public.test:{port}/_",
    "http://name:word@public.test:{port}/",
)


async def test_it_reads_what_is_outside(both: Web, guarded: Client) -> None:
    fetched = await guarded.get(both.url("/", "public.test"), limit=LIMIT)
    assert (fetched.body, fetched.media_type, fetched.whole) == (b"SECRET", "text/plain", True)
    assert [each.host for each in both.asked] == [OUTSIDE]


@pytest.mark.parametrize("trick", TRICKS)
async def test_no_trick_leads_inside(both: Web, guarded: Client, trick: str) -> None:
    address = trick.format(port=both.port)
    if "/to?" in address:
        both.put_redirect(f"/to?{address.partition('/to?')[2]}", address.partition("/to?")[2])
    with pytest.raises(SourceError) as raised:
        await guarded.get(address, limit=LIMIT)
    assert INSIDE not in [each.host for each in both.asked]
    assert isinstance(raised.value, Forbidden | Absent | Unfetchable)
    assert not isinstance(raised.value, Slow), "a refused address must not be tried again"


async def test_a_name_with_two_addresses_leads_to_the_public_one_alone(both: Web, guarded: Client) -> None:
    await guarded.get(both.url("/", "mixed.test"), limit=LIMIT)
    assert [each.host for each in both.asked] == [OUTSIDE]


async def test_a_name_that_changes_its_mind_gains_nothing(both: Web, guarded: Client) -> None:
    outcomes = []
    for _ in range(6):
        try:
            outcomes.append((await guarded.get(both.url("/", "rebind.test"), limit=LIMIT)).body)
        except Forbidden:
            outcomes.append(b"")
    assert outcomes == [b"SECRET", b""] * 3
    assert {each.host for each in both.asked} == {OUTSIDE}


async def test_a_name_that_the_operator_allows_may_lead_inside_and_no_redirect_from_it_elsewhere(both: Web) -> None:
    names = Names(NAMES | {"nas.home": [[INSIDE]]})
    client = Client(clock=ManualClock(), allowed_hosts=frozenset({"NAS.home."}), resolver=names)
    both.put_redirect("/away", both.url("/", "evil.test"))
    assert (await client.get(both.url("/", "nas.home"), limit=LIMIT)).body == b"SECRET"
    with pytest.raises(Forbidden):
        await client.get(both.url("/away", "nas.home"), limit=LIMIT)
    await client.close()


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "93.184.216.34", "2606:2800:220:1::1", "::ffff:8.8.8.8", "64:ff9b::808:808"]
)
def test_public_addresses_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address", ["", "nonsense", "224.0.0.1", "255.255.255.255", "fe80::1%eth0", "ff02::1", "fc00::1"]
)
def test_others_are_not(address: str) -> None:
    assert not is_public(address)


@given(st.integers(0, 2**32 - 1))
def test_whatever_carries_an_address_is_as_public_as_that(number: int) -> None:
    inner = IPv4Address(number)
    carriers = (IPv6Address(0xFFFF_0000_0000 + number), IPv6Address((0x64_FF9B << 96) + number))
    assert {is_public(str(each)) for each in carriers} == {is_public(str(inner))}
    assert not is_public(str(inner)) or inner.is_global


# --- redirects and answers ----------------------------------------------------------------------------------------


async def test_redirects_are_followed_also_relative_ones(web: Web, client: Client) -> None:
    web.put_redirect("/a/one", "../b/two?x=1", status=301)
    web.put_redirect("/b/two", "/three#part", status=308)
    web.put("/three", "here", "text/plain; charset=UTF-8")
    fetched = await client.get(web.url("/a/one"), limit=LIMIT)
    assert (fetched.url, fetched.body, fetched.charset) == (web.url("/three"), b"here", "utf-8")
    assert web.paths() == ["/a/one", "/b/two?x=1", "/three"]


async def test_a_loop_of_redirects_ends(web: Web, client: Client) -> None:
    web.put_redirect("/round", "/round")
    with pytest.raises(Unfetchable):
        await client.get(web.url("/round"), limit=LIMIT)
    assert len(web.asked) == 6


async def test_nothing_is_remembered_and_nothing_told(both: Web, guarded: Client) -> None:
    both.put("/", "x", "text/plain", headers={"Set-Cookie": "who=you; Path=/"})
    for _ in range(2):
        await guarded.get(both.url("/", "public.test"), limit=LIMIT)
    sent = {name.lower() for each in both.asked for name in each.headers}
    assert sent == {"host", "accept", "accept-encoding", "user-agent", "connection"}


STATUSES: dict[type[SourceError], tuple[int, ...]] = {
    Absent: (404, 410),
    FetchRefused: (401, 403, 451),
    Slow: (429, 500, 503),
    Unfetchable: (300, 400, 418),
}


@pytest.mark.parametrize(("status", "kind"), [(status, kind) for kind, all_ in STATUSES.items() for status in all_])
async def test_what_a_status_means(web: Web, client: Client, status: int, kind: type[SourceError]) -> None:
    web.put("/", b"", "text/plain", status=status)
    with pytest.raises(SourceError) as raised:
        await client.get(web.url("/"), limit=LIMIT)
    assert type(raised.value) is kind


async def test_hosts_that_are_not_there() -> None:
    with socket.socket() as closed:
        closed.bind((INSIDE, 0))
        port = closed.getsockname()[1]
        client = Client(clock=ManualClock(), allowed_hosts=frozenset({INSIDE}), resolver=Names({}))
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
async def test_the_name_of_a_file(web: Web, client: Client, header: str, path: str, name: str) -> None:
    bare = "/files/дом.vtt" if "%" in path else path
    web.put(bare, "x", "text/vtt", headers={"Content-Disposition": header} if header else {})
    assert (await client.get(web.url(path), limit=LIMIT)).name == name


# --- how much -----------------------------------------------------------------------------------------------------


async def test_packed_answers_are_unpacked(web: Web, client: Client) -> None:
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
    web: Web, client: Client, encoding: str, body: bytes, kind: type[SourceError]
) -> None:
    web.put("/", body, "text/plain", headers={"Content-Encoding": encoding})
    with pytest.raises(SourceError) as raised:
        await client.get(web.url("/"), limit=LIMIT)
    assert type(raised.value) is kind


async def test_what_states_to_be_too_large_is_not_begun(client: Client) -> None:
    async def script(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\nx")
        await writer.drain()
        await asyncio.Event().wait()

    async with misbehaving(script) as address:
        with pytest.raises(Heavy):
            await client.get(address, limit=LIMIT)


@pytest.mark.parametrize("packed", [False, True])
async def test_a_body_without_an_end_is_left(client: Client, packed: bool) -> None:
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


async def test_exactly_the_limit_is_taken(web: Web, client: Client) -> None:
    web.put("/", b"x" * LIMIT, "text/plain")
    assert len((await client.get(web.url("/"), limit=LIMIT)).body) == LIMIT
    with pytest.raises(Heavy):
        await client.get(web.url("/"), limit=LIMIT - 1)


async def test_the_beginning_may_be_enough(web: Web, client: Client) -> None:
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


async def _hung(client: Client, clock: ManualClock, address: str, seconds: float) -> SourceError:
    """What comes of a request when nothing happens for so long."""
    asking = asyncio.ensure_future(client.get(address, limit=LIMIT))
    await clock.sleepers(1)
    clock.advance(seconds)
    with pytest.raises(SourceError) as raised:
        await asking
    return raised.value


async def test_a_host_that_says_nothing_is_left(client: Client) -> None:
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
    client = Client(clock=clock, resolver=Never({}))
    assert isinstance(await _hung(client, clock, "http://slow.test/", IDLE_SECONDS), Slow)
    await client.close()


async def test_a_host_that_drips_is_left_in_the_end(client: Client) -> None:
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


async def test_heads_that_are_no_text_do_no_harm(client: Client) -> None:
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
async def test_servers_that_misbehave(client: Client, said: bytes, kind: type[SourceError]) -> None:
    async def script(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(said)

    async with misbehaving(script) as address:
        with pytest.raises(SourceError) as raised:
            await client.get(address, limit=LIMIT)
    assert type(raised.value) is kind


def _names(folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir()]


# --- files --------------------------------------------------------------------------------------------------------


async def test_a_download_is_whole_or_not_there(web: Web, client: Client, tmp_path: Path) -> None:
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


async def test_a_download_that_is_given_up_leaves_nothing(client: Client, tmp_path: Path) -> None:
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


# --- what is told -------------------------------------------------------------------------------------------------


KEY = "-".join(("open", "sesame"))  # not as it would stand in a line of this file, which a traceback shows


def _told(error: BaseException) -> str:
    """All that a log line with the whole story of an error would hold."""
    return "".join(traceback.format_exception(error))


async def test_no_log_line_and_no_error_holds_a_key(both: Web, guarded: Client) -> None:
    both.put_redirect("/to", f"http://evil.test:{both.port}/?key={KEY}")
    both.put_redirect("/nonsense", f"http://[{KEY}")
    both.put("/shut", b"", "text/plain", status=403)
    tried = (
        *(f"http://nowhere.test/?key={KEY}", f"http://name:{KEY}@public.test/", f"http://2130706433/?key={KEY}"),
        *(both.url(f"{path}?key={KEY}", "public.test") for path in ("/to", "/shut", "/none", "/nonsense")),
    )
    with capture_logs() as lines:
        for address in tried:
            with pytest.raises(SourceError) as raised:
                await guarded.get(address, limit=LIMIT)
            assert KEY not in _told(raised.value)
    assert KEY not in str(lines)
    assert not [each for each in ("nowhere", "public", "evil") if each in str(lines)], "a host says what somebody hears"
    assert {each["event"] for each in lines} == {"source-unfetchable"}
    both.put("/", b"x", "text/plain")
    assert KEY not in repr(await guarded.get(both.url(f"/?key={KEY}", "public.test"), limit=LIMIT))


async def test_nor_does_the_error_of_a_server_that_speaks_no_http(client: Client) -> None:
    async def script(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.test ESMTP\r\n")

    async with misbehaving(script) as address:
        with pytest.raises(Unfetchable) as raised:
            await client.get(f"{address}/?key={KEY}", limit=LIMIT)
    assert KEY not in _told(raised.value)

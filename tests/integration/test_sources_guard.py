"""The guarded client: where no address leads it, and what it tells nobody."""

from __future__ import annotations

import asyncio
import socket
import traceback
from collections.abc import AsyncIterator
from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from core.readers.client import SourceClient, is_public
from core.readers.source_errors import Absent, Forbidden, Slow, SourceError, Unfetchable
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
async def guarded() -> AsyncIterator[SourceClient]:
    made = SourceClient(clock=ManualClock(), allowed_hosts=frozenset({OUTSIDE}), resolver=Names(NAMES))
    yield made
    await made.close()


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


async def test_it_reads_what_is_outside(both: Web, guarded: SourceClient) -> None:
    fetched = await guarded.get(both.url("/", "public.test"), limit=LIMIT)
    assert (fetched.body, fetched.media_type, fetched.whole) == (b"SECRET", "text/plain", True)
    assert [each.host for each in both.asked] == [OUTSIDE]


@pytest.mark.parametrize("trick", TRICKS)
async def test_no_trick_leads_inside(both: Web, guarded: SourceClient, trick: str) -> None:
    address = trick.format(port=both.port)
    if "/to?" in address:
        both.put_redirect(f"/to?{address.partition('/to?')[2]}", address.partition("/to?")[2])
    with pytest.raises(SourceError) as raised:
        await guarded.get(address, limit=LIMIT)
    assert INSIDE not in [each.host for each in both.asked]
    assert isinstance(raised.value, Forbidden | Absent | Unfetchable)
    assert not isinstance(raised.value, Slow), "a refused address must not be tried again"


async def test_a_name_with_two_addresses_leads_to_the_public_one_alone(both: Web, guarded: SourceClient) -> None:
    await guarded.get(both.url("/", "mixed.test"), limit=LIMIT)
    assert [each.host for each in both.asked] == [OUTSIDE]


async def test_a_name_that_changes_its_mind_gains_nothing(both: Web, guarded: SourceClient) -> None:
    outcomes = []
    for _ in range(6):
        try:
            outcomes.append((await guarded.get(both.url("/", "rebind.test"), limit=LIMIT)).body)
        except Forbidden:
            outcomes.append(b"")
    assert outcomes == [b"SECRET", b""] * 3
    assert {each.host for each in both.asked} == {OUTSIDE}


async def test_a_name_that_is_allowed_may_lead_inside_and_no_redirect_may(both: Web) -> None:
    names = Names(NAMES | {"nas.home": [[INSIDE]]})
    client = SourceClient(clock=ManualClock(), allowed_hosts=frozenset({"NAS.home."}), resolver=names)
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
    "address",
    [
        *("", "nonsense", "224.0.0.1", "255.255.255.255", "fe80::1%eth0", "ff02::1", "fc00::1"),
        *("192.0.0.1", "192.0.0.9", "192.0.0.10", "192.0.0.255", "::ffff:192.0.0.9", "64:ff9b::c000:9"),
    ],
)
def test_others_are_not(address: str) -> None:
    assert not is_public(address)


@given(st.integers(0, 2**32 - 1))
def test_whatever_carries_an_address_is_as_public_as_that(number: int) -> None:
    inner = IPv4Address(number)
    carriers = (IPv6Address(0xFFFF_0000_0000 + number), IPv6Address((0x64_FF9B << 96) + number))
    assert {is_public(str(each)) for each in carriers} == {is_public(str(inner))}
    assert not is_public(str(inner)) or inner.is_global


async def test_nothing_is_remembered_and_nothing_told(both: Web, guarded: SourceClient) -> None:
    both.put("/", "x", "text/plain", headers={"Set-Cookie": "who=you; Path=/"})
    for _ in range(2):
        await guarded.get(both.url("/", "public.test"), limit=LIMIT)
    sent = {name.lower() for each in both.asked for name in each.headers}
    assert sent == {"host", "accept", "accept-encoding", "user-agent", "connection"}


# --- what is told -------------------------------------------------------------------------------------------------


KEY = "-".join(("open", "sesame"))  # not as it would stand in a line of this file, which a traceback shows


def _told(error: BaseException) -> str:
    """All that a log line with the whole story of an error would hold."""
    return "".join(traceback.format_exception(error))


async def test_no_log_line_and_no_error_holds_a_key(both: Web, guarded: SourceClient) -> None:
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


async def test_nor_does_the_error_of_a_server_that_speaks_no_http(client: SourceClient) -> None:
    async def script(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.test ESMTP\r\n")

    async with misbehaving(script) as address:
        with pytest.raises(Unfetchable) as raised:
            await client.get(f"{address}/?key={KEY}", limit=LIMIT)
    assert KEY not in _told(raised.value)

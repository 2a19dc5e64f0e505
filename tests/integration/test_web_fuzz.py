"""Whatever is sent to the page is answered, with our headers and no failure of ours, and of strangers nothing stays."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote, urlencode

from hypothesis import given
from hypothesis import settings as laws
from hypothesis import strategies as st

from adapters.web.account import NOTE
from adapters.web.security import HEADERS
from tests.fakes.effort import tries
from tests.fakes.web_app import PageApp, fields_of, page_app, rows, visiting

EXAMPLES = tries(8, soak=250)
PROMPTLY = 0.05
"""Seconds to wait for what comes by itself, before the connection is closed from here."""
LAST = 10.0
ROUTES = (
    "/", "/in/{}", "/i/{}", "/events", "/lines", "/documents/{}", "/documents/{}/read", "/static/{}", "/say", "/press",
    "/edit", "/{}", "//{}", "/static/../{}", "/recordings/{}/parts/{}", "/recordings/{}/end", "/files", "/photos/{}",
    "*", "http://evil.example/", "/speech/{}", "/operator", "/operator/in/{}", "/operator/doors", "/operator/people",
    "/operator/sessions/{}/delete", "/recordings/{}",
)  # fmt: skip
METHODS = ("GET", "POST", "HEAD", "DELETE", "PUT", "OPTIONS", "PATCH", "TRACE", "CONNECT", "get", "BREW")
NAMES = (
    "Host", "Origin", "Cookie", "Content-Type", "Content-Length", "Transfer-Encoding", "Expect", "Upgrade", "Range",
    "Last-Event-ID", "Accept-Language", "Accept", "X-Forwarded-For", "X-Raconteur", "Sec-Fetch-Site", "Connection",
    "If-None-Match", "If-Modified-Since", "Content-Encoding", "Accept-Encoding", "X-" + "a" * 200,
)  # fmt: skip
VALUES = (
    "", "1", "-1", "null", "chunked", "gzip", "100-continue", "websocket", "bytes=0-", "text/html", "*/*", "close",
    "application/json", "application/x-www-form-urlencoded", "multipart/form-data", "multipart/form-data; boundary=x",
    "application/json; charset=utf-99", "same-origin", "cross-site", "ru", "xx-" * 40, "9" * 30, "a" * 9_000, "é", "\t",
)  # fmt: skip
TEXTS = st.one_of(
    st.sampled_from(["", " ", "/start", "/delete", "\x00", "\ud800", "<script>", "../../etc/passwd", "%", "9" * 40]),
    st.text(max_size=30),
)
VALUE = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), TEXTS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "id": st.one_of(st.just("0123456789"), VALUE),
        "parts": st.one_of(st.integers(0, 3), VALUE),
        "seconds": VALUE,
        "type": st.one_of(st.just("audio/webm"), VALUE),
        "text": VALUE,
        "line": st.one_of(st.integers(0, 5), VALUE),
        "data": VALUE,
        "seen": VALUE,
        "form": VALUE,
        "press": VALUE,
    },
)
PARTS = st.lists(
    st.sampled_from(
        [
            b"--x\r\n", b"--x--\r\n", b"\r\n", b'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n',
            b'Content-Disposition: form-data; name="id"\r\n', b"0123456789", b"Content-Type: text/plain\r\n", b"\xff",
            b'Content-Disposition: form-data; name="file"; filename="../../etc/passwd"\r\n', b"x" * 3_000,
        ]
    ),
    max_size=12,
).map(b"".join)  # fmt: skip
REQUEST = st.fixed_dictionaries(
    {
        "method": st.one_of(st.sampled_from(METHODS[:2]), st.sampled_from(METHODS)),
        "route": st.sampled_from(ROUTES),
        "segment": TEXTS,
        "query": st.dictionaries(st.sampled_from(["after", "before", "language", "x"]), TEXTS, max_size=2),
        "headers": st.dictionaries(st.sampled_from(NAMES), st.sampled_from(VALUES), max_size=3),
        "body": st.one_of(st.none(), st.binary(max_size=50), FIELDS, PARTS),
        "as_form": st.booleans(),
        "own": st.booleans(),
    }
)
RAW = st.one_of(
    st.binary(max_size=200),
    st.lists(
        st.sampled_from(
            [
                b"GET ", b"POST ", b"/ ", b"HTTP/1.1", b"HTTP/9.9", b"\r\n", b"\n", b"\r\n\r\n", b"Host: x", b":", b" ",
                b"Content-Length: 5", b"Content-Length: -5", b"Transfer-Encoding: chunked", b"\x00", b"\xff\xfe", b"0",
                b"fffffffff", b"a" * 5_000, b"PRI * HTTP/2.0", b"\x16\x03\x01", b"Cookie: a=b", b"%",
            ]
        ),
        max_size=20,
    ).map(b"".join),
)  # fmt: skip


async def exchanged(whole: PageApp, sent: bytes) -> bytes:
    """What comes back when this is sent."""
    host, _, port = whole.origin.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    found = b""
    try:
        writer.write(sent)
        with suppress(TimeoutError):
            async with asyncio.timeout(PROMPTLY):
                while piece := await reader.read(1 << 16):
                    found += piece
        if writer.can_write_eof():
            writer.write_eof()
        async with asyncio.timeout(LAST):
            while piece := await reader.read(1 << 16):
                found += piece
    except (ConnectionError, OSError):
        pass
    finally:
        writer.close()
    return found


def files_in(folder: Path) -> list[Path]:
    """What was kept in the folder of the data, but for what the start writes: where the page is, and its own key."""
    return [path for path in folder.rglob("*") if path.is_file() and path.name not in {NOTE, "push-key.pem"}]


def check(answer: bytes) -> None:
    """Each answer, one after the other on a connection, is one of ours."""
    assert b"Traceback" not in answer
    assert b'File "' not in answer
    heads = re.findall(rb"(?:\A|(?<=[^\n])|(?<=\n))HTTP/1\.[01] (\d{3}) [^\r\n]*\r\n(.*?)\r\n\r\n", answer, re.DOTALL)
    assert bool(heads) == bool(answer), answer[:200]
    for status, head in heads:
        if status == b"100":
            continue
        assert 200 <= int(status) < 500, (status, head)
        named = {
            name.lower(): value for name, _, value in (line.partition(": ") for line in head.decode().split("\r\n"))
        }
        for name, value in HEADERS.items():
            assert named.get(name.lower()) in {value, "no-cache" if name == "Cache-Control" else value}, (name, named)


def request(whole: PageApp, asked: Mapping[str, object], cookie: str, form: str) -> bytes:
    """A request as bytes; `own`: with all that makes it one of ours, but for what the headers say otherwise."""
    segment = quote(str(asked["segment"]).encode("utf-8", "replace"), safe="")
    path = str(asked["route"]).format(segment, segment)
    if query := asked["query"]:
        assert isinstance(query, dict)
        path += "?" + urlencode({k: v.encode("utf-8", "replace") for k, v in query.items()})
    headers = {"Host": whole.origin.removeprefix("http://"), "Connection": "close"}
    if asked["own"]:
        headers |= {"Origin": whole.origin, "Cookie": cookie, "X-Raconteur": "1"}
    body = b""
    match asked["body"]:
        case bytes(raw):
            body = raw
        case dict(fields) if asked["as_form"]:
            fields = {"form": form} | fields
            body = urlencode({k: str(v).encode("utf-8", "replace") for k, v in fields.items()}).encode()
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        case dict(fields):
            body = json.dumps(fields).encode()
            headers["Content-Type"] = "application/json"
    if asked["body"] is not None:
        headers["Content-Length"] = str(len(body))
    overrides = asked["headers"]
    assert isinstance(overrides, dict)
    head = "".join(f"{name}: {value}\r\n" for name, value in (headers | overrides).items())
    return f"{asked['method']} {path} HTTP/1.1\r\n{head}\r\n".encode() + body


@laws(max_examples=EXAMPLES)
@given(st.lists(REQUEST, min_size=15, max_size=40))
async def test_no_request_makes_it_fail(requests: list[dict[str, object]]) -> None:
    with TemporaryDirectory() as folder:
        async with page_app(Path(folder), operator=True) as whole, visiting() as session:
            async with session.get(whole.page.link) as answer:
                cookie = "; ".join(f"{c.key}={c.value}" for c in answer.cookies.values())
            async with session.get(f"{whole.origin}/begin?kind=plain") as answer:
                form = fields_of(await answer.text())["form"]
            sent = [request(whole, asked, cookie, form) for asked in requests]
            for each in await asyncio.gather(*[exchanged(whole, one) for one in sent]):
                check(each)


@laws(max_examples=EXAMPLES)
@given(
    st.lists(REQUEST.map(lambda asked: asked | {"own": False}), min_size=10, max_size=30), st.lists(RAW, max_size=20)
)
async def test_of_strangers_nothing_is_kept(requests: list[dict[str, object]], raw: list[bytes]) -> None:
    with TemporaryDirectory() as folder:
        async with page_app(Path(folder), operator=True) as whole:
            before = await whole.store.read(rows)
            sent = [request(whole, asked, "", "") for asked in requests] + raw
            for each in await asyncio.gather(*[exchanged(whole, one) for one in sent]):
                check(each)
            assert await whole.store.read(rows) == before
            assert files_in(Path(folder)) == []

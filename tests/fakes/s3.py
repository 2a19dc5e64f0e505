"""A bucket of S3's on loopback, as strict as the real one about what it is asked, and bad where a test wants it.

Only what the program may use is there: whole files in one request, a part of one, lists in pages, deletions by many.
Anything else, parts that are put one by one among it, is answered 501.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from aiohttp import web
from aiohttp.test_utils import TestServer
from pydantic import SecretStr

from bot.sections import StorageSection
from core.files.bucket_address import BucketAddress
from core.files.keeping import is_kept
from tests.fakes.s3_signature import KEY_ID, SECRET, is_signed

BUCKET, REGION = "interviews", "eu-central-1"
SKEW = timedelta(minutes=15)
_XML = "{http://s3.amazonaws.com/doc/2006-03-01/}"
_MOST = 1_000


@dataclass(slots=True)
class Refused(Exception):
    """What the server says instead."""

    status: int
    code: str


@dataclass(slots=True, kw_only=True)
class FakeS3:
    """What is in the bucket, what was asked of it, and what goes wrong."""

    url: str = ""
    objects: dict[str, bytes] = field(default_factory=dict)
    older: dict[str, list[bytes]] = field(default_factory=dict)
    """Versions that stay behind in a bucket that keeps them."""
    versioned: bool = False
    page: int = _MOST
    """Names in one piece of the list, at most."""
    asked: list[str] = field(default_factory=list)
    """Method and key, "LIST" or "DELETE" for those of many."""
    refuse: list[Refused] = field(default_factory=list)
    """For the next requests, one each."""
    down: Refused | None = None
    """For every request, as long as it stands."""
    refused: int = 0
    """Requests so far that went wrong so."""
    cut: int = 0
    """Answers to come that break off in the middle."""
    locked: set[str] = field(default_factory=set)
    """Keys that the server deletes for nobody, and says so within an answer that is 200."""
    keeps_all: bool = False
    """The same for all."""
    ahead: timedelta = timedelta()
    """By which the server's clock is ahead."""
    hold: str = ""
    """The method whose requests are held up until `flow`, when all of them has come."""
    held: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when one is."""
    flow: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def address(self) -> BucketAddress:
        return BucketAddress(
            bucket=BUCKET, prefix="house", endpoint=self.url, region=REGION, key_id=KEY_ID, secret=SECRET
        )

    @property
    def kept(self) -> list[bytes]:
        """What is in the recordings and photographs that are there."""
        return sorted(body for key, body in self.objects.items() if is_kept(key.rpartition("/")[2]))

    def section(self, **more: Any) -> StorageSection:
        """What a configuration says of it."""
        section = StorageSection(
            files=str(self.address),
            files_endpoint=self.url,
            files_region=REGION,
            files_key_id=KEY_ID,
            files_secret=SecretStr(SECRET),
        )
        return section.model_copy(update=more)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        body = await request.read()
        try:
            if request.method == self.hold:
                self.held.set()
                await self.flow.wait()
            _, bucket, key = (request.path + "/").split("/", 2)
            self._check(request, body, bucket)
            return await self._done(request, key.strip("/"), body)
        except Refused as error:
            self.refused += 1
            said = f"<Error><Code>{error.code}</Code><Message>m</Message></Error>"
            return web.Response(status=error.status, text=said, content_type="application/xml")

    def _check(self, request: web.Request, body: bytes, bucket: str) -> None:
        if self.down is not None:
            raise self.down
        if self.refuse:
            raise self.refuse.pop(0)
        if not is_signed(request, body):
            raise Refused(403, "SignatureDoesNotMatch")
        sent = datetime.strptime(request.headers["x-amz-date"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
        if abs(datetime.now(UTC) + self.ahead - sent) > SKEW:
            raise Refused(403, "RequestTimeTooSkewed")
        if bucket != BUCKET:
            raise Refused(404, "NoSuchBucket")

    async def _done(self, request: web.Request, key: str, body: bytes) -> web.StreamResponse:
        method, query = request.method, request.query
        if method == "GET" and not key and query.get("list-type") == "2":
            self.asked.append("LIST")
            return self._list(request)
        if method == "POST" and not key and "delete" in query:
            self.asked.append("DELETE")
            return self._delete(request, body)
        if query or not key:
            raise Refused(501, "NotImplemented")
        self.asked.append(f"{method} {key}")
        if method == "PUT":
            return self._put(request, key, body)
        if method in {"GET", "HEAD"}:
            return await self._give(request, key)
        raise Refused(501, "NotImplemented")

    def _put(self, request: web.Request, key: str, body: bytes) -> web.Response:
        if request.content_length is None:
            raise Refused(411, "MissingContentLength")
        if request.headers.get("x-amz-checksum-sha256") != _digest(body):
            raise Refused(400, "BadDigest")
        self._leave(key)
        self.objects[key] = body
        headers = {"ETag": _etag(body)} | ({"x-amz-version-id": "v1"} if self.versioned else {})
        return web.Response(headers=headers)

    def _leave(self, key: str) -> None:
        gone = self.objects.pop(key, None)
        if gone is not None and self.versioned:
            self.older.setdefault(key, []).append(gone)

    async def _give(self, request: web.Request, key: str) -> web.StreamResponse:
        if key not in self.objects:
            raise Refused(404, "NoSuchKey")
        body = self.objects[key]
        headers = {"ETag": _etag(body), "Last-Modified": "Mon, 12 Oct 2026 17:50:00 GMT", "Accept-Ranges": "bytes"}
        if request.method == "HEAD":
            return web.Response(headers=headers | {"Content-Length": str(len(body))})
        if self.cut:
            self.cut -= 1
            broken = web.StreamResponse(headers=headers | {"Content-Length": str(len(body))})
            await broken.prepare(request)
            await broken.write(body[: len(body) // 2])
            assert request.transport is not None
            request.transport.abort()
            return broken
        part = request.http_range
        if (part.start, part.stop) == (None, None):
            return web.Response(body=body, headers=headers)
        first, end, _ = part.indices(len(body))
        if first >= end:
            raise Refused(416, "InvalidRange")
        headers["Content-Range"] = f"bytes {first}-{end - 1}/{len(body)}"
        return web.Response(status=206, body=body[first:end], headers=headers)

    def _list(self, request: web.Request) -> web.Response:
        if "delimiter" in request.query:
            raise Refused(501, "NotImplemented")
        most = min(self.page, int(request.query.get("max-keys", _MOST)), _MOST)
        behind = base64.urlsafe_b64decode(request.query.get("continuation-token", "")).decode()
        prefix = request.query.get("prefix", "")
        keys = sorted(key for key in self.objects if key.startswith(prefix) and key > behind)
        more = len(keys) > most
        said = "".join(
            f"<Contents><Key>{escape(key)}</Key><LastModified>2026-10-12T17:50:00.000Z</LastModified>"
            f"<ETag>{escape(_etag(self.objects[key]))}</ETag><Size>{len(self.objects[key])}</Size></Contents>"
            for key in keys[:most]
        )
        if more:
            token = base64.urlsafe_b64encode(keys[most - 1].encode()).decode()
            said += f"<NextContinuationToken>{token}</NextContinuationToken>"
        return _xml(f"<ListBucketResult><IsTruncated>{str(more).lower()}</IsTruncated>{said}</ListBucketResult>")

    def _delete(self, request: web.Request, body: bytes) -> web.Response:
        md5 = base64.b64encode(hashlib.md5(body).digest()).decode()  # noqa: S324 - what the protocol asks for
        if request.headers.get("x-amz-checksum-sha256") != _digest(body) and request.headers.get("Content-MD5") != md5:
            raise Refused(400, "InvalidRequest")
        tree = ElementTree.fromstring(body)  # noqa: S314 - our own client's
        keys = [str(each.text) for each in tree.iter() if each.tag.removeprefix(_XML) == "Key"]
        if not 0 < len(keys) <= _MOST:
            raise Refused(400, "MalformedXML")
        said = ""
        for key in keys:
            if self.keeps_all or key in self.locked:
                said += f"<Error><Key>{escape(key)}</Key><Code>AccessDenied</Code><Message>m</Message></Error>"
            else:
                self._leave(key)
                said += f"<Deleted><Key>{escape(key)}</Key></Deleted>"
        return _xml(f"<DeleteResult>{said}</DeleteResult>")


def _xml(text: str) -> web.Response:
    return web.Response(text=f'<?xml version="1.0" encoding="UTF-8"?>{text}', content_type="application/xml")


def _digest(body: bytes) -> str:
    return base64.b64encode(hashlib.sha256(body).digest()).decode()


def _etag(body: bytes) -> str:
    return f'"{hashlib.md5(body).hexdigest()}"'  # noqa: S324 - what the protocol asks for


@asynccontextmanager
async def fake_s3() -> AsyncIterator[FakeS3]:
    here = FakeS3()
    app = web.Application(client_max_size=1 << 30)
    app.router.add_route("*", "/{path:.*}", here.answer)
    async with TestServer(app) as server:
        here.url = str(server.make_url("")).rstrip("/")
        yield here

"""Handle uploads: recordings, which come in parts as they are spoken, and files.

A recording has an id that the browser made. Its parts may come in any order and more than once; the request that ends
it says how many there are, and makes a message of them, once. `spool.Spool` keeps all of it until core fetches it.
"""

from __future__ import annotations

import re
from asyncio import timeout
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from mimetypes import guess_type
from pathlib import PurePosixPath
from typing import Any, Final

from aiohttp import BodyPartReader, MultipartReader, StreamReader, web
from aiohttp.http_exceptions import HttpProcessingError

from adapters.web.lines import MINE, PHOTO, Shown, person_line
from adapters.web.pages import LONGEST_CAPTION
from adapters.web.spool import PART, PARTS, WHOLE, Missing, RecordingDiscarded
from adapters.web.talking import speech_json
from adapters.web.visits import (
    BODY_PATIENCE,
    ID,
    PAGE,
    PageSettings,
    PageVisitor,
    PostedForm,
    Refused,
    incoming_event,
    read_posted,
)
from adapters.web.writing import event_response
from core.contracts.errors import TooLarge
from core.contracts.messages import PHOTOGRAPHS, Attachment, Content, Photo, Text, Voice, position_of
from core.contracts.page_lines import EventOutcome, PageUpdate
from core.delivery.fitting import replace_surrogates

LONGEST: Final = 86_400.0
"""The most seconds of one recording."""
_TYPE: Final = re.compile(r"(audio|video)/[a-z0-9.+-]{1,40}(; ?codecs=[\"a-z0-9.,+ -]{1,60})?")
_PIECE: Final = 1 << 18
_FIELD: Final = 1_000
"""The most bytes of a field before the file."""
FIELDS: Final = 10
"""The most parts of one upload."""
LINES: Final = 200
"""The most lines that the boundaries and headers of one upload may have."""
_UNNAMED: Final = "file"
_PICTURES: Final = {".heic": "image/heic", ".heif": "image/heif", ".webp": "image/webp"}
"""Media types that not every machine knows."""


async def put_recording_part(request: web.Request) -> web.Response:
    """POST /recordings/ID/parts/N[?live=1]: a part, as octets. With `live` it is answered with the speech so far."""
    page, visitor, upload = await _came(request)
    number = request.match_info["number"]
    if not number.isascii() or not number.isdecimal() or len(number) > 6:
        raise Refused(404, "page-not-there")
    if int(number) >= PARTS:
        raise Refused(413, "page-too-large")
    data = await _octets(request)
    try:
        await page.spool.put_part(visitor.address.chat, upload, int(number), data)
    except TooLarge:
        raise Refused(413, "page-too-large") from None
    except RecordingDiscarded:
        raise Refused(410, "page-not-there") from None
    live = page.inbox.live
    if "live" not in request.query or live is None or not live.is_ready or page.followed is None:
        return web.json_response({})
    return web.json_response(speech_json(await page.followed.part_came(live, visitor.address, upload)))


async def finish_recording(request: web.Request) -> web.Response:
    """POST /recordings/ID/end {parts, seconds, type, seen}: send it. Answers 409 {missing} if parts are missing."""
    page, visitor, upload = await _came(request)
    body = await read_posted(request, visitor.key)
    parts, told, seen = body.number("parts"), body.fields.get("seconds"), body.number("seen", 0)
    if isinstance(told, bool) or not isinstance(told, int | float) or not 0 < told <= LONGEST:
        raise Refused(400, "page-not-understood")
    seconds = round(float(told), 1)
    media_type = body.text("type").strip().lower()
    if not 0 < parts <= PARTS or not _TYPE.fullmatch(media_type):
        raise Refused(400, "page-not-understood")
    chat = visitor.address.chat
    if (there := await page.inbox.shown.line(visitor.address, f"{MINE}{upload}")) is not None:
        return web.json_response({"line": there.number})
    try:
        file_ref, size = await page.spool.join(chat, upload, parts)
    except Missing as missing:
        return web.json_response({"missing": missing.numbers[:PARTS]}, status=409)
    except RecordingDiscarded:
        raise Refused(410, "page-not-there") from None
    await _no_more_followed(page, visitor, upload)
    voice = Voice(file_ref=file_ref, seconds=seconds, size=size, media_type=media_type.partition(";")[0])
    shown: Shown = {"kind": "voice", "text": "", "seconds": seconds}
    taken = await _hand_in(page, visitor, upload, voice, shown, seen=seen)
    return event_response(page, visitor, body, taken, taken.number)


async def discard_recording(request: web.Request) -> web.Response:
    """DELETE /recordings/ID: throw it away. Answers 409 if it was sent before."""
    page, visitor, upload = await _came(request)
    if await page.inbox.shown.line(visitor.address, f"{MINE}{upload}") is not None:
        raise Refused(409, "page-not-understood")
    await page.spool.drop(visitor.address.chat, upload, for_good=True)
    await _no_more_followed(page, visitor, upload)
    return web.json_response({})


async def _no_more_followed(page: PageSettings, visitor: PageVisitor, upload: str) -> None:
    if page.inbox.live is not None and page.followed is not None:
        await page.followed.ended(page.inbox.live, visitor.address, upload)


async def post_file(request: web.Request) -> web.Response:
    """POST /files, multipart: `id`, `form` when sent without JavaScript, `seen`, and then `file`."""
    page = request.app[PAGE]
    visitor = await page.visitor(request)
    if request.content_type != "multipart/form-data":
        raise Refused(415, "page-not-understood")
    by_form = request.headers.getall("X-Raconteur", []) != ["1"]
    if (request.content_length or 0) > WHOLE + PART:
        raise Refused(413, "page-too-large")
    body, found = await read_fields(request, by_form=by_form)
    if by_form and not page.doors.is_form_of(visitor.key, body.fields.get("form")):
        raise Refused(403, "page-closed")
    upload, chat, seen = body.id, visitor.address.chat, body.number("seen", 0)
    if (there := await page.inbox.shown.line(visitor.address, f"{MINE}{upload}")) is not None:
        return event_response(page, visitor, body, EventOutcome(kept=True, number=there.number), there.number)
    name = _name_of(found.filename)
    media_type = _type_of(found, name)
    try:
        photo = media_type in PHOTOGRAPHS
        file_ref, size = await page.spool.receive(chat, upload, pieces_of(found), photo=photo)
    except TooLarge:
        raise Refused(413, "page-too-large") from None
    if not size:
        await page.spool.drop(chat, upload)
        raise Refused(400, "page-file-empty")
    content = _content(file_ref, name, media_type, size)
    caption = "" if not isinstance(content, Photo) else " ".join(str(body.fields.get("caption", "")).split())
    if caption and not await _caption_kept(page, visitor, upload, caption[:LONGEST_CAPTION], seen):
        await page.spool.drop(chat, upload)
        raise Refused(429, "page-too-often")
    kind = PHOTO if isinstance(content, Photo) else "file"
    shown: Shown = {"kind": kind, "text": caption, "file": {"name": name, "size": size, "type": media_type}}
    taken = await _hand_in(page, visitor, upload, content, shown, seen=seen)
    return event_response(page, visitor, body, taken, taken.number)


async def _caption_kept(page: PageSettings, visitor: PageVisitor, upload: str, caption: str, seen: int) -> bool:
    """Hand in what was written to a photo, which comes right before it; return whether it was kept."""
    event = incoming_event(
        page,
        visitor,
        f"{upload}-words",
        Text(text=replace_surrogates(caption)),
        ref=f"{MINE}{upload}",
        position=f"{position_of(seen)}." if seen else "",
    )
    return (await page.inbox.shown.accept(event, PageUpdate())).kept


async def _hand_in(
    page: PageSettings, visitor: PageVisitor, upload: str, content: Content, shown: Shown, *, seen: int
) -> EventOutcome:
    """Hand an upload in to core, and delete it if it was not kept."""
    line = person_line(upload, page.clock.now(), shown)
    event = incoming_event(page, visitor, upload, content, ref=line.key)
    taken = await page.inbox.shown.accept(event, PageUpdate(line=line, seen=seen))
    if not taken.kept:
        await page.spool.drop(visitor.address.chat, upload)
    return taken


async def _came(request: web.Request) -> tuple[PageSettings, PageVisitor, str]:
    page = request.app[PAGE]
    visitor = await page.visitor(request)
    upload = request.match_info["id"]
    if request.headers.getall("X-Raconteur", []) != ["1"]:
        raise Refused(403, "page-not-understood")
    if not ID.fullmatch(upload):
        raise Refused(404, "page-not-there")
    return page, visitor, upload


async def _octets(request: web.Request) -> bytes:
    """Return the body of a part. Raises Refused, and TimeoutError when a piece is late."""
    if (request.content_length or 0) > PART:
        raise Refused(413, "page-too-large")
    data = bytearray()
    try:
        while True:
            async with timeout(BODY_PATIENCE):
                piece = await request.content.read(_PIECE)
            if not piece:
                break
            data += piece
            if len(data) > PART:
                raise Refused(413, "page-too-large")
    except (web.RequestPayloadError, ConnectionError):
        raise Refused(400, "page-not-understood") from None
    if not data:
        raise Refused(400, "page-not-understood")
    return bytes(data)


async def read_fields(
    request: web.Request, *, by_form: bool, longest: int = _FIELD
) -> tuple[PostedForm, BodyPartReader]:
    """Return the fields that come before the file, and the file. Raises Refused.

    A field may have `longest` bytes.
    """
    fields: dict[str, object] = {}
    with _refusing_malformed_parts():
        content: Any = _LimitedLines(request.content)
        reader = MultipartReader(request.headers, content)
        for _ in range(FIELDS):
            async with timeout(BODY_PATIENCE):
                found = await reader.next()
            if not isinstance(found, BodyPartReader):
                break
            if found.name == "file":
                return PostedForm(fields=fields, by_form=by_form), found
            async with timeout(BODY_PATIENCE):
                value = await found.read_chunk(longest)
                # What is left of a longer field would be read to the void.
                if await found.read_chunk(longest):
                    break
            fields[found.name or ""] = value.decode("utf-8", "replace")
    raise Refused(400, "page-not-understood")


class _LimitedLines:
    """The content of a request, of which only so many lines may be read; raises ValueError beyond them.

    The parser reads boundaries and headers by lines, and would pass over millions of them before the first part.
    """

    def __init__(self, content: StreamReader) -> None:
        self._content = content
        self._left = LINES

    async def readline(self, **limits: int) -> bytes:
        if not self._left:
            raise ValueError("too many lines")
        self._left -= 1
        return await self._content.readline(**limits)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._content, name)


@contextmanager
def _refusing_malformed_parts() -> Iterator[None]:
    """Turn whatever the parser raises about what was sent into Refused."""
    try:
        yield
    except (ValueError, RuntimeError, AssertionError, HttpProcessingError, web.RequestPayloadError, ConnectionError):
        raise Refused(400, "page-not-understood") from None


async def pieces_of(found: BodyPartReader) -> AsyncIterator[bytes]:
    while True:
        with _refusing_malformed_parts():
            async with timeout(BODY_PATIENCE):
                piece = await found.read_chunk(_PIECE)
            if not piece and not found.at_eof():
                raise ValueError("the file has no end")
        if not piece:
            return
        yield bytes(piece)


def _name_of(given: str | None) -> str:
    """Return the name that the sender gave a file, without folders and line breaks."""
    name = replace_surrogates(given or "").replace("\\", "/").rpartition("/")[2]
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())[:200] or _UNNAMED


def _type_of(found: BodyPartReader, name: str) -> str:
    told = found.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if not re.fullmatch(r"[a-z0-9.+-]{1,60}/[a-z0-9.+-]{1,100}", told) or told == "application/octet-stream":
        return _PICTURES.get(PurePosixPath(name).suffix.lower()) or guess_type(name)[0] or "application/octet-stream"
    return told


def _content(file_ref: str, name: str, media_type: str, size: int) -> Content:
    if media_type.startswith(("audio/", "video/")) or media_type == "application/ogg":
        return Voice(file_ref=file_ref, size=size, media_type=media_type, prepared=True)
    if media_type in PHOTOGRAPHS:
        return Photo(file_ref=file_ref, size=size)
    return Attachment(file_ref=file_ref, name=name, media_type=media_type, size=size)

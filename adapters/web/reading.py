"""What somebody reads: the page, what is new, what was earlier, and files."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from io import BytesIO
from typing import Final
from urllib.parse import quote
from uuid import uuid4
from zipfile import BadZipFile, ZipFile

from aiohttp import web

from adapters.web import HOME, pages
from adapters.web.articles import PICTURES, READABLE, with_html
from adapters.web.events import NOTHING_MORE, Stream
from adapters.web.lines import MINE, PHOTO, displayed, loaded
from adapters.web.operator.frame import SETUP
from adapters.web.security import digest, form_token, fresh_key
from adapters.web.visits import PAGE, PLATFORM, Page, Refused, Visitor, language_of, tag_of
from core.contracts.messages import Address, Command, Incoming, Sender
from core.contracts.shown import Accompanying, ShownLine
from core.words import known

SCREEN: Final = 50
"""Lines of a chat that are sent at once."""
TRANSCRIPT: Final = "transcript.md"
PHOTO_LOOKS: Final = 20
PHOTO_PAUSE: Final = 0.5
"""Seconds between two looks for a photograph that is being looked over."""
_CODE: Final = re.compile(r"[A-Za-z0-9_-]{16}")
_DISPLAYABLE: Final = {
    "text/markdown",
    "text/plain",
    "application/pdf",
    "application/zip",
    "application/json",
    "text/csv",
    *PICTURES,
}


async def index(request: web.Request) -> web.Response:
    """GET /: the page of a chat, with what was said last (`before`: what was said before that line)."""
    page = request.app[PAGE]
    if not page.doors.key(request) and page.doors.from_elsewhere(request):
        return html(pages.onward(language=language_of(request)))
    try:
        visitor = await page.visitor(request)
    except Refused:
        _, last = page.streams.left_with(digest(page.doors.key(request)))
        if not last:
            raise
        return html(pages.parting(last, language=known(str(last[-1]["language"]))))
    before = _whole(request, "before")
    lines = await page.inbox.shown.before(visitor.address, before, limit=SCREEN + 1)
    more, lines = len(lines) > SCREEN, lines[-SCREEN:]
    language = _language(lines, request)
    response = html(
        pages.whole(
            pages.Talk(
                language=language,
                chat=visitor.address.chat,
                lines=[displayed(line) for line in lines],
                more=more,
                after=max((line.moved for line in lines), default=0),
                menu=page.menus.get(language, ()),
                token=form_token(visitor.key),
                client_id=str(uuid4()),
                hearing=page.hearing,
                settings=SETUP if page.operator is not None and visitor.address.chat == HOME else "",
            )
        )
    )
    page.doors.give(response, request, visitor.key)
    return response


async def events(request: web.Request) -> web.StreamResponse:
    """GET /events?after=N."""
    stream = await _stream(request)
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "X-Accel-Buffering": "no"})
    await response.prepare(request)

    def cut() -> None:
        if request.transport is not None:
            request.transport.abort()

    await stream.serve(response, cut)
    return response


async def _stream(request: web.Request) -> Stream:
    """What a browser listens to; for whom everything was deleted it is the last words. Raises Refused."""
    page = request.app[PAGE]
    moved = max(_whole(request, "after") or 0, number_in(request.headers.get("Last-Event-ID", "")) or 0)
    stream = partial(Stream, book=page.inbox.shown, streams=page.streams, language=_asked_language(request))
    key = digest(page.doors.key(request))
    try:
        visitor = await page.visitor(request)
    except Refused:
        chat, last = page.streams.left_with(key)
        if not last or page.streams.is_full(chat):
            raise

        async def stands() -> bool:
            return bool(page.streams.left_with(key)[1])

        gone = Address(platform=PLATFORM, chat=chat)
        return stream(address=gone, moved=NOTHING_MORE, opens=stands, passing=list(last), forgotten=True)
    if page.streams.is_full(visitor.address.chat):
        raise Refused(429, "page-too-often")

    async def opens() -> bool:
        return await page.inbox.shown.opens(key) == visitor.address

    return stream(address=visitor.address, moved=moved, opens=opens)


async def earlier(request: web.Request) -> web.Response:
    """GET /lines?before=N: lines before that one, and whether there are more before them."""
    page = request.app[PAGE]
    visitor = await page.visitor(request)
    lines = await page.inbox.shown.before(visitor.address, _whole(request, "before"), limit=SCREEN + 1)
    language = _asked_language(request)
    shown = [with_html(displayed(each), language) for each in lines[-SCREEN:]]
    return web.json_response({"lines": shown, "more": len(lines) > SCREEN})


async def document(request: web.Request) -> web.Response:
    """GET /documents/N: the file of a line."""
    line, body = await file_of_line(request)
    file = loaded(line.body).get("file")
    if file is None:
        raise Refused(404, "page-not-there")
    kind = file["type"] if file["type"] in _DISPLAYABLE else "application/octet-stream"
    return web.Response(
        body=body,
        headers={
            "Content-Type": f"{kind}; charset=utf-8" if kind.startswith("text/") else kind,
            "Content-Disposition": f"attachment; filename*=UTF-8''{quote(file['name'], safe='')}",
        },
    )


async def photo(request: web.Request) -> web.Response:
    """GET /photos/N: a photograph that the person has sent; it may still be on its way into its folder."""
    page = request.app[PAGE]
    visitor = await page.visitor(request)
    line = await line_of(page, visitor, number_in(request.match_info["number"]))
    if loaded(line.body).get("kind") != PHOTO or not line.key.startswith(MINE):
        raise Refused(404, "page-not-there")
    event_id = visitor.event_id(line.key.removeprefix(MINE))
    for _ in range(PHOTO_LOOKS):
        found = await page.inbox.shown.photo(visitor.address, event_id, line.key)
        if found.body is not None:
            return web.Response(body=found.body, headers={"Content-Type": found.media_type})
        if not found.coming:
            break
        await page.clock.sleep(PHOTO_PAUSE)
    raise Refused(404, "page-not-there")


async def document_page(request: web.Request) -> web.Response:
    """GET /documents/N/read: a file of Markdown as a page, a picture on one, or the transcript of a ZIP with photos."""
    line, body = await file_of_line(request)
    name = str((loaded(line.body).get("file") or {}).get("name", ""))
    href = f"/documents/{line.number}"
    found = str(loaded(line.body).get("language", "")) or language_of(request)
    if name.lower().endswith(tuple(PICTURES.values())):
        return html(pages.picture(name, language=known(found), href=href))
    if not name.lower().endswith(READABLE):
        raise Refused(404, "page-not-there")
    text = (await asyncio.to_thread(_from_zip, body) if name.endswith(".zip") else body).decode("utf-8", "replace")
    return html(pages.reading(name, text, language=known(found), href=href))


def _from_zip(body: bytes) -> bytes:
    """The transcript of a ZIP that we have made; raises Refused where it holds none, as the later ones of several."""
    try:
        with ZipFile(BytesIO(body)) as files:
            return files.read(TRANSCRIPT)
    except (BadZipFile, KeyError) as error:
        raise Refused(404, "page-not-there") from error


async def entrance(request: web.Request) -> web.Response:
    """GET /in/TOKEN: whoever sits at this computer comes in, and is greeted where they are new here."""
    page = request.app[PAGE]
    peer = page.doors.peer(request)
    if page.doors.guesses.too_many(peer):
        raise Refused(429, "page-too-often")
    if not page.doors.takes(request.match_info["token"]):
        page.doors.guesses.wrong(peer)
        raise Refused(403, "page-closed")
    here = Address(platform=PLATFORM, chat=HOME)
    key = page.doors.key(request)
    if not key or await page.inbox.shown.opens(digest(key)) != here:
        key = fresh_key()
        await _let_in(page, here, key, tag_of(request))
    response = html(pages.onward(language=language_of(request)))
    page.doors.give(response, request, key)
    return response


async def invitation(request: web.Request) -> web.Response:
    """GET /i/CODE: asks whether somebody wants to come in; nothing is used up by looking."""
    page, code = request.app[PAGE], request.match_info["code"]
    if not _CODE.fullmatch(code):
        raise Refused(404, "page-no-invitation")
    if not page.doors.key(request) and page.doors.from_elsewhere(request):
        # The key that the browser has would be held back, and another given for it.
        return html(pages.onward(language=language_of(request), to=f"/i/{code}"))
    key = page.doors.key(request) or fresh_key()
    response = html(pages.invited(language=language_of(request), code=code, token=form_token(key)))
    page.doors.give(response, request, key)
    return response


async def _let_in(page: Page, here: Address, key: str, tag: str) -> None:
    event = Incoming(
        event_id=f"{PLATFORM}:in:{digest(key)}",
        address=here,
        sender=Sender(id=here.chat, language=tag),
        content=Command(name="start"),
        sent_at=page.clock.now(),
    )
    await page.inbox.shown.accept(event, Accompanying(digest=digest(key)))


async def file_of_line(request: web.Request) -> tuple[ShownLine, bytes]:
    """The line that is named, with what belongs to it; raises Refused."""
    page = request.app[PAGE]
    visitor = await page.visitor(request)
    line = await line_of(page, visitor, number_in(request.match_info["number"]))
    body = await page.inbox.shown.file(visitor.address, line.key)
    if body is None:
        raise Refused(404, "page-not-there")
    return line, body


async def line_of(page: Page, visitor: Visitor, number: int | None) -> ShownLine:
    """A line of somebody's chat; raises Refused."""
    line = None if number is None else await page.inbox.shown.numbered(visitor.address, number)
    if line is None:
        raise Refused(404, "page-not-there")
    return line


def html(text: str, *, status: int = 200) -> web.Response:
    return web.Response(text=text, status=status, content_type="text/html")


def _language(lines: tuple[ShownLine, ...], request: web.Request) -> str:
    """That in which the interviewer spoke last."""
    spoken = (str(loaded(line.body).get("language", "")) for line in reversed(lines))
    return known(next(filter(None, spoken), "") or tag_of(request))


def _asked_language(request: web.Request) -> str:
    """That of the page which asks for lines."""
    return known(request.query.get("language", "") or tag_of(request))


def _whole(request: web.Request, name: str) -> int | None:
    value = request.query.get(name)
    if value is None:
        return None
    if (number := number_in(value)) is None:
        raise Refused(400, "page-not-understood")
    return number


def number_in(value: str) -> int | None:
    """A number in an address; None where it is none."""
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 16 else None

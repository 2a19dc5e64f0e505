"""Handle what people read: the page, new and earlier lines, files, photographs and sound."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from io import BytesIO
from typing import Final
from urllib.parse import quote
from uuid import uuid4
from zipfile import BadZipFile, ZipFile

from aiohttp import web

from adapters.web import HOME, pages
from adapters.web.articles import PICTURES, READABLE, line_with_html
from adapters.web.events import NOTHING_MORE, Stream
from adapters.web.lines import MINE, PHOTO, Shown, display_line, dump_body, load_body
from adapters.web.menu import ShownMenu, gives_here, menu_dialogs, menu_of, order_form
from adapters.web.microphone import HearingSettings
from adapters.web.pace import SCREEN_COST
from adapters.web.pages import html_response
from adapters.web.security import key_digest, new_key
from adapters.web.visits import (
    PAGE,
    PLATFORM,
    PageSettings,
    PageVisitor,
    Refused,
    can_record,
    device_of,
    reader_of,
    request_language,
    request_language_tag,
)
from adapters.web.welcome import BEGUN, welcome_page
from core.contracts.messages import SOUND, Address, Command, Incoming, Sender
from core.contracts.page_lines import PageUpdate, ShownLine
from core.contracts.welcome import ENTER
from core.languages.messages import match_locale

SCREEN: Final = 50
"""The most lines of a chat that are sent at once; fewer if they are long."""
TRANSCRIPT: Final = "transcript.md"
PHOTO_LOOKS: Final = 20
PHOTO_PAUSE: Final = 0.5
"""Seconds between two looks for a photograph that is still being checked."""
_DISPLAYABLE: Final = {
    "text/markdown",
    "text/plain",
    "application/pdf",
    "application/zip",
    "application/json",
    "text/csv",
    *PICTURES,
}


async def get_conversation(request: web.Request) -> web.Response:
    """GET /?before=N: the page of a chat with the newest lines, or those before a line."""
    page = request.app[PAGE]
    if not page.doors.key(request) and page.doors.from_elsewhere(request):
        return html_response(pages.redirect_page(language=request_language(request)))
    try:
        visitor = await reader_of(request, SCREEN_COST)
    except Refused as refused:
        last = await _last_words(page, key_digest(page.doors.key(request)))
        if refused.status != 403 or not last:
            raise
        return html_response(pages.farewell_page(last, language=match_locale(str(last[-1]["language"]))))
    before = _whole(request, "before")
    gives = gives_here(request, page, visitor)

    def made(lines: tuple[ShownLine, ...], shown: ShownMenu, *, more: bool) -> str:
        return pages.conversation_page(
            pages.TalkPage(
                language=shown.language,
                chat=visitor.address.chat,
                lines=[display_line(line) for line in lines],
                more=more,
                after=max((line.moved for line in lines), default=0),
                time=shown.menu.time,
                menu=str.__str__(menu_dialogs(shown) + order_form(shown)),
                token=shown.token,
                client_id=str(uuid4()),
                hearing=_hearing_now(page),
                records=can_record(request),
                talks=page.inbox.live is not None and page.inbox.live.is_ready,
            )
        )

    async with page.pace.screen(visitor.address.chat):
        lines, more = await _screen(page, visitor, before)
        if not lines and page.inbox.welcome is not None and BEGUN not in request.query:
            given = await page.inbox.giving.given(visitor.address) if gives and page.inbox.giving is not None else ()
            response = html_response(await welcome_page(page, visitor, page.inbox.welcome, given))
        else:
            # The page speaks the language in which the interviewer spoke last.
            spoken = (str(load_body(line.body).get("language", "")) for line in reversed(lines))
            language = match_locale(next(filter(None, spoken), "") or request_language_tag(request))
            shown = await menu_of(page, visitor, language, gives=gives)
            response = html_response(await asyncio.to_thread(made, lines, shown, more=more))
    page.doors.give(response, request, visitor.key)
    return response


def _hearing_now(page: PageSettings) -> HearingSettings:
    """Return how recordings are taken now: whoever speaks is told before they do that nothing can be heard yet."""
    live = page.inbox.live
    return replace(page.hearing, hears=False) if live is not None and live.is_waiting else page.hearing


async def _screen(page: PageSettings, visitor: PageVisitor, before: int | None) -> tuple[tuple[ShownLine, ...], bool]:
    """Return the lines of a screen that ends before a line, and whether there are earlier ones."""
    lines = await page.inbox.shown.before(visitor.address, before, limit=SCREEN)
    more = bool(lines) and bool(await page.inbox.shown.before(visitor.address, lines[0].number, limit=1))
    return lines, more


async def stream_events(request: web.Request) -> web.StreamResponse:
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
    """Return the stream of a chat; a person whose data was deleted gets the last words. Raises Refused."""
    page = request.app[PAGE]
    moved = max(_whole(request, "after") or 0, parse_line_number(request.headers.get("Last-Event-ID", "")) or 0)

    def is_gone() -> bool:
        return request.transport is None or request.transport.is_closing()

    stream = partial(
        Stream, book=page.inbox.shown, streams=page.streams, language=_asked_language(request), is_gone=is_gone
    )
    key = key_digest(page.doors.key(request))
    try:
        visitor = await reader_of(request)
    except Refused as refused:
        chat, _ = page.streams.left_with(key)
        last = await _last_words(page, key)
        if refused.status != 403 or not last or page.streams.is_full(chat):
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


async def _last_words(page: PageSettings, key: str) -> tuple[Shown, ...]:
    """Return the last messages for a person whose data was deleted; none if they are denied."""
    chat, last = page.streams.left_with(key)
    kept_out = last and await page.inbox.shown.keeps_out(Address(platform=PLATFORM, chat=chat))
    return () if kept_out or await page.inbox.shown.turns_away(key) else last


async def get_earlier_lines(request: web.Request) -> web.Response:
    """GET /lines?before=N: the lines before that one, and whether there are earlier ones."""
    page = request.app[PAGE]
    visitor = await reader_of(request, SCREEN_COST)
    before, language = _whole(request, "before"), _asked_language(request)

    def made(lines: tuple[ShownLine, ...], *, more: bool) -> str:
        return dump_body({"lines": [line_with_html(display_line(each), language) for each in lines], "more": more})

    async with page.pace.screen(visitor.address.chat):
        lines, more = await _screen(page, visitor, before)
        return web.json_response(text=await asyncio.to_thread(made, lines, more=more))


async def get_document(request: web.Request) -> web.Response:
    """GET /documents/N: the file of a line."""
    line, body = await _file_of_line(request)
    file = load_body(line.body).get("file")
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


async def get_speech(request: web.Request) -> web.Response:
    """GET /speech/N: the sound of a line, whole or the part that was asked for, which some browsers insist on."""
    page, visitor, line = await _named_line(request)
    if line.sounds:
        kept = await page.inbox.shown.recording(visitor.address, line.key)
        body, media_type = kept.body, kept.media_type
    else:
        spoken = load_body(line.body).get("speech")
        body, media_type = await page.inbox.shown.file(visitor.address, line.key) if spoken else None, SOUND
    if body is None:
        raise Refused(404, "page-not-there")
    headers = {"Content-Type": media_type, "Accept-Ranges": "bytes"}
    try:
        part = request.http_range
    except ValueError:
        part = slice(None)
    first, end, _ = part.indices(len(body))
    if (part.start, part.stop) == (None, None):
        return web.Response(body=body, headers=headers)
    if first >= end:
        return web.Response(status=416, headers={"Content-Range": f"bytes */{len(body)}"})
    headers["Content-Range"] = f"bytes {first}-{end - 1}/{len(body)}"
    return web.Response(status=206, body=body[first:end], headers=headers)


async def get_photo(request: web.Request) -> web.Response:
    """GET /photos/N: a photograph that the person has sent; it may still be on its way into its folder."""
    page, visitor, line = await _named_line(request)
    if load_body(line.body).get("kind") != PHOTO or not line.key.startswith(MINE):
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


async def get_document_page(request: web.Request) -> web.Response:
    """GET /documents/N/read: a page with a Markdown file, a picture, or the transcript in a ZIP with photos."""
    line, body = await _file_of_line(request)
    name = str((load_body(line.body).get("file") or {}).get("name", ""))
    href = f"/documents/{line.number}"
    found = str(load_body(line.body).get("language", "")) or request_language(request)
    if name.lower().endswith(tuple(PICTURES.values())):
        return html_response(pages.picture_page(name, language=match_locale(found), href=href))
    if not name.lower().endswith(READABLE):
        raise Refused(404, "page-not-there")
    text = (await asyncio.to_thread(_from_zip, body) if name.endswith(".zip") else body).decode("utf-8", "replace")
    page = request.app[PAGE]
    async with page.pace.screen(key_digest(page.doors.key(request))):
        return html_response(
            await asyncio.to_thread(pages.document_reading_page, name, text, language=match_locale(found), href=href)
        )


def _from_zip(body: bytes) -> bytes:
    """Return the transcript in a ZIP of ours; raises Refused if it has none, like the later ones of several."""
    try:
        with ZipFile(BytesIO(body)) as files:
            return files.read(TRANSCRIPT)
    except (BadZipFile, KeyError) as error:
        raise Refused(404, "page-not-there") from error


async def get_entrance(request: web.Request) -> web.Response:
    """GET /in/TOKEN: give the person at this computer a new key, and greet them if they are new here."""
    page = request.app[PAGE]
    if not page.doors.is_loopback(request):
        raise Refused(403, "page-only-here")
    if not page.doors.takes(request.match_info["token"]):
        await page.doors.wrong(request)
        raise Refused(403, "page-closed")
    here = Address(platform=PLATFORM, chat=HOME)
    before, key = key_digest(page.doors.key(request)), new_key()
    if await page.inbox.shown.opens(before) == here:
        await page.inbox.shown.replace_key(before, key_digest(key), device=device_of(request))
    else:
        event = Incoming(
            event_id=f"{PLATFORM}:in:{key_digest(key)}",
            address=here,
            sender=Sender(id=here.chat, language=request_language_tag(request)),
            content=Command(name="start" if page.inbox.welcome is None else ENTER),
            sent_at=page.clock.now(),
        )
        await page.inbox.shown.accept(event, PageUpdate(digest=key_digest(key), device=device_of(request)))
    response = html_response(pages.redirect_page(language=request_language(request)))
    page.doors.give(response, request, key)
    return response


async def _named_line(request: web.Request) -> tuple[PageSettings, PageVisitor, ShownLine]:
    """Return the line whose number is in the address, with its reader; raises Refused."""
    page = request.app[PAGE]
    visitor = await reader_of(request)
    return page, visitor, await find_line(page, visitor, parse_line_number(request.match_info["number"]))


async def _file_of_line(request: web.Request) -> tuple[ShownLine, bytes]:
    """Return the line whose number is in the address, with its file; raises Refused."""
    page, visitor, line = await _named_line(request)
    body = await page.inbox.shown.file(visitor.address, line.key)
    if body is None:
        raise Refused(404, "page-not-there")
    return line, body


async def find_line(page: PageSettings, visitor: PageVisitor, number: int | None) -> ShownLine:
    """Return a line of the visitor's chat; raises Refused."""
    line = None if number is None else await page.inbox.shown.numbered(visitor.address, number)
    if line is None:
        raise Refused(404, "page-not-there")
    return line


def _asked_language(request: web.Request) -> str:
    """Return the language of the page that asks for lines."""
    return match_locale(request.query.get("language", "") or request_language_tag(request))


def _whole(request: web.Request, name: str) -> int | None:
    value = request.query.get(name)
    if value is None:
        return None
    if (number := parse_line_number(value)) is None:
        raise Refused(400, "page-not-understood")
    return number


def parse_line_number(value: str) -> int | None:
    """Return the line number in a text; None if it is not one."""
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 16 else None

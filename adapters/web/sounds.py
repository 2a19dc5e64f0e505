"""What can be heard beside words: questions as sound, and what was spoken where it is kept."""

from __future__ import annotations

from aiohttp import web

from adapters.web.lines import load_body
from adapters.web.reading import file_of_line, find_line, parse_line_number
from adapters.web.visits import PAGE, Refused, reader_of
from core.contracts.messages import SOUND


async def get_speech(request: web.Request) -> web.Response:
    """GET /speech/N: the sound of a line, whole or the part that was asked for: some browsers insist."""
    body, kind = await _sound(request)
    headers = {"Content-Type": kind, "Accept-Ranges": "bytes"}
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


async def _sound(request: web.Request) -> tuple[bytes, str]:
    """Its octets and their media type; raises Refused."""
    page = request.app[PAGE]
    visitor = await reader_of(request)
    line = await find_line(page, visitor, parse_line_number(request.match_info["number"]))
    if line.sounds:
        kept = await page.inbox.shown.recording(visitor.address, line.key)
        if kept.body is not None:
            return kept.body, kept.media_type
    elif load_body(line.body).get("speech"):
        _, body = await file_of_line(request)
        return body, SOUND
    raise Refused(404, "page-not-there")

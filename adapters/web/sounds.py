"""Questions as sound, beside their words."""

from __future__ import annotations

from aiohttp import web

from adapters.web.lines import loaded
from adapters.web.reading import file_of_line
from adapters.web.visits import Refused
from core.contracts.messages import SOUND


async def speech(request: web.Request) -> web.Response:
    """GET /speech/N: the words of a line as sound, whole or the part that was asked for: some browsers insist."""
    line, body = await file_of_line(request)
    if not loaded(line.body).get("speech"):
        raise Refused(404, "page-not-there")
    headers = {"Content-Type": SOUND, "Accept-Ranges": "bytes"}
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

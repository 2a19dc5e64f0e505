"""Stream a growing transcript: server-sent events with the lines that are new or have changed.

`whole` carries all lines, for a browser with an older state; `line` carries one; `gone` has the id of a line that
documents do not show any more; `facts` has the facts of the session; `deleted` says that it was deleted. The id of an
event is the pulse of the session that it shows.
"""

from __future__ import annotations

import asyncio
import json
from typing import Final

from aiohttp import web

from adapters.web.operator.entering import Visit
from adapters.web.operator.frame import session_address
from adapters.web.operator.session_view import sheet_facts, transcript_line
from adapters.web.security import key_digest
from adapters.web.visits import Refused
from core.contracts.errors import NotFound
from core.contracts.operator_desk import SessionSheet

WATCHERS: Final = 20
"""The most transcripts that are watched at a time."""
LOOK: Final = 2.0
"""Seconds between two looks; each costs one statement."""
LOOKS: Final = 7
"""Looks without anything new after which a sign of life goes out."""
PATIENCE: Final = 30.0
"""Seconds after which a browser that takes nothing is given up."""


async def stream_session(visit: Visit) -> web.StreamResponse:
    """GET /operator/sessions/ID/events?pulse=P."""
    if visit.site.watching >= WATCHERS:
        raise Refused(503, "page-too-often")
    session_id = visit.part("id")
    if not await visit.desk.pulse(session_id):
        raise Refused(404, "page-not-there")
    seen = visit.request.headers.get("Last-Event-ID") or visit.request.query.get("pulse", "")
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "X-Accel-Buffering": "no"})
    visit.site.watching += 1
    try:
        await response.prepare(visit.request)
        await _follow(visit, session_id, response, seen)
    finally:
        visit.site.watching -= 1
    return response


async def _follow(visit: Visit, session_id: str, response: web.StreamResponse, seen: str) -> None:
    """Send changes until the browser has gone, the session is deleted, or the cookie is revoked."""
    shown: dict[int, str] | None = None
    quiet = 0
    while await visit.desk.keys.opens(key_digest(visit.key)):
        pulse = await visit.desk.pulse(session_id)
        if pulse != seen:
            try:
                sheet = await visit.desk.session(session_id)
            except NotFound:
                await _send(response, _event("deleted", "{}", seen))
                return
            events, shown = await asyncio.to_thread(_rendered, visit.language, sheet, shown)
            seen, quiet = sheet.pulse, 0
            await _send(response, events)
        elif quiet >= LOOKS:
            quiet = 0
            await _send(response, ": here\n\n")
        quiet += 1
        await visit.site.clock.sleep(LOOK)


def _rendered(language: str, sheet: SessionSheet, shown: dict[int, str] | None) -> tuple[str, dict[int, str]]:
    """Return the events that bring a browser which shows the lines `shown` up to date, and the lines it then shows."""
    here = session_address(sheet.row.id)
    lines = {line.seq: str(transcript_line(language, line, here)) for line in sheet.lines}
    events: list[tuple[str, dict[str, object]]] = [("facts", {"html": str(sheet_facts(language, sheet))})]
    if shown is None:
        events.append(("whole", {"html": "".join(lines.values())}))
    else:
        events += [("gone", {"n": seq}) for seq in shown.keys() - lines.keys()]
        events += [("line", {"n": seq, "html": html}) for seq, html in lines.items() if shown.get(seq) != html]
    return "".join(_event(name, json.dumps(data), sheet.pulse) for name, data in events), lines


def _event(name: str, data: str, pulse: str) -> str:
    return f"id: {pulse}\nevent: {name}\ndata: {data}\n\n"


async def _send(response: web.StreamResponse, text: str) -> None:
    async with asyncio.timeout(PATIENCE):
        await response.write(text.encode())

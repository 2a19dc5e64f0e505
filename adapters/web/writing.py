"""Handle what a person does on the page: each act is an event with an id from the browser, and is taken once."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from aiohttp import web

from adapters.web.lines import MINE, display_line, load_body, person_line, updated_body
from adapters.web.reading import find_line
from adapters.web.security import key_digest
from adapters.web.visits import (
    PAGE,
    PageSettings,
    PageVisitor,
    PostedForm,
    Refused,
    incoming_event,
    read_posted,
)  # fmt: skip
from core.contracts.messages import LEAVE_OUT, PUT_BACK, ZONE, Command, Content, Edit, Press, Text, position_of
from core.contracts.page_lines import EventOutcome, PageUpdate
from core.delivery.fitting import is_blank, replace_surrogates

LONGEST: Final = 200_000
"""The most characters of one answer."""
LONGEST_ZONE: Final = 60
"""The most characters of the name of a time zone."""
_COMMAND: Final = re.compile(r"/([A-Za-z_]{1,32})(?:\s+(.*))?", re.DOTALL)


async def post_message(request: web.Request) -> web.Response:
    """POST /say {id, text, seen}: words or a command; `seen` is the newest line that was shown when they were begun."""
    page, visitor, body = await _came(request)
    text = _words(body)
    # A form that a browser has kept may be sent again with other words.
    own = f"{body.id}-{key_digest(text)[:8]}" if body.by_form else body.id
    line = person_line(own, page.clock.now(), {"kind": "say", "text": text})
    event = incoming_event(page, visitor, own, parse_content(text), ref=line.key)
    taken = await page.inbox.shown.accept(event, PageUpdate(line=line, seen=body.number("seen", 0)))
    return event_response(page, visitor, body, taken, taken.number)


async def post_button(request: web.Request) -> web.Response:
    """POST /press {id, line, data}: press a button of that line."""
    page, visitor, body = await _came(request)
    if body.by_form:  # the value of the button has both
        number, _, data = body.text("press").partition(" ")
        body = replace(body, fields={**body.fields, "line": number, "data": data})
    data = body.text("data")
    line = await find_line(page, visitor, body.number("line"))
    if not data or data not in {choice["data"] for choice in load_body(line.body).get("choices", ())}:
        raise Refused(400, "page-not-understood")
    event = incoming_event(page, visitor, body.id, Press(data=data))
    update = PageUpdate(changed=(line.key, updated_body(line, pressed=data)))
    taken = await page.inbox.shown.accept(event, update)
    return event_response(page, visitor, body, taken, line.number)


async def post_edit(request: web.Request) -> web.Response:
    """POST /edit {id, line, text}: change the words of one's own line, or of a recording once it was transcribed."""
    page, visitor, body = await _came(request)
    line = await find_line(page, visitor, body.number("line"))
    text, shown = _words(body), display_line(line)
    spoken = shown["kind"] == "voice"
    if not line.key.startswith(MINE) or (spoken and not shown["heard"]):
        raise Refused(400, "page-not-understood")
    event = incoming_event(
        page,
        visitor,
        body.id,
        Edit(ref=line.key, text=text, heard=spoken),
        ref=line.key,
        position=position_of(line.number),
    )
    update = PageUpdate(changed=(line.key, updated_body(line, **{"heard" if spoken else "text": text}, edited=True)))
    taken = await page.inbox.shown.accept(event, update)
    return event_response(page, visitor, body, taken, line.number)


async def post_leave_out(request: web.Request) -> web.Response:
    """POST /leave-out {id, line}: leave what one's own line became out of the files."""
    return await _answer_of_line(request, LEAVE_OUT)


async def post_put_back(request: web.Request) -> web.Response:
    """POST /put-back {id, line}: put it back."""
    return await _answer_of_line(request, PUT_BACK)


async def _answer_of_line(request: web.Request, command: str) -> web.Response:
    page, visitor, body = await _came(request)
    line = await find_line(page, visitor, body.number("line"))
    if not line.key.startswith(MINE):
        raise Refused(400, "page-not-understood")
    # A form that a browser has kept may be sent again for another line.
    own = f"{body.id}-{command}-{line.number}" if body.by_form else body.id
    event = incoming_event(page, visitor, own, Command(name=command, argument=line.key))
    taken = await page.inbox.shown.accept(event, PageUpdate())
    return event_response(page, visitor, body, taken, line.number)


async def post_zone(request: web.Request) -> web.Response:
    """POST /zone {id, zone}: the time zone of the browser, by its IANA name. No line shows it."""
    page, visitor, body = await _came(request)
    command = Command(name=ZONE, argument=body.text("zone")[:LONGEST_ZONE])
    taken = await page.inbox.shown.accept(incoming_event(page, visitor, body.id, command), PageUpdate())
    return event_response(page, visitor, body, taken, 0)


def parse_content(text: str) -> Content:
    """Return words as a command if they are one, else as a text."""
    if found := _COMMAND.fullmatch(text.strip()):
        return Command(name=found[1].lower(), argument=(found[2] or "").strip())
    return Text(text=text)


async def _came(request: web.Request) -> tuple[PageSettings, PageVisitor, PostedForm]:
    page = request.app[PAGE]
    visitor = await page.visitor(request)
    return page, visitor, await read_posted(request, visitor.key)


def _words(body: PostedForm) -> str:
    text = replace_surrogates(body.text("text")).replace("\r\n", "\n").replace("\x00", "\ufffd")
    if is_blank(text):
        raise Refused(400, "page-not-understood")
    if len(text) > LONGEST:
        raise Refused(413, "page-too-large")
    return text


def event_response(
    page: PageSettings, visitor: PageVisitor, body: PostedForm, taken: EventOutcome, number: int
) -> web.Response:
    """Return the response to an event; raises Refused if it was not kept."""
    page.streams.ring(visitor.address.chat)
    if taken.stranger:
        raise Refused(403, "page-closed")
    if body.by_form:
        return web.Response(status=303, headers={"Location": "/"})
    if not taken.kept:
        # The interviewer says why.
        raise Refused(429, "page-too-often")
    return web.json_response({"line": number})

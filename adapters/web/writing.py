"""What somebody does on the page: each is an event with an id that the browser made, taken in once."""

from __future__ import annotations

import re
from typing import Final

from aiohttp import web

from adapters.web.lines import MINE, changed, displayed, loaded, mine
from adapters.web.reading import line_of
from adapters.web.security import chat_of, digest
from adapters.web.visits import PAGE, PLATFORM, Page, Posted, Refused, Visitor, posted, tag_of
from core.contracts.messages import Address, Command, Content, Edit, Incoming, Press, Text, position_of
from core.contracts.shown import Accompanying, Taken
from core.delivery.splitting import is_blank, well_formed

LONGEST: Final = 200_000
"""Characters of one answer."""
_COMMAND: Final = re.compile(r"/([A-Za-z_]{1,32})(?:\s+(.*))?", re.DOTALL)
_CODE: Final = re.compile(r"[A-Za-z0-9_-]{16}")


async def say(request: web.Request) -> web.Response:
    """POST /say {id, text, seen}: words, or a command; `seen`: the newest line that was there when they were begun."""
    page, visitor, body = await _came(request)
    text = _words(body)
    # A form that a browser has kept may be sent again with other words.
    own = f"{body.id}-{digest(text)[:8]}" if body.by_form else body.id
    line = mine(own, page.clock.now(), {"kind": "say", "text": text})
    event = event_of(page, visitor, own, content_of(text), ref=line.key)
    taken = await page.inbox.shown.accept(event, Accompanying(line=line, seen=body.number("seen", 0)))
    return answered(page, visitor, body, taken, taken.number)


async def press(request: web.Request) -> web.Response:
    """POST /press {id, line, data}: a button of that line."""
    page, visitor, body = await _came(request)
    number, data = _pressed(body)
    line = await line_of(page, visitor, number)
    if not data or data not in {choice["data"] for choice in loaded(line.body).get("choices", ())}:
        raise Refused(400, "page-not-understood")
    event = event_of(page, visitor, body.id, Press(data=data))
    beside = Accompanying(changed=(line.key, changed(line, pressed=data)))
    taken = await page.inbox.shown.accept(event, beside)
    return answered(page, visitor, body, taken, line.number)


async def edit(request: web.Request) -> web.Response:
    """POST /edit {id, line, text}: other words for a line of one's own; of a recording, once it was heard."""
    page, visitor, body = await _came(request)
    line = await line_of(page, visitor, body.number("line"))
    text, shown = _words(body), displayed(line)
    spoken = shown["kind"] == "voice"
    if not line.key.startswith(MINE) or (spoken and not shown["heard"]):
        raise Refused(400, "page-not-understood")
    event = event_of(
        page,
        visitor,
        body.id,
        Edit(ref=line.key, text=text, heard=spoken),
        ref=line.key,
        position=position_of(line.number),
    )
    beside = Accompanying(changed=(line.key, changed(line, **{"heard" if spoken else "text": text}, edited=True)))
    taken = await page.inbox.shown.accept(event, beside)
    return answered(page, visitor, body, taken, line.number)


async def come_in(request: web.Request) -> web.Response:
    """POST /i/CODE: the way in with an invitation, once for each key: who sends it twice has come in once."""
    page, code = request.app[PAGE], request.match_info["code"]
    peer = page.doors.peer(request)
    if page.doors.guesses.too_many(peer):
        raise Refused(429, "page-too-often")
    key = page.doors.key(request)
    if not key:
        raise Refused(403, "page-closed")
    await posted(request, key)
    known = await page.inbox.shown.opens(digest(key))
    visitor = Visitor(address=known or Address(platform=PLATFORM, chat=chat_of(key)), key=key, tag=tag_of(request))
    event = event_of(page, visitor, f"i-{digest(code)}", Command(name="start", argument=code))
    taken = await page.inbox.shown.accept(event, Accompanying(digest=digest(key)))
    if not taken.kept:
        page.doors.guesses.wrong(peer)
        raise Refused(403, "page-no-invitation")
    return web.Response(status=303, headers={"Location": "/"})


def content_of(text: str) -> Content:
    """Words as what they are."""
    if found := _COMMAND.fullmatch(text.strip()):
        return Command(name=found[1].lower(), argument=(found[2] or "").strip())
    return Text(text=text)


async def _came(request: web.Request) -> tuple[Page, Visitor, Posted]:
    page = request.app[PAGE]
    visitor = await page.visitor(request)
    return page, visitor, await posted(request, visitor.key)


def _pressed(body: Posted) -> tuple[int, str]:
    """The line of a button, and what it carries; in a form both are the button's value."""
    if not body.by_form:
        return body.number("line"), body.text("data")
    number, _, data = body.text("press").partition(" ")
    return Posted(fields={"line": number}, by_form=True).number("line"), data


def _words(body: Posted) -> str:
    text = well_formed(body.text("text")).replace("\r\n", "\n").replace("\x00", "\ufffd")
    if is_blank(text):
        raise Refused(400, "page-not-understood")
    if len(text) > LONGEST:
        raise Refused(413, "page-too-large")
    return text


def event_of(
    page: Page, visitor: Visitor, client_id: str, content: Content, *, ref: str = "", position: str = ""
) -> Incoming:
    """What somebody's browser sends under this id, however often."""
    return Incoming(
        event_id=visitor.event_id(client_id),
        address=visitor.address,
        sender=visitor.sender,
        content=content,
        sent_at=page.clock.now(),
        position=position,
        ref=ref,
    )


def answered(page: Page, visitor: Visitor, body: Posted, taken: Taken, number: int) -> web.Response:
    """What the browser is told of it; raises Refused where nothing was kept."""
    page.streams.ring(visitor.address.chat)
    if taken.stranger:
        raise Refused(403, "page-closed")
    if body.by_form:
        return web.Response(status=303, headers={"Location": "/"})
    if not taken.kept:
        # The interviewer says why.
        raise Refused(429, "page-too-often")
    return web.json_response({"line": number})

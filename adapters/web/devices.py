"""The page that lists the browsers in which a person is signed in, each with a button that signs it out."""

from __future__ import annotations

from aiohttp import web

from adapters.web import pages
from adapters.web.markup import Part, h
from adapters.web.pages import html_response
from adapters.web.security import form_token_for, key_digest
from adapters.web.visits import PAGE, Refused, read_posted, request_language
from core.languages.messages import say


async def get_devices(request: web.Request) -> web.Response:
    """GET /devices: the browsers that are signed in to this chat."""
    page = request.app[PAGE]
    visitor = await page.visitor(request)
    language = request_language(request)
    token = h("input", type="hidden", name="form", value=form_token_for(visitor.key))
    listed = []
    for device in await page.inbox.shown.devices(visitor.address):
        seen = h("time", f"{device.seen_at:%Y-%m-%d}", datetime=device.seen_at.isoformat())
        if key_digest(visitor.key).startswith(device.id):
            state: Part = say(language, "page-device-here")
        else:
            state = h("span", say(language, "page-device-seen"), " ", seen)
        name = device.name or say(language, "page-device-unnamed")
        which = h("input", type="hidden", name="device", value=device.id)
        button = h("button", say(language, "page-sign-out"), h("span", f" {name}", class_="unseen"), type="submit")
        form = h("form", token, which, button, method="post", action="/devices/sign-out")
        listed.append(h("li", h("strong", name), " · ", state, form))
    return html_response(pages.plain("page-devices", str(h("ul", *listed, class_="devices")), language=language))


async def post_sign_out(request: web.Request) -> web.Response:
    """POST /devices/sign-out {device}: that browser is signed out, and what it has open ends."""
    page = request.app[PAGE]
    visitor = await page.visitor(request)
    device = (await read_posted(request, visitor.key)).text("device")
    if not await page.inbox.shown.sign_out(visitor.address, device):
        raise Refused(404, "page-not-there")
    page.streams.ring(visitor.address.chat)
    if not key_digest(visitor.key).startswith(device):
        return web.Response(status=303, headers={"Location": "/devices"})
    response = html_response(pages.message_page("page-signed-out", language=request_language(request)))
    page.doors.take_back(response, request)
    return response

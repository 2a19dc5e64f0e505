"""Where somebody is signed in: their own devices on a page of its own, each with a button that signs it out."""

from __future__ import annotations

from aiohttp import web
from markupsafe import Markup

from adapters.web import pages
from adapters.web.markup import h
from adapters.web.reading import html_response
from adapters.web.security import form_token_for, key_digest
from adapters.web.visits import PAGE, PageVisitor, Refused, read_posted, request_language
from core.contracts.page_lines import Device
from core.languages.messages import say


async def get_devices(request: web.Request) -> web.Response:
    """GET /devices: the browsers that are signed in to this chat."""
    page = request.app[PAGE]
    visitor = await page.visitor(request)
    found = await page.inbox.shown.devices(visitor.address)
    language = request_language(request)
    listed = h("ul", *(_device(each, visitor, language) for each in found), class_="devices")
    return html_response(pages.plain("page-devices", str(listed), language=language))


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


def _device(device: Device, visitor: PageVisitor, language: str) -> Markup:
    here = key_digest(visitor.key).startswith(device.id)
    seen = h("time", f"{device.seen_at:%Y-%m-%d}", datetime=device.seen_at.isoformat())
    name = device.name or say(language, "page-device-unnamed")
    token = h("input", type="hidden", name="form", value=form_token_for(visitor.key))
    which = h("input", type="hidden", name="device", value=device.id)
    button = h("button", say(language, "page-sign-out"), h("span", f" {name}", class_="unseen"), type="submit")
    return h(
        "li",
        h("strong", name),
        " · ",
        say(language, "page-device-here") if here else h("span", say(language, "page-device-seen"), " ", seen),
        h("form", token, which, button, method="post", action="/devices/sign-out"),
    )

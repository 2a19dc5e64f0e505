"""The page that lists the browsers in which a person is signed in, each with a button that signs it out."""

from __future__ import annotations

from datetime import datetime

from aiohttp import web
from markupsafe import Markup

from adapters.web import pages
from adapters.web.device_labels import device_label, signed_in_label, used_label
from adapters.web.markup import h, join_markup
from adapters.web.pages import html_response
from adapters.web.security import form_token_for, key_digest
from adapters.web.visits import PAGE, Refused, read_posted, request_language
from core.contracts.page_lines import Device
from core.languages.messages import say


async def get_devices(request: web.Request) -> web.Response:
    """GET /devices: the browsers that are signed in to this chat, first the one that asks."""
    page = request.app[PAGE]
    visitor = await page.visitor(request)
    language, now = request_language(request), page.clock.now()
    token = h("input", type="hidden", name="form", value=form_token_for(visitor.key))
    here = key_digest(visitor.key)
    devices = await page.inbox.shown.devices(visitor.address)
    ordered = sorted(devices, key=lambda each: not here.startswith(each.id))
    listed = (_device(language, each, token, now, is_here=here.startswith(each.id)) for each in ordered)
    content = join_markup(h("p", say(language, "page-devices-mean")), h("ul", *listed, class_="devices"))
    return html_response(pages.plain("page-devices", str(content), language=language))


def _device(language: str, device: Device, token: Markup, now: datetime, *, is_here: bool) -> Markup:
    name = device_label(language, device.name)
    signed_in = signed_in_label(language, device.since, now)
    used = None if is_here else used_label(language, device.seen_at, now)
    here = h("span", say(language, "page-device-here"), class_="here") if is_here else None
    facts = h("p", signed_in, *((" · ", used) if used else ()), class_="note")
    # Two of a kind differ, also for whoever hears only the button, in when they came in and were used.
    which = h("span", f" {name}, ", signed_in, *((", ", used) if used else ()), class_="unseen")
    words = say(language, "page-sign-out-here" if is_here else "page-sign-out")
    chosen = h("input", type="hidden", name="device", value=device.id)
    button = h("button", words, which, type="submit")
    form = h("form", token, chosen, button, method="post", action="/devices/sign-out")
    return h("li", h("p", h("strong", name), " ", here), facts, form)


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

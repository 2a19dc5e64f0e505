"""Serve the pages that features add, without knowing any of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from uuid import uuid4

from aiohttp import web

from adapters.web.pace import SCREEN_COST
from adapters.web.pages import document
from adapters.web.security import form_token_for
from adapters.web.visits import PAGE, PageVisitor, Refused, incoming_event, read_posted, reader_of
from core.contracts.page_feature import PageAnswer, PageCall, PageFeature, PageMove, PageView
from core.contracts.page_lines import PageUpdate
from core.languages.messages import match_locale

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def feature_routes(feature: PageFeature) -> list[web.RouteDef]:
    """Return the routes of a feature's pages."""
    address = f"/{feature.name}"
    get, post = _reading(feature), _writing(feature)
    return [web.get(address, get), web.get(f"{address}/{{place:.+}}", get), web.post(address, post)]


def _reading(feature: PageFeature) -> _Handler:
    async def get(request: web.Request) -> web.StreamResponse:
        # Pictures and other files cost less than a page that is put together.
        visitor = await reader_of(request, 1.0 if request.match_info.get("place") else SCREEN_COST)
        return _response(feature, await feature.get(_call(request, visitor)))

    return get


def _writing(feature: PageFeature) -> _Handler:
    async def post(request: web.Request) -> web.StreamResponse:
        page = request.app[PAGE]
        visitor = await reader_of(request, SCREEN_COST)
        body = await read_posted(request, visitor.key)
        fields = {name: value for name, value in body.fields.items() if isinstance(value, str)}
        answer = await feature.post(replace(_call(request, visitor), fields=fields))
        if answer is None:
            raise Refused(400, "page-not-understood")
        if answer.event is not None:
            event = incoming_event(page, visitor, str(uuid4()), answer.event)
            taken = await page.inbox.shown.accept(event, PageUpdate())
            page.streams.ring(visitor.address.chat)
            if taken.stranger:
                raise Refused(403, "page-closed")
            if not taken.kept:
                raise Refused(429, "page-too-often")
        return _response(feature, answer)

    return post


def _call(request: web.Request, visitor: PageVisitor) -> PageCall:
    return PageCall(
        address=visitor.address,
        language=match_locale(visitor.tag),
        token=form_token_for(visitor.key),
        place=request.match_info.get("place", ""),
        query=dict(request.query),
    )


def _response(feature: PageFeature, answer: PageAnswer | None) -> web.Response:
    if answer is None:
        raise Refused(404, "page-not-there")
    if isinstance(answer, PageMove):
        return web.Response(status=303, headers={"Location": answer.to})
    if isinstance(answer, PageView):
        text = document(
            answer.language,
            answer.title,
            answer.body,
            style=f"{feature.name}/{answer.style}" if answer.style else "",
            script=f"{feature.name}/{answer.script}" if answer.script else "",
        )
        return web.Response(text=text, content_type="text/html")
    return web.Response(body=answer.body, headers={"Content-Type": answer.media_type})

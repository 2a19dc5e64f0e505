"""What the link of an invitation shows before somebody comes in, and what its one button does.

Looking uses nothing up: programs that show a preview of a link open it before people do.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

from aiohttp import web

from adapters.web import HOME, pages
from adapters.web.markup import Part, h, void
from adapters.web.operator.frame import hidden_field
from adapters.web.pages import document
from adapters.web.security import form_token_for, invited_chat, key_digest, new_key
from adapters.web.visits import (
    PAGE,
    PLATFORM,
    STRANGERS_PATIENCE,
    PageSettings,
    PageVisitor,
    PostedForm,
    Refused,
    device_of,
    incoming_event,
    read_posted,
    request_language,
    request_language_tag,
)
from adapters.web.welcome import BEGUN, begin_fields, name_field, short_field, shown_name
from core.contracts.giving import GiftLanding
from core.contracts.messages import Address, Command
from core.contracts.page_lines import PageUpdate
from core.contracts.welcome import BEGIN, BeginRequest, PlainInvitation
from core.languages.messages import say

READS: Final = {"yes": True, "no": False}
"""The values of the buttons of a gift: whether the giver may read along."""
PREVIEW: Final = "/static/preview.png"
_CODE: Final = re.compile(r"[A-Za-z0-9_-]{16}")


async def get_invitation(request: web.Request) -> web.Response:
    """GET /i/CODE: show who invites to what, with one button; looking does not use up the invitation."""
    page, code = request.app[PAGE], request.match_info["code"]
    if not _CODE.fullmatch(code):
        raise Refused(404, "page-no-invitation")
    if not page.doors.key(request) and page.doors.from_elsewhere(request):
        # The key that the browser has would be held back, and another given for it.
        return _html(pages.redirect_page(language=request_language(request), to=f"/i/{code}"))
    key = page.doors.key(request)
    if await page.inbox.shown.turns_away(key_digest(key)):
        raise Refused(403, "page-closed")
    opens = await page.inbox.shown.opens(key_digest(key))
    if opens is not None and not await page.inbox.shown.is_invitation(code):
        # Whoever opens the link once more that they came in by is back where they were.
        return web.Response(status=303, headers={"Location": "/"})
    if opens is None and await page.inbox.shown.was_invitation(code):
        return _html(pages.used_link_page(language=request_language(request)))
    if opens is None:
        # Whatever the browser came with, somebody else may have put there.
        key = page.doors.asking_key()
    at_home = opens is not None and opens.chat == HOME
    response = _html(await _landing(request, page, code, form_token_for(key), at_home=at_home))
    page.doors.give(response, request, key)
    return response


async def get_gift_photo(request: web.Request) -> web.Response:
    """GET /i/CODE/photo: the photograph that the giver shows."""
    page, code = request.app[PAGE], request.match_info["code"]
    giving = page.inbox.giving
    found = await giving.photo(code) if giving is not None and _CODE.fullmatch(code) else None
    if found is None:
        await page.doors.wrong(request)
        raise Refused(404, "page-not-there")
    body, media_type = found
    return web.Response(body=body, headers={"Content-Type": media_type})


async def post_invitation(request: web.Request) -> web.Response:
    """POST /i/CODE: accept an invitation and exchange the key for a new one. A repeat changes nothing.

    With {consent} the interview begins at once; with {enter} somebody is only let in, and chooses then.
    """
    page, code = request.app[PAGE], request.match_info["code"]
    asking, book = page.doors.key(request), page.inbox.shown
    if await book.turns_away(key_digest(asking)):
        raise Refused(403, "page-closed")
    known = await book.opens(key_digest(asking))
    if known is None and not page.doors.is_asking(asking):
        # The invitation was opened too long ago, or in another tab since: show it again, with a key to answer with.
        return web.Response(status=303, headers={"Location": f"/i/{quote(code, safe='')}"})
    body = await read_posted(request, asking, patience=STRANGERS_PATIENCE)
    address = known or Address(platform=PLATFORM, chat=invited_chat(asking))
    peer, is_new = page.doors.peer(request), not await book.devices(address)
    uninvited = is_new and not await book.is_invitation(code)
    if uninvited and page.doors.newcomers.too_many(peer):
        raise Refused(429, "page-too-often")
    visitor = PageVisitor(address=address, key=asking, tag=request_language_tag(request))
    command = _command(body, code)
    event = incoming_event(page, visitor, f"i-{key_digest(code)}", command)
    key, device = new_key(), device_of(request)
    update = PageUpdate() if known else PageUpdate(digest=key_digest(key), device=device)
    taken = await book.accept(event, update)
    if not taken.kept:
        await page.doors.wrong(request)
        if await book.was_invitation(code):
            return _html(pages.used_link_page(language=request_language(request)), status=403)
        raise Refused(403, "page-no-invitation")
    if known:
        await book.replace_key(key_digest(asking), key_digest(key), device=device)
    elif uninvited:
        page.doors.newcomers.count(peer)
    response = web.Response(status=303, headers={"Location": f"/?{BEGUN}=1" if "consent" in body.fields else "/"})
    page.doors.give(response, request, key)
    return response


def _command(body: PostedForm, code: str) -> Command:
    if "consent" not in body.fields and "enter" not in body.fields:
        return Command(name="start", argument=code)
    if not _CODE.fullmatch(code):
        raise Refused(404, "page-no-invitation")
    begins = "consent" in body.fields
    wanted = BeginRequest(
        kind=short_field(body, "kind", 60) if begins else "",
        consent=short_field(body, "consent", 64) if begins else "",
        name=shown_name(body) if "name" in body.fields else "",
        language=short_field(body, "language", 12),
        invitation=code,
        reads_along=READS.get(str(body.fields.get("reads", ""))),
    )
    return Command(name=BEGIN, argument=wanted.model_dump_json())


async def _landing(request: web.Request, page: PageSettings, code: str, token: str, *, at_home: bool) -> str:
    language, giving, welcome = request_language(request), page.inbox.giving, page.inbox.welcome
    if giving is not None:
        gift = await giving.landing(code, PLATFORM)
        if gift is not None:
            origin = page.doors.origin(request)
            has_model = welcome is not None and welcome.has_model
            return _gift_page(gift, code, token, origin, has_model=has_model, at_home=at_home)
    of_family = giving is not None and await giving.is_of_family(code)
    invited = None if welcome is None or of_family else await welcome.invited(code, language)
    if giving is not None and not of_family and invited is None:
        # Looking at codes must not be a faster way to guess than using them.
        await page.doors.wrong(request)
    if welcome is None or invited is None:
        return pages.invitation_page(language=language, code=code, token=token)
    return _invited_page(page, invited, language, code, token, page.doors.origin(request))


def _invited_page(
    page: PageSettings, invited: PlainInvitation, language: str, code: str, token: str, origin: str
) -> str:
    chosen, welcome = invited.chosen, page.inbox.welcome
    offer = None if chosen is None or welcome is None else welcome.consent(chosen.kind, PLATFORM, language)
    hidden = [hidden_field("form", token), hidden_field("language", language)]
    if chosen is None or offer is None:
        title, about = say(language, "welcome-title"), say(language, "page-invited")
        button = h("button", say(language, "page-come-in"), type="submit", class_="send big")
        inside: list[Part] = [*hidden, hidden_field("enter", "1"), button]
    else:
        title, about = chosen.title, chosen.about
        inside = [*hidden, hidden_field("kind", chosen.kind), name_field(language), *begin_fields(offer, language)]
    form = h("form", *inside, method="post", action=f"/i/{code}")
    lead = h("p", about, class_="lead") if about else None
    main = h("main", h("h1", title), lead, form, class_="welcome begin")
    return document(language, title, main, head=_preview(title, about, origin))


def _gift_page(gift: GiftLanding, code: str, token: str, origin: str, *, has_model: bool, at_home: bool) -> str:
    language, giver = gift.language, gift.giver or "none"
    title = say(language, "landing-title", giver=giver)
    picture = h("img", src=f"/i/{code}/photo", alt="", class_="picture photo") if gift.has_photo else None
    words = h("blockquote", *(h("p", each, dir="auto") for each in gift.words.split("\n") if each.strip()))
    terms = h(
        "details",
        h("summary", say(language, "welcome-more")),
        h("ul", *(h("li", line) for line in gift.offer.lines), class_="terms"),
        *(h("p", paragraph) for paragraph in gift.offer.text.split("\n\n")),
    )
    reads = say(
        language,
        "landing-reads",
        giver=giver,
        model="yes" if has_model else "no",
        runs="yes" if gift.giver_runs else "no",
    )
    form = h(
        "form",
        hidden_field("form", token),
        hidden_field("language", language),
        hidden_field("kind", gift.kind),
        hidden_field("consent", gift.offer.digest),
        h("button", say(language, "welcome-begin"), type="submit", name="reads", value="yes", class_="send big"),
        h("p", reads, " ", say(language, "landing-agreed"), class_="hint"),
        terms,
        h("button", say(language, "landing-alone"), type="submit", name="reads", value="no", class_="quiet"),
        method="post",
        action=f"/i/{code}",
    )
    days = say(language, "landing-days", days=gift.days) if gift.days else ""
    main = h(
        "main",
        picture or h("img", src="/static/telling.svg", alt="", width=320, height=200, class_="picture"),
        h("h1", title),
        words if gift.words else None,
        h("p", say(language, "landing-what", name=gift.name), " ", days or None, class_="lead"),
        form if not at_home else h("p", say(language, "landing-look", name=gift.name), class_="near"),
        class_="welcome begin landing",
    )
    return document(language, title, main, head=_preview(title, say(language, "landing-preview"), origin))


def _preview(title: str, description: str, origin: str) -> str:
    """Return what chats show of a link. It holds nothing that lets anybody in."""
    shown = {"title": title, "description": description, "type": "website", "image": f"{origin}{PREVIEW}"}
    return "".join(void("meta", property=f"og:{name}", content=value) for name, value in shown.items() if value)


def _html(text: str, *, status: int = 200) -> web.Response:
    return web.Response(text=text, status=status, content_type="text/html")

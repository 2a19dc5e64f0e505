"""The routes of the operator's page: views are read, acts are forms with a token that no other site was shown."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from typing import Final
from urllib.parse import quote

from aiohttp import web

from adapters.web.markup import h
from adapters.web.operator.calls_view import calls_view
from adapters.web.operator.devices_view import DEVICES, SURE, devices_view, new_link_notice, sign_out_view
from adapters.web.operator.doors_view import LONGEST_DAYS, MOST_USES, doors_view
from adapters.web.operator.entering import (
    ENTRANCE,
    SITE,
    Answering,
    Site,
    Visit,
    get_entry,
    operator_html,
    post_entry,
    post_leave,
    redirect_to_view,
    require_operator,
)
from adapters.web.operator.figures_view import figures_view
from adapters.web.operator.frame import HOME, LIST, NEARBY, SETUP
from adapters.web.operator.list_view import list_address, list_view, parse_search
from adapters.web.operator.live import stream_session
from adapters.web.operator.panel_view import panel_address, sheet_view, table_view, thing_address
from adapters.web.operator.people_view import people_view
from adapters.web.operator.session_view import session_view
from adapters.web.operator.setup_view import ADDRESS, ANYWAY, MARK, MODEL, setup_view, unreadable_view
from adapters.web.security import new_key
from adapters.web.visits import PAGE, Refused
from core.contracts.errors import ConfigurationError, NotFound
from core.contracts.operator_desk import HandedOut, OperatorDesk, OperatorPanel, Sought
from core.contracts.ports import Clock
from core.contracts.setup_desk import SetupOutcome
from core.languages.messages import say

_ID: Final = "{id:[^/]{1,200}}"
_CHUNK: Final = 256 * 1024
_FORMS: Final = ("transcript", "archive", "export")


def add_operator_routes(app: web.Application, desk: OperatorDesk, clock: Clock) -> None:
    """Add the operator's page to an app."""
    app[SITE] = Site(desk=desk, clock=clock)
    one = f"{HOME}/sessions/{_ID}"
    reads = {
        HOME: get_people,
        LIST: get_sessions,
        one: get_session,
        f"{one}/events": stream_session,
        f"{one}/calls": get_calls,
        **{f"{one}/{form}": _download(form) for form in _FORMS},
        f"{one}/kept/{{seq:[0-9]{{1,9}}}}": get_media,
        f"{HOME}/figures": get_figures,
        f"{HOME}/doors": get_access_page,
        DEVICES: get_signed_in_devices,
        SETUP: get_setup,
    }
    for panel in desk.panels:
        reads |= _panel_views(panel)
    acts = {
        f"{HOME}/find": search_sessions,
        f"{one}/delete": post_deletion,
        f"{HOME}/invitations": post_invite,
        f"{HOME}/invitations/withdraw": post_withdrawal,
        f"{HOME}/people": post_ruling,
        f"{DEVICES}/sign-out": post_device_sign_out,
        f"{DEVICES}/link": post_new_link,
        f"{DEVICES}/home": renew_home,
        SETUP: post_setup,
        NEARBY: post_nearby_model,
        f"{HOME}/leave": post_leave,
    }
    app.router.add_get(f"{ENTRANCE}/{{link}}", get_entry, allow_head=False)
    app.router.add_post(f"{ENTRANCE}/{{link}}", post_entry)
    for path, answering in reads.items():
        app.router.add_get(path, require_operator(answering), allow_head=False)
    for path, answering in acts.items():
        app.router.add_post(path, require_operator(answering))


# --- what is read -----------------------------------------------------------------------------------------------------


async def get_people(visit: Visit) -> web.Response:
    desk = visit.desk
    people, devices = await desk.people(), await desk.signed_in()
    # The figures count at least what is shown above them.
    newest = max((each.at for each in people.people if each.at is not None), default=None)
    figures = await desk.figures(since=newest)
    return operator_html(people_view(visit.view(HOME), people, figures, devices))


async def get_sessions(visit: Visit) -> web.Response:
    query = visit.request.query
    sought = parse_search("", query.get("status", ""), query.get("kind", ""), query.get("behind", ""))
    return await _listed(visit, sought)


async def search_sessions(visit: Visit) -> web.Response:
    """The words come in a form, so that no name appears in an address."""
    sought = parse_search(*(visit.given(name) for name in ("words", "status", "kind", "behind")))
    if not sought.words:
        return redirect_to_view(list_address(sought))
    return await _listed(visit, sought)


async def _listed(visit: Visit, sought: Sought) -> web.Response:
    found = await visit.desk.sessions(sought)
    return operator_html(list_view(visit.view(LIST), found, sought, visit.desk.kinds))


async def get_session(visit: Visit) -> web.Response:
    sheet = await visit.desk.session(visit.part("id"))
    # A long life has a thousand lines.
    return operator_html(await asyncio.to_thread(session_view, visit.view(), sheet))


async def get_calls(visit: Visit) -> web.Response:
    session_id, behind = visit.part("id"), visit.request.query.get("behind", "0")
    if not (behind.isascii() and behind.isdecimal() and len(behind) < 16):
        raise Refused(400, "page-not-understood")
    return operator_html(calls_view(visit.view(), session_id, await visit.desk.calls(session_id, int(behind))))


async def get_media(visit: Visit) -> web.StreamResponse:
    """Serve a photograph or a recording that is shown within the transcript."""
    found = await visit.desk.kept(visit.part("id"), int(visit.part("seq")))
    return await _handed_out(visit, found, inline=True)


async def get_figures(visit: Visit) -> web.Response:
    return operator_html(figures_view(visit.view(f"{HOME}/figures"), await visit.desk.figures(), visit.desk.kinds))


async def get_access_page(visit: Visit) -> web.Response:
    token, made = visit.site.made
    shown = made if token and visit.request.query.get("made", "") == token else ()
    view = visit.view(f"{HOME}/doors")
    return operator_html(doors_view(view, await visit.desk.doors(), visit.desk.kinds, made=shown))


async def get_signed_in_devices(visit: Visit) -> web.Response:
    notice, query = None, visit.request.query
    if device := query.get("link", ""):
        # A link that was used in the meantime is shown no more.
        with suppress(NotFound):
            code, person = await visit.desk.link_of(device)
            page = visit.request.app[PAGE]
            notice = new_link_notice(visit.language, f"{page.outside or page.doors.home}/i/{code}", person)
    elif "out" in query:
        notice = h("p", say(visit.language, "operator-signed-out"), role="status", class_="made")
    return operator_html(devices_view(visit.view(DEVICES), await visit.desk.signed_in(), notice=notice))


def _panel_views(panel: OperatorPanel) -> dict[str, Answering]:
    """Return what a feature shows, by address."""
    home = panel_address(panel)

    async def get_table(visit: Visit) -> web.Response:
        return operator_html(table_view(visit.view(home), panel, await panel.table(visit.language)))

    async def get_sheet(visit: Visit) -> web.Response:
        thing_id = visit.part("id")
        sheet = await panel.sheet(thing_id, visit.language)
        return operator_html(sheet_view(visit.view(), thing_address(panel, thing_id), sheet))

    async def get_transcript(visit: Visit) -> web.StreamResponse:
        return await _handed_out(visit, await panel.transcript(visit.part("id")))

    return {home: get_table, f"{home}/{_ID}": get_sheet, f"{home}/{_ID}/transcript": get_transcript}


def _download(form: str) -> Answering:
    async def download(visit: Visit) -> web.StreamResponse:
        return await _handed_out(visit, await visit.desk.file(visit.part("id"), form))

    return download


async def _handed_out(visit: Visit, file: HandedOut, *, inline: bool = False) -> web.StreamResponse:
    charset = "; charset=utf-8" if file.media_type.startswith("text/") else ""
    headers = {
        "Content-Type": f"{file.media_type}{charset}",
        "Content-Disposition": f"{'inline' if inline else 'attachment'}; filename*=UTF-8''{quote(file.name, safe='')}",
    }
    if isinstance(file.body, bytes):
        return web.Response(body=file.body, headers=headers)
    with file.body as opened:
        response = web.StreamResponse(headers=headers)
        await response.prepare(visit.request)
        while piece := await asyncio.to_thread(opened.read, _CHUNK):
            await response.write(piece)
        await response.write_eof()
        return response


# --- what is done -----------------------------------------------------------------------------------------------------


async def post_deletion(visit: Visit) -> web.Response:
    session_id = visit.part("id")
    if not await visit.desk.delete(session_id, visit.given("name")):
        sheet = await visit.desk.session(session_id)
        return operator_html(await asyncio.to_thread(session_view, visit.view(), sheet, refused=True), status=409)
    return redirect_to_view(HOME)


async def post_invite(visit: Visit) -> web.Response:
    uses, days = _number(visit.given("uses"), MOST_USES), _number(visit.given("days"), LONGEST_DAYS)
    if not uses or days is None:
        return await _doors_again(visit, say(visit.language, "operator-wrong-numbers"))
    kind = visit.given("kind")
    if kind and kind not in visit.desk.kinds:
        return await _doors_again(visit, say(visit.language, "operator-wrong-kind"))
    try:
        made = await visit.desk.invite(kind, uses=uses, days=days or None, language=visit.language)
    except ConfigurationError:
        return await _doors_again(visit, say(visit.language, "operator-wrong-settings"), status=409)
    if not made:
        return await _doors_again(visit, say(visit.language, "operator-no-way-in"), status=409)
    # A reload shows the page once more instead of sending the form again.
    token = new_key()
    visit.site.made = (token, made)
    return redirect_to_view(f"{HOME}/doors?made={token}")


async def post_withdrawal(visit: Visit) -> web.Response:
    await visit.desk.withdraw(visit.given("digest"))
    return redirect_to_view(f"{HOME}/doors")


async def post_ruling(visit: Visit) -> web.Response:
    wanted = visit.given("rule")
    if wanted not in {"allow", "deny"}:
        raise Refused(400, "page-not-understood")
    try:
        await visit.desk.rule(visit.given("person").strip(), allowed=wanted == "allow")
    except ConfigurationError:
        return await _doors_again(visit, say(visit.language, "operator-wrong-person"))
    return redirect_to_view(f"{HOME}/doors")


async def post_device_sign_out(visit: Visit) -> web.Response:
    """Ask once, then sign a browser out."""
    device = visit.given("device")
    if visit.given(SURE):
        await visit.desk.sign_out(device)
        return redirect_to_view(f"{DEVICES}?out=1")
    found = next((each for each in await visit.desk.signed_in() if each.id == device), None)
    if found is None:
        raise Refused(404, "page-not-there")
    return operator_html(sign_out_view(visit.view(DEVICES), found))


async def post_new_link(visit: Visit) -> web.Response:
    """Make a link with which the person of a browser comes back in another one."""
    device = visit.given("device")
    await visit.desk.new_link(device)
    return redirect_to_view(f"{DEVICES}?link={quote(device, safe='')}")


async def renew_home(visit: Visit) -> web.Response:
    """Revoke everything that opened the page on this computer; only the response shows the new link."""
    await visit.desk.sign_out_home()
    doors = visit.request.app[PAGE].doors
    token = doors.renew()
    link = f"{doors.home}/in/{token}" if token else ""
    return operator_html(devices_view(visit.view(DEVICES), await visit.desk.signed_in(), renewed=link))


async def _doors_again(visit: Visit, wrong: str, *, status: int = 400) -> web.Response:
    found = await visit.desk.doors()
    return operator_html(doors_view(visit.view(f"{HOME}/doors"), found, visit.desk.kinds, wrong=wrong), status=status)


def _number(given: str, most: int) -> int | None:
    """Return a whole number from 0 to `most`; None for anything else."""
    found = int(given) if given.isascii() and given.isdecimal() and len(given) < 10 else -1
    return found if 0 <= found <= most else None


# --- setting up: secrets go in, and never come out --------------------------------------------------------------------


async def get_setup(visit: Visit) -> web.Response:
    """GET /operator/setup."""
    try:
        sheet = await visit.desk.setup.sheet(visit.language)
    except ConfigurationError as error:
        return operator_html(unreadable_view(visit.view(SETUP), str(error)), status=409)
    return operator_html(setup_view(visit.view(SETUP), sheet, links=_links(visit)))


async def post_setup(visit: Visit) -> web.Response:
    """POST /operator/setup: the outcome is in the response, since it may hold a link that is shown only once."""
    given = {} if visit.fields is None else visit.fields.fields
    answers = {name: value for name, value in given.items() if isinstance(value, str)}
    mark, anyway = visit.given(MARK), bool(visit.given(ANYWAY))
    return await _shown(visit, visit.desk.setup.take(visit.language, answers, mark=mark, anyway=anyway))


async def post_nearby_model(visit: Visit) -> web.Response:
    """POST /operator/setup/nearby: use the model that was found on this computer."""
    model, base_url = visit.given(MODEL), visit.given(ADDRESS)
    taking = visit.desk.setup.use_nearby(visit.language, model=model, base_url=base_url, mark=visit.given(MARK))
    return await _shown(visit, taking)


async def _shown(visit: Visit, taking: Awaitable[SetupOutcome]) -> web.Response:
    try:
        outcome = await taking
    except ConfigurationError as error:
        return operator_html(unreadable_view(visit.view(SETUP), str(error)), status=409)
    reach = visit.request.app[PAGE].reach
    if outcome.reach is not None and reach is not None:
        await reach.change(home_network=outcome.reach.home_network, public_url=outcome.reach.public_url)
    status = 200 if outcome.written or outcome.trouble == "same" else 400 if outcome.wrong else 409
    page = setup_view(visit.view(SETUP), outcome.sheet, outcome, links=_links(visit))
    return operator_html(page, status=status)


def _links(visit: Visit) -> tuple[str, ...]:
    """Return the addresses at which others reach the page now."""
    reach = visit.request.app[PAGE].reach
    return () if reach is None else reach.links

"""The routes of the operator's page: views are read, acts are forms with a token that no other site was shown."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final
from urllib.parse import quote

from aiohttp import web

from adapters.web.operator.calls_view import calls_view
from adapters.web.operator.doors_view import LONGEST_DAYS, MOST_USES, doors_view
from adapters.web.operator.entering import (
    ENTRANCE,
    SITE,
    Answering,
    Site,
    Visit,
    answer,
    ask,
    come_in,
    entered,
    leave,
    onward,
)
from adapters.web.operator.figures_view import figures_view
from adapters.web.operator.frame import HOME, SETUP
from adapters.web.operator.list_view import address_of, list_view, sought_from
from adapters.web.operator.live import watch
from adapters.web.operator.runs_view import run_view, runs_view
from adapters.web.operator.session_view import session_view
from adapters.web.operator.setting_up import set_up, setup
from adapters.web.visits import Refused
from core.contracts.errors import ConfigurationError
from core.contracts.operator_desk import HandedOut, OperatorDesk, Sought
from core.contracts.ports import Clock
from core.words import say

_ID: Final = "{id:[^/]{1,200}}"
_CHUNK: Final = 256 * 1024
_FORMS: Final = ("transcript", "archive", "export")


def add_operator(app: web.Application, desk: OperatorDesk, clock: Clock) -> None:
    """Serve the operator's page beside the others of an app."""
    app[SITE] = Site(desk=desk, clock=clock)
    one, run = f"{HOME}/sessions/{_ID}", f"{HOME}/runs/{_ID}"
    reads = {
        HOME: sessions,
        one: session,
        f"{one}/events": watch,
        f"{one}/calls": calls,
        **{f"{one}/{form}": _download(form) for form in _FORMS},
        f"{one}/kept/{{seq:[0-9]{{1,9}}}}": kept,
        f"{HOME}/figures": figures,
        f"{HOME}/doors": doors,
        f"{HOME}/runs": runs,
        SETUP: setup,
        run: one_run,
        f"{run}/transcript": run_transcript,
    }
    acts = {
        f"{HOME}/find": find,
        f"{one}/delete": delete,
        f"{HOME}/invitations": invite,
        f"{HOME}/invitations/withdraw": withdraw,
        f"{HOME}/people": rule,
        SETUP: set_up,
        f"{HOME}/leave": leave,
    }
    app.router.add_get(f"{ENTRANCE}/{{link}}", ask, allow_head=False)
    app.router.add_post(f"{ENTRANCE}/{{link}}", come_in)
    for path, answering in reads.items():
        app.router.add_get(path, entered(answering), allow_head=False)
    for path, answering in acts.items():
        app.router.add_post(path, entered(answering))


# --- what is read -----------------------------------------------------------------------------------------------------


async def sessions(visit: Visit) -> web.Response:
    query = visit.request.query
    sought = sought_from("", query.get("status", ""), query.get("kind", ""), query.get("behind", ""))
    return await _listed(visit, sought)


async def find(visit: Visit) -> web.Response:
    """What is searched for comes in a form, so that no name stands in an address."""
    sought = sought_from(*(visit.given(name) for name in ("words", "status", "kind", "behind")))
    if not sought.words:
        return onward(address_of(sought))
    return await _listed(visit, sought)


async def _listed(visit: Visit, sought: Sought) -> web.Response:
    found = await visit.desk.sessions(sought)
    return answer(list_view(visit.view(HOME), found, sought, visit.desk.kinds))


async def session(visit: Visit) -> web.Response:
    sheet = await visit.desk.session(visit.part("id"))
    # A long life has a thousand lines.
    return answer(await asyncio.to_thread(session_view, visit.view(), sheet))


async def calls(visit: Visit) -> web.Response:
    session_id, behind = visit.part("id"), visit.request.query.get("behind", "0")
    if not (behind.isascii() and behind.isdecimal() and len(behind) < 16):
        raise Refused(400, "page-not-understood")
    return answer(calls_view(visit.view(), session_id, await visit.desk.calls(session_id, int(behind))))


async def kept(visit: Visit) -> web.StreamResponse:
    """A photograph or a recording, to be shown or heard where it stands."""
    found = await visit.desk.kept(visit.part("id"), int(visit.part("seq")))
    return await _handed_out(visit, found, inline=True)


async def figures(visit: Visit) -> web.Response:
    return answer(figures_view(visit.view(f"{HOME}/figures"), await visit.desk.figures(), visit.desk.kinds))


async def doors(visit: Visit) -> web.Response:
    return answer(doors_view(visit.view(f"{HOME}/doors"), await visit.desk.doors(), visit.desk.kinds))


async def runs(visit: Visit) -> web.Response:
    return answer(runs_view(visit.view(f"{HOME}/runs"), await visit.desk.runs()))


async def one_run(visit: Visit) -> web.Response:
    return answer(run_view(visit.view(), await visit.desk.run(visit.part("id"))))


async def run_transcript(visit: Visit) -> web.StreamResponse:
    return await _handed_out(visit, await visit.desk.run_file(visit.part("id")))


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
    try:
        return await _streamed(visit.request, file.body, headers)
    finally:
        await asyncio.to_thread(file.body.unlink, missing_ok=True)


async def _streamed(request: web.Request, path: Path, headers: dict[str, str]) -> web.StreamResponse:
    """A file piece by piece, however large it is."""
    response = web.StreamResponse(headers=headers)
    opened = await asyncio.to_thread(path.open, "rb")
    try:
        await response.prepare(request)
        while piece := await asyncio.to_thread(opened.read, _CHUNK):
            await response.write(piece)
        await response.write_eof()
    finally:
        opened.close()
    return response


# --- what is done -----------------------------------------------------------------------------------------------------


async def delete(visit: Visit) -> web.Response:
    session_id = visit.part("id")
    if not await visit.desk.delete(session_id, visit.given("name")):
        sheet = await visit.desk.session(session_id)
        return answer(await asyncio.to_thread(session_view, visit.view(), sheet, refused=True), status=409)
    return onward(HOME)


async def invite(visit: Visit) -> web.Response:
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
    found = await visit.desk.doors()
    # It is shown in the answer to the form, which no address brings back.
    return answer(doors_view(visit.view(f"{HOME}/doors"), found, visit.desk.kinds, made=made))


async def withdraw(visit: Visit) -> web.Response:
    await visit.desk.withdraw(visit.given("digest"))
    return onward(f"{HOME}/doors")


async def rule(visit: Visit) -> web.Response:
    wanted = visit.given("rule")
    if wanted not in {"allow", "deny"}:
        raise Refused(400, "page-not-understood")
    try:
        await visit.desk.rule(visit.given("person").strip(), allowed=wanted == "allow")
    except ConfigurationError:
        return await _doors_again(visit, say(visit.language, "operator-wrong-person"))
    return onward(f"{HOME}/doors")


async def _doors_again(visit: Visit, wrong: str, *, status: int = 400) -> web.Response:
    found = await visit.desk.doors()
    return answer(doors_view(visit.view(f"{HOME}/doors"), found, visit.desk.kinds, wrong=wrong), status=status)


def _number(given: str, most: int) -> int | None:
    """A whole number from 0 to `most`; None for anything else."""
    found = int(given) if given.isascii() and given.isdecimal() and len(given) < 10 else -1
    return found if 0 <= found <= most else None

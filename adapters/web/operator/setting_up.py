"""Setting up: what `raconteur setup` asks in the terminal as one form. Secrets go in, and never come out."""

from __future__ import annotations

from aiohttp import web

from adapters.web.operator.entering import Visit, answer
from adapters.web.operator.frame import SETUP
from adapters.web.operator.setup_view import ANYWAY, MARK, setup_view, unreadable_view
from core.contracts.errors import ConfigurationError


async def setup(visit: Visit) -> web.Response:
    """GET /operator/setup."""
    try:
        sheet = await visit.desk.setup.sheet(visit.language)
    except ConfigurationError as error:
        return answer(unreadable_view(visit.view(SETUP), str(error)), status=409)
    return answer(setup_view(visit.view(SETUP), sheet))


async def set_up(visit: Visit) -> web.Response:
    """POST /operator/setup: shown in the answer, since a way in may be in it that no address brings back."""
    given = {} if visit.fields is None else visit.fields.fields
    answers = {name: value for name, value in given.items() if isinstance(value, str)}
    mark, anyway = visit.given(MARK), bool(visit.given(ANYWAY))
    try:
        outcome = await visit.desk.setup.take(visit.language, answers, mark=mark, anyway=anyway)
    except ConfigurationError as error:
        return answer(unreadable_view(visit.view(SETUP), str(error)), status=409)
    status = 200 if outcome.written or outcome.trouble == "same" else 400 if outcome.wrong else 409
    return answer(setup_view(visit.view(SETUP), outcome.sheet, outcome), status=status)

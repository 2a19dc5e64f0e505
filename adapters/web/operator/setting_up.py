"""Setting up: what `raconteur setup` asks in the terminal as one form. Secrets go in, and never come out."""

from __future__ import annotations

from collections.abc import Awaitable

from aiohttp import web

from adapters.web.operator.entering import Visit, operator_html
from adapters.web.operator.frame import SETUP
from adapters.web.operator.setup_view import ADDRESS, ANYWAY, MARK, MODEL, setup_view, unreadable_view
from core.contracts.errors import ConfigurationError
from core.contracts.setup_desk import SetupOutcome


async def get_setup(visit: Visit) -> web.Response:
    """GET /operator/setup."""
    try:
        sheet = await visit.desk.setup.sheet(visit.language)
    except ConfigurationError as error:
        return operator_html(unreadable_view(visit.view(SETUP), str(error)), status=409)
    return operator_html(setup_view(visit.view(SETUP), sheet))


async def post_setup(visit: Visit) -> web.Response:
    """POST /operator/setup: shown in the answer, since a way in may be in it that no address brings back."""
    given = {} if visit.fields is None else visit.fields.fields
    answers = {name: value for name, value in given.items() if isinstance(value, str)}
    mark, anyway = visit.given(MARK), bool(visit.given(ANYWAY))
    return await _shown(visit, visit.desk.setup.take(visit.language, answers, mark=mark, anyway=anyway))


async def post_nearby_model(visit: Visit) -> web.Response:
    """POST /operator/setup/nearby: the one button under the model that was found on this computer."""
    model, base_url = visit.given(MODEL), visit.given(ADDRESS)
    taking = visit.desk.setup.use_nearby(visit.language, model=model, base_url=base_url, mark=visit.given(MARK))
    return await _shown(visit, taking)


async def _shown(visit: Visit, taking: Awaitable[SetupOutcome]) -> web.Response:
    try:
        outcome = await taking
    except ConfigurationError as error:
        return operator_html(unreadable_view(visit.view(SETUP), str(error)), status=409)
    status = 200 if outcome.written or outcome.trouble == "same" else 400 if outcome.wrong else 409
    return operator_html(setup_view(visit.view(SETUP), outcome.sheet, outcome), status=status)

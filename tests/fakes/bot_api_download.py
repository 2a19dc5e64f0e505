"""Downloads from the fake Bot API: requests of the method "download"."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from aiohttp import web

from tests.fakes.bot_api_request import Request
from tests.fakes.bot_api_rules import ApiError
from tests.fakes.chat_server import cut

if TYPE_CHECKING:
    from tests.fakes.bot_api import FakeBotApi


async def download(api: FakeBotApi, http: web.Request) -> web.StreamResponse:
    """Give out a file, or the trouble that was ordered for it."""
    path = http.match_info["path"]
    request = Request(method="download", params={"path": path}, at=time.monotonic())
    api.requests.append(request)
    api.touch()
    try:
        file = api.files.at(path)
        if http.match_info["token"] != api.token or file is None:
            raise ApiError(404, "Not Found")
        trouble = api.struck(request)
        if trouble and trouble.error:
            raise trouble.error
    except ApiError as error:
        request.status = error.status
        return web.json_response(error.answer(), status=error.status)
    if trouble and not trouble.late:
        cut(http)
    answer = await api.files.begun(http, file)
    api.touch()
    if trouble:
        cut(http)
    await api.files.finish(answer, file)
    request.status = 200
    api.touch()
    return answer

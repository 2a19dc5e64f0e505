"""Plain HTTP to the fake Discord, to prove how strict it is."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

from tests.fakes.discord_server import FakeDiscord
from tests.fakes.discord_wire import Json


class Raw:
    """Plain HTTP, without any library between."""

    def __init__(self, server: FakeDiscord, http: aiohttp.ClientSession) -> None:
        self.server = server
        self.http = http

    async def call(self, method: str, path: str, body: object = None, **options: Any) -> tuple[int, Any]:
        """The status with the JSON of the answer."""
        headers = {"Authorization": f"Bot {self.server.token}"} | options.pop("headers", {})
        if body is not None:
            options["data"] = json.dumps(body)
            headers = {"Content-Type": "application/json"} | headers
        async with self.http.request(method, f"{self.server.api_url}{path}", headers=headers, **options) as answer:
            text = await answer.text()
            return answer.status, json.loads(text) if text else None

    async def post(self, channel: int, **body: object) -> tuple[int, Any]:
        return await self.call("POST", f"/channels/{channel}/messages", body)

    async def posted(self, channel: int, payload: Json, **files: bytes) -> tuple[int, Any]:
        """A message with files, each by its number: f0=b"..."."""
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", json.dumps(payload))
        for name, body in files.items():
            number = name.removeprefix("f")
            form.add_field(f"files[{number}]", body, filename=f"{name}.bin", content_type="application/octet-stream")
        return await self.call("POST", f"/channels/{channel}/messages", data=form)


@asynccontextmanager
async def raw(server: FakeDiscord) -> AsyncIterator[Raw]:
    async with aiohttp.ClientSession() as http:
        yield Raw(server, http)

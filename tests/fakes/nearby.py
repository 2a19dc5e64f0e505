"""Programs on loopback that serve models, as a finder and a short chat see them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from core.llm.nearby import NearbyServer

Reply = Any
"""JSON, or bytes as they are."""
HANGS = object()
"""In the place of a reply: none comes."""
CHAT = "/v1/chat/completions"
ADDS = {"choices": [{"message": {"role": "assistant", "content": '{"total": 5}'}, "finish_reason": "stop"}]}
"""A chat's answer to how much 2 and 3 is."""
SILENT = {"choices": [{"message": {"role": "assistant", "content": ""}, "finish_reason": "stop"}]}
OLLAMA = {
    "/api/tags": {
        "models": [
            {"name": "nomic-embed-text:latest", "details": {"parameter_size": "137M"}},
            {"name": "llama3.2:latest", "details": {"parameter_size": "3.2B", "families": None}},
            {"name": "qwen3:14b", "details": {"parameter_size": "14.8B"}},
            {"name": "gpt-oss:120b-cloud", "remote_host": "https://ollama.com:443", "details": {"parameter_size": ""}},
        ]
    },
    "/api/show": {"model_info": {"general.architecture": "qwen3", "qwen3.context_length": 40960}},
}
LM_STUDIO = {
    "/api/v0/models": {
        "data": [
            {"id": "bge-m3", "type": "embeddings", "max_context_length": 8192},
            {"id": "mistral-7b-instruct", "type": "llm", "state": "not-loaded", "max_context_length": 32768},
            {"id": "gemma-3-27b", "type": "vlm", "loaded_context_length": 4096, "max_context_length": 131072},
        ]
    }
}
LLAMA_CPP = {
    "/v1/models": {
        "data": [{"id": "models/qwen.gguf", "owned_by": "llamacpp", "meta": {"n_params": 8_190_735_360}}],
        "models": [],
    },
    "/props": {"default_generation_settings": {"n_ctx": 16384}, "total_slots": 1},
}
VLLM = {"/v1/models": {"object": "list", "data": [{"id": "Qwen/Qwen3-8B", "parent": None, "max_model_len": 32768}]}}


@dataclass(slots=True)
class Served:
    port: int = 0
    asked: list[str] = field(default_factory=list)
    """The methods and paths of the requests, in order."""


@asynccontextmanager
async def serving(replies: Mapping[str, Reply]) -> AsyncIterator[Served]:
    """Serve these replies by path, to any method; everything else is answered with 404."""
    served, over = Served(), asyncio.Event()

    async def handle(request: web.Request) -> web.Response:
        served.asked.append(f"{request.method} {request.path}")
        reply = replies.get(request.path)
        if reply is HANGS:
            await over.wait()
        if reply is None or reply is HANGS:
            return web.json_response({"error": "Unexpected endpoint"}, status=404)
        return web.Response(body=reply) if isinstance(reply, bytes) else web.json_response(reply)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", handle)
    runner = web.AppRunner(app, shutdown_timeout=1.0)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    served.port = int(runner.addresses[0][1])
    try:
        yield served
    finally:
        over.set()
        await runner.cleanup()


@asynccontextmanager
async def ollama(chat: Reply = ADDS) -> AsyncIterator[dict[NearbyServer, int]]:
    """Serve Ollama's models, and `chat` as every answer of theirs. Yield its port, for `core.llm.nearby.PORTS`."""
    async with serving(OLLAMA | {CHAT: chat}) as served:
        yield {NearbyServer.OLLAMA: served.port}

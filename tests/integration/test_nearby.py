"""Models that other programs serve on this computer: who is asked, and what is made of what they answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import AsyncExitStack

import pytest

from core.llm.nearby import NearbyModel, NearbyServer, find_nearby_models, largest_model, models_in
from tests.fakes.nearby import HANGS, LLAMA_CPP, LM_STUDIO, OLLAMA, VLLM, Reply, serving
from tests.fakes.places import free_port

URL = "http://127.0.0.1:1/v1"


def named(*models: NearbyModel) -> list[tuple[NearbyServer, str, int | None]]:
    return [(model.program, model.name, model.context) for model in models]


async def test_all_four_programs_are_found_with_their_chat_models() -> None:
    async with AsyncExitStack() as stack:
        all_replies: list[Mapping[str, Reply]] = [OLLAMA, LM_STUDIO, LLAMA_CPP, VLLM]
        ports = {
            program: (await stack.enter_async_context(serving(replies))).port
            for program, replies in zip(NearbyServer, all_replies, strict=True)
        }
        found = await find_nearby_models(ports)
    assert named(*found) == [
        (NearbyServer.OLLAMA, "llama3.2:latest", None),
        (NearbyServer.OLLAMA, "qwen3:14b", 40960),
        (NearbyServer.LM_STUDIO, "mistral-7b-instruct", 32768),
        (NearbyServer.LM_STUDIO, "gemma-3-27b", 4096),
        (NearbyServer.LLAMA_CPP, "models/qwen.gguf", 16384),
        (NearbyServer.VLLM, "Qwen/Qwen3-8B", 32768),
    ]
    assert {model.base_url for model in found} == {f"http://127.0.0.1:{port}/v1" for port in ports.values()}
    best = largest_model(found)
    assert best is not None
    assert best.name == "qwen3:14b", "the larger one can read too little"


async def test_an_older_lm_studio_is_asked_as_openai_is() -> None:
    async with serving({"/v1/models": {"data": [{"id": "phi-4"}]}}) as served:
        assert named(*await find_nearby_models({NearbyServer.LM_STUDIO: served.port})) == [
            (NearbyServer.LM_STUDIO, "phi-4", None)
        ]
        assert served.asked == ["GET /api/v0/models", "GET /v1/models"]


async def test_one_that_hangs_keeps_nobody_waiting_and_hides_nothing() -> None:
    """Without a limit on each request this test would not end."""
    hanging = {"/api/tags": HANGS, "/api/v0/models": HANGS, "/v1/models": HANGS}
    async with serving(hanging) as slow, serving(VLLM) as vllm, serving(OLLAMA | {"/api/show": HANGS}) as half:
        found = await find_nearby_models(
            {NearbyServer.LM_STUDIO: slow.port, NearbyServer.VLLM: vllm.port, NearbyServer.OLLAMA: half.port}
        )
    assert named(*found) == [
        (NearbyServer.VLLM, "Qwen/Qwen3-8B", 32768),
        (NearbyServer.OLLAMA, "llama3.2:latest", None),
        (NearbyServer.OLLAMA, "qwen3:14b", None),
    ]


@pytest.mark.parametrize(
    "reply", [b"", b"<html>", b"\xff\x00", b"[" * 100_000, b"[]", {"models": 7, "data": "x"}, {"data": [{"id": None}]}]
)
async def test_what_cannot_be_read_is_no_model(reply: Reply) -> None:
    async with serving({"/api/tags": reply, "/v1/models": reply, "/api/v0/models": reply}) as served:
        assert await find_nearby_models(dict.fromkeys(NearbyServer, served.port)) == ()


async def test_what_speaks_no_http_is_no_model_and_neither_is_a_closed_port() -> None:
    async def talk(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.example.org ESMTP\r\n")
        writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    async with server:
        ports = {NearbyServer.VLLM: server.sockets[0].getsockname()[1], NearbyServer.OLLAMA: free_port()}
        assert await find_nearby_models(ports) == ()
    assert await find_nearby_models({}) == ()


async def test_nobody_is_sent_anywhere_else() -> None:
    """A program that redirects is not followed."""
    async with serving(VLLM) as elsewhere:

        async def redirect(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            to = f"http://127.0.0.1:{elsewhere.port}/v1/models"
            writer.write(f"HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n".encode())
            writer.close()

        async with await asyncio.start_server(redirect, "127.0.0.1", 0) as server:
            assert await find_nearby_models({NearbyServer.VLLM: server.sockets[0].getsockname()[1]}) == ()
        assert elsewhere.asked == []


@pytest.mark.parametrize("name", ["text-embedding-3", "Nomic-Embed", "", "a\x1b[2J", "x" * 201])
def test_some_names_are_not_offered(name: str) -> None:
    assert models_in(NearbyServer.VLLM, URL, json.dumps({"data": [{"id": name}]}).encode()) == ()


@pytest.mark.parametrize(
    ("names", "best"),
    [
        (["alpha", "beta"], "alpha"),
        (["alpha", "tiny-270m", "beta"], "tiny-270m"),
        (["qwen3-4b", "qwen3-30b-a3b", "llama-8B"], "qwen3-30b-a3b"),
    ],
)
def test_the_largest_is_proposed_else_the_first(names: list[str], best: str) -> None:
    found = models_in(NearbyServer.VLLM, URL, json.dumps({"data": [{"id": name} for name in names]}).encode())
    chosen = largest_model(found)
    assert chosen is not None
    assert chosen.name == best
    assert largest_model(()) is None

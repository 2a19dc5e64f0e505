"""Weights: where they lie, whether they are whole, and how they come there."""

from __future__ import annotations

import asyncio
import hashlib
import importlib.util
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import httpx
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from core.contracts.errors import ConfigurationError, WeightsAbsent
from core.features.transcription.engines import (
    Weights,
    faster_weights,
    whisper_model,
    whisper_table,
    whisper_weights,
)
from core.features.transcription.fetching import fetch_weight_files

CONTENT = bytes(range(256)) * 20_000
with_whisper = pytest.mark.skipif(
    importlib.util.find_spec("whisper") is None, reason="the extra `voice` is not installed"
)
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def serving(handler: Handler) -> AsyncIterator[Weights]:
    """Weights that a server on this machine hands out."""
    application = web.Application()
    application.router.add_get("/tiny.pt", handler)
    async with TestServer(application) as server:
        sha256 = hashlib.sha256(CONTENT).hexdigest()
        yield Weights(url=str(server.make_url("/tiny.pt")), sha256=sha256, file="tiny.pt")


async def fetched(weights: Weights, folder: Path, told: list[tuple[int, int | None]] | None = None) -> Path:
    async with httpx.AsyncClient() as client:
        return await fetch_weight_files(
            weights, folder, client=client, progress=lambda *got: told.append(got) if told is not None else None
        )


def left_in(folder: Path) -> list[str]:
    """What a download left, but for its lock."""
    return [each.name for each in folder.iterdir() if each.suffix != ".lock"]


async def whole(_: web.Request) -> web.StreamResponse:
    return web.Response(body=CONTENT)


async def noted(requests: list[web.Request], request: web.Request) -> web.StreamResponse:
    """As `whole`, in a list."""
    requests.append(request)
    return await whole(request)


async def test_what_is_fetched_is_whole_and_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[int, int | None]] = []
    async with serving(whole) as weights:
        path = await fetched(weights, tmp_path / "models", told)
    assert path == tmp_path / "models" / "tiny.pt"
    assert path.read_bytes() == CONTENT
    assert told[-1] == (len(CONTENT), len(CONTENT))
    assert [got for got, _ in told] == sorted(got for got, _ in told)


async def test_what_is_there_is_not_fetched_again_and_what_is_damaged_is(tmp_path: Path) -> None:
    requests: list[web.Request] = []
    async with serving(partial(noted, requests)) as weights:
        path = await fetched(weights, tmp_path)
        await fetched(weights, tmp_path)
        assert len(requests) == 1
        path.write_bytes(b"damaged")
        await fetched(weights, tmp_path)
    assert len(requests) == 2
    assert path.read_bytes() == CONTENT


async def test_two_at_once_fetch_once(tmp_path: Path) -> None:
    requests: list[web.Request] = []
    async with serving(partial(noted, requests)) as weights:
        assert len({*await asyncio.gather(*(fetched(weights, tmp_path) for _ in range(3)))}) == 1
    assert len(requests) == 1


async def missing(_: web.Request) -> web.StreamResponse:
    raise web.HTTPNotFound


async def other(_: web.Request) -> web.StreamResponse:
    return web.Response(body=b"<html>please log in</html>")


async def cut(request: web.Request) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Length": str(len(CONTENT))})
    await response.prepare(request)
    await response.write(CONTENT[:1_000_000])
    assert request.transport is not None
    request.transport.abort()
    return response


@pytest.mark.parametrize("handler", [missing, other, cut])
async def test_a_failed_download_leaves_nothing_and_says_how_to_place_the_file(
    tmp_path: Path, handler: Handler
) -> None:
    async with serving(handler) as weights:
        with pytest.raises(WeightsAbsent) as failed:
            await fetched(weights, tmp_path)
    assert weights.url in str(failed.value)
    assert str(tmp_path / "tiny.pt") in str(failed.value)
    assert left_in(tmp_path) == []


async def test_a_cancelled_download_leaves_nothing_that_counts(tmp_path: Path) -> None:
    begun, never = asyncio.Event(), asyncio.Event()

    async def slow(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        await response.write(CONTENT[:2_000_000])
        begun.set()
        await never.wait()
        return response

    async with serving(slow) as weights:
        task = asyncio.create_task(fetched(weights, tmp_path))
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        never.set()
    assert left_in(tmp_path) == []


async def test_what_a_killed_download_left_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / "tiny.pt.part").write_bytes(b"half of another")
    async with serving(whole) as weights:
        assert (await fetched(weights, tmp_path)).read_bytes() == CONTENT


@with_whisper
def test_the_table_is_whispers_own() -> None:
    table = whisper_table()
    assert {"tiny", "base", "small", "turbo"} <= set(table)
    for weights in table.values():
        assert len(bytes.fromhex(weights.sha256)) == 32
        assert weights.file.endswith(".pt")
        assert weights.url.startswith("https://")


@with_whisper
def test_an_unknown_model_names_the_known_ones() -> None:
    with pytest.raises(ConfigurationError, match=r"tiny\.en"):
        whisper_model("enormous")


@with_whisper
def test_damaged_weights_are_told_from_missing_ones(tmp_path: Path) -> None:
    with pytest.raises(WeightsAbsent, match="missing"):
        whisper_weights("tiny.en", tmp_path)
    (tmp_path / "tiny.en.pt").write_bytes(b"not these")
    with pytest.raises(WeightsAbsent, match="damaged"):
        whisper_weights("tiny.en", tmp_path)


def test_a_folder_for_the_other_engine_must_be_complete(tmp_path: Path) -> None:
    folder = tmp_path / "faster-whisper-base"
    folder.mkdir()
    for name in ("config.json", "model.bin", "tokenizer.json"):
        (folder / name).touch()
    with pytest.raises(WeightsAbsent, match="vocabulary"):
        faster_weights("base", tmp_path)
    (folder / "vocabulary.txt").touch()
    assert faster_weights("base", tmp_path) == folder

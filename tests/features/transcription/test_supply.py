"""Ears from the configuration, and the weights that they need: fetched, checked, tried again."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import structlog
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.config import Settings
from bot.features.transcription import supply
from bot.features.transcription.supply import SuppliedTranscriber, build_transcriber, log_progress, supply_weights
from bot.sections import StorageSection, VoiceSection
from core.contracts.errors import ConfigurationError, VoiceAbsent, WeightsAbsent
from core.contracts.ports import Recording
from core.features.transcription import engines
from core.features.transcription.engines import Weights, weights_file
from tests.fakes.command_line import raconteur
from tests.fakes.manual_clock import ManualClock
from tests.fakes.transcriber import FakeTranscriber

CONTENT = bytes(range(256)) * 1_000


def settings(folder: Path, **more: Any) -> Settings:
    return Settings(storage=StorageSection(data_dir=folder / "data"), voice=VoiceSection(**more))


class Shop:
    """A server that hands out the weights of `base`, after it has refused so many times."""

    def __init__(self) -> None:
        self.refusals = 0
        self.asked = 0

    async def handle(self, _: web.Request) -> web.StreamResponse:
        self.asked += 1
        if self.asked <= self.refusals:
            return web.Response(status=404)
        return web.Response(body=CONTENT)


@asynccontextmanager
async def open_shop(monkeypatch: pytest.MonkeyPatch, refusals: int = 0) -> AsyncIterator[Shop]:
    shop = Shop()
    shop.refusals = refusals
    application = web.Application()
    application.router.add_get("/base.pt", shop.handle)
    async with TestServer(application) as server:
        sold = Weights(url=str(server.make_url("/base.pt")), sha256=hashlib.sha256(CONTENT).hexdigest(), file="base.pt")
        monkeypatch.setattr(engines, "whisper_table", lambda: {"base": sold})
        yield shop


class Times:
    """Counts how often something was awaited."""

    def __init__(self) -> None:
        self.number = 0

    async def __call__(self) -> None:
        self.number += 1


async def test_missing_weights_are_fetched_and_what_waited_for_them_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    then = Times()
    async with open_shop(monkeypatch):
        await supply_weights(settings(tmp_path), ManualClock(), then=then)
    assert (tmp_path / "data" / "models" / "base.pt").read_bytes() == CONTENT
    assert then.number == 1


async def test_weights_that_are_whole_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    then = Times()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "base.pt").write_bytes(CONTENT)
    async with open_shop(monkeypatch) as shop:
        await supply_weights(settings(tmp_path, models_dir=tmp_path / "mine"), ManualClock(), then=then)
    assert (shop.asked, then.number) == (0, 0)


async def test_a_failed_download_is_one_sentence_with_the_way_by_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, then = ManualClock(), Times()
    with structlog.testing.capture_logs() as lines:
        async with open_shop(monkeypatch, refusals=2) as shop:
            supplying = asyncio.create_task(supply_weights(settings(tmp_path), clock, then=then))
            for wait in map(supply.WAITS.after, (1, 2)):
                await clock.sleepers(1)
                assert then.number == 0
                clock.advance(wait)
            await supplying
    assert (shop.asked, then.number) == (3, 1)
    told = [line["error"] for line in lines if line["event"] == "weights-absent"]
    assert len(told) == 2
    for sentence in told:
        assert "\n" not in sentence
        assert "404" in sentence
        assert str(tmp_path / "data" / "models" / "base.pt") in sentence


async def test_a_file_that_was_put_there_by_hand_meanwhile_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, then = ManualClock(), Times()
    async with open_shop(monkeypatch, refusals=1) as shop:
        supplying = asyncio.create_task(supply_weights(settings(tmp_path), clock, then=then))
        await clock.sleepers(1)
        (tmp_path / "data" / "models" / "base.pt").write_bytes(CONTENT)
        clock.advance(supply.WAITS.first)
        await supplying
    assert (shop.asked, then.number) == (1, 1)


async def test_the_other_engines_weights_are_not_fetched_but_asked_for(tmp_path: Path) -> None:
    then = Times()
    with structlog.testing.capture_logs() as lines:
        await supply_weights(settings(tmp_path, engine="faster-whisper"), ManualClock(), then=then)
    assert then.number == 0
    [line] = lines
    assert "Systran/faster-whisper-base" in line["error"]
    assert str(tmp_path / "data" / "models") in line["error"]


def test_progress_is_told_at_each_tenth_and_not_with_each_piece() -> None:
    with structlog.testing.capture_logs() as lines:
        progress = log_progress("base.pt")
        for got in range(0, 1_001, 3):
            progress(got, 1_000)
        progress(5_000, None)
    assert [line["percent"] for line in lines] == [10, 20, 30, 40, 50, 60, 70, 80, 90]


# --- transcription --------------------------------------------------------------------------------------------


async def test_switched_off_there_are_no_ears(tmp_path: Path) -> None:
    with structlog.testing.capture_logs() as lines:
        assert build_transcriber(settings(tmp_path, engine="off"), ManualClock()) is None
    assert len(lines) == 1


async def test_without_the_packages_there_are_no_ears_and_one_line_says_how(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(_: str) -> None:
        raise VoiceAbsent("to hear voices, torch must be installed: run `make voice`")

    monkeypatch.setattr(supply, "require", absent)
    with structlog.testing.capture_logs() as lines:
        assert build_transcriber(settings(tmp_path), ManualClock()) is None
    [line] = lines
    assert "make voice" in line["how"]


async def test_a_model_that_there_is_not_ends_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supply, "require", lambda _: None)
    async with open_shop(monkeypatch):
        with pytest.raises(ConfigurationError, match=r"voice\.model.*base"):
            build_transcriber(settings(tmp_path, model="huge"), ManualClock())


async def test_until_the_weights_are_there_no_worker_is_troubled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given, within = settings(tmp_path), FakeTranscriber()
    spoken = tmp_path / "spoken.ogg"
    spoken.write_bytes(b"Good morning")
    recording = Recording(audio=spoken, person="anna", language="en")
    async with open_shop(monkeypatch):
        transcription = SuppliedTranscriber(
            within,
            lambda: weights_file(given.voice.engine, given.voice.model, given.models_dir),
            lambda then: supply_weights(given, ManualClock(), then=then),
        )
        with pytest.raises(WeightsAbsent):
            await transcription.warm_up()
        with pytest.raises(WeightsAbsent):
            await transcription.hear(recording)
        assert (within.warmed, within.recordings) == (0, [])
        await supply_weights(given, ManualClock(), then=Times())
        await transcription.warm_up()
        assert (await transcription.hear(recording)).text == "Good morning"
    await transcription.close()
    assert within.closed


def test_weights_that_cannot_be_read_are_weights_that_are_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(*_: object) -> Path:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(engines, "whisper_weights", unreadable)
    with pytest.raises(WeightsAbsent, match="cannot be read: Permission denied"):
        weights_file("whisper", "base", tmp_path)


# --- the command --------------------------------------------------------------------------------------------------


def test_where_nothing_is_needed_nothing_is_fetched(tmp_path: Path) -> None:
    ended = raconteur("weights", folder=tmp_path)
    assert ended.code == 2
    assert "voice.engine" in ended.err
    assert list(tmp_path.iterdir()) == []


def test_the_command_says_where_the_other_engines_weights_go(tmp_path: Path) -> None:
    ended = raconteur("weights", folder=tmp_path, env={"RACONTEUR__VOICE__ENGINE": "faster-whisper"})
    assert ended.code == 2
    assert "faster-whisper-base" in ended.err
    assert len(ended.err.splitlines()) == 1

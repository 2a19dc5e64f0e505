"""The program as it is run, watched by others: the server for programs, and a service manager."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest

from bot.monitor.health import QUICK, Pulse
from bot.monitor.notify import Notifier, service_notifier
from core.store.store import MemoryStore
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.command_line import started
from tests.fakes.manual_clock import ManualClock
from tests.fakes.places import free_port
from tests.fakes.waiting import PATIENCE, stopped
from tests.integration.test_cli_run import configuration
from tests.integration.test_monitor import Slow, samples


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    """Where a service manager listens."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as place:
        place.bind(str(tmp_path / "notify"))
        place.settimeout(PATIENCE)
        yield place


async def told_to_manager(manager: socket.socket) -> str:
    return (await asyncio.to_thread(manager.recv, 1024)).decode()


async def test_a_program_that_serves_is_alive_ready_and_counted(tmp_path: Path, manager: socket.socket) -> None:
    port = free_port()
    env = {
        "RACONTEUR__MONITOR__PORT": str(port),
        "NOTIFY_SOCKET": str(tmp_path / "notify"),
        "WATCHDOG_USEC": "600000000",
    }
    async with FakeBotApi() as api, aiohttp.ClientSession() as http:
        configuration(tmp_path, api, allowed="'telegram:7'")
        async with started("run", folder=tmp_path, env=env) as running:
            words = [await told_to_manager(manager), await told_to_manager(manager)]
            await api.until_called("getUpdates")
            answers = {}
            for path in ("healthz", "readyz", "metrics"):
                async with http.get(f"http://127.0.0.1:{port}/{path}") as answer:
                    answers[path] = (answer.status, await answer.text())
            ended = await running.stopped(signal.SIGTERM)
    assert sorted(words) == ["READY=1\nSTATUS=At work.", "WATCHDOG=1"]
    assert {path: status for path, (status, _) in answers.items()} == dict.fromkeys(answers, 200)
    assert samples(answers["metrics"][1])["raconteur_platform_connected", "telegram"] == 1
    assert (ended.code, "Traceback" in ended.err) == (0, False)


async def test_the_watchdog_is_fed_for_as_long_as_the_store_answers(tmp_path: Path, manager: socket.socket) -> None:
    store, clock = Slow(), ManualClock()
    pulse = Pulse(store, clock)
    place = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "90000000", "WATCHDOG_PID": str(os.getpid())}
    notifier = Notifier(place)
    assert place == {}
    feeding = asyncio.create_task(notifier.feed(pulse, clock))
    assert await told_to_manager(manager) == "WATCHDOG=1"
    await clock.sleepers(1)
    store.answers.clear()
    for words in ("WATCHDOG=1", "WATCHDOG=1", ""):  # it may still answer, up to a minute
        clock.advance(30.0)
        await clock.sleepers(1)
        clock.advance(QUICK)
        await clock.sleepers(1)
        assert not words or await told_to_manager(manager) == words
    manager.setblocking(False)
    with pytest.raises(BlockingIOError):
        manager.recv(1024)
    store.answers.set()
    clock.advance(30.0)
    manager.settimeout(PATIENCE)
    assert await told_to_manager(manager) == "WATCHDOG=1"
    await stopped(feeding)
    await store.close()


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"WATCHDOG_USEC": "1000000"},
        {"NOTIFY_SOCKET": "/nowhere/at-all", "WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "1"},
    ],
)
async def test_without_a_manager_nothing_is_said_and_nothing_fed(environment: dict[str, str]) -> None:
    store, clock = MemoryStore(), ManualClock()
    notifier = Notifier(environment)
    notifier.ready()
    await notifier.feed(Pulse(store, clock), clock)
    assert clock.asked == []
    await store.close()


def test_a_process_that_begins_anew_speaks_to_its_manager_as_before(
    tmp_path: Path, manager: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    service_notifier.cache_clear()
    for _ in range(2):
        service_notifier().ready()
        assert manager.recv(1024).startswith(b"READY=1")
    service_notifier.cache_clear()


def test_a_socket_without_a_file_is_reached_too() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as place:
        place.bind(f"\0raconteur-{os.getpid()}")
        place.settimeout(PATIENCE)
        Notifier({"NOTIFY_SOCKET": f"@raconteur-{os.getpid()}"}).ready()
        assert place.recv(1024).startswith(b"READY=1")

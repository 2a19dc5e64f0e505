"""A process of several, watched by others."""

from __future__ import annotations

import signal
import socket
from pathlib import Path

import aiohttp

from tests.fakes.command_line import started
from tests.fakes.places import free_port
from tests.fakes.postgres import bare_database
from tests.integration.test_monitor_run import manager as manager
from tests.integration.test_monitor_run import told_to_manager


async def test_a_process_that_speaks_for_no_bot_is_ready_without_one(tmp_path: Path, manager: socket.socket) -> None:
    port = free_port()
    with bare_database() as database:
        env = {
            "RACONTEUR__MONITOR__PORT": str(port),
            "RACONTEUR__ENGINE__KIND": "procrastinate",
            "RACONTEUR__STORAGE__URL": database.url,
            "RACONTEUR__TELEGRAM__TOKEN": "123456:ABC",
            "NOTIFY_SOCKET": str(tmp_path / "notify"),
        }
        async with started("run", "--role", "worker", folder=tmp_path, env=env) as running:
            assert (await told_to_manager(manager)).startswith("READY=1")
            async with aiohttp.ClientSession() as http, http.get(f"http://127.0.0.1:{port}/readyz") as answer:
                assert (answer.status, await answer.json()) == (200, {"well": True, "missing": [], "standby": False})
            ended = await running.stopped(signal.SIGTERM)
    assert (ended.code, "Traceback" in ended.err) == (0, False)

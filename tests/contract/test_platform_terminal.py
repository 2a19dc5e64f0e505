"""The terminal keeps the contract of every platform."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.contract.platform_contract import PlatformContract
from tests.fakes.terminal import Terminal


class TestTerminal(PlatformContract):
    @pytest.fixture
    async def harness(self, tmp_path: Path) -> AsyncIterator[Terminal]:
        async with Terminal.started(tmp_path / "documents") as terminal:
            yield terminal

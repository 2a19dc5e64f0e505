"""The page keeps the contract of every platform: the real server on loopback, and a browser's part by a client."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.contract.platform_contract import PlatformContract
from tests.fakes.web_client import PageHarness


class TestPage(PlatformContract):
    @pytest.fixture
    async def harness(self, tmp_path: Path) -> AsyncIterator[PageHarness]:
        async with PageHarness.started(tmp_path) as harness:
            yield harness

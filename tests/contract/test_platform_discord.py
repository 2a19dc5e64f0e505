"""Discord keeps the contract of every platform: the real client library against a strict server on loopback."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.contract.platform_contract import PlatformContract
from tests.fakes.discord import DiscordHarness


class TestDiscord(PlatformContract):
    @pytest.fixture
    async def harness(self) -> AsyncIterator[DiscordHarness]:
        async with DiscordHarness.started() as harness:
            yield harness

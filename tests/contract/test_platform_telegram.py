"""Telegram keeps the contract of every platform: the real client library against a strict server on loopback."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.contract.platform_contract import PlatformContract
from tests.fakes.telegram import TelegramHarness


class TestTelegram(PlatformContract):
    @pytest.fixture
    async def harness(self) -> AsyncIterator[TelegramHarness]:
        async with TelegramHarness.started() as harness:
            yield harness

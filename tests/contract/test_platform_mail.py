"""E-mail keeps the contract of every platform: the real clients of SMTP and IMAP, against a provider on loopback."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.contract.platform_contract import PlatformContract
from tests.fakes.mail import MailHarness


class TestMail(PlatformContract):
    @pytest.fixture
    async def harness(self, tmp_path: Path) -> AsyncIterator[MailHarness]:
        async with MailHarness.started(tmp_path) as harness:
            yield harness

"""The app that most of these tests talk to."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.fakes.app import Running, running
from tests.fakes.platform import FakePerson


@pytest.fixture
async def r() -> AsyncIterator[Running]:
    """The app as it is by itself, with the plain interview."""
    async with running() as app:
        yield app


@pytest.fixture
async def person(r: Running) -> FakePerson:
    """Somebody who has just read the first question of it."""
    return await r.beginning()

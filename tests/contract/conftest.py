"""The store that every test here is given."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.store.store import Store
from tests.fakes.stores import opened


@pytest.fixture(params=["memory", "postgres"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """In memory, which takes the same statements as a file does, and PostgreSQL; `test_store.py` tries every kind."""
    async with opened(request.param, tmp_path) as opened_store:
        yield opened_store

"""The store that every test here is given."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.store.store import Store
from tests.fakes.stores import opened


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """The one in memory, which takes the same statements as a file does; `test_store.py` tries every kind of store."""
    async with opened("memory", tmp_path) as opened_store:
        yield opened_store

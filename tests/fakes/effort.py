"""How hard the tests try. `make soak` sets `RACONTEUR_SOAK=1`: then laws and campaigns go on for long."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

import pytest

SOAK = os.environ.get("RACONTEUR_SOAK") == "1"
only_in_a_soak = pytest.mark.skipif(not SOAK, reason="it takes long, and `make soak` runs it")

Case = TypeVar("Case")


def tries(usual: int, *, soak: int) -> int:
    return soak if SOAK else usual


def some(usual: Sequence[Case], *, soak: Sequence[Case]) -> list[Case]:
    """Cases, each of which takes long."""
    return list(soak if SOAK else usual)

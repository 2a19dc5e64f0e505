"""How hard the tests try. `make soak` sets `RACONTEUR_SOAK=1`: then laws and campaigns go on for long."""

from __future__ import annotations

import os

SOAK = os.environ.get("RACONTEUR_SOAK") == "1"


def tries(usual: int, *, soak: int) -> int:
    return soak if SOAK else usual

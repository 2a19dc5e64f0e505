"""The features that register themselves with the engine, one line each."""

from __future__ import annotations

import core.chamber.feature
from core.store.effect_writers import register_effects


def register_features() -> None:
    """Tell the engine what each feature adds; once more changes nothing."""
    register_effects(core.chamber.feature.EFFECTS)

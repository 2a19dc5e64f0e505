"""The features: a folder each, and one line here. Without both, everything else still works.

A feature declares what it adds as one value, `FEATURE`; the engine is told of it at the start and knows none by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module

from core.contracts.commands import CommandSpec, register_commands
from core.contracts.effects import Effect
from core.store.effect_writers import Writer, register_effects
from core.store.feature_hooks import StoreHooks, register_hooks

NAMES = ("search",)
"""The features that are there, by their folders."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    name: str
    commands: tuple[CommandSpec, ...] = ()
    """Its commands and buttons."""
    effects: Mapping[type[Effect], Writer] = field(default_factory=dict)
    """The functions that write what its steps change, by the type of the effect."""
    store: StoreHooks = field(default_factory=StoreHooks)


def register_features() -> None:
    """Tell the engine what each feature adds; once more changes nothing."""
    for name in NAMES:
        feature: Feature = import_module(f"core.features.{name}").FEATURE
        register_commands(feature.commands)
        register_effects(feature.effects)
        register_hooks(feature.name, feature.store)

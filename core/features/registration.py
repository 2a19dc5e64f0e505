"""What a feature declares, and how the engine is told of it.

A feature declares what it adds as one value, `FEATURE`; the engine is told of it at the start and knows none by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module

from core.contracts.commands import CommandSpec, register_commands
from core.contracts.effects import Effect
from core.conversation.quiet_wishes import QuietWish, register_quiet_wish
from core.features import NAMES
from core.jobs.person_export import Exporter, register_exporter
from core.store.effect_writers import Waker, Writer, register_effects
from core.store.feature_hooks import StoreHooks, register_hooks
from core.store.letter_hooks import LetterHooks, register_letters


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    name: str
    commands: tuple[CommandSpec, ...] = ()
    """Its commands and buttons."""
    effects: Mapping[type[Effect], Writer] = field(default_factory=dict)
    """The functions that write what its steps change, by the type of the effect."""
    wakes: Mapping[type[Effect], Waker] = field(default_factory=dict)
    """The worker that an effect wakes when it is committed."""
    store: StoreHooks = field(default_factory=StoreHooks)
    letters: Mapping[str, LetterHooks] = field(default_factory=dict)
    """What delivery does with its messages, by how their keys begin."""
    quiet: QuietWish | None = None
    """What people say behind /quiet about it."""
    export: Exporter | None = None
    """Gathers its part of everything about a person."""


def register_features() -> None:
    """Tell the engine what each feature adds; once more changes nothing."""
    for name in NAMES:
        feature: Feature = import_module(f"core.features.{name}").FEATURE
        register_commands(feature.commands)
        register_effects(feature.effects, feature.wakes)
        register_hooks(feature.name, feature.store)
        for prefix, hooks in feature.letters.items():
            register_letters(prefix, hooks)
        if feature.quiet is not None:
            register_quiet_wish(feature.name, feature.quiet)
        if feature.export is not None:
            register_exporter(feature.name, feature.export)

"""What a feature declares, and how the engine is told of it.

A feature declares what it adds as one value, `FEATURE`, in its package; or in a module `feature` of it, where the
package itself is to stay light. The engine is told of it at the start and knows none by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec

from core.contracts.commands import CommandSpec, Handle, register_commands, register_inputs
from core.contracts.effects import Effect
from core.contracts.session import InputPurpose
from core.conversation.feature_hooks import ConversationHooks, register_conversation_hooks
from core.conversation.quiet_wishes import QuietWish, register_quiet_wish
from core.features import NAMES
from core.jobs.chores import Doer, register_chores
from core.jobs.housekeeping import Look, register_look
from core.jobs.person_export import Exporter, register_exporter
from core.store.effect_writers import Waker, Writer, register_effects
from core.store.feature_hooks import StoreHooks, register_hooks
from core.store.letter_hooks import LetterHooks, register_letters
from core.store.notice_circles import CircleHooks, register_circles


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    name: str
    commands: tuple[CommandSpec, ...] = ()
    """Its commands and buttons."""
    inputs: Mapping[InputPurpose, Handle] = field(default_factory=dict)
    """The functions that handle messages that it has asked for."""
    effects: Mapping[type[Effect], Writer] = field(default_factory=dict)
    """The functions that write what its steps change, by the type of the effect."""
    wakes: Mapping[type[Effect], Waker] = field(default_factory=dict)
    """The worker that an effect wakes when it is committed."""
    store: StoreHooks = field(default_factory=StoreHooks)
    conversation: ConversationHooks = field(default_factory=ConversationHooks)
    letters: Mapping[str, LetterHooks] = field(default_factory=dict)
    """What delivery does with its messages, by a pattern of how their keys begin."""
    circles: CircleHooks | None = None
    """The circles of people to whom it has notices sent."""
    quiet: QuietWish | None = None
    """What people say behind /quiet about it."""
    chores: Mapping[str, Doer] = field(default_factory=dict)
    """The functions that do its chores, by name."""
    look: Look | None = None
    """Looks at what is due, every few seconds, in a process that answers people."""
    export: Exporter | None = None
    """Gathers its part of everything about a person."""


def register_features() -> None:
    """Tell the engine what each feature adds; once more changes nothing."""
    for name in NAMES:
        package = f"core.features.{name}"
        module = f"{package}.feature" if find_spec(f"{package}.feature") is not None else package
        feature: Feature = import_module(module).FEATURE
        register_commands(feature.commands)
        register_inputs(feature.inputs)
        register_effects(feature.effects, feature.wakes)
        register_hooks(feature.name, feature.store)
        register_conversation_hooks(feature.name, feature.conversation)
        for beginning, hooks in feature.letters.items():
            register_letters(beginning, hooks)
        if feature.circles is not None:
            register_circles(feature.name, feature.circles)
        if feature.quiet is not None:
            register_quiet_wish(feature.name, feature.quiet)
        register_chores(feature.chores)
        if feature.look is not None:
            register_look(feature.name, feature.look)
        if feature.export is not None:
            register_exporter(feature.name, feature.export)

"""A `Sandbox` in the strongest layer that stands on this machine."""

from __future__ import annotations

import asyncio

from core.contracts.ports import Clock
from core.sandbox.examination import examine_layers
from core.sandbox.runner import LocalSandbox
from core.sandbox.settings import SandboxSettings


def build_sandbox(settings: SandboxSettings, clock: Clock) -> LocalSandbox:
    """Tries the layers and the languages, which takes a moment: call it in a thread, where no event loop runs."""
    found = asyncio.run(examine_layers(settings, clock))
    return LocalSandbox(found.around, found.toolchains, settings.limits, clock, why=found.why)

"""The doctor's check of the sandbox: it runs a hostile program in each layer."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from bot.clock import SystemClock
from bot.config import Settings
from bot.sandbox import OFF
from core.contracts.findings import Finding, finding_note, finding_ok

if TYPE_CHECKING:
    from core.sandbox.settings import Layer

WHAT, LANGUAGES = "Sandbox", "Programs"
KINDS = frozenset({"technical"})
"""The kinds of interviews in which programs are run."""
READ_ONLY = "programs that people send are read but not run"


async def examine_sandbox(settings: Settings) -> AsyncIterator[Finding]:
    """Report each finding; nothing where no kind of interview that is offered runs programs."""
    if not KINDS & set(settings.interviews.enabled):
        return
    if settings.sandbox.layer == OFF:
        yield finding_ok(WHAT, f"switched off; {READ_ONLY}. sandbox.layer changes that")
        return
    from core.sandbox.examination import examine_layers

    found = await examine_layers(settings.sandbox.settings(), SystemClock(), every=True)
    mend = "docs/sandbox.md explains what each layer needs; sandbox.layer names one"
    if any("not installed" in fault for fault in found.faults.values()):
        mend = "install bubblewrap (Debian: `apt install bubblewrap`); docs/sandbox.md explains what each layer needs"
    fallen = "; ".join(f"{layer}: {fault}" for layer, fault in found.faults.items() if fault)
    if found.around is None:
        yield finding_note(WHAT, f"no layer works here, so {READ_ONLY}: {fallen}", mend)
    else:
        standing: list[Layer] = [layer for layer, fault in found.faults.items() if not fault]
        how = f"{found.around.layer}; a hostile program was held by {' and by '.join(standing)}"
        yield finding_note(WHAT, f"{how}, but not by {fallen}", mend) if fallen else finding_ok(WHAT, how)
        without = "; ".join(f"{language}: {why}" for language, why in found.without.items())
        yield finding_ok(
            LANGUAGES, f"can be run in {', '.join(found.toolchains)}" + (f". Not in {without}" if without else "")
        )

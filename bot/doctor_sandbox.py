"""The doctor's look at where programs that people send are run: a hostile one is run in each layer."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from bot.clock import SystemClock
from bot.config import Settings
from bot.sandbox import OFF
from core.contracts.findings import Finding, finding_note, finding_ok

if TYPE_CHECKING:
    from core.sandbox.examination import Examined
    from core.sandbox.settings import Layer

WHAT, LANGUAGES = "Sandbox", "Programs"
KINDS = frozenset({"technical"})
"""The kinds of interviews in which programs are run."""
READ_ONLY = "programs that people send are read and not run"


async def examine_sandbox(settings: Settings) -> AsyncIterator[Finding]:
    """Nothing where no kind that is offered runs programs."""
    if not KINDS & set(settings.interviews.enabled):
        return
    if settings.sandbox.layer == OFF:
        yield finding_ok(WHAT, f"switched off; {READ_ONLY}. sandbox.layer changes that")
        return
    from core.sandbox.examination import examine_layers

    found = await examine_layers(settings.sandbox.settings(), SystemClock(), every=True)
    yield _layers(found)
    if found.around is not None:
        without = "; ".join(f"{language}: {why}" for language, why in found.without.items())
        yield finding_ok(
            LANGUAGES, f"can be run in {', '.join(found.toolchains)}" + (f". Not in {without}" if without else "")
        )


def _layers(found: Examined) -> Finding:
    fallen = "; ".join(f"{layer}: {fault}" for layer, fault in found.faults.items() if fault)
    if found.around is None:
        return finding_note(WHAT, f"no layer stands, so {READ_ONLY}: {fallen}", _mend(found))
    standing: list[Layer] = [layer for layer, fault in found.faults.items() if not fault]
    how = f"{found.around.layer}; a hostile program was held by {' and by '.join(standing)}"
    if not fallen:
        return finding_ok(WHAT, how)
    return finding_note(WHAT, f"{how}, but not by {fallen}", _mend(found))


def _mend(found: Examined) -> str:
    if any("not installed" in fault for fault in found.faults.values()):
        return "install bubblewrap (Debian: `apt install bubblewrap`); docs/sandbox.md tells what each layer needs"
    return "docs/sandbox.md tells what each layer needs; sandbox.layer names one"

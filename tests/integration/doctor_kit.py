"""What the tests of the doctor ask it with."""

from __future__ import annotations

from pathlib import Path

from bot.doctor import run_checks
from core.contracts.findings import Finding, Verdict


async def findings(config: str = "", *, ask_model: bool = False) -> dict[str, Finding]:
    """By what was looked at; the first one of each."""
    file = written(config)
    found: dict[str, Finding] = {}
    async for finding in run_checks(file, ask_model=ask_model):
        assert (finding.mark is Verdict.WELL) == (finding.mend == ""), "what is not well has a mend"
        found.setdefault(finding.what, finding)
    return found


def written(config: str) -> Path:
    file = Path("config.toml")
    file.write_text(config)
    file.chmod(0o600)
    return file

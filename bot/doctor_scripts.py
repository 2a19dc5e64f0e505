"""The doctor's look at the operator's own scripts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bot.formatting import pluralize
from bot.kinds import REPLACEABLE, RESERVED
from core.contracts.findings import Finding, finding_ok, finding_wrong
from core.interviews.script.folder import read_script_folder

WHAT = "Scripts"


def examine_scripts(folder: Path) -> Iterator[Finding]:
    """Each script of the folder. Blocks."""
    try:
        found = read_script_folder(folder, reserved=RESERVED, openly=REPLACEABLE)
    except OSError as error:
        yield finding_wrong(WHAT, f"{folder} cannot be read: {error.strerror}", "correct interviews.scripts_dir")
        return
    for name, scripts in found.scripts.items():
        script = next(iter(scripts.scripts.values()))
        asked = f"{pluralize(len(script.places), 'question')}, in {', '.join(sorted(scripts.scripts))}"
        listed = "" if script.listed else "; only by a link"
        instead = "; in place of those that it comes with" if name in REPLACEABLE else ""
        yield finding_ok(WHAT, f"{name}: {asked}{listed}{instead}")
    for mistakes in found.mistakes.values():
        for each in mistakes:
            yield finding_wrong(WHAT, str(each), "mend the file; it is read again by itself")
    if not (found.scripts or found.mistakes):
        yield finding_ok(WHAT, f"{folder} holds none yet; `raconteur script new` makes one")

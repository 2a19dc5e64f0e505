"""Measure, and print one table; all figures of a table are of one run.

python -m bench            everything but (h), (n) to (q), (s) and (t), in some minutes
python -m bench a c        only these parts; (h), (n) to (q), (s) and (t), which take long, have to be named
python -m bench --keep     everything, and the table goes into docs/benchmarks.md too
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

from bench import (
    book,
    chamber,
    databases,
    deaths,
    floods,
    keeping,
    page,
    processes,
    programs,
    prompts,
    readers,
    scale,
    sweep,
    talk,
    traffic,
    voice,
    wait,
    wire,
)
from bench.children import ROOT, quiet
from bench.figures import Row
from bench.machine import described

Part = Callable[[Path], Awaitable[list[Row]]]
PARTS: dict[str, Part] = {
    "a": wait.measure,
    "b": wire.measure,
    "c": prompts.measure,
    "d": scale.memory,
    "e": scale.starting,
    "f": sweep.measure,
    "g": voice.measure,
    "h": voice.two_hours,
    "i": readers.measure,
    "j": programs.measure,
    "k": chamber.measure,
    "l": page.measure,
    "m": databases.measure,
    "n": processes.measure,
    "o": deaths.measure,
    "p": keeping.measure,
    "q": traffic.measure,
    "r": book.measure,
    "s": floods.measure,
    "t": talk.measure,
}
ONLY_NAMED = {"h", "n", "o", "p", "q", "s", "t"}
"""Parts that take too long to be in every run."""
DOCUMENT = ROOT / "docs" / "benchmarks.md"
_KEPT = re.compile(r"(?<=<!-- table -->\n).*?(?=<!-- end of the table -->)", re.DOTALL)
HEADINGS = ("", "what", "aim", "measured", "ratio")


async def run(parts: list[str]) -> tuple[str, list[Row]]:
    """Measure these parts. Return a description of the machine, and the rows."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="raconteur-bench-") as folder:
        machine = described(Path(folder))
        for part in parts:
            sys.stderr.write(f"measuring ({part}) ...\n")
            rows += await PARTS[part](Path(folder))
    return machine, rows


def table(rows: list[Row]) -> str:
    """Return the rows as a Markdown table whose columns line up."""
    cells = [HEADINGS, *((row.part, row.what, row.aim, row.measured, row.ratio) for row in rows)]
    widths = [max(len(line[n]) for line in cells) for n in range(len(HEADINGS))]
    lines = ["| " + " | ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)) + " |" for line in cells]
    rule = "|" + "|".join("-" * (w + 2) for w in widths) + "|"
    return "\n".join([lines[0], rule, *lines[1:]])


def keep(text: str) -> None:
    """Put it into the document, between its two marks."""
    document = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(_KEPT.sub(lambda _: text, document), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="What the interviewer costs.")
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help="a to t; all but h, n to q, s and t when none is named"
    )
    parser.add_argument("--keep", action="store_true", help="put the table of everything into docs/benchmarks.md")
    arguments = parser.parse_args()
    chosen = arguments.parts or [part for part in PARTS if part not in ONLY_NAMED]
    if arguments.keep and arguments.parts:
        parser.error("--keep is for everything at once, so that all figures are of one run")
    if unknown := set(chosen) - set(PARTS):
        parser.error(f"there is no part {sorted(unknown)[0]}")
    quiet()
    began = time.perf_counter()
    machine, rows = asyncio.run(run(chosen))
    seconds = time.perf_counter() - began
    text = f"{table(rows)}\n\n{datetime.now(UTC).date()}, in {seconds:.0f} s; {machine}.\n"
    sys.stdout.write(text)
    if arguments.keep:
        keep(f"{text}\n")


if __name__ == "__main__":
    main()

"""`python -m bench [a b c d e]`: measure, and print one table. All figures of a table are of one run."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import platform
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import structlog

from bench import prompts, scale, wait, wire
from bench.figures import Row

Part = Callable[[Path], Awaitable[list[Row]]]
PARTS: dict[str, Part] = {
    "a": wait.measure,
    "b": wire.measure,
    "c": prompts.measure,
    "d": scale.memory,
    "e": scale.starting,
}
HEADINGS = ("", "what", "aim", "measured", "ratio")


async def run(parts: list[str]) -> list[Row]:
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="raconteur-bench-") as folder:
        for part in parts:
            sys.stderr.write(f"measuring ({part}) ...\n")
            rows += await PARTS[part](Path(folder))
    return rows


def table(rows: list[Row]) -> str:
    """The rows as a Markdown table whose columns line up."""
    cells = [HEADINGS, *((row.part, row.what, row.aim, row.measured, row.ratio) for row in rows)]
    widths = [max(len(line[n]) for line in cells) for n in range(len(HEADINGS))]
    lines = ["| " + " | ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)) + " |" for line in cells]
    rule = "|" + "|".join("-" * (w + 2) for w in widths) + "|"
    return "\n".join([lines[0], rule, *lines[1:]])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="What the interviewer costs.")
    parser.add_argument("parts", nargs="*", metavar="PART", help="a b c d e; all of them when none is named")
    chosen = parser.parse_args().parts or list(PARTS)
    if unknown := set(chosen) - set(PARTS):
        parser.error(f"there is no part {sorted(unknown)[0]}")
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    began = time.perf_counter()
    rows = asyncio.run(run(chosen))
    seconds = time.perf_counter() - began
    where = f"Python {platform.python_version()}, {platform.system()}, {os.cpu_count()} processors, {seconds:.0f} s"
    sys.stdout.write(f"{table(rows)}\n\n{where}\n")


if __name__ == "__main__":
    main()

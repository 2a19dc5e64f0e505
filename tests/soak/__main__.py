"""python -m tests.soak: prints what it does, and ends with 1 where a promise was not kept."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.soak.plan import Base, Plan, Trouble
from tests.soak.run import soak
from tests.soak.space import Disk, go_apart


def _plan(arguments: argparse.Namespace, *, apart: bool) -> Plan:
    given = {name: value for name, value in vars(arguments).items() if name not in {"keep"}}
    return Plan(**given, apart=apart)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("base", type=Base, choices=list(Base))
    parser.add_argument("--chats", type=int, default=200)
    parser.add_argument("--seed", type=int, default=int(time.time()), help="what is told and what goes wrong")
    parser.add_argument("--answers", type=int, default=4, help="of each, about")
    parser.add_argument("--at-once", type=int, default=100, help="people who talk side by side")
    parser.add_argument("--pause", type=float, default=0.5, help="seconds that somebody takes to answer, on average")
    parser.add_argument("--rounds", type=int, default=1, help="how often everything goes wrong; 0: a little does")
    parser.add_argument("--only", type=Trouble, choices=list(Trouble), nargs="+", default=(), help="what goes wrong")
    parser.add_argument("--minutes", type=float, default=20.0, help="after which it is given up")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="a new one for the data, and what was logged")
    return parser.parse_args()


def main() -> int:
    arguments = _arguments()
    # That somebody hangs up is what they are here for.
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)
    apart = go_apart()
    began = time.monotonic()

    def tell(line: str) -> None:
        print(f"{time.monotonic() - began:6.0f} s  {line}", flush=True)

    if not apart:
        tell("no namespaces here (they take root): no network is cut, and no disk is full")
    plan = _plan(arguments, apart=apart)
    with _folder(apart=apart) as folder:
        report = asyncio.run(soak(plan, folder, tell, keep=arguments.keep))
    print("\n".join(report.lines()), flush=True)
    return 1 if report.violations else 0


@contextmanager
def _folder(*, apart: bool) -> Iterator[Path]:
    """For everything that is a file."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        if not apart:
            yield folder
            return
        tempfile.tempdir = name
        with Disk(folder):
            yield folder


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    # Of what was begun nothing is left, and the folders in which libraries would tidy up are gone.
    os._exit(code)

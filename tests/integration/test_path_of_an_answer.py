"""How much of the program a newcomer reads to follow one answer from Telegram to the next question."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from tests.integration.chats_kit import telegram

ROOT = Path(__file__).parents[2]
PRODUCT = tuple(f"{ROOT / package}/" for package in ("bot", "adapters", "core"))
MOST_FILES = 64
MOST_FUNCTIONS = 468
"""Ceilings: they may only ever be lowered."""


class Trace:
    """The files and the functions of the product that run while it is `on`, in every thread."""

    def __init__(self) -> None:
        self.on = False
        self.functions: set[tuple[str, str]] = set()

    def __call__(self, frame: FrameType, event: str, _arg: Any) -> None:
        if self.on and event == "call":
            code = frame.f_code
            if code.co_filename.startswith(PRODUCT) and not code.co_name.startswith("<"):
                self.functions.add((code.co_filename, code.co_qualname))

    @property
    def files(self) -> set[str]:
        return {file for file, _ in self.functions}


@contextmanager
def traced() -> Iterator[Trace]:
    trace = Trace()
    before = sys.getprofile()
    threading.setprofile(trace)
    sys.setprofile(trace)
    try:
        yield trace
    finally:
        sys.setprofile(before)
        threading.setprofile(None)


async def test_one_answer_goes_through_few_files(tmp_path: Path) -> None:
    with traced() as trace:
        async with telegram(tmp_path) as stage:
            anna = stage.anna
            await stage.begun()
            anna.send("I remember a pear tree behind the house.")
            await anna.next_message()
            trace.on = True
            anna.send("Of wasps and of sugar.")
            await anna.next_message()
            trace.on = False
    assert len(trace.files) <= MOST_FILES
    assert len(trace.functions) <= MOST_FUNCTIONS

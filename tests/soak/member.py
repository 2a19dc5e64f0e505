"""A process of the house: `raconteur run`, on a clock that can be turned, with ears that hear what is written."""

from __future__ import annotations

import ctypes
import mmap
import os
import signal
import struct
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

from bot.clock import SteeredClock
from bot.config import Settings, load_settings
from bot.serve import Means, serve
from core.contracts.errors import RaconteurError
from core.contracts.ports import Clock, Transcriber
from tests.fakes.command_line import environment
from tests.fakes.discord_wire import pointed_at
from tests.fakes.transcriber import FakeTranscriber
from tests.soak.people import SECONDS
from tests.soak.space import enter

CLOCK = struct.Struct("d")
_DIES_WITH_PARENT = 1


class TurnedFromOutside(SteeredClock):
    """The machine's clock, ahead by the seconds that stand in a file."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        with file.open("rb") as opened:
            self._outside = mmap.mmap(opened.fileno(), CLOCK.size, access=mmap.ACCESS_READ)

    def _machines(self) -> datetime:
        return super()._machines() + timedelta(seconds=CLOCK.unpack(self._outside[:])[0])


def _ears(_settings: Settings, _clock: Clock) -> Transcriber:
    ears = FakeTranscriber()
    ears.seconds = SECONDS
    return ears


def live(folder: str, roles: tuple[str, ...], clock: str, network: str, discord: tuple[str, str]) -> None:
    """What the process does, from its beginning to its end."""
    ctypes.CDLL(None).prctl(_DIES_WITH_PARENT, signal.SIGKILL)
    if network:
        enter(network)
    said = os.open(Path(folder, "said"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(said, 1)
    os.dup2(said, 2)
    sys.stdout, sys.stderr = open(1, "w"), open(2, "w", errors="backslashreplace")  # noqa: SIM115
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment())
    time.tzset()
    config = Path("config.toml")
    means = Means(clock=lambda: TurnedFromOutside(Path(clock)), hearing=_ears)
    with pointed_at(*discord):
        try:
            serve(load_settings(config), terminal=False, config=config, roles=roles, means=means)
        except RaconteurError as error:
            sys.exit(f"ended: {error}")

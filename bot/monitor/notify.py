"""Sends datagrams to the socket of a service manager as in `sd_notify(3)`, or does nothing if there is none."""

from __future__ import annotations

import os
import socket
from collections.abc import MutableMapping
from functools import cache

import structlog

from bot.monitor.health import Pulse
from core.contracts.ports import Clock

_log = structlog.get_logger()
MICROS = 1_000_000


@cache
def service_notifier() -> Notifier:
    """Return the notifier of this process; a second start in it finds the same one, with its variables."""
    return Notifier(os.environ)


class Notifier:
    """The other end is systemd, or whatever else has set `NOTIFY_SOCKET`."""

    def __init__(self, environment: MutableMapping[str, str]) -> None:
        """Takes its variables out of the environment: programs that are started from here have nothing to say."""
        place = environment.pop("NOTIFY_SOCKET", "")
        # An abstract socket is written with @ in front.
        self._place = "\0" + place[1:] if place.startswith("@") else place
        limit, process = environment.pop("WATCHDOG_USEC", ""), environment.pop("WATCHDOG_PID", "")
        is_meant = process in {"", str(os.getpid())}
        self.watchdog = int(limit) / MICROS if self._place and is_meant and limit.isdecimal() else None
        """Seconds within which it wants to hear that all is well; None where it does not."""

    def tell(self, *lines: str) -> None:
        if not self._place:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as there:
                there.settimeout(0)
                there.sendto("\n".join(lines).encode(), self._place)
        except OSError as error:
            _log.warning("service-manager-not-told", error=error.strerror)

    def ready(self) -> None:
        self.tell("READY=1", "STATUS=At work.")

    async def feed(self, pulse: Pulse, clock: Clock) -> None:
        """Tell it that all is well for as long as the store answers, three times within its limit, until cancelled."""
        while self.watchdog is not None:
            if await pulse.beats():
                self.tell("WATCHDOG=1")
            else:
                _log.error("watchdog-not-fed", reason="the store does not answer")
            await clock.sleep(self.watchdog / 3)

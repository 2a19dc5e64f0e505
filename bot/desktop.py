"""Finds out if whoever starts the program sits at this computer, and shows them the page."""

from __future__ import annotations

import getpass
import os
import shutil
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

_ELSEWHERE: Final = ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY")
_SCREENS: Final = ("DISPLAY", "WAYLAND_DISPLAY")
_OPENERS: Final = {"darwin": "open"}
_USUAL: Final = "xdg-open"


def is_scripted() -> bool:
    """Return whether what is to be said comes out of a pipe or a file, as from a script."""
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (AttributeError, OSError, ValueError):
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode) or stat.S_ISSOCK(mode)


def is_interactive() -> bool:
    """Return whether somebody looks at what is printed, and can type."""
    try:
        return sys.stdin.isatty() and sys.stderr.isatty()
    except (AttributeError, ValueError):
        return False


def browser_command(environment: Mapping[str, str], system: str = sys.platform, *, user: int = 1) -> str | None:
    """Return the program that opens an address on the user's own screen; None where there is no such screen.

    `user`: its number; browsers do not like to be opened by 0.
    """
    if user == 0 or any(environment.get(name) for name in _ELSEWHERE):
        return None
    if system not in _OPENERS and not any(environment.get(name) for name in _SCREENS):
        return None
    return shutil.which(_OPENERS.get(system, _USUAL), path=environment.get("PATH"))


def remote_access_hint(link: str, *, user: str, host: str) -> str:
    """Return how a page of this computer is reached from the one that somebody sits at."""
    port = urlsplit(link).port
    return (
        f"If you sit at another computer, type `ssh -L {port}:127.0.0.1:{port} {user}@{host}` there. It connects that "
        "computer with this one: leave it open, and open the link in a browser there."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Doorstep:
    """Shows a link to whoever has started the program."""

    say: Callable[[str], None]
    program: str | None
    """What opens it here; None: they are told how they get to it."""
    umask: int
    """That of their own session, for what is opened."""

    def show(self, link: str) -> None:
        """Open the link, or say how to get to it. Never blocks and never raises."""
        if self.program is None:
            try:
                user = getpass.getuser()
            except (OSError, KeyError):
                user = "you"
            self.say(remote_access_hint(link, user=user, host=socket.gethostname()))
            return
        self.say("It's opening in your browser. If it doesn't, open the link yourself.")
        threading.Thread(target=_opened, args=(self.program, link, self.umask), daemon=True).start()


def _opened(program: str, link: str, umask: int) -> None:
    none = subprocess.DEVNULL
    with suppress(OSError):
        # Neither its noise nor our Ctrl-C shall reach the other. The link is our own.
        subprocess.run(  # noqa: S603
            [program, link], stdin=none, stdout=none, stderr=none, start_new_session=True, umask=umask, check=False
        )

"""The command line in a process that takes a fake server for Discord: what `command_line` starts with `discord=`."""

from __future__ import annotations

import os

from bot.cli import main
from tests.fakes.discord_wire import pointed_at

API = "FAKE_DISCORD_API"
GATEWAY = "FAKE_DISCORD_GATEWAY"

if __name__ == "__main__":
    with pointed_at(os.environ[API], os.environ[GATEWAY]):
        main()

"""The fake Bot API in a process of its own, with people who answer as fast as they are asked.

    python -m bench.wire_server PEOPLE SECONDS FIRST_WORDS...

It tells its address and waits for a line on its standard input. Then everybody says the FIRST_WORDS, one after the
other as the bot answers, and from then on answers each message of the bot at once. When all are in their stride it says
so, and SECONDS later how many messages of the bot came in between. A second line on its standard input ends it.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

from bench.children import tell
from bench.crowd import ANSWER
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.bot_api_people import User
from tests.fakes.bot_api_rules import Json

WARM = 2
"""Messages to each, on average, until all are in their stride."""


class BusyServer(FakeBotApi):
    """A fake Bot API whose people are never quiet. It must not be what limits the bots, so it keeps nothing, and
    checks requests by its own rules alone: the whole specification would take longer than a bot."""

    def __init__(self, people: int, first: Sequence[str]) -> None:
        super().__init__()
        self._spec = None
        self._first = first
        self._said: Counter[int] = Counter()
        self.everybody = [self.user(number + 1) for number in range(people)]
        self.delivered = 0
        self.in_stride = asyncio.Event()
        self.over = False

    def _deliver(self, user: User, *content: Any, **more: Any) -> Json:
        message = super()._deliver(user, *content, **more)
        user.received.clear()
        self.requests.clear()
        self.delivered += 1
        if self.delivered == WARM * len(self.everybody):
            self.in_stride.set()
        if not self.over:
            # As a person's would, it comes when the bot has been told that its message was delivered.
            asyncio.get_running_loop().call_soon(self.speak, user)
        return message

    def speak(self, user: User) -> None:
        """Send what somebody says next."""
        said = self._said[user.id]
        self._said[user.id] += 1
        user.send(self._first[said] if said < len(self._first) else ANSWER)


async def main(people: int, length: float, first: Sequence[str]) -> None:
    async with BusyServer(people, first) as api:
        tell(url=api.url, token=api.token)
        await asyncio.to_thread(sys.stdin.readline)
        for user in api.everybody:
            api.speak(user)
        await api.in_stride.wait()
        tell(begun=True)
        began, cpu, before = time.perf_counter(), time.process_time(), api.delivered
        await asyncio.sleep(length)
        seconds, busy = time.perf_counter() - began, time.process_time() - cpu
        tell(answered=api.delivered - before, seconds=seconds, busy=busy, violations=len(api.violations))
        api.over = True
        await asyncio.to_thread(sys.stdin.readline)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3:]))

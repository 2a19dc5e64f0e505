"""The fake Bot API in a process of its own, with 200 people who answer as fast as they are asked.

    python -m bench.wire_server PEOPLE TURNS FIRST_WORDS

It tells its address, waits for a line on its standard input, lets everybody say FIRST_WORDS, and when each of them has
had an answer it begins to count: TURNS answers of each, from the first one said to the last one replied to. A second
line on its standard input ends it.
"""

from __future__ import annotations

import asyncio
import sys
import time

from bench.children import tell
from bench.crowd import ANSWER
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.bot_api_people import User


async def main(people: int, turns: int, first: str) -> None:
    async with FakeBotApi() as api:
        users = [api.user(number + 1) for number in range(people)]
        tell(url=api.url, token=api.token)
        await asyncio.to_thread(sys.stdin.readline)
        await asyncio.gather(*(_turn(user, first) for user in users))
        api.requests.clear()
        began = time.perf_counter()
        await asyncio.gather(*(_answers(user, turns) for user in users))
        tell(seconds=time.perf_counter() - began, requests=len(api.requests), violations=len(api.violations))
        await asyncio.to_thread(sys.stdin.readline)


async def _answers(user: User, turns: int) -> None:
    for _ in range(turns):
        await _turn(user, ANSWER)


async def _turn(user: User, words: str) -> None:
    """Say something, and look into the chat from time to time: waking everybody for each message would cost more."""
    before = len(user.received)
    user.send(words)
    while len(user.received) == before:  # noqa: ASYNC110 - see above
        await asyncio.sleep(0.005)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]))

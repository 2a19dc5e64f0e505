"""Whatever becomes of connections, answers, tabs and reloads: each word that was sent is taken once, in its order."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from core.contracts.errors import StorageError
from core.contracts.messages import Text
from tests.fakes.effort import tries
from tests.fakes.waiting import until
from tests.integration.page_kit import Alone, Tab, alone, looking, needs_browser

pytestmark = needs_browser
STEPS = 14


class Crowd:
    """Two tabs of one browser, and what happens to them."""

    def __init__(self, there: Alone, tabs: list[Tab], random: Random) -> None:
        self._there = there
        self._tabs = tabs
        self._random = random
        self._trouble = ""
        """What becomes of the next thing that is sent."""
        self.said: dict[int, list[str]] = {0: [], 1: []}

    async def begin(self) -> None:
        for tab in self._tabs:
            await tab.page.route("**/say", self._sent)

    async def step(self, number: int) -> None:
        which = self._random.randrange(2)
        match self._random.choice(["say", "say", "say", "offline", "online", "reload", "unsent", "unheard", "full"]):
            case "say":
                words = f"Tab {which}, step {number}."
                self.said[which].append(words)
                await self._tabs[which].say(words)
            case "offline":
                await self._tabs[0].page.context.set_offline(True)
            case "online":
                await self._tabs[0].page.context.set_offline(False)
            case "reload":
                await self._tabs[0].page.context.set_offline(False)
                await self._tabs[which].page.reload()
                await self._tabs[which].page.wait_for_selector("#answer")
            case "full":
                self._there.inbox.failures.append(StorageError("the disk is full"))
            case trouble:
                self._trouble = trouble

    async def end(self) -> None:
        self._trouble = ""
        self._there.inbox.failures.clear()
        await self._tabs[0].page.context.set_offline(False)
        for tab in self._tabs:
            await tab.page.reload()

    async def _sent(self, route: Any) -> None:
        trouble, self._trouble = self._trouble, ""
        if trouble == "unsent":
            await route.abort()
        elif trouble == "unheard":
            await route.fetch()
            await route.abort()
        else:
            await route.continue_()


@pytest.mark.parametrize("seed", range(tries(1, soak=20)))
async def test_each_word_is_taken_once_and_in_its_order(tmp_path: Path, seed: int) -> None:
    async with alone(tmp_path) as there, looking(there.link) as first:
        second = Tab(await first.page.context.new_page())
        await second.page.goto(first.page.url)
        tabs = [first, second]
        crowd = Crowd(there, tabs, Random(seed))
        await crowd.begin()
        for number in range(STEPS):
            await crowd.step(number)
        await crowd.end()
        everything = {text for said in crowd.said.values() for text in said}
        await until(lambda: {*_taken(there).values()} == everything)
        assert len(_taken(there)) == len(everything)
        for said in crowd.said.values():
            assert [text for text in _taken(there).values() if text in said] == said
        for tab in tabs:
            for text in everything:
                await tab.until_taken(text)
            await tab.until_gone("#waiting > *")
            own = await tab.own()
            assert sorted(text for text in own if text in everything) == sorted(everything)


def _taken(there: Alone) -> dict[str, str]:
    """The words by the ids of their events, in the order in which each came first."""
    return {each.event_id: each.content.text for each in there.inbox.accepted if isinstance(each.content, Text)}

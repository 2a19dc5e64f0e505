"""A transcript on the operator's page as it grows."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import aiohttp

from adapters.web.operator.live import LOOK, WATCHERS
from adapters.web.operator.site import HOME
from core.contracts.commits import Commit, Revise
from core.store.changes import commit
from tests.fakes.operator_page import ONE, Operator, talk
from tests.fakes.stores import NOW, edit


class Watch:
    """A browser that looks at a transcript."""

    def __init__(self, o: Operator, answer: aiohttp.ClientResponse) -> None:
        self._o = o
        self._answer = answer

    async def event(self) -> tuple[str, dict[str, Any]]:
        """The next one; signs of life are passed over."""
        while True:
            fields = {}
            while line := (await self._answer.content.readline()).decode().rstrip("\n"):
                key, _, value = line.partition(": ")
                fields[key] = value
            if "event" in fields:
                return fields["event"], json.loads(fields["data"])
            assert fields, "the stream has ended"

    async def end(self) -> None:
        """Read until the server has ended it."""
        while await self._answer.content.readline():
            pass

    async def look(self) -> None:
        """Let the server look once more."""
        await self._o.looks(1)
        self._o.clock.advance(LOOK)


@asynccontextmanager
async def watching(o: Operator, pulse: str = "") -> AsyncIterator[Watch]:
    async with o.http.get(f"{o.origin}{ONE}/events", params={"pulse": pulse}, headers=o.headers) as answer:
        assert answer.status == 200
        yield Watch(o, answer)


async def test_new_words_appear_by_themselves(o: Operator) -> None:
    await talk(o)
    before = await o.house.pulse("s1")
    async with watching(o) as watch:
        assert [(await watch.event())[0] for _ in range(2)] == ["facts", "whole"]
        edited = Commit(person_id="p1", effects=(Revise("s1", 2, edit("A green door.")),))
        await o.store.write(lambda c: commit(c, edited, now=NOW) and None)
        await watch.look()
        assert (await watch.event())[0] == "facts"
        name, data = await watch.event()
    assert (name, data["n"]) == ("line", 2)
    assert "A green door." in data["html"]
    assert before != await o.house.pulse("s1")


async def test_who_has_the_newest_state_is_sent_only_what_comes_then(o: Operator) -> None:
    await talk(o)
    async with watching(o, await o.house.pulse("s1")) as watch:
        await o.looks(1)
        await o.act(f"{ONE}/delete", name="Maria")
        await watch.look()
        assert (await watch.event())[0] == "deleted"


async def test_watchers_are_bounded_and_go_when_the_page_is_left(o: Operator) -> None:
    await talk(o)
    async with AsyncExitStack() as stack:
        watches = [await stack.enter_async_context(watching(o)) for _ in range(WATCHERS)]
        assert (await o.get(f"{ONE}/events"))[0] == 503
        await o.looks(WATCHERS)
        await o.act(f"{HOME}/leave")
        o.clock.advance(LOOK)
        for watch in watches:
            await watch.end()
    assert await o.enter() == 303
    async with watching(o) as watch:
        assert (await watch.event())[0] == "facts"

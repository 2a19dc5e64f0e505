"""(o) What a person waits for when a process of a house is killed over their work: of each role, by SIGKILL."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from bench.figures import Row, median
from bench.voice import NEEDED, TOLD
from bot.database import prepare_database
from core.store.database_url import Server
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.bot_api_people import User
from tests.fakes.command_line import Running, started
from tests.fakes.postgres import own_server
from tests.fakes.waiting import until
from tests.fakes.web import misbehaving

DEATHS = 3
"""Of each role."""
AIM = "10 s"
CONFIG = """
[telegram]
token = "{token}"
api_base_url = "{url}"
[storage]
url = "{database}"
[engine]
kind = "procrastinate"
[access]
policy = "open"
[sandbox]
layer = "off"
[podcast]
allowed_hosts = ["127.0.0.1"]
transcribe = false
[llm]
{model}
"""
MODEL = 'provider = "openai"\nmodel = "slow"\nfast_model = "slow"\napi_key = "none"\nbase_url = "{url}/v1"'
REFUSED = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
PAGE = b"".join(
    b"<p>Ann and Ben speak of walks in the woods, and of number %d of the things that they have made.</p>" % n
    for n in range(40)
)
FOUND = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s" % (
    len(PAGE),
    PAGE,
)
ANSWER = "We lived by the river then, eleven of us."


@dataclass(slots=True)
class _Slow:
    """A server that is asked, and does not answer the first time."""

    answer: bytes
    url: str = ""
    asked: int = 0
    hangs: bool = True

    async def serve(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.asked += 1
        if self.hangs:
            await asyncio.Event().wait()
        writer.write(self.answer)


@dataclass(slots=True)
class _House:
    folder: Path
    api: FakeBotApi
    stack: AsyncExitStack
    slow: _Slow
    people: int = 0
    processes: dict[str, Running] = field(default_factory=dict)
    """The one of each role that is at work."""

    async def start(self, role: str, env: Mapping[str, str] | None = None) -> Running:
        process = await self.stack.enter_async_context(started("run", "--role", role, folder=self.folder, env=env))
        await process.until_said("platforms=['telegram']")
        return process

    def somebody(self) -> User:
        self.people += 1
        return self.api.user(100 + self.people, "Anna")


Work = Callable[[_House, User], Awaitable[Callable[[], bool]]]
"""Gives a role something to do for somebody; what tells that it is at it."""


async def measure(folder: Path) -> list[Row]:
    """The real program against a Bot API on this machine; another process of the role is there, and takes over."""
    rows = []
    for role, what, kind, work, env in _cases():
        found = folder / role
        found.mkdir()
        with own_server(tables=False) as server:
            async with _house(found, server.url, slow=role) as house:
                waits = await _deaths(house, role, kind, work, env)
        rows.append(
            Row(part="o", what=f"{what}: from the kill to the next message, {DEATHS} times, median and most", aim=AIM,
                measured=f"{median(waits):.1f}, {max(waits):.1f} s")
        )  # fmt: skip
    return rows


Case = tuple[str, str, str, Work, Mapping[str, str]]


def _cases() -> list[Case]:
    cases: list[Case] = [
        ("gateway", "the gateway dies as somebody writes", "life-story", _nothing, {}),
        ("worker", "a worker dies while the model thinks", "life-story", _answer, {}),
        ("reader", "a reader dies over a page that was linked", "podcast", _link, {}),
    ]
    hearing = _hearing()
    if hearing is not None:
        cases.append(("ears", "ears die over half a minute of speech", "life-story", _note, hearing))
    return cases


async def _deaths(house: _House, role: str, kind: str, work: Work, env: Mapping[str, str]) -> list[float]:
    others = {"gateway", "worker"} - {role}
    for each in sorted(others):
        await house.start(each, env)
    victim = await house.start(role, env)
    waits = []
    for _ in range(DEATHS):
        anna = house.somebody()
        house.slow.hangs = False
        await _begin(anna, kind)
        house.slow.hangs = True
        spare = await house.start(role, env)
        # So that it is the other one that begins; the gateway that waits does not do anything anyway.
        if role != "gateway":
            spare.send(signal.SIGSTOP)
        is_at_it = await work(house, anna)
        await until(is_at_it)
        seen = len(anna.received)
        victim.send(signal.SIGKILL)
        began = time.perf_counter()
        house.slow.hangs = False
        spare.send(signal.SIGCONT)
        if role == "gateway":
            anna.send(ANSWER)
        await until(partial(_more, anna, seen))
        waits.append(time.perf_counter() - began)
        victim = spare
    return waits


def _more(anna: User, seen: int) -> bool:
    return len(anna.received) > seen


@asynccontextmanager
async def _house(folder: Path, database: str, *, slow: str) -> AsyncIterator[_House]:
    prepare_database(Server(database))
    server = _Slow(REFUSED if slow == "worker" else FOUND)
    async with FakeBotApi() as api, misbehaving(server.serve) as server.url, AsyncExitStack() as stack:
        model = MODEL.format(url=server.url) if slow == "worker" else ""
        text = CONFIG.format(token=api.token, url=api.url, database=database, model=model)
        (folder / "config.toml").write_text(text)
        yield _House(folder, api, stack, server)


# --- what they do -------------------------------------------------------------------------------------------------


async def _begin(anna: User, kind: str) -> None:
    anna.send(f"/interview {kind}")
    await anna.next_message()
    anna.press("I agree")
    await anna.next_message()


async def _nothing(_house: _House, _anna: User) -> Callable[[], bool]:
    return lambda: True


async def _answer(house: _House, anna: User) -> Callable[[], bool]:
    before = house.slow.asked
    anna.send(ANSWER)
    return lambda: house.slow.asked > before


async def _link(house: _House, anna: User) -> Callable[[], bool]:
    before, seen = house.slow.asked, len(anna.received)
    anna.send(f"{house.slow.url}/episode-{before}")
    return lambda: house.slow.asked > before and len(anna.received) > seen


async def _note(_house: _House, anna: User) -> Callable[[], bool]:
    from tests.fakes.voice_clips import clip

    seen = len(anna.received)
    anna.send_voice(30, body=clip(TOLD, "ogg"))
    return lambda: len(anna.received) > seen


def _hearing() -> Mapping[str, str] | None:
    """Return the variables with which a process hears; None if it cannot on this machine."""
    import importlib.util

    from tests.features.transcription.weights import Unavailable, faster_folder

    if any(importlib.util.find_spec(name) is None for name in NEEDED):
        return None
    try:
        folder = faster_folder()
    except Unavailable:
        return None
    return {
        "RACONTEUR__VOICE__ENGINE": "faster-whisper",
        "RACONTEUR__VOICE__MODEL": "tiny.en",
        "RACONTEUR__VOICE__MODELS_DIR": str(folder),
    }

"""Several processes of the program on one database, each with its role, killed and stopped in turn."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import pytest

from bot.database import REVISION
from core.contracts.session import Role as Speaker
from core.store.database_url import Server
from core.store.records import load_record
from core.store.reports import read_while_running
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.bot_api_people import User
from tests.fakes.command_line import Running, started
from tests.fakes.effort import some
from tests.fakes.stores import every_session

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
"""


@dataclass
class Processes:
    folder: Path
    database: str
    stack: AsyncExitStack
    running: list[Running] = field(default_factory=list)

    async def start(self, *roles: str) -> Running:
        arguments = [part for role in roles for part in ("--role", role)]
        process = await self.stack.enter_async_context(started("run", *arguments, folder=self.folder))
        self.running.append(process)
        await process.until_said("platforms=['telegram']")
        return process

    async def answers(self) -> list[str]:
        sessions = await read_while_running(Server(self.database), every_session)
        found = await read_while_running(Server(self.database), lambda c: [load_record(c, s.id)[0] for s in sessions])
        return [e.text for whole in found for e in whole.entries if e.role is Speaker.PERSON]


@asynccontextmanager
async def processes(folder: Path, database: str, api: FakeBotApi) -> AsyncIterator[Processes]:
    with psycopg.connect(Server(database).plain_url, autocommit=True) as connection:
        # The tables are there, as the newest migration leaves them.
        connection.execute("CREATE TABLE IF NOT EXISTS alembic_version (version_num VARCHAR(32) PRIMARY KEY)")
        connection.execute("INSERT INTO alembic_version VALUES (%s) ON CONFLICT DO NOTHING", (REVISION,))
    (folder / "config.toml").write_text(CONFIG.format(token=api.token, url=api.url, database=database))
    async with AsyncExitStack() as stack:
        yield Processes(folder, database, stack)


async def begun(anna: User) -> None:
    anna.send("Hello")
    await anna.next_message()
    anna.press("Anna")
    await anna.next_message()
    anna.press("My life story")
    await anna.next_message()
    anna.press("I agree")
    await anna.next_message()


@pytest.mark.parametrize("how", some([signal.SIGKILL], soak=[signal.SIGKILL, signal.SIGSTOP]), ids=lambda how: how.name)
async def test_another_takes_its_place_and_nothing_is_lost_or_said_twice(
    postgres_url: str, tmp_path: Path, how: signal.Signals
) -> None:
    async with FakeBotApi() as api, processes(tmp_path, postgres_url, api) as house:
        gateway = await house.start("gateway")
        worker = await house.start("worker")
        anna = api.user(7)
        await begun(anna)
        told = []
        for number, victim in enumerate((worker, gateway)):
            await house.start("worker" if victim is worker else "gateway")
            told.append(f"We lived in house number {number}, by the river.")
            victim.send(how)
            anna.send(told[-1])
            await anna.next_message()
        told.append("And then there was the war.")
        anna.send(told[-1])
        await anna.next_message()
        assert await house.answers() == told
        said = [message.text for message in anna.received]
        assert len(said) == len(set(said))

"""The app that most of these tests talk to."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from adapters.discord import account as discord_account
from adapters.telegram import account as telegram_account
from core.readers.client import SourceClient
from tests.fakes.app import Running, running
from tests.fakes.command_line import keep
from tests.fakes.heard import Scene, scene
from tests.fakes.logs import logging_of_its_own
from tests.fakes.manual_clock import ManualClock
from tests.fakes.operator_page import Operator, operator_page
from tests.fakes.platform import FakePerson
from tests.fakes.podcasts import talking
from tests.fakes.records import small_record, small_scripts
from tests.fakes.web import INSIDE, Web, serving
from tests.fakes.web_app import PageApp, page_app
from tests.integration.cli_kit import under_way
from tests.integration.setup_kit import Config

if TYPE_CHECKING:
    from tests.integration.page_kit import Alone


@pytest.fixture
async def r() -> AsyncIterator[Running]:
    """The app as it is by itself, with the plain interview."""
    async with running() as app:
        yield app


@pytest.fixture
async def person(r: Running) -> FakePerson:
    """Somebody who has just read the first question of it."""
    return await r.beginning()


@pytest.fixture
async def s() -> AsyncIterator[Scene]:
    """Somebody who has just read the first question of the plain interview, with ears to play."""
    async with scene() as spoken:
        yield spoken


@pytest.fixture
async def web() -> AsyncIterator[Web]:
    """A small web on loopback."""
    async with serving() as fake:
        yield fake


@pytest.fixture
async def client() -> AsyncIterator[SourceClient]:
    """The guarded client, which may look at loopback."""
    made = SourceClient(clock=ManualClock(), allowed_hosts=frozenset({INSIDE}))
    yield made
    await made.close()


@pytest.fixture
async def talk(web: Web) -> AsyncIterator[tuple[Running, FakePerson]]:
    """Anna, who has asked for an interview about an episode on that web."""
    async with talking(web=web) as (app, anna, _):
        yield app, anna


@pytest.fixture
def app(talk: tuple[Running, FakePerson]) -> Running:
    return talk[0]


@pytest.fixture
def anna(talk: tuple[Running, FakePerson]) -> FakePerson:
    return talk[1]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """One interview under way, and one that is finished."""
    path = tmp_path / "data" / "raconteur.db"
    keep(path, (under_way(), small_scripts()), (small_record(), small_scripts()))
    return path


@pytest.fixture
def command_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A folder of its own and UTC; afterwards logging is as it was."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TZ", "UTC")
    with logging_of_its_own():
        yield


@pytest.fixture
def bare_database(tmp_path: Path) -> Path:
    """Nothing is in it yet."""
    path = tmp_path / "data" / "raconteur.db"
    keep(path)
    return path


@pytest.fixture
def doctors_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder of its own for the doctor, who has no hostile program run, and waits two seconds for a chat at most."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RACONTEUR__SANDBOX__LAYER", "off")  # test_doctor_sandbox.py has hostile programs run
    for asked in (telegram_account, discord_account):
        monkeypatch.setattr(asked, "DOCTOR_PATIENCE", 2.0)


@pytest.fixture
async def stranger(tmp_path: Path) -> AsyncIterator[Operator]:
    """The operator's page, and a browser that nobody has let in."""
    async with operator_page(tmp_path) as operator:
        yield operator


@pytest.fixture
async def o(stranger: Operator) -> Operator:
    """Somebody who has come in to the operator's page."""
    assert await stranger.enter() == 303
    return stranger


@pytest.fixture
def no_voices(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where everything is set up, nothing is asked of voices: a variable says that they are not heard."""
    monkeypatch.setenv("RACONTEUR__STORAGE__DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("RACONTEUR__VOICE__ENGINE", "off")
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def file(tmp_path: Path) -> Config:
    """The configuration that is written there."""
    return Config(tmp_path / "config.toml")


@pytest.fixture
async def whole(tmp_path: Path) -> AsyncIterator[PageApp]:
    """The whole app with the page, to which nobody but this computer is let in."""
    async with page_app(tmp_path) as made:
        yield made


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[None]:
    """A browser is at hand."""
    from tests.integration.page_kit import driving  # which is skipped where there is no playwright

    async with driving():
        yield


@pytest_asyncio.fixture(loop_scope="session")
async def there(tmp_path: Path) -> AsyncIterator[Alone]:
    """The page with nobody behind it."""
    from tests.integration.page_kit import alone  # which is skipped where there is no playwright

    async with alone(tmp_path) as made:
        yield made

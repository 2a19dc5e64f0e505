"""The app that most of these tests talk to."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from tests.fakes.app import Running, running
from tests.fakes.heard import Scene, scene
from tests.fakes.platform import FakePerson
from tests.fakes.podcasts import talking
from tests.fakes.web import Web


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


@dataclass(frozen=True, slots=True)
class Talk:
    app: Running
    anna: FakePerson
    web: Web


@pytest.fixture
async def _talk() -> AsyncIterator[Talk]:
    """Anna, who has asked for an interview about an episode, and the small web where episodes are."""
    async with talking() as (app, anna, web):
        yield Talk(app, anna, web)


@pytest.fixture
def app(_talk: Talk) -> Running:
    return _talk.app


@pytest.fixture
def anna(_talk: Talk) -> FakePerson:
    return _talk.anna


@pytest.fixture
def web(_talk: Talk) -> Web:
    return _talk.web

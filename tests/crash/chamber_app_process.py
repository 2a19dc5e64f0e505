"""An app in which an admin has a run begun, killed again and again, and started again each time.

Each death is STEP:N, for one life, which ends at the N-th time of that step; after these comes one that lives until
everything is said and sent.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bot.clock import SystemClock
from bot.config import AccessSection, Settings
from bot.database import prepare_database
from bot.features.chamber.in_app import ChamberPorts
from core.access.gate import Policy
from core.contracts.chat import ChatRequest
from core.contracts.messages import Command
from core.store.store import Queue
from tests.crash.mortal import MortalStore, Reaper, live_and_die, parsed_deaths
from tests.fakes.app import running
from tests.fakes.chamber_app import ANSWERS, FakeCasting, by_turn, nothing_lies_about
from tests.fakes.chat import Reply
from tests.fakes.platform import FakePlatform
from tests.fakes.waiting import until
from tests.features.chamber.chamber_kit import engine_of

STEPS = ("begun", "taken", "asked", "speaking", "heard", "settled")
"""Where a life ends: the run is begun; is ours; who is asked is written down; somebody speaks; it is kept; the end."""
COMMITS = {
    "ConversationWorker._commit": "begun",
    "ChamberJob.drain.<locals>.taken": "taken",
    "mark_speaker_asked": "asked",
    "save_utterance": "heard",
    "end_run.<locals>.unit": "settled",
}
ADMIN = "100"
SETTINGS = Settings(access=AccessSection(policy=Policy.OPEN, admins=(f"fake:{ADMIN}",)))


def mortal(reaper: Reaper) -> Callable[[ChatRequest], Reply]:
    answer = by_turn(*ANSWERS)

    def respond(request: ChatRequest) -> Reply:
        reaper.at("speaking")
        return answer(request)

    return respond


async def live(database: str, reaper: Reaper, life: int) -> None:
    clock = SystemClock()
    casting = FakeCasting(candidate=mortal(reaper))
    ports = ChamberPorts(setups=casting.book, casting=casting, tidy=nothing_lies_about)
    platform = FakePlatform(clock, first=1_000 * life + 1)
    store = MortalStore(database, reaper, COMMITS)
    async with running(settings=SETTINGS, store=store, platform=platform, ports={"chamber": ports}, clock=clock) as r:
        # The platform delivers it again and again: it is one event.
        admin = platform.person(ADMIN)
        await admin.tell(Command(name="chamber", argument="start riga"), event="fake:begin", position=1)
        await admin.tell(Command(name="chamber", argument="watch"), event="fake:watch", position=2)
        engines = (r.app.engine(Queue.DESK), engine_of(r.app), r.app.engine(Queue.DELIVERY))
        await until(lambda: all(engine.idle for engine in engines))


def main(database: str, *deaths: str) -> None:
    prepare_database(Path(database))

    async def life(number: int, reaper: Reaper) -> None:
        await live(database, reaper, number)

    live_and_die(life, parsed_deaths(deaths))

"""One interview in a house of several processes on PostgreSQL: each has its role, and its own connections."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from adapters.telegram.platform import TelegramPlatform
from adapters.telegram.webhook import WebhookPlace
from bot.app import App, build_app, build_gate
from bot.clock import SystemClock
from bot.config import Settings, VoiceSection
from bot.features.several_processes.cluster_member import ClusterMember
from bot.features.several_processes.roles import ProcessRole, queue_selector
from bot.sections import TimersSection
from core.access.gate import Gate
from core.contracts.errors import Displaced, StorageError
from core.contracts.messages import Voice
from core.contracts.ports import Platform
from core.contracts.session import Role as Speaker
from core.features import NAMES
from core.features.several_processes.job_queue import JobQueue, prepare_queue
from core.features.several_processes.presence import Presence
from core.languages.messages import say
from core.store.postgres import PostgresStore, conninfo_of
from core.store.records import load_record
from core.store.schema import gateways, persons
from core.store.store import Connection, Store
from tests.fakes.app import OPEN, talking_model
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.deleting import delete
from tests.fakes.interview import PlainInterview
from tests.fakes.places import free_port
from tests.fakes.plain_sandbox import PlainSandbox
from tests.fakes.platform import FakePerson, FakePlatform
from tests.fakes.readers import InlineReaders
from tests.fakes.s3 import fake_s3
from tests.fakes.stores import arrive, event, every_session
from tests.fakes.transcriber import FakeTranscriber
from tests.fakes.waiting import PATIENCE, until

NOBODY = Gate()
AGREE = say("en", "button-agree")
EACH = [{ProcessRole.GATEWAY}, {ProcessRole.WORKER}, {ProcessRole.EARS}, {ProcessRole.READER}]


@dataclass
class Process:
    """What would be a process of its own, but for the loop that it shares with the others."""

    app: App
    task: asyncio.Task[None] = field(init=False)

    def start(self) -> None:
        self.task = asyncio.create_task(self.app.run())

    async def end(self) -> None:
        self.task.cancel()
        with suppress(asyncio.CancelledError, Displaced):
            await self.task


@dataclass
class House:
    url: str
    folder: Path
    platform: FakePlatform = field(default_factory=lambda: FakePlatform(SystemClock()))
    """The one that all would speak with; whoever holds its token does."""
    processes: list[Process] = field(default_factory=list)
    settings: Settings = OPEN
    ports: dict[str, Any] = field(default_factory=dict)
    """Those of features, by name."""

    async def process(self, roles: Iterable[ProcessRole], platform: Platform | None = None) -> Process:
        """`platform`: one of its own."""
        clock, kinds = self.platform.clock, {"plain": PlainInterview()}
        conninfo = conninfo_of(self.url)
        queue = JobQueue(conninfo, clock, queue_of=queue_selector(kinds), grace=1.0)
        presence = Presence(conninfo, clock)
        played = frozenset(roles)
        seat = await presence.enter("-and-".join(sorted(played)) if len(played) < 4 else "all")
        app = build_app(
            self.settings,
            store=PostgresStore(self.url, enqueue=queue.defer),
            platforms=[platform or self.platform],
            recordings=self.folder,
            transcriber=FakeTranscriber(),
            readers=InlineReaders(),
            sandbox=PlainSandbox(),
            clock=clock,
            model=talking_model(),
            kinds=kinds,
            ports=self.ports,
            process=ClusterMember(seat=seat, queue=queue, presence=presence, roles=played),
        )
        process = Process(app)
        process.start()
        self.processes.append(process)
        return process

    async def somebody(self) -> FakePerson:
        await asyncio.wait_for(self.platform.up.wait(), PATIENCE)
        return self.platform.person("1", name="Anna")

    @property
    def store(self) -> Store:
        return self.processes[-1].app.store

    async def answers(self) -> list[str]:
        """What the only session holds of the person's words."""
        [session] = await self.store.read(every_session)
        whole, _ = await self.store.read(lambda c: load_record(c, session.id))
        return [entry.text for entry in whole.entries if entry.role is Speaker.PERSON]


@asynccontextmanager
async def house(url: str, folder: Path) -> AsyncIterator[House]:
    await prepare_queue(conninfo_of(url))
    built = House(url, folder)
    async with AsyncExitStack() as stack:
        try:
            yield built
        finally:
            await asyncio.gather(*(process.end() for process in built.processes))
            await stack.aclose()


@pytest.mark.parametrize(
    "roles", [EACH, [set(ProcessRole)], [set(ProcessRole), set(ProcessRole)]], ids=["apart", "one", "two"]
)
async def test_an_interview_by_text_and_voice_is_had(
    postgres_url: str, tmp_path: Path, roles: list[set[ProcessRole]]
) -> None:
    async with house(postgres_url, tmp_path) as built:
        for each in roles:
            await built.process(each)
        anna = await built.somebody()
        await anna.begin("plain")
        await anna.write("A blue door.")
        await until(lambda: "Question 2" in anna.said[-1])
        await anna.tell(Voice(file_ref=built.platform.keep(b"spoken"), seconds=0.01, size=6, media_type="audio/ogg"))
        await until(lambda: "Question 3" in anna.said[-1])
        assert built.platform.fetched == ["file-1"]
        assert len(built.platform.lines) == 1
        assert await built.answers() == ["A blue door.", "spoken"]


async def test_another_gateway_takes_over_and_nothing_is_said_twice(postgres_url: str, tmp_path: Path) -> None:
    async with house(postgres_url, tmp_path) as built:
        first = await built.process({ProcessRole.GATEWAY})
        await built.process({ProcessRole.WORKER})
        anna = await built.somebody()
        await anna.begin("plain")
        built.platform.up.clear()
        second = await built.process({ProcessRole.GATEWAY})
        await until(second.app.stands_by)
        assert not first.app.stands_by()
        await first.end()
        await asyncio.wait_for(built.platform.up.wait(), PATIENCE)
        assert not second.app.stands_by()
        await anna.write("A blue door.")
        await until(lambda: len(anna.said) == 2)
        assert len(set(anna.said)) == 2


@pytest.mark.skipif("chamber" not in NAMES, reason="nobody holds runs")
async def test_a_run_that_a_worker_holds_is_shown_once_and_by_the_gateway(postgres_url: str, tmp_path: Path) -> None:
    from bot.features.chamber.in_app import ChamberPorts
    from tests.fakes.chamber_app import FakeCasting, nothing_lies_about
    from tests.features.chamber.chamber_kit import ADMIN, settings, speaking, texts

    casting = FakeCasting(gated=True)
    async with house(postgres_url, tmp_path) as built:
        built.settings = settings()
        built.ports["chamber"] = ChamberPorts(setups=casting.book, casting=casting, tidy=nothing_lies_about)
        for roles in (ProcessRole.GATEWAY, ProcessRole.WORKER, ProcessRole.WORKER):
            await built.process({roles})
        await asyncio.wait_for(built.platform.up.wait(), PATIENCE)
        olga = built.platform.person(ADMIN, name="Olga")
        await speaking(olga, casting)
        await olga.write("/chamber watch")
        await until(lambda: any("Where were you born?" in texts(line) for line in built.platform.lines))
        for process in built.processes:
            await process.app.tick()
        casting.candidates[0].gate.set()
        await until(lambda: all(line.gone for line in built.platform.lines))
        assert len(built.platform.lines) == 1
        await olga.next_where("is over")


@pytest.mark.skipif("announcements" not in NAMES, reason="nobody sends notices")
async def test_a_notice_waits_for_no_other_that_cannot_go_to_somebody_now(postgres_url: str, tmp_path: Path) -> None:
    from tests.features.announcements.announcing_kit import put_begun

    async with house(postgres_url, tmp_path) as built:
        built.settings = OPEN.model_copy(update={"timers": TimersSection(quiet_hours="off")})
        for role in (ProcessRole.GATEWAY, ProcessRole.WORKER):
            worker = await built.process({role})
        anna = await built.somebody()
        await anna.begin("plain")

        def begin(c: Connection) -> None:
            c.execute(persons.update().values(claimed_by="elsewhere.1", claimed_until=4e9))
            arrive(c, event("busy", address=anna.address))
            for number in ("n1", "n2"):
                put_begun(c, SystemClock().now(), number=number)

        await built.store.write(begin)
        await worker.app.tick()
        await until(lambda: sorted(worker.app.engine("announcements").serving) == ["n1", "n2"])


async def test_what_a_zombie_heard_is_not_kept(postgres_url: str, tmp_path: Path) -> None:
    async with house(postgres_url, tmp_path) as built:
        first = await built.process({ProcessRole.GATEWAY})
        await built.process({ProcessRole.WORKER})
        anna = await built.somebody()
        await anna.begin("plain")
        zombie = first.app.reception
        await built.store.write(lambda c: c.execute(gateways.update().values(epoch=99)))
        built.platform.inbox = zombie
        with pytest.raises(StorageError, match="Another process"):
            await anna.write("Too late.")
        with pytest.raises(Displaced):
            await first.task
        assert await built.answers() == []


async def test_what_is_posted_is_taken_in_by_whichever_gateway_it_reaches(postgres_url: str, tmp_path: Path) -> None:
    """Two behind one address; one of them alone speaks, and when it is gone the other does."""
    async with FakeBotApi() as api, house(postgres_url, tmp_path) as built:
        ports = [free_port(), free_port()]
        gateways = [await built.process({ProcessRole.GATEWAY}, _posted_to(api, port)) for port in ports]
        await built.process({ProcessRole.WORKER}, _posted_to(api, free_port()))
        api.postman.behind = [f"http://127.0.0.1:{port}" for port in ports]
        anna = api.user(7, "Anna")
        anna.send("/interview plain")
        await until(lambda: AGREE in anna.received[-1].labels if anna.received else False)
        anna.press(AGREE)
        for number in (1, 2, 3):
            await until(lambda: f"Question {number}" in anna.received[-1].text)  # noqa: B023
            anna.send(f"Answer {number}")
        await until(lambda: "Question 4" in anna.received[-1].text)
        assert {number for number, status in api.postman.posts if status == 200} >= {1001, 1002}
        reached = {target for target, status in api.postman.reached if status == 200}
        assert len(reached) == 2
        await _a_stranger_is_told_their_number_once(api, gateways)
        await gateways[0].end()
        anna.send("Answer 4")
        await until(lambda: "Question 5" in anna.received[-1].text)
        assert await built.answers() == [f"Answer {number}" for number in (1, 2, 3, 4)]
        assert api.violations == []


async def _a_stranger_is_told_their_number_once(api: FakeBotApi, gateways: list[Process]) -> None:
    """Whichever gateway their messages reach, and they reach both."""
    for process in gateways:
        process.app.reception.gate = NOBODY
    before, stranger = len(api.postman.reached), api.user(8, "Stranger")
    for _ in gateways:
        stranger.send("Hello")
    await until(lambda: len(stranger.received) == 1)
    await until(lambda: len({target for target, _ in api.postman.reached[before:]}) == 2)
    await until(lambda: not any(process.app.reception.strangers.busy for process in gateways))
    for process in gateways:
        process.app.reception.gate = build_gate(OPEN)
    assert stranger.received[0].text == say("en", "stranger", id="telegram:8")


def _posted_to(api: FakeBotApi, port: int) -> TelegramPlatform:
    place = WebhookPlace(url="https://bot.example.org/telegram", host="127.0.0.1", port=port)
    return TelegramPlatform(token=api.token, api_base_url=api.url, clock=SystemClock(), webhook=place)


async def test_recordings_of_all_are_in_one_bucket_until_they_are_deleted(postgres_url: str, tmp_path: Path) -> None:
    async with fake_s3() as s3, house(postgres_url, tmp_path) as built:
        storage = s3.section(url=SecretStr(postgres_url))
        built.settings = OPEN.model_copy(update={"storage": storage, "voice": VoiceSection(keep_audio=True)})
        for each in EACH:
            await built.process(each)
        anna = await built.somebody()
        await anna.begin("plain")
        await anna.tell(Voice(file_ref=built.platform.keep(b"spoken"), seconds=0.01, size=6, media_type="audio/ogg"))
        await until(lambda: "Question 2" in anna.said[-1])
        assert s3.kept == [b"spoken"]
        await anna.hears(len(anna.received) - anna.read)
        await delete(anna)
        await until(lambda: anna.said[-1] == say("en", "deleted", platform="fake"))
        assert s3.kept == []

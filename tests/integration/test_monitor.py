"""Health, readiness and figures, as programs that watch ask for them."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import structlog
from prometheus_client.parser import text_string_to_metric_families

from bot.log import configure_logging
from bot.monitor.figures import APART, PrometheusFigures
from bot.monitor.health import PATIENCE, QUICK, HealthReport, Pulse, Readiness
from bot.monitor.ledger import watch_ledger
from bot.monitor.site import build_monitor_app, serve_monitor
from core.contracts.calls import Budget
from core.contracts.errors import BudgetSpent, ConfigurationError, NotFound, Rejected, StorageError
from core.contracts.platform_spec import Contact
from core.contracts.ports import Prompt, Tier
from core.contracts.watching import Watches
from core.llm.metered import MeteredModel, Price
from core.store.schema import mailbox
from core.store.store import Connection, MemoryStore, Result, Unit
from core.store.waiting import Waiting, waiting_counts
from tests.fakes.app import running
from tests.fakes.interview import Reply
from tests.fakes.ledger import MemoryLedger
from tests.fakes.logs import logging_of_its_own
from tests.fakes.manual_clock import ManualClock
from tests.fakes.other_stores import store_at
from tests.fakes.places import free_port
from tests.fakes.provider import ScriptedProvider, completed
from tests.fakes.stores import arrive, count, event, new_database

REVISION = "0011"
Samples = dict[tuple[str, ...], float]


class Slow(MemoryStore):
    """A store whose thread can stand still, and that can fail."""

    def __init__(self) -> None:
        super().__init__()
        self.answers = asyncio.Event()
        self.answers.set()
        self.broken = False
        self.asked = 0

    async def read(self, unit: Unit[Result]) -> Result:
        self.asked += 1
        await self.answers.wait()
        if self.broken:
            raise StorageError("The disk is gone.")
        return await super().read(unit)


@dataclass(slots=True)
class Watched:
    """What is served, with what it tells of."""

    address: str
    http: aiohttp.ClientSession
    store: Slow
    clock: ManualClock
    standing: HealthReport
    figures: PrometheusFigures
    stopped: list[str] = field(default_factory=list)
    waits: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while it stands by."""

    async def get(self, path: str) -> tuple[int, str]:
        async with self.http.get(f"{self.address}{path}") as answer:
            return answer.status, await answer.text()

    async def missing(self) -> tuple[int, list[str]]:
        async with self.http.get(f"{self.address}/readyz") as answer:
            told: dict[str, Any] = await answer.json()
        return answer.status, told["missing"]

    async def samples(self) -> Samples:
        return samples((await self.get("/metrics"))[1])


def samples(text: str) -> Samples:
    """By name and the values of the labels."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def at_revision(store: MemoryStore, revision: str) -> None:
    def unit(c: Connection) -> None:
        c.exec_driver_sql("CREATE TABLE IF NOT EXISTS alembic_version (version_num TEXT)")
        c.exec_driver_sql("DELETE FROM alembic_version")
        c.exec_driver_sql("INSERT INTO alembic_version VALUES (?)", (revision,))

    await store.write(unit)


@pytest.fixture
async def w() -> AsyncIterator[Watched]:
    store, clock = Slow(), ManualClock()
    await at_revision(store, REVISION)

    async def look() -> Waiting:
        return await store.read(lambda c: waiting_counts(c, clock.now().timestamp()))

    async with watching(store, clock, PrometheusFigures(clock, look)) as found:
        yield found
    await store.close()


@asynccontextmanager
async def watching(store: Slow, clock: ManualClock, figures: PrometheusFigures) -> AsyncIterator[Watched]:
    standing, pulse, port = HealthReport(["telegram"]), Pulse(store, clock), free_port()
    figures.contacts = standing.contacts
    stopped: list[str] = []
    waits = asyncio.Event()
    figures.stands_by = waits.is_set
    readiness = Readiness(store, clock, standing, revision=REVISION, stopped=lambda: stopped, stands_by=waits.is_set)
    async with (
        serve_monitor(build_monitor_app(pulse, readiness, figures), "127.0.0.1", port),
        aiohttp.ClientSession() as http,
    ):
        yield Watched(f"http://127.0.0.1:{port}", http, store, clock, standing, figures, stopped, waits)
    pulse.close()


# --- alive --------------------------------------------------------------------------------------------------------


async def test_what_another_name_leads_to_is_told_nothing(w: Watched) -> None:
    for path in ("/healthz", "/readyz", "/metrics"):
        async with w.http.get(w.address + path, headers={"Host": "evil.example"}) as answer:
            assert (answer.status, await answer.read()) == (403, b"")


async def test_it_is_alive_while_the_store_answers_be_it_with_an_error(w: Watched) -> None:
    assert (await w.get("/healthz"))[0] == 200
    w.store.broken = True
    assert (await w.get("/healthz"))[0] == 200


async def test_a_store_that_stands_still_is_asked_once_however_many_ask(w: Watched) -> None:
    async def alive(seconds: float) -> set[int]:
        asking = [asyncio.create_task(w.get("/healthz")) for _ in range(3)]
        await w.clock.sleepers(3)
        w.clock.advance(seconds)
        return {status for status, _ in await asyncio.gather(*asking)}

    w.store.answers.clear()
    assert await alive(QUICK) == {200}
    assert await alive(PATIENCE) == {503}
    assert w.store.asked == 1
    w.store.answers.set()
    assert (await w.get("/healthz"))[0] == 200


# --- ready --------------------------------------------------------------------------------------------------------


async def test_it_is_ready_when_it_has_begun_and_everything_is_there(w: Watched) -> None:
    assert await w.missing() == (503, ["it has not begun yet", "telegram is not connected"])
    w.standing.begun = True
    w.standing.contact("telegram", Contact.MADE)
    assert await w.missing() == (200, [])
    w.standing.contact("telegram", Contact.LOST)
    w.stopped.append("desk")
    assert await w.missing() == (503, ["desk has stopped", "telegram is not connected"])


async def test_who_waits_to_speak_for_the_bot_is_ready(w: Watched) -> None:
    w.standing.begun = True
    assert json.loads((await w.get("/readyz"))[1]) == {
        "well": False,
        "missing": ["telegram is not connected"],
        "standby": False,
    }
    w.waits.set()
    assert (await w.get("/readyz"))[0] == 200
    assert json.loads((await w.get("/readyz"))[1]) == {"well": True, "missing": [], "standby": True}
    found = await w.samples()
    assert found["raconteur_standing_by",] == 1
    assert ("raconteur_platform_connected", "telegram") not in found
    w.stopped.append("desk")
    assert await w.missing() == (503, ["desk has stopped"])


async def test_it_is_not_ready_when_hardly_any_more_connections_can_be_opened(
    w: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.monitor.health.SPARE", 1 << 30)
    status, told = await w.get("/readyz")
    assert (status, "hardly any more files and connections can be opened" in told) == (503, True)


async def test_a_database_that_was_not_brought_up_to_date_is_not_ready(w: Watched) -> None:
    w.standing.begun = True
    w.standing.contact("telegram", Contact.MADE)
    for revision, missing in (("0010", ["the database is not brought up to date"]), ("0099", [])):
        await at_revision(w.store, revision)
        assert (await w.missing())[1] == missing
    w.store.broken = True
    assert (await w.missing())[1] == ["the database cannot be read"]


async def test_an_engine_that_has_died_is_told_of() -> None:
    async with running() as r:
        assert r.app.stopped() == []
        next(task for task in r.app._tasks if task.get_name() == "chores").cancel()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert r.app.stopped() == ["chores"]


# --- figures ------------------------------------------------------------------------------------------------------


async def test_turns_and_deliveries_are_counted_and_nobody_is_named(w: Watched) -> None:
    async with running(watch=Watches([w.figures])) as r:
        w.figures.engines = r.app.engines
        anna = await r.beginning("chat-77", name="Annabel")
        await r.says(anna, "I was born by the sea.", "In a small house.")
        sent = len(r.platform.sent)
        r.platform.trouble = lambda _: Rejected("No.")
        await r.handled(anna.write("/help"))
        text = (await w.get("/metrics"))[1]
    found = samples(text)
    assert found["raconteur_turns_total", "plain", "fake"] == 2
    assert found["raconteur_turn_seconds_count", "plain"] == 2
    assert found["raconteur_thinking_seconds_count", "plain"] == 2
    assert found["raconteur_deliveries_total", "sent", "fake"] == sent
    assert found["raconteur_deliveries_total", Rejected.code, "fake"] == 1
    assert found["raconteur_delivery_seconds_count", "fake"] == sent
    assert found["raconteur_engine_serving", "desk"] == 0
    for word in ("Annabel", "chat-77", "born", "small house", "Question"):
        assert word not in text


async def test_what_waits_is_read_once_in_some_seconds(w: Watched) -> None:
    for _ in range(4):
        assert (await w.samples())["raconteur_queue_length", "delivery"] == 0
    assert w.store.asked == 1
    w.clock.advance(APART)
    await w.samples()
    assert w.store.asked == 2


async def test_without_the_database_the_other_figures_are_told_all_the_same(w: Watched) -> None:
    assert (await w.samples())["raconteur_database_up",] == 1
    w.clock.advance(APART)
    w.store.broken = True
    found = await w.samples()
    assert found["raconteur_database_up",] == 0
    assert found["raconteur_platform_connected", "telegram"] == 0
    assert ("raconteur_queue_length", "desk") not in found
    assert found["process_open_fds",] > 0


async def test_calls_are_counted_with_what_they_cost(w: Watched) -> None:
    ledger = MemoryLedger(Budget())
    model = MeteredModel(
        provider=ScriptedProvider(completed('{"words": "And then?"}')),
        models={Tier.MAIN: "big", Tier.FAST: "big"},
        ledger=watch_ledger(ledger, w.clock, Watches([w.figures])),
        clock=w.clock,
        prices={"big": Price(input=10_000, output=100_000)},
    )
    prompt = Prompt(purpose="talk", system="You ask.", user="I was born.", session_id="s1", max_tokens=100)
    await model.ask(prompt, Reply)
    ledger.budget = Budget(session_micros=1)
    with pytest.raises(BudgetSpent):
        await model.ask(prompt, Reply)
    await model.close()
    found = await w.samples()
    assert found["raconteur_model_calls_total", "big", "ok", "talk"] == 1
    assert found["raconteur_model_calls_total", "big", BudgetSpent.code, "talk"] == 1
    assert found["raconteur_model_cost_total", "big"] == 2.0
    assert found["raconteur_model_tokens_total", "sent", "big"] == 100
    assert found["raconteur_model_tokens_total", "received", "big"] == 10


async def test_what_becomes_of_units_is_counted(w: Watched, tmp_path: Path) -> None:
    store = store_at(new_database(tmp_path))

    def unknown(_: Connection) -> None:
        raise NotFound("There is none.")

    await store.write(lambda c: arrive(c, event("e1")))
    with pytest.raises(NotFound):
        await store.write(unknown)
    with pytest.raises(StorageError):
        await store.write(lambda c: c.exec_driver_sql("DROP TABLE nothing").close())
    await asyncio.gather(*(store.read(lambda c: count(c, mailbox)) for _ in range(4)))
    w.figures.tallies = store.tallies
    found = await w.samples()
    await store.close()
    assert {name[0]: value for name, value in found.items() if name[1:] == ("write",)} == {
        "raconteur_store_units_total": 3,
        "raconteur_store_transactions_total": 3,
        "raconteur_store_repetitions_total": 0,
        "raconteur_store_refusals_total": 1,
    }
    assert found["raconteur_store_units_total", "read"] == 4
    assert found["raconteur_store_transactions_total", "read"] <= 4


async def test_lines_of_trouble_are_counted_without_what_they_say(w: Watched) -> None:
    with logging_of_its_own():
        configure_logging(level="debug", form="plain", secrets=())
        logging.getLogger().addHandler(w.figures.log_handler)
        structlog.get_logger().info("all-well")
        structlog.get_logger().error("drain-failed", engine="desk")
        structlog.get_logger().warning("not-scrubbed")
        structlog.get_logger().warning("not-scrubbed")
    text = (await w.get("/metrics"))[1]
    found = samples(text)
    assert (found["raconteur_log_lines_total", "error"], found["raconteur_log_lines_total", "warning"]) == (1, 2)
    assert "scrubbed" not in text


# --- the server ---------------------------------------------------------------------------------------------------


async def test_nothing_else_is_there_and_nothing_can_be_sent(w: Watched) -> None:
    assert [(await w.get(path))[0] for path in ("/", "/metrics/x", "/readyz?x=1")] == [404, 404, 503]
    async with w.http.post(f"{w.address}/healthz", data=b"x") as answer:
        assert answer.status == 405


async def test_a_place_that_is_taken_is_told_in_a_sentence(w: Watched) -> None:
    port = int(w.address.rsplit(":", 1)[1])
    app = build_monitor_app(
        Pulse(w.store, w.clock), Readiness(w.store, w.clock, w.standing, revision="", stopped=list), w.figures
    )
    with pytest.raises(ConfigurationError, match=r"^monitor.host and monitor.port: nothing can be served at"):
        async with serve_monitor(app, "127.0.0.1", port):
            pass

"""The whole way in a chat: files of a folder, both SDKs against fake servers, our own interviewer, and what comes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from decimal import Decimal
from pathlib import Path

import pytest

from bot.config import AccessSection, Settings
from bot.features.chamber.run_folders import run_folder
from bot.sections import ChamberSection, StorageSection
from core.access.gate import Policy
from core.features.chamber.runs import RunStatus, Why
from core.store.schema import spending
from tests.fakes.anthropic_server import FakeAnthropic
from tests.fakes.app import Running, running
from tests.fakes.chamber import every_run
from tests.fakes.model_behaviours import Says
from tests.fakes.openai_server import FakeOpenAI
from tests.fakes.platform import FakePerson
from tests.fakes.waiting import until
from tests.features.chamber.chamber_kit import engine_of

KEYS = {"OPENAI_API_KEY": "key-of-prime", "ANTHROPIC_API_KEY": "key-of-the-candidate"}
PRIME = """
provider: openai
api_key: "${{OPENAI_API_KEY}}"
base_url: {url}
model: model-main
temperature: 0.8
system_prompt: You interview.
thought_patterns: ["<thinking>", "[reasoning]"]
"""
CANDIDATE = """
provider: anthropic
api_key: "${{ANTHROPIC_API_KEY}}"
base_url: {url}
model: model-fast
system_prompt: You answer.
thought_patterns: ["<think>", "[thoughts]"]
"""
RULES = """
[rules]
max_turns = 2
repeats = 0
"""
OURS = """
interview = "life-story"
person = "Rosa"

[rules]
max_turns = 2
repeats = 0
"""


def settings(folder: Path, day_budget: Decimal | None = None) -> Settings:
    setups = folder / "setups"
    setups.mkdir(exist_ok=True)
    return Settings(
        access=AccessSection(policy=Policy.OPEN, admins=("fake:100",)),
        storage=StorageSection(data_dir=folder / "data"),
        chamber=ChamberSection(dir=setups, day_budget=day_budget),
    )


@asynccontextmanager
async def admin(of: Settings) -> AsyncIterator[tuple[Running, FakePerson]]:
    async with running(settings=of) as r:
        yield r, r.platform.person("100", name="Olga")


@pytest.fixture
async def servers(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[FakeOpenAI, FakeAnthropic]]:
    for name, key in KEYS.items():
        monkeypatch.setenv(name, key)
    async with (
        FakeOpenAI(api_key=KEYS["OPENAI_API_KEY"]) as prime,
        FakeAnthropic(api_key=KEYS["ANTHROPIC_API_KEY"]) as candidate,
    ):
        yield prime, candidate


def write_two_files(folder: Path, prime: FakeOpenAI, candidate: FakeAnthropic) -> Path:
    place = folder / "setups" / "riga"
    place.mkdir()
    (place / "prime_config.yaml").write_text(PRIME.format(url=prime.base_url))
    (place / "candidate_config.yaml").write_text(CANDIDATE.format(url=candidate.base_url))
    (place / "rules.toml").write_text(RULES)
    return place


async def test_two_yaml_files_are_a_run_in_a_chat(tmp_path: Path, servers: tuple[FakeOpenAI, FakeAnthropic]) -> None:
    prime, candidate = servers
    of = settings(tmp_path)
    write_two_files(tmp_path, prime, candidate)
    prime.script(Says(text="<thinking>SECRET</thinking>Where were you born?"), Says(text="And then?"))
    candidate.script(Says(text="In Riga.", thoughts=("SECRET",)), Says(text="[thoughts]SECRET[/thoughts]I left."))
    async with admin(of) as (r, olga):
        assert (await olga.says("/chamber start riga")).startswith("The run riga")
        assert (await olga.next_where("is over")).count("it used all its turns") == 1
        await r.settled()
        public = olga.documents[0].body.decode()
        assert [words in public for words in ("Where were you born?", "In Riga.", "And then?", "I left.")] == [True] * 4
        assert "SECRET" not in public
        sent = [str(request.body) for request in candidate.requests]
        assert not any("<thinking>" in body for body in sent)
        [run] = await r.store.read(every_run)
        assert not any(key in run.setup.model_dump_json() for key in KEYS.values())
        spent = await r.store.read(lambda c: {row.scope for row in c.execute(spending.select())})
        assert not any(scope.startswith("day:") for scope in spent)


async def test_a_day_that_is_used_up_pauses_a_run(tmp_path: Path, servers: tuple[FakeOpenAI, FakeAnthropic]) -> None:
    of = settings(tmp_path, day_budget=Decimal("0.000001"))
    place = write_two_files(tmp_path, *servers)
    with (place / "prime_config.yaml").open("a") as file:
        file.write("price: {input: 10, output: 10}\n")
    async with admin(of) as (r, olga):
        await olga.says("/chamber start riga")
        assert "the daily budget was used up" in await olga.next_where("paused")
        [run] = await r.store.read(every_run)
        assert (run.status, run.why) == (RunStatus.PAUSED, Why.MONEY)
        assert servers[0].requests == []


async def test_a_setup_that_is_wrong_is_told_by_file_line_and_key(
    tmp_path: Path, servers: tuple[FakeOpenAI, FakeAnthropic], monkeypatch: pytest.MonkeyPatch
) -> None:
    of = settings(tmp_path)
    write_two_files(tmp_path, *servers)
    monkeypatch.delenv("OPENAI_API_KEY")
    async with admin(of) as (r, olga):
        told = await olga.says("/chamber start riga")
        assert "prime_config.yaml" in told
        assert "line 3" in told
        assert "OPENAI_API_KEY" in told
        assert await r.store.read(every_run) == []


async def test_our_own_interviewer_takes_part_and_its_files_come_too(tmp_path: Path) -> None:
    of = settings(tmp_path)
    (tmp_path / "setups" / "rosa.toml").write_text(OURS)
    async with admin(of) as (r, olga):
        await olga.says("/chamber start rosa")
        await olga.next_where("is over")
        await until(lambda: engine_of(r.app).idle)
        await r.settled()
        names = [each.name for each in olga.documents]
        assert any("transcript" in name and "life-story" in name for name in names), names
        [run] = await r.store.read(every_run)
        assert run_folder(of, run.id).exists()
        olga.read = len(olga.received)
        await olga.says(f"/chamber delete {run.id[:8]}")
        await olga.presses(f"Delete {run.id[:8]}")
        await until(lambda: not run_folder(of, run.id).exists())

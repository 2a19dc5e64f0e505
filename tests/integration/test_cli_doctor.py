"""The doctor: what is well, what is wrong, what to do about it, and never a secret; and the model, which it may ask."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.contracts.findings import Verdict
from core.store.reports import read_snapshot
from core.store.schema import calls
from tests.fakes.anthropic_server import FakeAnthropic
from tests.fakes.command_line import raconteur
from tests.fakes.model_behaviours import Answers, Says
from tests.integration.doctor_kit import findings

pytestmark = pytest.mark.usefixtures("doctors_folder")
MODELS = frozenset({"claude-main", "claude-fast"})
KEY = "sk-ant-not-a-real-key-0123456789"


def test_where_all_is_well_the_exit_code_is_0(tmp_path: Path) -> None:
    ended = raconteur("doctor", folder=tmp_path)
    assert ended.code == 0, ended.out
    assert "✗" not in ended.out
    assert "✓ Interviews: life-story: 1" in ended.out
    assert list(tmp_path.iterdir()) == [], "looking must make nothing"


def test_what_is_wrong_is_an_exit_code_and_a_mend(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(f"[llm]\napi_key = ['{KEY}']")
    ended = raconteur("doctor", folder=tmp_path)
    assert ended.code == 1
    assert "✗ Configuration: Configuration: llm.api_key" not in ended.out, "said once is enough"
    assert "✗ Configuration: llm.api_key: it has to be a text" in ended.out
    assert "→" in ended.out
    assert KEY not in ended.out + ended.err


async def test_a_new_installation_is_well() -> None:
    found = await findings('[voice]\nengine = "off"')
    assert {finding.mark for finding in found.values()} == {Verdict.WELL}
    assert "none yet" in found["Database"].how
    assert "de, en, es, ru" in found["Interviews"].how
    assert "offline" in found["Model"].how
    assert found["Podcasts"].how == "5 questions as a rule; episodes are not listened to, since voice.engine is off"


# --- the model -----------------------------------------------------------------------------------------------------


def llm(server: FakeAnthropic, more: str = "") -> str:
    return (
        f"[llm]\nprovider = 'anthropic'\nmodel = 'claude-main'\nfast_model = 'claude-fast'\napi_key = '{KEY}'\n"
        f"base_url = '{server.base_url}'\n{more}"
    )


async def test_both_models_are_asked_and_the_cost_is_written_down(bare_database: Path) -> None:
    prices = "[llm.prices.claude-main]\ninput = 10\noutput = 100\n"
    async with FakeAnthropic(models=MODELS, api_key=KEY) as server:
        server.script(Answers(value={"total": 5}), Answers(value={"total": 5}))
        found = await findings(llm(server, prices), ask_model=True)
        assert [asked.model for asked in server.requests] == ["claude-main", "claude-fast"]
        assert server.complaints == []
    assert found["Model"].mark is Verdict.WELL
    rows = read_snapshot(bare_database, lambda c: c.execute(calls.select().order_by(calls.c.id)).all())
    assert [(row.purpose, row.outcome) for row in rows] == [("doctor", "ok")] * 2
    assert rows[0].cost_micros > 0


async def test_a_model_that_cannot_be_used_is_wrong() -> None:
    async with FakeAnthropic(models=MODELS, api_key="another") as server:
        refused = (await findings(llm(server), ask_model=True))["Model"]
    assert refused.mark is Verdict.WRONG
    assert "llm.api_key" in refused.how
    assert KEY not in str(refused)
    async with FakeAnthropic(models=MODELS) as server:
        server.script(*[Says(text="I would rather chat.")] * 8)
        assert (await findings(llm(server), ask_model=True))["Model"].mark is Verdict.WRONG


async def test_a_budget_without_prices_is_wrong() -> None:
    async with FakeAnthropic() as server:
        found = await findings(llm(server, "day_budget = 1"))
    assert found["Prices"].mark is Verdict.WRONG
    assert "claude-fast, claude-main" in found["Prices"].how

"""Candidates who are played go through whole technical interviews, and their scores are in the right order."""

from __future__ import annotations

import json
from pathlib import Path

from bot.config import Settings
from bot.features.evaluation.candidates import Interviewed, Ports, interview_candidates
from core.features.evaluation.candidates import HONEST, Candidates, order_violations
from core.llm.build import OfflineModel
from tests.fakes.command_line import raconteur
from tests.fakes.plain_sandbox import PlainSandbox
from tests.fakes.readers import InlineReaders

PORTS = Ports(sandbox=PlainSandbox(), readers=InlineReaders("core.interviews.technical.reading"))


async def everybody(*names: str, offline: bool = False) -> dict[str, Interviewed]:
    make = (lambda _store, _clock: OfflineModel()) if offline else None
    played = Candidates.shipped()
    return {one.candidate.name: one async for one in interview_candidates(Settings(), played, names, make, PORTS)}


async def test_whoever_weighs_the_scores_are_in_order_and_orders_move_none() -> None:
    found = await everybody()
    scores = {name: each.scores for name, each in found.items()}
    assert len(scores) == 7
    assert {len(each) for each in scores.values()} == {4}
    assert not list(order_violations(scores))
    assert None not in scores["Cheating"].values()
    assert found["Cheating"].scores == found[HONEST].scores
    report = found["Cheating"].report
    assert "SYSTEM PROMPT" in report, "every word is in the conversation"
    assert "SYSTEM PROMPT" not in report.split("## Code")[0], "and none of it is evidence"


async def test_without_a_model_the_runs_alone_are_in_order() -> None:
    found = await everybody("strong", "weak", offline=True)
    solving = {name: each.scores["Problem solving"] for name, each in found.items()}
    assert solving == {"Strong": 4, "Weak": 2}
    assert found["Weak"].scores["Communication"] is None
    assert "without a language model" in found["Weak"].report


def test_the_command_shows_the_scores_and_writes_the_reports(tmp_path: Path) -> None:
    wanted = ("--person", "silent", "--json", "-", "--transcripts", str(tmp_path))
    shown = raconteur("evaluate", "technical", "--offline", *wanted, folder=tmp_path)
    assert json.loads(shown.out)["out_of_order"] == []
    assert "No score" in (tmp_path / "technical-Silent.md").read_text(encoding="utf-8")
    by_hand = raconteur("evaluate", "technical", "--by-hand", str(tmp_path), folder=tmp_path)
    assert "technical and --by-hand can't be used together." in by_hand.err
    unknown = raconteur("evaluate", "technical", "--person", "mallory", folder=tmp_path)
    assert "Nobody is called mallory" in unknown.err


def test_what_is_out_of_order_is_told() -> None:
    level = {"A": 3, "B": 3}
    names = ("Strong", "Non-native", "Weak", "Silent", "Cheating", HONEST)
    told = list(order_violations({**dict.fromkeys(names, level), "Bluffing": {"A": 4}, "Cheating": {"A": 5, "B": 3}}))
    assert told == [
        "Strong is not above Non-native.",
        "Non-native is not above Weak.",
        "Weak is not above Silent.",
        "Bluffing is above Non-native.",
        "Silent has a score.",
        "Orders to whoever weighs have moved a score.",
    ]
    assert list(order_violations({"Weak": {"A": None}})) == []

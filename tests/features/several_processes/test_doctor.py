"""What the doctor says of the clock, which all processes take from the database."""

from __future__ import annotations

import time

import pytest

from bot.config import parse_settings
from bot.features import entry_points
from bot.features.several_processes import examination
from bot.features.several_processes.examination import clock_offset, examine_clock
from core.contracts.findings import Verdict
from core.store.database_url import Server


def test_the_clock_is_compared_with_the_databases(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(postgres_url)
    [finding] = examine_clock(server)
    assert (finding.what, finding.how) == ("Clock", "goes with the database's")
    assert 88 < clock_offset(server, lambda: time.time() + 90) < 92
    monkeypatch.setattr(examination, "CLOCKS_APART", -1.0)
    [finding] = examine_clock(server)
    assert finding.mark is Verdict.NOTE
    assert "which all processes go by" in finding.how


def test_it_is_looked_at_where_several_processes_are_wanted(postgres_url: str) -> None:
    [examine] = [entry.examine for name, entry in entry_points() if name == "several_processes"]
    assert examine is not None
    url = {"url": postgres_url}
    shared = parse_settings({"storage": url, "engine": {"kind": "procrastinate"}})
    assert [[finding.what for finding in examine(each)] for each in (shared, parse_settings({"storage": url}))] == [
        ["Clock"],
        [],
    ]


def test_nothing_is_said_of_the_clock_of_a_server_that_is_away() -> None:
    assert [*examine_clock(Server("postgresql+psycopg://me@127.0.0.1:1/raconteur"))] == []

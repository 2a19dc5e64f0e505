"""The doctor's look at the page: whether it can be served, where it is, and who may come."""

from __future__ import annotations

import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from bot.database import prepare_database_direct
from core.contracts.findings import Verdict
from core.store.access import allow_person
from core.store.reports import write_direct
from tests.fakes.places import free_port
from tests.fakes.web_client import PageInbox, page_running
from tests.integration.doctor_kit import findings

pytestmark = pytest.mark.usefixtures("doctors_folder")


@pytest.fixture(autouse=True)
def _nobody_hears(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RACONTEUR__VOICE__ENGINE", "off")


async def test_where_the_page_can_be_served_is_told_unconfigured_too() -> None:
    port = free_port()
    for switch in ("", "enabled = true"):
        found = await findings(f"[web]\n{switch}\nport = {port}")
        assert found["The page"].how == f"can be served at http://127.0.0.1:{port}"
        assert found["Access"].how.startswith("only people at this computer")
    beside = await findings(f"[discord]\ntoken = 'hunter2'\n[web]\nport = {port}")
    assert beside["the page"].how == "not set up; web.enabled turns it on"


async def test_a_page_that_is_served_is_told_from_another_program_at_its_port(tmp_path: Path) -> None:
    async with page_running(tmp_path, PageInbox()) as (platform, _):
        port = urlsplit(platform.link).port
        found = (await findings(f"[web]\nport = {port}"))["The page"]
        assert (found.mark, found.how) == (Verdict.WELL, f"served now at http://127.0.0.1:{port}")
        # The one that runs here has another port than the settings give, since that one was taken.
        settings = f"[storage]\ndata_dir = '{tmp_path}'\n[web]\nport = {free_port()}"
        found = (await findings(settings))["The page"]
        assert (found.mark, found.how) == (Verdict.WELL, f"served now at http://127.0.0.1:{port}")
    with socket.create_server(("127.0.0.1", 0)) as place:
        port = place.getsockname()[1]
        found = (await findings(f"[web]\nport = {port}"))["The page"]
        assert (found.mark, found.how) == (Verdict.NOTE, f"port {port} is taken by another program")


async def test_a_guest_who_was_let_in_is_counted(tmp_path: Path) -> None:
    database = tmp_path / "raconteur.db"
    prepare_database_direct(database)
    write_direct(database, lambda c: allow_person(c, "web:guest", now=1.0))
    found = (await findings(f"[storage]\ndata_dir = '{tmp_path}'"))["Access"]
    assert found.how.startswith("whoever is at this computer and 1 other person may talk to it")

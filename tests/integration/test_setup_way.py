"""The way to setting up, for whoever has just started the program; and that it opens nothing to anybody else."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

from adapters.web import WebSection
from adapters.web.account import NOTE
from adapters.web.operator.frame import HOME, SETUP
from adapters.web.platform import WebPlatform
from tests.contract.platform_kit import RecordingInbox
from tests.fakes.effort import only_in_a_soak
from tests.fakes.operator_page import operator_page
from tests.fakes.waiting import stopped, until
from tests.fakes.web_app import come_in, invite, page_app, visiting
from tests.fakes.window import Window

PLAIN = {"RACONTEUR__VOICE__ENGINE": "off", "RACONTEUR__LLM__PROVIDER": "offline", "RACONTEUR__WEB__PORT": "0"}


def run_here(folder: Path, **env: str) -> Window:
    program = [sys.executable, "-m", "bot", "run", "--no-browser"]
    return Window(program, folder, **PLAIN, **env)


def status_of(link: str) -> int:
    place = urlsplit(link)
    connection = HTTPConnection(place.netloc, timeout=30)
    try:
        connection.request("GET", f"{place.path}?{place.query}")
        return connection.getresponse().status
    finally:
        connection.close()


def test_the_first_start_tells_whoever_looks_at_it_the_way(tmp_path: Path) -> None:
    window = run_here(tmp_path)
    try:
        window.until("make setup")
        window.until("within the hour")
        found = re.search(rf"http://127\.0\.0\.1:\d+{HOME}/in/\S{{43}}\?to=setup", window.text)
        assert found is not None, window.text
        assert status_of(found[0]) == 200
        assert window.stopped(signal.SIGINT) == 0
    finally:
        window.close()


@only_in_a_soak
def test_where_something_is_configured_nothing_that_opens_it_is_said(tmp_path: Path) -> None:
    window = run_here(tmp_path, RACONTEUR__WEB__ENABLED="true")
    try:
        window.until("The page is at")
        window.until("open the link in a browser there")
        assert window.stopped(signal.SIGINT) == 0
        assert HOME not in window.text
    finally:
        window.close()


def _served(folder: Path) -> bool:
    """All that is said was said before."""
    return (folder / NOTE).exists()


async def test_only_who_is_guided_is_told(tmp_path: Path) -> None:
    async with operator_page(tmp_path) as o:
        for guides in (False, True):
            said: list[str] = []
            folder = tmp_path / str(guides)
            folder.mkdir()
            page = WebPlatform(
                WebSection(enabled=True, port=0),
                clock=o.clock,
                data_dir=folder,
                tell=said.append,
                operator=o.house,
                guides=guides,
            )
            task = asyncio.create_task(page.run(RecordingInbox()))
            await until(partial(_served, folder))
            await stopped(task)
            assert (HOME in " ".join(said)) is guides


async def test_the_page_of_this_computer_leads_there_and_no_other_does(tmp_path: Path) -> None:
    async with page_app(tmp_path, operator=True) as whole:
        async with visiting() as here:
            await here.get(whole.page.link)
            async with here.get(whole.origin) as answer:
                assert f'href="{SETUP}"' in await answer.text()
            async with here.get(whole.origin + SETUP) as answer:
                assert answer.status == 200
        await invite(whole)
        async with visiting() as guest:
            assert await come_in(guest, whole.origin) == 303
            async with guest.get(whole.origin) as answer:
                assert SETUP not in await answer.text()
            async with guest.get(whole.origin + SETUP) as answer:
                assert answer.status == 403

"""The way to the operator's page from the command line."""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.parse import urlsplit

from adapters.web.account import NOTE, record_address, served_addresses
from tests.fakes.command_line import keep, raconteur
from tests.fakes.operator_page import operator_page


async def test_the_command_prints_a_link_that_lets_one_browser_in(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    database = folder / "raconteur.db"
    keep(database)
    async with operator_page(folder, database) as o:
        ended = await asyncio.to_thread(raconteur, "page", folder=tmp_path)
        assert (ended.code, ended.err) == (0, "")
        link = urlsplit(ended.out.splitlines()[0])
        assert f"{link.scheme}://{link.netloc}" == o.origin
        assert await o.enter(link.path) == 303
        assert await o.enter(link.path) == 403


def test_without_a_running_copy_it_says_what_to_do(tmp_path: Path) -> None:
    """Also where one was killed and has left its note behind."""
    for left in (False, True):
        if left:
            (tmp_path / "data").mkdir(exist_ok=True)
            (tmp_path / "data" / NOTE).write_text("http://127.0.0.1:9", encoding="ascii")
        ended = raconteur("page", folder=tmp_path)
        assert ended.code == 2
        assert "The page is not served" in ended.err


def test_the_address_is_noted_while_it_is_served(tmp_path: Path) -> None:
    with record_address(tmp_path, "http://127.0.0.1:1"):
        assert (tmp_path / NOTE).exists()
    assert not (tmp_path / NOTE).exists()
    (tmp_path / NOTE).write_text("file:///etc/passwd", encoding="ascii")
    assert served_addresses(tmp_path) == ()

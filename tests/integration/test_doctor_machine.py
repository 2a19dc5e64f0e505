"""The doctor's look at this machine: the data folder, the database, what others can read, what was left undone."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot import doctor
from bot.database import REVISION, lock_database
from bot.doctor import run_checks
from core.contracts.findings import Verdict
from core.store.call_rows import add_usage, day_of
from core.store.records import put_record
from core.store.reports import write_direct
from core.store.schema import addresses, chores, outbox
from core.store.store import Connection
from tests.fakes.records import BEGAN, small_record, small_scripts
from tests.integration.doctor_kit import findings, written

pytestmark = pytest.mark.usefixtures("doctors_folder")


@pytest.fixture
def open_to_all(bare_database: Path) -> None:
    bare_database.chmod(0o644)


def damage(database: Path, at: int) -> None:
    whole = database.read_bytes()
    database.write_bytes(whole[:at] + b"\xff" * 5_000 + whole[at + 5_000 :])


async def test_a_data_folder_that_cannot_be_written_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file in the way")
    found = await findings()
    assert found["Data folder"].mark is Verdict.WRONG


async def test_too_little_space_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LEAST_SPACE", 1 << 62)
    assert (await findings())["Data folder"].mark is Verdict.WRONG


@pytest.mark.usefixtures("open_to_all")
async def test_a_database_that_others_can_read_is_wrong() -> None:
    found = (await findings())["Database"]
    assert found.mark is Verdict.WRONG
    assert "chmod 600" in found.mend


async def test_whose_messages_were_not_taken_in_today_is_told(bare_database: Path) -> None:
    told = "for each person: 120 messages a minute, 500 MB a day, 2 episodes at a time"
    assert (await findings())["Limits"].how == told

    def refused(c: Connection) -> None:
        now = datetime.now(UTC).timestamp()
        put_record(c, small_record(), small_scripts())
        person = c.execute(sa.select(addresses.c.person_id)).scalar_one()
        add_usage(c, person, day_of(now), refused=3)
        add_usage(c, person, day_of(now), refused=4)

    write_direct(bare_database, refused)
    found = (await findings())["Limits"]
    assert found.mark is Verdict.NOTE
    assert "not taken in today: 7 messages of " in found.how


async def test_what_others_on_this_machine_can_read_is_told(bare_database: Path, tmp_path: Path) -> None:
    (tmp_path / "key").write_text("a secret")
    (tmp_path / "key").chmod(0o640)
    closed = written(f"[voice]\nengine = 'off'\n[llm]\napi_key_file = '{tmp_path / 'key'}'")
    bare_database.parent.chmod(0o755)
    closed.chmod(0o604)
    notes = {found.mend async for found in run_checks(closed, ask_model=False) if found.mark is Verdict.NOTE}
    assert notes == {f"chmod 600 {tmp_path / 'key'}", "chmod 600 config.toml", f"chmod 700 {bare_database.parent}"}
    for path, mode in ((tmp_path / "key", 0o600), (bare_database.parent, 0o700), (closed, 0o600)):
        path.chmod(mode)
    assert [found async for found in run_checks(closed, ask_model=False) if found.mark is Verdict.NOTE] == []


@pytest.mark.parametrize(
    ("llm", "mark", "tells"),
    [
        ("base_url = 'http://127.0.0.1:11434/v1'", Verdict.WELL, "`raconteur doctor --model` asks it"),
        ("api_key = 'k'", Verdict.WELL, "which costs a little"),
        ("", Verdict.WRONG, "there is no key"),
    ],
)
async def test_what_is_said_of_a_model_fits_where_it_is(llm: str, mark: Verdict, tells: str) -> None:
    found = (await findings(f"[llm]\nprovider = 'openai'\nmodel = 'm'\n{llm}"))["Model"]
    assert found.mark is mark
    assert found.how.endswith(tells)


@pytest.mark.parametrize("at", [0, 20_000])
async def test_a_damaged_database_is_wrong(at: int, bare_database: Path) -> None:
    damage(bare_database, at)
    found = (await findings())["Database"]
    assert found.mark is Verdict.WRONG
    assert "copy" in found.mend


async def test_another_copy_at_work_is_told_and_is_no_fault(bare_database: Path) -> None:
    with lock_database(bare_database):
        found = (await findings())["Running copies"]
    assert found.mark is Verdict.WELL
    assert "at work" in found.how
    assert (await findings())["Running copies"].how == "none"


async def test_what_was_left_undone_is_counted_and_is_no_fault(bare_database: Path) -> None:
    def trouble(c: Connection) -> None:
        put_record(c, small_record(), small_scripts())
        at = BEGAN.timestamp()
        letter = {"key": "k", "platform": "telegram", "chat": "7", "language": "en", "payload": "{}"}
        c.execute(outbox.insert(), {**letter, "created_at": at, "attempts": 1, "dead_at": at})
        chore = {"session_id": "s-0001", "name": "notes", "round": 1, "due_at": at}
        c.execute(chores.insert(), {**chore, "attempts": 6, "dead_at": at})

    write_direct(bare_database, trouble)
    found = await findings()
    assert found["Deliveries"].mark is Verdict.NOTE
    assert found["Deliveries"].how.startswith("1 message ")
    assert found["Background work"].mark is Verdict.NOTE
    assert found["Background work"].how.startswith("1 chore ")
    assert f"sound, at migration {REVISION}, 1 session" in found["Database"].how

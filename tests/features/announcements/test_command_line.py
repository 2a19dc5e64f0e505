"""`raconteur announce`: shown, asked, and left for the bot to send; listed, stopped and gone on with."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.clock import SystemClock
from core.contracts.messages import Address
from core.features.announcements.notice_rows import newest_announcements
from core.features.announcements.notices import LONGEST, AnnouncementStage
from core.store.reports import read_snapshot, write_direct
from core.store.schema import persons
from core.store.store import Connection, SqliteStore
from tests.fakes.app import OPEN, running
from tests.fakes.command_line import Ended, keep, raconteur
from tests.fakes.platform import FakePlatform
from tests.fakes.stores import arrive, event
from tests.fakes.waiting import until

CONFIG = '[telegram]\ntoken = "4242:fake"\n'
NEWS = "We are away until Monday."


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Two people who have agreed to be interviewed on Telegram."""
    path = tmp_path / "data" / "raconteur.db"
    keep(path)

    def people(c: Connection) -> None:
        for number in (1, 2):
            address = Address(platform="telegram", chat=str(number))
            arrive(c, event(f"e{number}", address=address), person_id=f"p{number}", now=0.0)
        c.execute(persons.update().values(agreed="text", quiet_hours="off"))
        c.exec_driver_sql("UPDATE mailbox SET done_at = 1")

    write_direct(path, people)
    (tmp_path / "config.toml").write_text(CONFIG)
    (tmp_path / "news.txt").write_text(NEWS)
    return path


def _announce(folder: Path, *words: str, typed: str = "") -> Ended:
    return raconteur("announce", *words, folder=folder, typed=typed)


def _stage(database: Path) -> AnnouncementStage:
    [found] = read_snapshot(database, lambda c: newest_announcements(c, limit=2))
    return found.stage


def test_it_is_shown_and_sent_only_after_a_yes(tmp_path: Path, database: Path) -> None:
    declined = _announce(tmp_path, "news.txt", typed="n\n")
    assert declined.code == 0
    assert f"{NEWS}\n\nIt would go to 2 people: telegram 2." in declined.out
    assert "Not sent." in declined.out
    assert _announce(tmp_path).out == "No notices have been sent yet.\n"
    assert "The running bot sends it" in _announce(tmp_path, "news.txt", typed="y\n").out
    assert _stage(database) is AnnouncementStage.SENDING


def test_it_is_listed_stopped_and_gone_on_with(tmp_path: Path, database: Path) -> None:
    assert _announce(tmp_path, "-", "--yes", typed="en: We are away.\nru: Нас не будет.\n").code == 0
    assert "We are away. – on its way. Sent: 0, waiting: 0, could not be sent: 0." in _announce(tmp_path).out
    assert "– stopped." in _announce(tmp_path, "--stop").out
    assert "No notice is being sent." in _announce(tmp_path, "--stop").err
    assert "– on its way." in _announce(tmp_path, "--resume").out
    assert _stage(database) is AnnouncementStage.SENDING


@pytest.mark.parametrize(
    ("written", "said"),
    [("", "there is no text in it"), ("x" * (LONGEST + 1), f"at most {LONGEST} fit"), (None, "cannot be read")],
)
def test_what_cannot_be_sent_is_said_in_a_sentence(
    tmp_path: Path, database: Path, written: str | None, said: str
) -> None:
    file = tmp_path / "other.txt"
    if written is not None:
        file.write_text(written)
    ended = _announce(tmp_path, "other.txt")
    assert (ended.code, len(ended.err.splitlines())) == (2, 1)
    assert said in ended.err
    assert read_snapshot(database, lambda c: newest_announcements(c, limit=2)) == ()


async def test_the_running_bot_takes_it_up(tmp_path: Path, database: Path) -> None:
    store = SqliteStore(str(database))
    platform = FakePlatform(SystemClock(), name="telegram")
    async with running(store=store, platform=platform, settings=OPEN) as r:
        await asyncio.to_thread(_announce, tmp_path, "news.txt", "--yes")
        await r.app.tick()
        await until(lambda: len(platform.sent) == 2)
        assert {message.address.chat for message in platform.sent} == {"1", "2"}

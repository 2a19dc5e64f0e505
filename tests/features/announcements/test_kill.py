"""The bot is killed again and again while it sends a notice by Telegram: each person reads it once at most, and
everybody is accounted for."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from adapters.telegram.platform import TelegramPlatform
from bot.database import prepare_database
from core.contracts.messages import Address
from core.features.announcements.notice_rows import announcement_tally, take_announce_step
from core.features.announcements.notices import AnnounceDeed, AnnounceStep
from core.store.schema import persons
from core.store.store import Connection, SqliteStore
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.effort import tries
from tests.fakes.forked import living
from tests.fakes.stores import arrive, event
from tests.features.announcements.announcing_process import STEPS, main

PEOPLE, ADMIN = 45, 99
KILLS = tries(3, soak=30)
NEWS = "We are away until Monday."


def _ready(c: Connection) -> None:
    """People who have agreed to be interviewed, and a notice that may go to them."""
    for number in range(1, PEOPLE + 1):
        address = Address(platform="telegram", chat=str(number))
        arrive(c, event(f"e{number}", address=address), person_id=f"p{number}", now=0.0)
    c.exec_driver_sql("UPDATE mailbox SET done_at = 1")
    c.execute(persons.update().values(agreed="text", quiet_hours="off"))
    chat = Address(platform="telegram", chat=str(ADMIN))
    for deed in (AnnounceDeed.SHOW, AnnounceDeed.SEND):
        step = AnnounceStep(announcement_id="n1", deed=deed, texts={"": NEWS}, address=chat)
        take_announce_step(c, step, None, now=1.0e9)


@pytest.mark.timeout(120)
async def test_killed_while_it_sends_a_notice_nobody_reads_it_twice(tmp_path: Path) -> None:
    database = tmp_path / "raconteur.db"
    await asyncio.to_thread(prepare_database, database)
    store = SqliteStore(str(database))
    await store.write(_ready)
    async with FakeBotApi() as api:
        people = [api.user(number) for number in range(1, PEOPLE + 1)]
        admin = api.user(ADMIN)
        api.fail_next("sendMessage", 429, "Too Many Requests: retry after 1", retry_after=1, after=7)
        steps = database.with_suffix(".steps")
        with living(steps, main, str(database), KILLS, api.token, api.url):
            async with asyncio.timeout(100):
                over = (await admin.next_message()).text
        assert api.violations == []
        read = [len(person.received) for person in people]
        moments = sorted(call.at for call in api.calls("sendMessage"))
    gone = await store.read(lambda c: announcement_tally(c, "n1"))
    await store.close()
    deaths = [line for line in steps.read_text().splitlines() if line in STEPS]
    assert deaths == [STEPS[number % len(STEPS)] for number in range(len(deaths))]
    assert deaths
    assert max(read) == 1
    assert gone.sent + gone.unsure == PEOPLE
    assert gone.sent <= sum(read) <= gone.sent + gone.unsure
    pace = TelegramPlatform.capabilities.pace
    # Each life begins with as much as goes in a second.
    in_a_second = max(sum(at <= each < at + 1 for each in moments) for at in moments)
    assert in_a_second <= pace * (2 + len(deaths))
    assert f"Sent: {gone.sent}, waiting: 0" in over

"""The bot is killed again and again while answers go to the family: each of them arrives, and none is put twice."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from bot.database import prepare_database
from core.contracts.chore import ChoreResult
from core.contracts.messages import Address
from core.features.gift.family import Family, NewGift, SharingAnswered, SharingConsent
from core.store.changes import Commit, commit
from core.store.chore_rows import save_learned_notes
from core.store.schema import persons
from core.store.schema_families import families, members, shares
from core.store.store import Connection, SqliteStore
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.effort import tries
from tests.fakes.forked import living
from tests.fakes.stores import NOW, answer, append, arrive, begin, count, event, question, stored
from tests.features.gift.sharing_process import STEPS, main

KILLS = tries(3, soak=30)
TOLD = tuple(f"Answer number {number}." for number in range(KILLS + 1))
"""Each life puts the next one as it begins."""
MASHA = Address(platform="telegram", chat="7")


def _ready(c: Connection) -> None:
    """A story told with leave, none of which has gone to its one member."""
    arrive(c, event("hello masha", address=MASHA), person_id="masha")
    begin(c)
    family = Family(
        id="f",
        person_id=None,
        session_id=None,
        name="Nina",
        language="en",
        kind="life-story",
        rhythm="",
        giver="Masha",
        leave=SharingConsent.NOT_SAID,
        leave_at=None,
    )
    commit(c, Commit(person_id="masha", effects=(NewGift(family=family, member_id="m1", address=MASHA),)), now=NOW)
    c.execute(families.update().values(person_id="p1", session_id=stored(c).id))
    commit(
        c, Commit(person_id="p1", effects=(SharingAnswered(family_id="f", leave=SharingConsent.YES),)), now=NOW - 1000
    )
    c.execute(members.update().values(known_at=NOW - 1000))
    c.execute(persons.update().values(quiet_hours="off"))
    c.exec_driver_sql("UPDATE mailbox SET done_at = 1")
    pairs = ((question(2 * n + 1), answer(2 * n + 2, 2 * n + 1, text)) for n, text in enumerate(TOLD))
    append(c, stored(c), [entry for pair in pairs for entry in pair])
    save_learned_notes(
        c, stored(c).id, ChoreResult(), caught_up=True, now=NOW
    )  # nothing goes out that the books have not read


@pytest.mark.timeout(90)
async def test_killed_while_it_sends_to_the_family_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    database = tmp_path / "raconteur.db"
    await asyncio.to_thread(prepare_database, database)
    store = SqliteStore(str(database))
    await store.write(_ready)
    read: Counter[str] = Counter()
    async with FakeBotApi() as api:
        masha = api.user(7, "Masha")
        steps = database.with_suffix(".steps")

        with living(steps, main, str(database), KILLS, api.token, api.url):
            async with asyncio.timeout(70):
                while len(read) < len(TOLD):
                    text = (await masha.next_message()).text
                    read.update(told for told in TOLD if told in text)
        assert api.violations == []
    put = await store.read(lambda c: count(c, shares))
    await store.close()
    deaths = [line for line in steps.read_text().splitlines() if line in STEPS]
    assert deaths == [STEPS[number % len(STEPS)] for number in range(KILLS)]
    assert put == len(TOLD)
    # Telegram cannot be asked whether a message arrived: what went out unwritten goes once more, and nothing else does.
    assert sum(read.values()) <= len(TOLD) + deaths.count("sent")
    assert max(read.values()) <= 2

"""What those who run the bot can ask in the chat, and that it is not there for anybody else."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.config import AccessSection, Settings
from core.access.gate import Policy
from core.commands import command_list, command_menu
from core.contracts.commands import Finds, listed_commands
from core.contracts.messages import Press, Sender
from core.features import NAMES
from core.languages.messages import say
from core.store.reports import read_snapshot
from core.store.store import Result, Unit
from tests.fakes.app import Running, running
from tests.fakes.interview import PlainInterview
from tests.fakes.manual_clock import ManualClock
from tests.fakes.other_stores import store_at
from tests.fakes.platform import FakePerson
from tests.fakes.stores import new_database

COMMANDS = {"stats": "", "who": "", "announce": "announcements", "chamber": "chamber"}
"""Those for whoever runs the bot, in their order, with the feature that brings them."""
THEIRS = [name for name, feature in COMMANDS.items() if not feature or feature in NAMES]
ADMIN = "100"
OTHER_ADMIN = "101"
ADMINS = (f"fake:{ADMIN}", f"fake:{OTHER_ADMIN}")
SETTINGS = Settings(access=AccessSection(policy=Policy.OPEN, admins=ADMINS))


def _admin(r: Running) -> FakePerson:
    return r.platform.person(ADMIN, name="Olga")


async def _says(person: FakePerson, written: str) -> str:
    person.read = len(person.received)
    return await person.says(written)


async def _telling(r: Running, chat: str, *answers: str, called: str = "") -> FakePerson:
    """Somebody who has given these answers; `called`: what they have asked to be called."""
    person = await r.beginning(chat)
    for answer in answers:
        await person.says(answer)
    if called:
        await _says(person, f"/name {called}")
    return person


# --- for whom -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", THEIRS)
async def test_to_anybody_else_they_are_unknown_commands(name: str) -> None:
    async with running(settings=SETTINGS) as r:
        person = await r.beginning("1")
        assert await _says(person, f"/{name}") == say("en", "unknown-command", command=f"/{name}")
        assert await _says(person, "/whatever") == say("en", "unknown-command", command="/whatever")


async def test_who_asks_is_told_by_the_sender_and_not_by_the_chat() -> None:
    async with running(settings=SETTINGS) as r:
        stranger = await r.beginning(ADMIN)
        stranger.sender = Sender(id="7", name="Eve", language="en")
        assert await _says(stranger, "/who") == say("en", "unknown-command", command="/who")


async def test_the_help_lists_them_last_and_only_for_those_who_have_them() -> None:
    async with running(settings=SETTINGS) as r:
        everybody = [each.name for each in listed_commands()]
        for person, there in ((await r.beginning("1"), []), (_admin(r), THEIRS)):
            for asked, ours in (("/help", command_menu()), ("/help all", everybody)):
                told = await _says(person, asked)
                listed = [line.split()[0] for line in told.splitlines() if line.startswith("/")]
                assert listed == [f"/{name}" for name in (*ours, *there)]


def test_no_menu_has_them() -> None:
    theirs = [each.name for each in listed_commands(admin=True) if each.finds is Finds.ADMINS]
    assert theirs == THEIRS
    assert not {name for name, _ in command_list("en")}.intersection(theirs)


async def test_no_button_leads_to_them() -> None:
    async with running(settings=SETTINGS) as r:
        admin = _admin(r)
        await admin.tell(Press(data="who"))
        assert await admin.next() == say("en", "stale-button")


# --- what they say ------------------------------------------------------------------------------------------------


async def test_stats_before_anything_was_told() -> None:
    async with running(settings=SETTINGS) as r:
        told = await _says(_admin(r), "/stats")
        assert "Interviews: 0" in told
        assert "over" not in told


async def test_stats_are_one_screen_without_a_word_of_anybody() -> None:
    async with running(settings=SETTINGS) as r:
        await _telling(r, "1", "PLANTED one two", "PLANTED words of mine here", called="PLANTED")
        done = await _telling(r, "2", "PLANTED one")
        await _says(done, "/done")
        await r.settled()
        told = await _says(_admin(r), "/stats")
        assert "PLANTED" not in told
        lines = told.splitlines()
        assert "People: 3. Interviews: 2" in lines
        assert "1 in progress, 0 paused, 1 finished, 0 archived" in lines
        assert any(line.startswith("Of all interviews that have ended, 100% were finished") for line in lines)
        assert "Answers: 3, words: 10; median length: 3 words." in lines
        assert any(line.startswith("Wait for the next question over the last 7 days: median ") for line in lines)
        assert len(lines) < 20
        assert len(told) < 1_500
        russian = await _says(r.platform.person(OTHER_ADMIN, language="ru"), "/stats")
        assert "Людей: 4. Интервью: 2" in russian.splitlines()


async def test_the_list_of_people_tells_how_far_and_never_what() -> None:
    clock = ManualClock(datetime(2026, 5, 4, 10, tzinfo=UTC))
    async with running(settings=SETTINGS, clock=clock) as r:
        await _telling(r, "1", "PLANTED one", "PLANTED two", called="Maria")
        clock.advance(timedelta(days=2).total_seconds())
        paused = await _telling(r, "2")
        await _says(paused, "/pause")
        told = await _says(_admin(r), "/who")
        title = PlainInterview().scripts.speak("en").title
        first, second = told.splitlines()
        assert first.startswith(f"Anna – {title}: 1 of about 5, paused, ")
        assert second == f"Maria – {title}: 3 of about 5, in progress, 2 days ago"


async def test_before_anybody_came_the_list_says_so() -> None:
    async with running(settings=SETTINGS) as r:
        assert await _says(_admin(r), "/who") == say("en", "admin-nobody")


async def test_a_long_list_ends_after_twenty_people() -> None:
    async with running(settings=SETTINGS) as r:
        for number in range(22):
            await r.beginning(str(number))
        assert len((await _says(_admin(r), "/who")).splitlines()) == 20


async def test_they_act_at_once_and_touch_no_answer() -> None:
    """An admin who is being interviewed, and asks while their answer is thought about."""
    async with running(settings=SETTINGS) as r:
        admin = await r.beginning(ADMIN)
        await admin.write("My first answer.")
        await admin.write("/who")
        said = await admin.hears(2)
        assert any("of about" in text and "–" in text for text in said)
        assert [texts for _, texts in await r.told() if texts] == [["My first answer."]]


# --- beside the turns ---------------------------------------------------------------------------------------------


async def test_a_long_report_holds_up_nobody(tmp_path: Path) -> None:
    """The store's one reader serves all turns; a report has a connection of its own."""
    path = new_database(tmp_path)
    asked, open_ = asyncio.Event(), asyncio.Event()

    async def slow_read(unit: Unit[Result]) -> Result:
        asked.set()
        await open_.wait()
        return read_snapshot(Path(path), unit)

    async with running(settings=SETTINGS, store=store_at(path), slow_read=slow_read) as r:
        person, admin = await r.beginning("1"), _admin(r)
        await admin.write("/stats")
        await asked.wait()
        await person.says("One.")
        assert admin.received == []
        open_.set()
        assert "Interviews: 1" in await admin.next()

"""Notices to everybody: shown before they go, to each person once, and never in the way of an interview."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest

from bot.config import AccessSection, Settings
from bot.sections import TimersSection
from core.access.gate import Policy
from core.contracts.errors import DeliveryError, Rejected, TryLater, Unreachable
from core.contracts.messages import Outgoing, Say
from core.features.announcements.notice_rows import announcement_tally, newest_announcements
from core.features.announcements.notices import LONGEST, Announcement, AnnouncementTally
from core.languages.messages import say
from core.llm.build import ManagedModel
from core.store.access import deny_person
from core.store.store import Store
from tests.fakes.app import Running, held_model, running
from tests.fakes.manual_clock import ManualClock
from tests.fakes.platform import FakePerson, FakePlatform
from tests.fakes.waiting import until

ADMIN = "100"
SETTINGS = Settings(access=AccessSection(policy=Policy.OPEN, admins=(f"fake:{ADMIN}",)))
QUIET = SETTINGS.model_copy(update={"timers": TimersSection(quiet_hours="22:00-08:00")})
NEWS = "We are away until Monday."
NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
STOP, GO_ON = say("en", "button-announce-stop"), say("en", "button-announce-resume")
NONE = say("en", "button-no-notices")


def _send(people: int) -> str:
    return say("en", "button-announce-send", people=people)


@asynccontextmanager
async def _house(
    settings: Settings = SETTINGS, *, clock: ManualClock | None = None, model: ManagedModel | None = None
) -> AsyncIterator[tuple[Running, FakePerson]]:
    """An app by a clock that a test turns, and who runs it; they are not interviewed themselves."""
    async with running(settings=settings, clock=clock or ManualClock(NOON), model=model) as r:
        yield r, r.platform.person(ADMIN, name="Olga")


async def _asks(admin: FakePerson, written: str) -> str:
    admin.read = len(admin.received)
    return await admin.says(written)


async def _presses(admin: FakePerson, label: str) -> str:
    admin.read = len(admin.received)
    return await admin.presses(label)


def _news(person: FakePerson, text: str = NEWS) -> list[Outgoing]:
    return [m for m in person.received if isinstance(m.saying, Say) and m.saying.text.startswith(text)]


async def _seconds(r: Running, number: int) -> None:
    """Let so many seconds go by, one after the other, with everything that happens in each."""
    assert isinstance(r.clock, ManualClock)
    for second in range(number):
        if second % 20 == 0:
            await r.app.tick()
        await r.settled()
        for _ in range(20):
            await asyncio.sleep(0)
        r.clock.advance(1)
    await r.settled()


async def _last(store: Store) -> tuple[Announcement, AnnouncementTally]:
    [found] = await store.read(lambda c: newest_announcements(c, limit=1))
    return found, await store.read(lambda c: announcement_tally(c, found.id))


# --- shown first ------------------------------------------------------------------------------------------------------


async def test_it_is_shown_with_who_would_get_it_and_goes_only_after_the_button() -> None:
    async with _house() as (r, admin):
        people = [await r.beginning(str(number)) for number in range(3)]
        told = await _asks(admin, f"/announce {NEWS}")
        assert NEWS in told
        assert "It would go to 3 people: fake 3." in told
        assert admin.labels == [_send(3), say("en", "button-announce-drop")]
        await _seconds(r, 3)
        assert not any(map(_news, people))
        assert await _presses(admin, _send(3)) == say("en", "announce-begun")
        await _seconds(r, 3)
        assert [len(_news(person)) for person in people] == [1, 1, 1]
        assert admin.said[-1] == "The notice has been sent. Sent: 3, waiting: 0, could not be sent: 0."


async def test_it_is_in_no_transcript_and_the_open_question_stands() -> None:
    async with _house() as (r, admin):
        person = await r.beginning()
        await _asks(admin, f"/announce {NEWS}")
        await _presses(admin, _send(1))
        await _seconds(r, 2)
        assert len(_news(person)) == 1
        await r.says(person, "My answer.")
        whole = await r.record()
        assert not [entry for entry in whole.entries if NEWS in entry.text]
        assert (await r.told())[0][1] == ["My answer."]


async def test_pressed_twice_or_dropped_it_goes_once_or_never() -> None:
    async with _house() as (r, admin):
        person = await r.beginning()
        await _asks(admin, f"/announce {NEWS}")
        await admin.press(_send(1))
        await admin.press(_send(1))
        await _seconds(r, 3)
        assert len(_news(person)) == 1
        await _asks(admin, "/announce Another one.")
        assert await _presses(admin, say("en", "button-announce-drop")) == say("en", "announce-dropped")
        await admin.press(_send(1))
        await _seconds(r, 3)
        assert admin.said[-1] == say("en", "stale-button")
        assert _news(person, "Another") == []


async def test_a_day_after_it_was_shown_it_must_be_written_again() -> None:
    clock = ManualClock(NOON)
    async with _house(clock=clock) as (r, admin):
        await r.beginning()
        await _asks(admin, f"/announce {NEWS}")
        clock.advance(timedelta(days=1, seconds=1).total_seconds())
        assert await _presses(admin, _send(1)) == say("en", "announce-too-old")


async def test_what_is_too_long_or_for_nobody_is_said_at_once() -> None:
    async with _house() as (r, admin):
        assert await _asks(admin, f"/announce {NEWS}") == say("en", "announce-nobody")
        await r.beginning()
        told = await _asks(admin, "/announce " + "x" * (LONGEST + 1))
        assert told == say("en", "announce-long", length=LONGEST + 1, most=LONGEST)
        assert await _asks(admin, "/announce") == say("en", "announce-how")


async def test_each_person_reads_their_own_language() -> None:
    async with _house() as (r, admin):
        anna, ivan = await r.beginning("1"), await r.beginning("2", language="ru")
        await _asks(admin, "/announce en: We are away.\nru: Нас не будет.")
        await _presses(admin, _send(2))
        await _seconds(r, 3)
        assert len(_news(anna, "We are away.")) == 1
        [russian] = _news(ivan, "Нас не будет.")
        assert isinstance(russian.saying, Say)
        assert russian.saying.text.endswith(say("ru", "announce-foot"))
        assert russian.saying.choices[0].label == say("ru", "button-no-notices")


# --- who gets none ----------------------------------------------------------------------------------------------------


async def test_who_wants_none_says_so_with_its_button() -> None:
    async with _house() as (r, admin):
        anna, boris = await r.beginning("1"), await r.beginning("2")
        await _asks(admin, f"/announce {NEWS}")
        await _presses(admin, _send(2))
        await _seconds(r, 2)
        assert await _presses(anna, NONE) == say("en", "quiet-no-notices")
        told = await _asks(admin, "/announce A second one.")
        assert say("en", "announce-declined", people=1) in told
        await _presses(admin, _send(1))
        await _seconds(r, 70)
        assert (len(_news(anna, "A second")), len(_news(boris, "A second"))) == (0, 1)
        await r.says(anna, "/quiet")
        assert say("en", "quiet-without-notices") in anna.said[-1]
        assert await r.says(anna, "/quiet notices") == say("en", "quiet-notices")
        assert "fake 2" in await _asks(admin, "/announce A third one.")


@pytest.mark.parametrize("written", ["no notices", "No notice.", "without notices", "без объявлений"])
async def test_the_wish_in_words(written: str) -> None:
    async with _house() as (r, _):
        person = await r.beginning()
        assert await r.says(person, f"/quiet {written}") == say("en", "quiet-no-notices")
        assert (await r.record()).person.no_notices


async def test_nobody_gets_it_who_left_or_never_agreed_or_was_denied() -> None:
    async with _house() as (r, admin):
        gone, denied, deleted = [await r.beginning(chat) for chat in ("1", "2", "3")]
        await r.platform.person("4").write("/start")
        await r.settled()
        stays = await r.beginning("5")
        r.platform.trouble = lambda m: Unreachable("blocked") if m.address == gone.address else None
        await r.says(gone, "/status")
        await r.store.write(lambda c: deny_person(c, "fake:2", now=r.clock.now().timestamp()))
        await r.says(deleted, "/delete")
        await deleted.press(say("en", "button-delete-all"))
        await r.settled()
        assert "1 person: fake 1." in await _asks(admin, f"/announce {NEWS}")
        await _presses(admin, _send(1))
        await _seconds(r, 3)
        assert [len(_news(each)) for each in (gone, denied, deleted, stays)] == [0, 0, 0, 1]


async def test_who_asks_for_none_after_it_has_begun_gets_none() -> None:
    async with _house() as (r, admin):
        person, other = await r.beginning("1"), await r.beginning("2")
        await _asks(admin, f"/announce {NEWS}")
        r.platform.hold.clear()
        r.platform.held_chat = person.address.chat
        await person.write("/status")
        await _presses(admin, _send(2))
        await until(lambda: bool(_news(other)))
        await person.write("/quiet no notices")
        r.platform.hold.set()
        await _seconds(r, 45)
        assert _news(person) == []
        assert (await _last(r.store))[1] == AnnouncementTally(sent=1)


async def test_in_somebodys_quiet_hours_it_waits_until_they_end() -> None:
    clock = ManualClock(NOON.replace(hour=23))
    async with _house(QUIET, clock=clock) as (r, admin):
        asleep, awake = await r.beginning("1"), await r.beginning("2")
        await r.says(awake, "/quiet off")
        assert say("en", "announce-asleep", people=1) in await _asks(admin, f"/announce {NEWS}")
        await _presses(admin, _send(2))
        await _seconds(r, 3)
        assert (len(_news(asleep)), len(_news(awake))) == (0, 1)
        assert (await _last(r.store))[1] == AnnouncementTally(sent=1, waiting=1)
        clock.advance(timedelta(hours=8, minutes=59).total_seconds())
        await _seconds(r, 3)
        assert _news(asleep) == []
        clock.advance(60)
        await _seconds(r, 3)
        assert len(_news(asleep)) == 1
        assert admin.said[-1].startswith(say("en", "announce-over"))


# --- never in the way -------------------------------------------------------------------------------------------------


async def test_it_waits_for_who_is_being_thought_about() -> None:
    model = held_model("talk")
    async with _house(model=model) as (r, admin):
        person = await r.beginning()
        await person.write("My answer.")
        await model.begun(1, "talk")
        await _asks(admin, f"/announce {NEWS}")
        await _presses(admin, _send(1))
        for _ in range(3):
            r.clock.advance(1)  # type: ignore[attr-defined]
            await asyncio.sleep(0.01)
        assert _news(person) == []
        assert model.gate is not None
        model.gate.set()
        await _seconds(r, 45)
        assert len(_news(person)) == 1
        assert person.said[-1].startswith(NEWS), "the question came before it"


async def test_what_a_platform_does_not_take_now_holds_up_no_question() -> None:
    async with _house() as (r, admin):
        person = await r.beginning()
        refused: list[Outgoing] = []

        def trouble(message: Outgoing) -> DeliveryError | None:
            if "announcement" not in message.key or len(refused) > 2:
                return None
            refused.append(message)
            return TryLater("flood", after=30.0)

        r.platform.trouble = trouble
        await _asks(admin, f"/announce {NEWS}")
        await _presses(admin, _send(1))
        await _seconds(r, 3)
        assert len(refused) == 1
        await r.says(person, "My answer.")
        assert "Question 2" in person.said[-1]
        for _ in range(5):
            r.clock.advance(30)  # type: ignore[attr-defined]
            await _seconds(r, 3)
        assert len(_news(person)) == 1
        assert (await _last(r.store))[1] == AnnouncementTally(sent=1)


async def test_no_more_is_under_way_than_the_platform_bears_in_a_second() -> None:
    async with _house() as (r, admin):
        people = [await r.beginning(str(number)) for number in range(17)]
        await _asks(admin, f"/announce {NEWS}")
        await _presses(admin, _send(17))
        pace = FakePlatform.capabilities.pace
        before = 0
        for _ in range(8):
            await _seconds(r, 1)
            now = sum(len(_news(person)) for person in people)
            assert now - before <= pace
            before = now
        assert before == 17


# --- what can go wrong ------------------------------------------------------------------------------------------------


async def test_what_cannot_be_sent_is_counted_and_not_tried_again() -> None:
    async with _house() as (r, admin):
        gone, odd, lost, well = [await r.beginning(chat) for chat in ("1", "2", "3", "4")]
        tried: list[str] = []

        def trouble(message: Outgoing) -> DeliveryError | None:
            if "announcement" not in message.key:
                return None
            tried.append(message.address.chat)
            wrong: dict[str, DeliveryError] = {
                gone.address.chat: Unreachable("blocked"),
                odd.address.chat: Rejected("no"),
                lost.address.chat: TryLater("lost", maybe_delivered=True),
            }
            return wrong.get(message.address.chat)

        r.platform.trouble = trouble
        await _asks(admin, f"/announce {NEWS}")
        await _presses(admin, _send(4))
        await _seconds(r, 5)
        assert (len(tried), len(_news(well))) == (4, 1)
        assert admin.said[-1] == " ".join(
            (
                say("en", "announce-over"),
                say("en", "announce-figures", sent=1, waiting=0, failed=2),
                say("en", "announce-unsure", people=1),
            )
        )


async def test_stopped_by_command_and_gone_on_with_it_reaches_each_once() -> None:
    async with _house() as (r, admin):
        people = [await r.beginning(str(number)) for number in range(14)]
        await _asks(admin, f"/announce {NEWS}")
        await _presses(admin, _send(14))
        await _seconds(r, 1)
        assert say("en", "announce-stopped") in await _asks(admin, "/announce stop")
        await _seconds(r, 10)
        reached = sum(len(_news(person)) for person in people)
        assert 0 < reached < 14
        assert STOP not in admin.labels
        await _presses(admin, GO_ON)
        await _seconds(r, 10)
        assert [len(_news(person)) for person in people] == [1] * 14
        assert (await _last(r.store))[1] == AnnouncementTally(sent=14)

"""Coming in while it runs: invitations, people who are let in or kept out, and who runs the bot."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.config import AccessSection, Settings
from bot.sections import TimersSection
from core.access.gate import Policy, code_digest
from core.contracts.messages import Attachment, ChatClosed, Command, Content, Edit, Photo, Press, Say, Text, Voice
from core.contracts.session import Stage, Status
from core.inbox.strangers import QUIET
from core.languages.messages import say
from core.store.access import allow_person, deny_person, put_invite
from core.store.reports import write_direct
from core.store.schema import addresses, invites, mailbox, outbox, persons
from core.store.store import Connection, SqliteStore
from tests.fakes.app import OPEN, Running, running, talking_model, until
from tests.fakes.command_line import keep
from tests.fakes.interview import PlainInterview
from tests.fakes.manual_clock import ManualClock
from tests.fakes.platform import FakePerson
from tests.fakes.stores import count

CLOSED = Settings()
WAKEFUL = Settings(access=AccessSection(policy=Policy.OPEN), timers=TimersSection(quiet_hours="off"))
CODE = "Ab3_-xyzAb3_-xyz"
LINK = f"/start {CODE}"
AGREE = say("en", "button-agree")


class OtherInterview(PlainInterview):
    kind = "other"


KINDS = {"plain": PlainInterview(), "other": OtherInterview()}


async def _invite(r: Running, *, uses: int = 1, kind: str = "", lasts: float | None = None) -> None:
    now = r.clock.now().timestamp()
    ends = None if lasts is None else now + lasts
    await r.store.write(lambda c: put_invite(c, code_digest(CODE), kind=kind, uses=uses, expires_at=ends, now=now))


async def _deny(r: Running, person: FakePerson) -> None:
    who, now = f"fake:{person.sender.id}", r.clock.now().timestamp()
    await r.store.write(lambda c: deny_person(c, who, now=now))


async def _allow(r: Running, person: FakePerson) -> None:
    who, now = f"fake:{person.sender.id}", r.clock.now().timestamp()
    await r.store.write(lambda c: allow_person(c, who, now=now))


async def _uses_left(r: Running) -> int:
    left: int = await r.store.read(lambda c: c.execute(sa.select(invites.c.uses_left)).scalar_one())
    return left


async def _known(r: Running) -> int:
    return await r.store.read(lambda c: count(c, persons))


async def _quiet(r: Running) -> None:
    """Wait until everybody was told what there was to say."""
    await until(lambda: not r.app.reception.strangers.busy)
    await r.settled()


async def _asked(r: Running, person: FakePerson) -> str:
    """What they read last, when they have said yes to whatever they were asked to agree to."""
    await r.settled()
    if AGREE in _labels(person):
        await r.handled(person.press(AGREE))
    return person.said[-1]


def _labels(person: FakePerson) -> list[str]:
    saying = person.received[-1].saying
    return [choice.label for choice in saying.choices] if isinstance(saying, Say) else []


def _stranger(person: FakePerson) -> str:
    return say("en", "stranger", id=f"fake:{person.sender.id}")


def _uninvited(person: FakePerson) -> str:
    return say("en", "stranger-invited", id=f"fake:{person.sender.id}")


# --- invitations --------------------------------------------------------------------------------------------------


async def test_a_stranger_with_an_invitation_comes_in_and_stays_in() -> None:
    async with running(settings=CLOSED) as r:
        await _invite(r)
        person = r.platform.person("7")
        assert say("en", "ask-name") in await person.says(LINK)
        await person.write("Anna")
        assert "Question 1 in en?" in await _asked(r, person)
        assert await _uses_left(r) == 0


async def test_the_same_event_again_and_the_same_link_again_use_it_up_once() -> None:
    async with running(settings=CLOSED) as r:
        await _invite(r, uses=3)
        person = r.platform.person("7")
        for event in ("fake:x", "fake:x", "fake:y"):
            await person.tell(Command(name="start", argument=CODE), event=event)
        await _quiet(r)
        assert len(person.received) == 2
        assert await _uses_left(r) == 2
        assert await r.store.read(lambda c: count(c, mailbox)) == 2


async def test_of_two_strangers_with_one_use_between_them_one_gets_in() -> None:
    async with running(settings=CLOSED) as r:
        await _invite(r)
        both = [r.platform.person("7"), r.platform.person("8")]
        await asyncio.gather(*(person.write(LINK) for person in both))
        await _quiet(r)
        said = sorted((person.said for person in both), key=lambda texts: say("en", "ask-name") in texts[0])
        assert say("en", "ask-name") in said[1][0]
        assert [len(texts) for texts in said] == [1, 1]
        assert said[0][0] in {_uninvited(person) for person in both}
        assert (await _known(r), await _uses_left(r)) == (1, 0)


@pytest.mark.parametrize("fault", ["unknown", "used up", "expired"])
async def test_an_invitation_that_is_no_longer_good_is_told_once_an_hour(fault: str) -> None:
    clock = ManualClock()
    async with running(settings=CLOSED, clock=clock) as r:
        if fault != "unknown":
            await _invite(r, uses=0 if fault == "used up" else 1, lasts=60 if fault == "expired" else None)
        clock.advance(60)
        person = r.platform.person("7")
        for text in (LINK, LINK, "Hello"):
            await person.write(text)
            await _quiet(r)
        assert person.said == [_uninvited(person)], "each fault sounds the same"
        clock.advance(QUIET + 1)
        await person.write("Hello")
        await _quiet(r)
        assert person.said[1:] == [_stranger(person)]
        assert await _known(r) == 0


async def test_somebody_denied_does_not_come_in_by_an_invitation() -> None:
    async with running(settings=CLOSED) as r:
        await _invite(r)
        person = r.platform.person("7")
        await _deny(r, person)
        await person.write(LINK)
        await _quiet(r)
        assert person.said == [_uninvited(person)]
        assert (await _known(r), await _uses_left(r)) == (0, 1)


# --- an invitation to an interview --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Anna", say("en", "button-no-name")])
async def test_an_invitation_to_an_interview_leads_to_it_after_the_name(name: str) -> None:
    async with running(settings=CLOSED, kinds=KINDS) as r:
        await _invite(r, kind="other")
        person = r.platform.person("7")
        assert say("en", "ask-name") in await person.says(LINK)
        await person.press(name)
        assert "Question 1 in en?" in await _asked(r, person)
        whole = await r.record()
        assert [s.kind for s in await r.sessions()] == ["other"]
        assert (whole.person.name, whole.person.stage) == ("Anna" if name == "Anna" else "", Stage.KNOWN)
        assert whole.person.awaits is None


async def test_the_way_to_the_interview_is_remembered_whatever_is_said() -> None:
    async with running(settings=CLOSED, kinds=KINDS) as r:
        await _invite(r, kind="other")
        person = r.platform.person("7")
        for text in (LINK, "/help", "/language ru", "/start", "🌸🌸", "Анна"):
            await r.says(person, text)
        if say("ru", "button-agree") in _labels(person):
            await person.press(say("ru", "button-agree"))
        await r.settled()
        assert [s.kind for s in await r.sessions()] == ["other"]


async def test_somebody_known_who_has_begun_nothing_yet_is_led_there_at_once() -> None:
    async with running(settings=OPEN, kinds=KINDS) as r:
        await _invite(r, kind="other", uses=0)
        person = r.platform.person("7")
        await person.write("/start")
        await r.says(person, "Anna")
        await person.write(LINK)
        assert "Question 1 in en?" in await _asked(r, person)
        assert await r.says(person, LINK) == say("en", "in-the-middle", title="Plain en")
        assert [s.kind for s in await r.sessions()] == ["other"]


async def test_an_interview_under_way_goes_before_an_invitation() -> None:
    async with running(settings=OPEN, kinds=KINDS) as r:
        await _invite(r, kind="other")
        person = await r.beginning("7")
        for leave in ("", "/pause"):
            if leave:
                await r.says(person, leave)
            await r.says(person, LINK)
            key = "was-paused" if leave else "in-the-middle"
            assert person.said[-1] == say("en", key, title="Plain en")


@pytest.mark.parametrize(("kind", "key"), [("plain", "was-completed"), ("other", "invited")])
async def test_a_finished_interview_is_not_begun_anew_by_an_old_link(kind: str, key: str) -> None:
    async with running(settings=OPEN, kinds=KINDS) as r:
        await _invite(r, kind=kind)
        person = await r.beginning("7")
        await r.says(person, "/done", LINK)
        assert person.said[-1] == say("en", key, title="Plain en")
        assert [s.status for s in await r.sessions()] == [Status.COMPLETED]
        if kind == "other":
            await person.press("Plain en")
            assert "Question 1 in en?" in await _asked(r, person)
            assert [s.kind for s in await r.sessions()] == ["plain", "other"]


@pytest.mark.parametrize("written", ["/start", "/start hello", f"/start {CODE[::-1]}", "/start a-rather-long-word"])
async def test_what_is_no_invitation_is_ignored_behind_start(written: str) -> None:
    async with running(settings=OPEN, kinds=KINDS) as r:
        await _invite(r, kind="other")
        person = r.platform.person("7")
        assert await person.says(written, "Anna") == say("en", "choose-interview", name="Anna")


async def test_an_invitation_to_an_interview_that_is_gone_lets_in() -> None:
    async with running(settings=CLOSED, kinds=KINDS) as r:
        await _invite(r, kind="gone")
        person = r.platform.person("7")
        assert await person.says(LINK, "Anna") == say("en", "choose-interview", name="Anna")


async def test_a_button_is_no_invitation() -> None:
    async with running(settings=OPEN, kinds=KINDS) as r:
        digest = code_digest("x")[:24]
        await r.store.write(lambda c: put_invite(c, digest, kind="other", uses=1, expires_at=None, now=0))
        person = r.platform.person("7")
        await person.tell(Press(data=f"start~{digest}"))
        await person.next()
        assert await person.says("Anna") == say("en", "choose-interview", name="Anna")


# --- being kept out, and let back in ------------------------------------------------------------------------------


async def test_denied_in_the_middle_of_an_interview() -> None:
    async with running(settings=OPEN) as r:
        person = await r.beginning("7")
        await r.says(person, "One.")
        await _deny(r, person)
        before = len(person.received)
        await person.write("Two.")
        await _quiet(r)
        assert person.said[before:] == [_stranger(person)]
        assert await r.told() == [("q1", ["One."]), ("q2", [])]
        assert [s.status for s in await r.sessions()] == [Status.PAUSED]
        await _allow(r, person)
        await r.says(person, "Two, again.")
        assert (await r.told())[:2] == [("q1", ["One."]), ("q2", ["Two, again."])]
        assert "Question 3 in en?" in person.said[-1]
        session = (await r.sessions())[0]
        assert (session.status, session.timing.gone) == (Status.ACTIVE, False)


@pytest.mark.parametrize(
    "content",
    [
        Text(text="Two."),
        Command(name="export"),
        Press(data="skip@s.2"),
        Edit(ref="m1", text="Another one."),
        Voice(file_ref="v", seconds=3.0, size=1_000),
        Photo(file_ref="p", size=1_000),
        Attachment(file_ref="f", name="a.txt", media_type="text/plain", size=10),
        Command(name="link", argument="ABCD-EFGH"),
        Command(name="start", argument=CODE),
    ],
    ids=lambda content: f"{type(content).__name__} {getattr(content, 'name', '')}".strip(),
)
async def test_whatever_somebody_denied_sends_is_not_taken_in(content: Content) -> None:
    async with running(settings=OPEN) as r:
        await _invite(r)
        person = await r.beginning("7")
        await r.says(person, "One.")
        await _deny(r, person)
        before, kept = await r.told(), await r.store.read(lambda c: count(c, mailbox))
        await person.tell(content)
        await _quiet(r)
        assert (await r.told(), await r.store.read(lambda c: count(c, mailbox))) == (before, kept)
        assert await _uses_left(r) == 1


async def test_denied_while_it_thinks_their_words_stay() -> None:
    model = talking_model()
    model.gate = asyncio.Event()
    async with running(settings=OPEN, model=model) as r:
        person = await r.beginning("7")
        await person.write("One.")
        await model.begun(1, "talk")
        await _deny(r, person)
        model.gate.set()
        await r.settled()
        assert len(person.received) == 1
        assert (await r.told())[0] == ("q1", ["One."])
        errors = await r.store.read(lambda c: set(c.execute(sa.select(outbox.c.error)).scalars()))
        assert errors == {None, "denied"}


async def test_denied_while_messages_wait_they_are_not_sent() -> None:
    async with running(settings=OPEN) as r:
        person, other = await r.beginning("7"), await r.beginning("8")
        r.platform.hold.clear()
        r.platform.held_chat = "7"
        await person.write("/help")
        await person.write("/status")
        await other.says("/help")
        await r.desk_settled()
        await _deny(r, person)
        r.platform.hold.set()
        await r.settled()
        assert len(person.received) == 2, "the one that was on its way already has gone out"


async def _forty_days(r: Running, clock: ManualClock) -> None:
    for _ in range(40):
        clock.advance(24 * 3600)
        await r.app.tick()
        await r.settled()


async def test_somebody_denied_is_reminded_of_nothing() -> None:
    clock = ManualClock()
    async with running(settings=WAKEFUL, clock=clock) as r:
        person, other = await r.beginning("7"), await r.beginning("8")
        await _deny(r, person)
        await _forty_days(r, clock)
        assert len(other.received) > 1
        assert len(person.received) == 1
        assert {s.status for s in await r.sessions() if s.address == person.address} == {Status.PAUSED}


async def test_after_a_restart_somebody_denied_is_reminded_of_nothing_either(tmp_path: Path) -> None:
    database = tmp_path / "raconteur.db"
    keep(database)
    clock = ManualClock()
    async with running(settings=WAKEFUL, clock=clock, store=SqliteStore(str(database))) as r:
        person, other = await r.beginning("7"), await r.beginning("8")
        await _deny(r, person)
    async with running(settings=WAKEFUL, clock=clock, store=SqliteStore(str(database))) as r:
        await _forty_days(r, clock)
        assert {message.address for message in r.platform.sent} == {other.address}


async def test_somebody_denied_who_leaves_is_told_nothing() -> None:
    async with running(settings=OPEN) as r:
        person = await r.beginning("7")
        await _deny(r, person)
        await person.tell(ChatClosed())
        await _quiet(r)
        assert len(person.received) == 1


async def test_let_in_and_kept_out_from_another_process_while_it_runs(tmp_path: Path) -> None:
    database = tmp_path / "raconteur.db"
    keep(database)
    async with running(settings=CLOSED, store=SqliteStore(str(database))) as r:
        person = r.platform.person("7")

        async def beside(rule: object) -> None:
            def unit(c: Connection) -> None:
                (allow_person if rule is allow_person else deny_person)(c, "fake:7", now=r.clock.now().timestamp())

            await asyncio.to_thread(write_direct, database, unit)

        assert await person.says("/start") == _stranger(person)
        await beside(allow_person)
        assert say("en", "ask-name") in await person.says("/start")
        await beside(deny_person)
        await person.write("Anna")
        await _quiet(r)
        assert len(person.received) == 2, "they were told within the hour"
        await beside(allow_person)
        await person.write("Anna")
        assert "Question 1 in en?" in await _asked(r, person)


async def test_a_restart_changes_nothing_of_who_may_come_in(tmp_path: Path) -> None:
    database = tmp_path / "raconteur.db"
    keep(database)
    async with running(settings=CLOSED, store=SqliteStore(str(database))) as r:
        await _allow(r, r.platform.person("7"))
        await _deny(r, r.platform.person("8"))
    named = Settings(access=AccessSection(policy=Policy.NAMED, allowed=["fake:8"], admins=["fake:8"]))
    async with running(settings=named, store=SqliteStore(str(database))) as r:
        welcome, denied = r.platform.person("7"), r.platform.person("8")
        assert say("en", "ask-name") in await welcome.says("/start")
        assert await denied.says("/start") == _stranger(denied)


async def test_those_who_run_the_house_are_known_to_it() -> None:
    settings = Settings(access=AccessSection(allowed=["fake:7"], admins=["fake:8"]))
    async with running(settings=settings) as r:
        assert r.app.desk._runtime.admins == {"fake:8", "web:local"}


# --- what leaves no trace -----------------------------------------------------------------------------------------


async def test_somebody_who_blocks_the_bot_without_having_written_is_nobody() -> None:
    async with running(settings=OPEN) as r:
        person = r.platform.person("7")
        await person.tell(ChatClosed())
        await _quiet(r)
        assert await r.store.read(lambda c: count(c, persons) + count(c, addresses) + count(c, mailbox)) == 0

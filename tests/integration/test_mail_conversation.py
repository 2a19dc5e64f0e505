"""An interview by e-mail with the whole app: answers with a photo and a voice memo, files, strangers, and the end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from adapters.mail import MailSection
from adapters.mail.platform import MailPlatform
from bot.app import build_app
from bot.clock import SystemClock
from bot.config import AccessSection, Settings
from core.access.gate import code_digest
from core.interviews.life_story.interview import LifeStory
from core.languages.messages import say
from core.store.access import put_invite
from core.store.schema import shown
from core.store.store import SqliteStore
from tests.fakes.mail_people import Correspondent, SeenMail
from tests.fakes.mail_server import FakeProvider
from tests.fakes.model import ScriptedModel, new_question
from tests.fakes.pictures import jpeg
from tests.fakes.readers import InlineReaders
from tests.fakes.stores import new_database
from tests.fakes.transcriber import FakeTranscriber
from tests.fakes.waiting import PATIENCE, stopped, until

AGREE, SKIP = (say("en", f"button-{name}") for name in ("agree", "skip"))


@dataclass(slots=True, kw_only=True)
class House:
    """The app at its mailbox; Anna may come in."""

    provider: FakeProvider
    store: SqliteStore
    folder: Path
    anna: Correspondent

    async def question(self) -> SeenMail:
        """The next mail that asks a question of the interview."""
        while SKIP not in (seen := await self.anna.next_message()).labels:
            if AGREE in seen.labels:
                self.anna.press(AGREE)
        return seen

    async def first_question(self) -> SeenMail:
        self.anna.write_first("Hello!")
        await self.anna.next_message()
        self.anna.send("/interview life-story")
        return await self.question()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with _served(tmp_path) as found:
        yield found


@asynccontextmanager
async def _served(folder: Path) -> AsyncIterator[House]:
    clock, store = SystemClock(), SqliteStore(new_database(folder))
    interview = LifeStory()
    async with FakeProvider.serving() as provider:
        section = MailSection.model_validate(provider.settings())
        app = build_app(
            Settings(access=AccessSection(allowed=frozenset({"mail:anna@example.net"}))),
            store=store,
            platforms=[MailPlatform(section, clock=clock, data_dir=folder)],
            recordings=folder / "recordings",
            transcriber=FakeTranscriber(),
            readers=InlineReaders(),
            clock=clock,
            model=ScriptedModel(talk=new_question),
            kinds={interview.kind: interview},
        )
        task = asyncio.create_task(app.run())
        yield House(provider=provider, store=store, folder=folder, anna=Correspondent(provider))
        await stopped(task)
        assert provider.violations == []


async def test_an_interview_with_a_photo_a_voice_memo_and_a_file(house: House) -> None:
    anna = house.anna
    await house.first_question()
    anna.reply("We lived over the bakery.", files=(("house.jpg", "image/jpeg", jpeg()),))
    await house.question()
    anna.reply("", files=(("memo.m4a", "audio/mp4", b"And my aunt lived with us."),))
    await house.question()
    anna.send("/transcript")
    while not (seen := await anna.next_message()).file_name:
        pass
    assert seen.body is not None
    assert seen.file_name.endswith(".zip"), "a photo comes with it"
    assert len(list((house.folder / "recordings" / "photos").glob("[!.]*"))) == 1
    subjects = [str(each.mail["Subject"]) for each in anna.received]
    assert all(subjects)
    kept = await house.store.read(lambda c: c.execute(shown.select().where(shown.c.file.is_not(None))).all())
    assert len(kept) >= 2, "whole mails"
    anna.send("/delete")
    while say("en", "button-delete-all") not in (await anna.next_message()).labels:
        pass
    anna.press(say("en", "button-delete-all"))
    await until_forgotten(house)


async def until_forgotten(house: House) -> None:
    whole = shown.select().where(shown.c.file.is_not(None))
    async with asyncio.timeout(PATIENCE):
        while await house.store.read(lambda c: c.execute(whole).all()):  # noqa: ASYNC110 - the app tells nobody
            await asyncio.sleep(0.05)


async def test_a_forged_mail_is_no_answer_and_is_told_so_once(house: House) -> None:
    anna = house.anna
    asked = await house.first_question()
    for words in ("I never lived anywhere.", "/delete"):
        anna.write_first(words)
    told = await anna.next_message()
    assert told.text == say("en", "unusable-unproven")
    anna.reply("We lived over the bakery.", to=asked)
    await house.question()
    assert [seen.text for seen in anna.received].count(told.text) == 1


async def test_somebody_who_may_not_come_in_hears_one_line_until_a_code_lets_them(house: House) -> None:
    boris = Correspondent(house.provider, address="boris@example.net", name="Boris")
    for words in ("Hello?", "Hello!!"):
        boris.write_first(words)
    [line] = [await boris.next_message()]
    assert "mail:boris@example.net" in line.text
    boris.quotes = False
    boris.reply("And now?")
    await house.provider.until_read()
    code = "k3Jx0123456789_-"
    now, digest = SystemClock().now().timestamp(), code_digest(code)
    await house.store.write(lambda c: put_invite(c, digest, kind="", uses=1, expires_at=None, now=now))
    boris.write_first("", subject=f"start {code}")
    greeting = await boris.next_message()
    assert greeting.mail["Reply-To"] is not None
    assert len(boris.received) == 2


async def test_everything_waits_for_a_server_that_is_away(house: House) -> None:
    anna = house.anna
    asked = await house.first_question()
    house.provider.replies = ["451 4.3.0 later"]
    house.provider.hang_up()
    anna.reply("We lived over the bakery.", to=asked)
    await house.question()
    await until(lambda: all(mail.seen for mail in house.provider.mails))

"""A whole gift with three members, over the real client and a fake Telegram, and over the end of the process."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from adapters.telegram.platform import TelegramPlatform
from bot.app import App, build_app
from bot.clock import SystemClock
from bot.config import Settings
from core.commands import command_list
from core.languages.messages import say
from core.store.store import SqliteStore
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.bot_api_people import User
from tests.fakes.stores import new_database
from tests.fakes.waiting import stopped

_LINK = re.compile(r"https://t\.me/\w+\?start=([\w-]{16})")
GARDEN = {
    "en": "The garden behind our house in Kazan, and the smell of apples.",
    "ru": "Сад за нашим домом в Казани и запах яблок.",
}
COATS = {"en": "My mother sewed coats for the whole street.", "ru": "Мама шила пальто всей улице."}
SECRET = {"en": "I never loved the accordion.", "ru": "Баян я никогда не любила."}
ASKED = {"en": "Was the apple tree yours?", "ru": "Яблоня была ваша?"}


@asynccontextmanager
async def bot(api: FakeBotApi, database: str) -> AsyncIterator[App]:
    """The whole bot until the block ends; another one goes on where it stopped."""
    settings = Settings.model_validate(
        {
            "telegram": {"token": api.token, "api_base_url": api.url},
            "access": {"admins": ["telegram:7"]},
            "interviews": {"enabled": ["life-story"]},
            "timers": {"quiet_hours": "off"},
            "gift": {"grace_minutes": 0},
        }
    )
    commands = {"": command_list("en"), "ru": command_list("ru")}
    platform = TelegramPlatform(token=api.token, clock=SystemClock(), api_base_url=api.url, commands=commands)
    app = build_app(
        settings,
        store=SqliteStore(database),
        platforms=[platform],
        recordings=Path(database).parent / "recordings",
        clock=SystemClock(),
    )
    task = asyncio.create_task(app.run())
    try:
        yield app
    finally:
        await stopped(task)


async def reads(person: User, part: str = "", *, label: str = "") -> str:
    """The next message, of those not read yet, that has these words and this button."""
    while True:
        seen = await person.next_message()
        if part in seen.text and (not label or label in seen.labels):
            return seen.text


async def opened(person: User, by: User) -> None:
    """Somebody comes by the link that another has just been given."""
    found = _LINK.search(await reads(by, "https://t.me/"))
    assert found is not None
    person.send(f"/start {found[1]}")


async def looked(app: App) -> None:
    for _ in range(2):
        await app.tick()
        await asyncio.sleep(0)


async def given(masha: User, nina: User, word: Callable[..., str]) -> None:
    """One gives it, and the other opens it, says yes to both questions and has read the first one."""
    masha.send("/gift Nina")
    await reads(masha, word("gift-language", name="Nina"))
    masha.press(word("language-name"))
    await reads(masha, word("gift-rhythm", name="Nina"))
    masha.press(word("button-gift-once"))
    await opened(nina, masha)
    await reads(masha, word("gift-questions", name="Nina"))
    masha.press(word("button-gift-done"))
    await reads(nina, "Nina")
    await reads(nina, label=word("button-agree"))
    nina.press(word("button-agree"))
    await reads(nina, word("leave-question", giver="Masha", model="no"))
    nina.press(word("button-leave-yes"))
    await reads(nina, label=word("button-skip"))


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_a_gift_from_the_link_to_the_last_member(tmp_path: Path, language: str) -> None:
    def word(key: str, **values: str | int) -> str:
        return say(language, key, **{"reader": "Masha", "minutes": 0, **values})

    async with FakeBotApi() as api:
        masha, nina = api.user(7, "Masha", language=language), api.user(8, "Nina", language=language)
        petya, lena = api.user(9, "Petya", language=language), api.user(10, "Lena", language=language)
        database = new_database(tmp_path)

        async with bot(api, database) as app:
            await given(masha, nina, word)
            nina.send(GARDEN[language])
            await reads(nina, label=word("button-share"))
            nina.press(word("button-share"))
            await reads(nina, word("family-let-go"))

        # The process ends; what was told goes out from the next one.
        async with bot(api, database) as app:
            await looked(app)
            assert GARDEN[language] in await reads(masha, GARDEN[language])
            masha.press(word("button-thank"))
            await reads(masha, word("family-thanked", teller="Nina"))
            masha.press(word("button-ask"))
            await reads(masha, word("family-ask", teller="Nina"))
            masha.send(ASKED[language])
            await reads(masha, word("family-question-kept", teller="Nina", more="no"))
            for member in (petya, lena):
                nina.send("/family")
                await reads(nina, label=word("button-family-add"))
                nina.press(word("button-family-add"))
                await opened(member, nina)
                await reads(member, "Nina")
            nina.press(word("button-skip"))
            asked = await reads(nina, ASKED[language])
            assert "Petya" in asked
            assert "Lena" in asked
            assert word("family-thanks", names="Masha", people=1) in asked
            nina.send(SECRET[language])
            await reads(nina, label=word("button-private"))
            nina.press(word("button-private"))
            await reads(nina, word("private-last-kept", gone="no", count=1))
            nina.send(COATS[language])
            share = word("button-share", reader="none")
            await reads(nina, label=share)
            nina.press(share)
            await reads(nina, word("family-let-go", reader="none"))
            await looked(app)
            for member in (masha, petya, lena):
                assert SECRET[language] not in await reads(member, COATS[language])
        assert api.violations == []

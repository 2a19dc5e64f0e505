"""A whole interview by a script of one's own in Telegram and in Discord: by a link, with buttons, words and voice."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from bot.app import build_app
from bot.clock import SystemClock
from bot.config import AccessSection, InterviewsSection, Settings
from core.access.gate import Policy
from core.store.store import SqliteStore
from tests.fakes.interview import PlainInterview
from tests.fakes.model import ScriptedModel
from tests.fakes.stores import new_database
from tests.fakes.transcriber import FakeTranscriber
from tests.integration.bots_kit import MakeApp, discord_bot, telegram_bot

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "scripts"


def _made(folder: Path) -> MakeApp:
    scripts = folder / "scripts"
    scripts.mkdir()
    for path in EXAMPLES.iterdir():
        copy(path, scripts)
    section = InterviewsSection(scripts_dir=scripts)
    return lambda platform: build_app(
        Settings(access=AccessSection(policy=Policy.OPEN), interviews=section),
        store=SqliteStore(new_database(folder)),
        platforms=[platform],
        recordings=folder / "recordings",
        clock=SystemClock(),
        model=ScriptedModel(offline=True),
        kinds={"plain": PlainInterview()},
        transcriber=FakeTranscriber(),
    )


@asynccontextmanager
async def telegram(folder: Path) -> AsyncIterator[Any]:
    async with telegram_bot(_made(folder)) as api:
        yield api.user(7, "Anna")


@asynccontextmanager
async def discord(folder: Path) -> AsyncIterator[Any]:
    async with discord_bot(_made(folder), {"plain": {"en": "Plain", "ru": "Plain"}}) as server:
        yield server.user("Anna")


async def hears(anna: Any, part: str) -> Any:
    while part not in (message := await anna.next_message()).text:
        pass
    return message


@pytest.mark.parametrize("chat", [telegram, discord])
async def test_a_recipe_from_the_link_to_the_file(
    chat: Callable[[Path], AbstractAsyncContextManager[Any]], tmp_path: Path
) -> None:
    async with chat(tmp_path) as anna:
        anna.send("/language ru")
        await anna.next_message()
        anna.send("/interview family-recipe")
        consent = await anna.next_message()
        anna.press(consent.labels[0])
        await hears(anna, "О каком блюде мы поговорим?")
        anna.send("О борще, каким его варила бабушка Оля.")
        await hears(anna, "Как оно выглядит на тарелке?")
        anna.send("Красное, со сметаной.")
        asked = await hears(anna, "От кого оно у вас?")
        assert asked.labels[:3] == ("От мамы", "От бабушки", "Нашлось само")
        anna.press("От бабушки")
        await hears(anna, "Как вы у неё этому научились?")
        for answer, asked_next in (
            ("Смотрела.", "Чем пахло на её кухне?"),
            ("Укропом.", "Что для него нужно?"),
            ("Свёкла, капуста.", "Чем отмеряли"),
            ("На глаз.", "Расскажите по порядку"),
            ("Сначала кость.", "Как вы понимаете, что готово?"),
            ("По запаху.", "Сколько часов это занимает"),
        ):
            anna.send(answer)
            await hears(anna, asked_next)
        anna.send_voice(body="часа четыре, не меньше".encode())
        scale = await hears(anna, "Трудно ли это тому")
        assert "Записываю: 4." in scale.text
        assert "1 – справится любой, 5 – учиться годами" in scale.text
        anna.press("3")
        await hears(anna, "Когда оно бывало на столе?")
        anna.press("По праздникам")
        more = await hears(anna, "По праздникам. Что-нибудь ещё?")
        assert "По праздникам" not in more.labels
        anna.press("Это всё")
        await hears(anna, "Расскажите об одном дне")
        anna.send("/done")
        await hears(anna, "Теперь это записано вашими словами.")

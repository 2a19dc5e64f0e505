"""Invitations as the operator makes them: in their language, and only where somebody could come in with one."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from adapters.telegram import TelegramSection
from adapters.web import WebSection
from adapters.web.operator.frame import HOME
from adapters.web.platform import WebPlatform
from core.languages.messages import say
from core.store.access import access_list
from tests.contract.platform_kit import RecordingInbox
from tests.fakes.bot_api import FakeBotApi
from tests.fakes.command_line import raconteur
from tests.fakes.manual_clock import ManualClock
from tests.fakes.operator_page import Operator, operator_page, settings_in, token, words
from tests.fakes.stores import NOW
from tests.fakes.waiting import stopped, until

ENGLISH = re.compile(r"\b(the|does|not|is|with|for)\b")


@pytest.fixture
async def o(tmp_path: Path) -> AsyncIterator[Operator]:
    async with operator_page(tmp_path) as operator:
        assert await operator.enter() == 303
        operator.language = "ru"
        yield operator


async def invited(o: Operator, **fields: str) -> tuple[int, str]:
    """What is read after an invitation was asked for."""
    given = {"form": token(await o.see(f"{HOME}/doors")), "kind": "", "uses": "1", "days": "7", **fields}
    headers = o.headers | {"Origin": o.origin}
    async with o.http.post(f"{o.origin}{HOME}/invitations", data=given, headers=headers) as answer:
        return answer.status, words(await answer.text())


async def test_an_invitation_is_told_in_the_operators_language(o: Operator, tmp_path: Path) -> None:
    async with FakeBotApi() as api:
        telegram = TelegramSection.model_validate({"token": "4242:not-the-one-it-knows", "api_base_url": api.url})
        o.house.settings = settings_in(tmp_path, telegram=telegram, web=WebSection(enabled=True, port=0))
        status, seen = await invited(o)
    assert status == 200
    assert say("ru", "invite-page-closed") in seen
    assert "Telegram не принимает telegram.token" in seen
    assert not ENGLISH.search(seen), seen


async def test_an_interview_that_there_is_not_is_told_in_the_operators_language(o: Operator) -> None:
    status, seen = await invited(o, kind="no-such")
    assert status == 400
    assert say("ru", "operator-wrong-kind") in seen
    assert (await o.store.read(lambda c: access_list(c, now=NOW))).invites == ()


def test_the_command_makes_none_where_nobody_could_come_in_with_one(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[web]\nenabled = true\n")
    ended = raconteur("invite", folder=tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == f"{say('en', 'invite-page-closed')}\n"
    assert not (tmp_path / "data" / "raconteur.db").exists()


@pytest.mark.parametrize(("own", "told"), [("", True), ("a-secret-that-nobody-guesses-0123456789", False)])
async def test_a_link_that_stays_good_is_not_said_to_end(own: str, told: bool, tmp_path: Path) -> None:
    said: list[str] = []
    section = WebSection.model_validate({"enabled": True, "port": 0, "token": own})
    page = WebPlatform(section, clock=ManualClock(), data_dir=tmp_path, tell=said.append)
    running = asyncio.create_task(page.run(RecordingInbox()))
    await until(lambda: bool(said))
    await stopped(running)
    assert ("until the next start" in said[0]) is told

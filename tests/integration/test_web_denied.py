"""Whoever is kept out finds every door of the page closed; devices are signed out, and keys end."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import aiohttp
import pytest
import sqlalchemy as sa
from yarl import URL

from adapters.web import WebSection
from adapters.web.security import NEWCOMERS, key_digest
from bot.config import AccessSection, Settings
from core.access.gate import Policy
from core.features import NAMES
from core.store.access import allow_person, deny_person
from core.store.device_rows import KEPT, all_devices, holder_of_key
from core.store.schema import invites, links, mailbox, page_keys
from tests.fakes.waiting import until
from tests.fakes.web_app import CODE, PageApp, come_in, fields_of, invite, page_app, visiting
from tests.fakes.web_client import Browser

READ = (
    *("/", "/lines", "/events", "/devices", "/documents/{n}", "/documents/{n}/read", "/speech/{n}", "/photos/{n}"),
    f"/i/{CODE}",
)
OTHER_CODE = "Zz9_-abcZz9_-abc"


@dataclass(slots=True)
class Guest:
    """Anna, who has come in with an invitation and has said something."""

    whole: PageApp
    browser: Browser
    chat: str
    line: int

    @property
    def session(self) -> aiohttp.ClientSession:
        return self.browser.session

    async def deny(self) -> None:
        """As another process does it: nobody here is told."""
        await self.whole.store.write(lambda c: deny_person(c, f"web:{self.chat}", now=0.0))


@pytest.fixture
async def anna(whole: PageApp) -> AsyncIterator[Guest]:
    await invite(whole, CODE)
    async with visiting() as session:
        assert await come_in(session, whole.origin, CODE) == 303
        browser = Browser(session, whole.origin)
        status, said = await browser.post("/say", {"id": "1111111111", "text": "A blue door."})
        assert status == 200
        chat = await whole.store.read(lambda c: c.execute(sa.select(page_keys.c.chat)).scalars().first())
        yield Guest(whole, browser, str(chat), said["line"])


# --- kept out -----------------------------------------------------------------------------------------------------


async def test_whoever_is_denied_reads_nothing_until_they_are_let_in_again(anna: Guest) -> None:
    await anna.deny()
    for path in READ:
        status, text = await anna.browser.get(path.format(n=anna.line))
        assert (status, "blue door" in text) == (403, False), path
    await anna.whole.store.write(lambda c: allow_person(c, f"web:{anna.chat}", now=1.0))
    status, text = await anna.browser.get("/")
    assert (status, "A blue door." in text) == (200, True)


async def test_whoever_is_denied_can_say_press_change_and_send_nothing(anna: Guest) -> None:
    await anna.deny()
    kept = await anna.whole.store.read(lambda c: c.execute(sa.select(sa.func.count(mailbox.c.id))).scalar_one())
    acts = {
        "/say": {"id": "2222222222", "text": "hello?"},
        "/press": {"id": "3333333333", "line": anna.line, "data": "skip"},
        "/edit": {"id": "4444444444", "line": anna.line, "text": "A red door."},
        "/recordings/55555555-5555/end": {"parts": 1, "seconds": 1.0, "type": "audio/webm"},
    }
    for path, fields in acts.items():
        assert (await anna.browser.post(path, fields))[0] == 403, path
    assert await anna.browser.octets("/recordings/55555555-5555/parts/0", b"x" * 1_000) == 403
    form = aiohttp.FormData({"id": "66666666-6666"})
    form.add_field("file", b"x" * 100_000, filename="a.txt")
    headers, origin = anna.browser.own_headers(), anna.browser.origin
    async with anna.session.post(f"{origin}/files", data=form, headers=headers) as answer:
        assert answer.status == 403
    async with anna.session.delete(f"{origin}/recordings/55555555-5555", headers=headers) as answer:
        assert answer.status == 403
    now = await anna.whole.store.read(lambda c: c.execute(sa.select(sa.func.count(mailbox.c.id))).scalar_one())
    assert now == kept


async def test_a_second_invitation_does_not_let_the_same_browser_in_again(anna: Guest) -> None:
    await invite(anna.whole, OTHER_CODE)
    async with anna.session.get(f"{anna.browser.origin}/i/{OTHER_CODE}") as answer:
        fields = fields_of(await answer.text())
    await anna.deny()
    headers = {"Origin": anna.browser.origin}
    url = f"{anna.browser.origin}/i/{OTHER_CODE}"
    async with anna.session.post(url, data=fields, headers=headers, allow_redirects=False) as answer:
        assert (answer.status, len(answer.cookies)) == (403, 0)
    left = sa.select(sa.func.sum(invites.c.uses_left))
    assert await anna.whole.store.read(lambda c: c.execute(left).scalar_one()) == 1


async def test_every_stream_ends_soon_when_somebody_is_denied(anna: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adapters.web.events.LOOK", 0.01)
    async with anna.browser.tab() as first, anna.browser.tab() as second:
        await until(lambda: first.connected and second.connected)
        await anna.deny()
        await until(lambda: not first.connected and not second.connected)
    assert (await anna.browser.get("/events"))[0] == 403


@pytest.mark.skipif("linking" not in NAMES, reason="nobody makes codes")
async def test_a_code_that_a_denied_person_made_joins_no_other_chat(anna: Guest) -> None:
    assert (await anna.browser.post("/say", {"id": "7777777777", "text": "/link"}))[0] == 200
    count = sa.select(sa.func.count()).select_from(links)

    async def made() -> int:
        return int(await anna.whole.store.read(lambda c: c.execute(count).scalar_one()))

    async with anna.browser.tab() as tab:
        await until(lambda: any("/link" in str(line) for line in tab.spoken))
    assert await made() == 1
    await anna.deny()
    assert await made() == 0


# --- keys ---------------------------------------------------------------------------------------------------------


async def test_a_key_that_somebody_planted_opens_nothing_after_signing_in(whole: PageApp) -> None:
    planted = "A" * 43
    await invite(whole, CODE)
    port = whole.origin.rpartition(":")[2]
    async with visiting() as session:
        session.cookie_jar.update_cookies({f"raconteur_{port}": planted}, response_url=URL(whole.origin))
        async with session.get(f"{whole.origin}/i/{CODE}") as answer:
            looked = {cookie.value for cookie in answer.cookies.values()}
            fields = fields_of(await answer.text())
        async with session.post(
            f"{whole.origin}/i/{CODE}", data=fields, headers={"Origin": whole.origin}, allow_redirects=False
        ) as answer:
            assert answer.status == 303
            (fresh,) = answer.cookies.values()
    now = whole.clock.now().timestamp()
    found = [
        await whole.store.read(lambda c, k=k: holder_of_key(c, key_digest(k), now=now)) for k in (planted, *looked)
    ]
    assert (fresh.value not in {planted, *looked}, found) == (True, [None, None])


async def test_an_invitation_whose_answer_was_lost_is_accepted_once_more(whole: PageApp) -> None:
    await invite(whole, CODE)
    async with visiting() as session:
        async with session.get(f"{whole.origin}/i/{CODE}") as answer:
            fields = fields_of(await answer.text())
            (asking,) = answer.cookies.values()
        headers = {"Origin": whole.origin, "Cookie": f"{asking.key}={asking.value}"}
    for _ in range(2):
        async with (
            visiting() as lost,
            lost.post(f"{whole.origin}/i/{CODE}", data=fields, headers=headers, allow_redirects=False) as answer,
        ):
            assert (answer.status, len(answer.cookies)) == (303, 1)
    chats = sa.select(page_keys.c.chat).distinct()
    assert len(await whole.store.read(lambda c: c.execute(chats).all())) == 1


async def test_a_key_ends_a_year_after_it_was_last_used(whole: PageApp) -> None:
    async with Browser.opened(whole.page.link) as browser:
        start = whole.clock.now().timestamp()
        (device,) = await whole.store.read(lambda c: all_devices(c, now=start))
        assert device.expires_at - device.seen_at == timedelta(seconds=KEPT)
        await whole.store.write(lambda c: c.execute(page_keys.update().values(seen_at=start - KEPT, expires_at=start)))
        assert (await browser.get("/"))[0] == 403


# --- devices ------------------------------------------------------------------------------------------------------


async def test_somebody_sees_their_devices_and_signs_one_out(anna: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adapters.web.events.LOOK", 0.01)
    await invite(anna.whole, OTHER_CODE)
    async with visiting() as stranger:
        assert await come_in(stranger, anna.whole.origin, OTHER_CODE) == 303
        text = (await anna.browser.get("/devices"))[1]
        [mine] = re.findall(r'name="device" value="([0-9a-f]{16})"', text)
        async with stranger.get(f"{anna.whole.origin}/devices") as answer:
            token = fields_of(await answer.text())["form"]
        fields, headers = {"form": token, "device": mine}, {"Origin": anna.whole.origin}
        url = f"{anna.whole.origin}/devices/sign-out"
        async with stranger.post(url, data=fields, headers=headers) as answer:
            assert answer.status == 404, "it is not theirs"
    async with anna.browser.tab() as tab:
        await until(lambda: tab.connected)
        async with anna.session.post(url, data=fields_of(text), headers=headers) as answer:
            assert answer.status == 200
        await until(lambda: not tab.connected)
    assert (await anna.browser.get("/"))[0] == 403


# --- newcomers ----------------------------------------------------------------------------------------------------


async def test_where_everybody_may_come_in_one_computer_makes_few_accounts(tmp_path: Path) -> None:
    settings = Settings(access=AccessSection(policy=Policy.OPEN))
    section = WebSection(enabled=True, port=0, trusted_proxies=("127.0.0.0/8",))
    async with page_app(tmp_path, settings=settings, section=section) as whole:
        await invite(whole, CODE)
        statuses = []
        for number in range(NEWCOMERS + 1):
            async with visiting() as session:
                statuses.append(await come_in(session, whole.origin, f"nobody_has_{number:05}"))
        assert statuses == [303] * NEWCOMERS + [429]
        async with visiting() as invited, visiting() as elsewhere:
            assert await come_in(invited, whole.origin, CODE) == 303
            proxied = {"X-Forwarded-For": "203.0.113.7"}
            assert await come_in(elsewhere, whole.origin, "nobody_has_99999", **proxied) == 303

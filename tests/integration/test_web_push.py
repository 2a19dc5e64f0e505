"""Browsers are told of a new question although the page is closed: encrypted, only where they asked, only outside."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
import sqlalchemy as sa

from adapters.web.push import KEY_FILE, PAUSES, PushRules
from core.contracts.messages import Address
from core.contracts.page_lines import PushSubscription
from core.languages.messages import say
from core.store.page_rows import forget_chat
from core.store.push_rows import MOST, put_subscription, subscriptions_of
from core.store.schema import push_subscriptions
from tests.fakes.manual_clock import ManualClock
from tests.fakes.push_server import PushBrowser, PushServer, claims_of, push_server
from tests.fakes.waiting import PATIENCE, until
from tests.fakes.web_app import PageApp, fields_of, page_app, visiting

pytest.importorskip("pywebpush", reason="pywebpush is not installed")
HTML = {"Accept": "text/html", "Accept-Language": "en"}
HERE = Address(platform="web", chat="local")
LOOPBACK = PushRules(schemes=frozenset({"http", "https"}), may_dial=lambda _: True)


@pytest.fixture
async def service() -> AsyncIterator[PushServer]:
    async with push_server() as server:
        yield server


@pytest.fixture
async def whole(tmp_path: Path) -> AsyncIterator[PageApp]:
    async with page_app(tmp_path, push=LOOPBACK) as app:
        yield app


@pytest.fixture
async def owner(whole: PageApp) -> AsyncIterator[aiohttp.ClientSession]:
    async with visiting() as session:
        assert (await session.get(whole.page.link, headers=HTML)).status == 200
        yield session


async def _subscribe(session: aiohttp.ClientSession, whole: PageApp, endpoint: str, **more: object) -> int:
    body = {"endpoint": endpoint, **PushBrowser.made().keys(), "language": "en", **more}
    headers = {"Origin": whole.origin, "X-Raconteur": "1"}
    async with session.post(f"{whole.origin}/push", json=body, headers=headers) as answer:
        return answer.status


async def _begin(session: aiohttp.ClientSession, whole: PageApp) -> None:
    async with session.get(f"{whole.origin}/begin?kind=plain", headers=HTML) as answer:
        form = fields_of(await answer.text()) | {"name": "Ruth"}
    async with session.post(f"{whole.origin}/begin", data=form, headers=HTML | {"Origin": whole.origin}) as answer:
        assert answer.status == 200


async def _kept(whole: PageApp) -> int:
    return await whole.store.read(
        lambda c: c.execute(sa.select(sa.func.count()).select_from(push_subscriptions)).scalar_one()
    )


async def _until_none_is_kept(whole: PageApp) -> None:
    async with asyncio.timeout(PATIENCE):
        while await _kept(whole):  # noqa: ASYNC110 - nothing rings here when it is written
            await asyncio.sleep(0.02)


async def test_a_question_comes_encrypted_behind_a_notice_that_confirms(
    whole: PageApp, owner: aiohttp.ClientSession, service: PushServer, tmp_path: Path
) -> None:
    browser, endpoint = PushBrowser.made(), f"{service.origin}/wp/abc"
    assert await _subscribe(owner, whole, endpoint, **browser.keys()) == 200
    await until(lambda: len(service.taken) == 1)
    assert browser.reads(service.taken[0][1])["body"] == say("en", "push-on")
    await _begin(owner, whole)
    await until(lambda: len(service.taken) == 2)
    headers, body = service.taken[1]
    read = browser.reads(body)
    async with owner.get(whole.origin, headers=HTML) as answer:
        assert read["body"] in await answer.text()
    assert read["title"] == say("en", "push-title")
    assert read["body"].encode() not in body
    assert (headers["Topic"], headers["Content-Encoding"]) == ("question", "aes128gcm")
    assert claims_of(headers["Authorization"])["aud"] == service.origin
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600


@pytest.mark.parametrize("status", [404, 410])
async def test_a_subscription_that_has_ended_is_forgotten(
    whole: PageApp, owner: aiohttp.ClientSession, service: PushServer, status: int
) -> None:
    service.statuses.append(status)
    assert await _subscribe(owner, whole, f"{service.origin}/wp/abc") == 200
    await until(lambda: len(service.taken) == 1)
    await _until_none_is_kept(whole)


async def test_the_key_stays_over_a_restart(tmp_path: Path) -> None:
    told = []
    for _ in range(2):
        async with page_app(tmp_path, push=LOOPBACK) as whole, visiting() as session:
            await session.get(whole.page.link, headers=HTML)
            async with session.get(f"{whole.origin}/push") as answer:
                told.append((await answer.json())["key"])
    assert told[0] == told[1]
    assert len(told[0]) == 87


@pytest.mark.parametrize(
    "endpoint",
    ["http://push.example.org/a", "https://user@push.example.org/a", "file:///etc/passwd", "https://", "x" * 3_000],
)
async def test_only_addresses_of_push_services_are_kept(tmp_path: Path, endpoint: str) -> None:
    async with page_app(tmp_path) as whole, visiting() as session:
        await session.get(whole.page.link, headers=HTML)
        assert await _subscribe(session, whole, endpoint) == 400
        assert await _kept(whole) == 0


async def test_nothing_in_a_private_network_is_dialled(tmp_path: Path, service: PushServer) -> None:
    rules = PushRules(schemes=frozenset({"http"}))
    async with page_app(tmp_path, push=rules) as whole, visiting() as session:
        await session.get(whole.page.link, headers=HTML)
        assert await _subscribe(session, whole, f"{service.origin}/wp/abc") == 200
        assert await _subscribe(session, whole, f"{service.origin.replace('127.0.0.1', 'localhost')}/wp/abc") == 200
        await _until_none_is_kept(whole)
    assert service.taken == []


@pytest.mark.parametrize("keys", [{"public_key": "x"}, {"secret": "!" * 22}, {"public_key": 7}])
async def test_what_are_no_keys_is_not_kept(
    whole: PageApp, owner: aiohttp.ClientSession, service: PushServer, keys: dict[str, object]
) -> None:
    assert await _subscribe(owner, whole, f"{service.origin}/wp/abc", **keys) == 400


async def test_a_stranger_subscribes_to_nothing(whole: PageApp, service: PushServer) -> None:
    async with visiting() as stranger:
        assert await _subscribe(stranger, whole, f"{service.origin}/wp/abc") == 403
        async with stranger.get(f"{whole.origin}/push") as answer:
            assert answer.status == 403
    assert await _kept(whole) == 0


async def test_a_browser_ends_only_its_own(whole: PageApp, owner: aiohttp.ClientSession, service: PushServer) -> None:
    await _subscribe(owner, whole, f"{service.origin}/wp/abc", again=True)
    headers = {"Origin": whole.origin, "X-Raconteur": "1"}
    for endpoint, left in ((f"{service.origin}/wp/other", 1), (f"{service.origin}/wp/abc", 0)):
        async with owner.post(f"{whole.origin}/push/end", json={"endpoint": endpoint}, headers=headers) as answer:
            assert answer.status == 200
        assert await _kept(whole) == left
    assert service.taken == [], "a browser that is only seen again is told nothing"


async def test_subscriptions_are_few_and_go_with_the_chat(whole: PageApp, owner: aiohttp.ClientSession) -> None:
    made = [PushSubscription(endpoint=f"https://push.example.org/{n}", public_key="p", secret="s") for n in range(7)]
    for number, each in enumerate(made):
        await whole.store.write(lambda c, each=each, at=float(number): put_subscription(c, HERE, each, now=at))
    assert await whole.store.read(lambda c: subscriptions_of(c, HERE)) == tuple(made[-MOST:])
    nobody = Address(platform="web", chat="nobody")
    assert not await whole.store.write(lambda c: put_subscription(c, nobody, made[0], now=1.0))
    await whole.store.write(lambda c: forget_chat(c, HERE))
    assert await _kept(whole) == 0


async def test_a_service_in_trouble_is_asked_again_and_no_secret_is_logged(
    tmp_path: Path, service: PushServer, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = ManualClock()
    service.statuses += [503, 429]
    browser = PushBrowser.made()
    async with page_app(tmp_path, clock=clock, push=LOOPBACK) as whole, visiting() as session:
        await session.get(whole.page.link, headers=HTML)
        assert await _subscribe(session, whole, f"{service.origin}/wp/a-secret-place", **browser.keys()) == 200
        for number, pause in enumerate(PAUSES[:2], 1):
            await until(lambda number=number: len(service.taken) == number)
            await until(lambda pause=pause: pause in clock.asked)
            clock.advance(pause)
        await until(lambda: len(service.taken) == 3)
    assert browser.reads(service.taken[-1][1])["body"] == say("en", "push-on")
    logged = "".join(capsys.readouterr())
    assert "a-secret-place" not in logged
    assert browser.keys()["secret"] not in logged

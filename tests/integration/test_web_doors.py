"""Who comes in to the page: links, keys, invitations; and what is refused at the door."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from adapters.web import WebSection
from adapters.web.security import GUESSES, HEADERS, key_digest
from core.languages.messages import say
from core.store.access import deny_person
from core.store.device_rows import REPLACED, all_devices, holder_of_key
from core.store.schema import invites, page_keys
from tests.fakes.web_app import CODE, ELSEWHERE, PageApp, come_in, fields_of, invite, page_app, rows, visiting
from tests.fakes.web_client import Browser

OWN = {"X-Raconteur": "1", "Sec-Fetch-Site": "same-origin"}
PUBLIC_HOST = ELSEWHERE.removeprefix("https://")


# --- links and keys -----------------------------------------------------------------------------------------------


async def test_the_link_gives_a_key_of_which_only_the_digest_is_kept(whole: PageApp) -> None:
    async with visiting() as session, session.get(whole.page.link) as answer:
        assert answer.status == 200
        assert 'http-equiv="refresh"' in await answer.text()
        (cookie,) = answer.cookies.values()
        assert (cookie["httponly"], cookie["samesite"], cookie["path"], cookie["secure"]) == (True, "Strict", "/", "")
        assert len(cookie.value) == 43
        kept = await whole.store.read(lambda c: c.execute(sa.select(page_keys.c.digest, page_keys.c.chat)).all())
        assert [tuple(row) for row in kept] == [(key_digest(cookie.value), "local")]


async def test_who_follows_the_link_again_gets_another_key_instead(whole: PageApp) -> None:
    async with visiting() as session:
        keys = set()
        for _ in range(3):
            async with session.get(whole.page.link) as answer:
                assert answer.status == 200
                keys |= {cookie.value for cookie in answer.cookies.values()}
        now = whole.clock.now().timestamp()
        assert len(keys) == 3
        assert len(await whole.store.read(lambda c: all_devices(c, now=now))) == 1
        later = now + REPLACED + 1
        valid = [await whole.store.read(partial(holder_of_key, digest=key_digest(key), now=later)) for key in keys]
        assert [each is not None for each in valid].count(True) == 1


async def test_the_key_outlives_the_server_and_its_link_does_not(tmp_path: Path) -> None:
    async with page_app(tmp_path) as first, visiting() as session:
        async with session.get(first.page.link) as answer:
            key = answer.cookies
        keys = {(await first.store.read(lambda c: c.execute(sa.select(page_keys.c.digest)).scalar_one()))}
        assert {key_digest(cookie.value) for cookie in key.values()} == keys
        async with page_app(tmp_path) as second, visiting() as other:
            async with other.get(first.page.link.replace(first.origin, second.origin)) as answer:
                assert answer.status == 403
            assert await second.store.read(rows) == {}


async def test_a_token_of_ones_own_stays_good(tmp_path: Path) -> None:
    token = "a-secret-that-nobody-guesses-0123456789"
    section = WebSection.model_validate({"enabled": True, "port": 0, "token": token})
    async with page_app(tmp_path, section=section) as whole:
        assert whole.page.link.endswith(f"/in/{token}")
        async with visiting() as session, session.get(whole.page.link) as answer:
            assert answer.status == 200


async def test_wrong_links_leave_nothing_behind_and_lock_nobody_out(whole: PageApp) -> None:
    await invite(whole, CODE)
    async with visiting() as session, visiting() as anna:
        for number in range(GUESSES + 1):
            async with session.get(f"{whole.origin}/in/{number:043}") as answer:
                assert answer.status == 403
        assert set(await whole.store.read(rows)) == {"invites"}
        async with session.get(whole.page.link) as answer:
            assert answer.status == 200
        assert await come_in(anna, whole.origin, CODE) == 303


async def test_without_a_key_nothing_is_shown_or_taken(whole: PageApp) -> None:
    async with visiting() as session:
        for path in ("/", "/events", "/lines", "/documents/1", "/documents/1/read"):
            async with session.get(f"{whole.origin}{path}") as answer:
                assert answer.status in {403, 404}, path
        for path in ("/say", "/press", "/edit"):
            fields = {"id": "0123456789", "text": "words", "line": 1, "data": "x"}
            async with session.post(
                f"{whole.origin}{path}", json=fields, headers=OWN | {"Origin": whole.origin}
            ) as answer:
                assert answer.status == 403, path
    assert await whole.store.read(rows) == {}


# --- invitations --------------------------------------------------------------------------------------------------


async def test_an_invitation_is_used_up_by_coming_in_and_not_by_looking(whole: PageApp) -> None:
    await invite(whole, CODE)
    async with visiting() as preview:
        for _ in range(3):
            async with preview.get(f"{whole.origin}/i/{CODE}") as answer:
                assert answer.status == 200
    async with visiting() as anna, visiting() as boris:
        async with boris.get(f"{whole.origin}/i/{CODE}") as answer:
            before = {"form": fields_of(await answer.text())["form"]}
        assert await come_in(anna, whole.origin, CODE) == 303
        assert await come_in(anna, whole.origin, CODE) == 303, "pressed twice"
        async with anna.get(f"{whole.origin}/") as answer:
            assert answer.status == 200
        posted = {"Origin": whole.origin}
        async with boris.post(f"{whole.origin}/i/{CODE}", data=before, headers=posted) as answer:
            assert answer.status == 403
            assert say("en", "used-link") in await answer.text()
        async with boris.get(f"{whole.origin}/i/{CODE}") as answer:
            assert "<form" not in await answer.text()
        async with boris.get(f"{whole.origin}/") as answer:
            assert answer.status == 403
    found = await whole.store.read(rows)
    assert (found["addresses"], found["access"]) == (1, 1)
    left = await whole.store.read(lambda c: c.execute(sa.select(invites.c.uses_left)).scalar_one())
    assert left == 0


async def test_each_who_is_invited_has_a_chat_of_their_own(whole: PageApp) -> None:
    await invite(whole, CODE, uses=2)
    async with visiting() as anna, visiting() as boris:
        for session in (anna, boris):
            assert await come_in(session, whole.origin, CODE) == 303
        browser, other = Browser(anna, whole.origin), Browser(boris, whole.origin)
        status, said = await browser.post("/say", {"id": "1111111111", "text": "Only Anna may read this."})
        assert status == 200
        for path in ("/", "/lines"):
            assert "Only Anna may read this." in (await browser.get(path))[1]
            assert "Only Anna may read this." not in (await other.get(path))[1]
        for path, fields in (
            ("/edit", {"id": "2222222222", "line": said["line"], "text": "mine now"}),
            ("/press", {"id": "3333333333", "line": said["line"], "data": "x"}),
        ):
            assert (await other.post(path, fields))[0] == 404


async def test_who_is_at_home_here_and_follows_an_invitation_stays_who_they_are(whole: PageApp) -> None:
    await invite(whole, CODE)
    async with visiting() as session:
        async with session.get(whole.page.link):
            pass
        assert await come_in(session, whole.origin, CODE) == 303
    assert (await whole.store.read(rows))["addresses"] == 1


async def test_wrong_invitations_leave_nothing_behind(whole: PageApp) -> None:
    async with visiting() as session:
        assert await come_in(session, whole.origin, "wrong_wrong_wron") == 403
        async with session.get(f"{whole.origin}/i/short") as answer:
            assert answer.status == 404
    assert await whole.store.read(rows) == {}


async def test_who_is_kept_out_later_can_say_nothing_more(whole: PageApp) -> None:
    await invite(whole, CODE)
    async with visiting() as session:
        assert await come_in(session, whole.origin, CODE) == 303
        browser = Browser(session, whole.origin)
        assert (await browser.post("/say", {"id": "1111111111", "text": "hello"}))[0] == 200
        chat = await whole.store.read(lambda c: c.execute(sa.select(page_keys.c.chat)).scalar_one())
        await whole.store.write(lambda c: deny_person(c, f"web:{chat}", now=0.0))
        assert (await browser.post("/say", {"id": "2222222222", "text": "hello?"}))[0] == 403
        assert "hello?" not in (await browser.get("/"))[1]


# --- foreign pages ------------------------------------------------------------------------------------------------


FOREIGN = (
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "http://127.0.0.1.evil.example"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Host": "evil.example"},
    {"Host": "127.0.0.1"},
    {"Host": "127.0.0.1:1"},
    {"Host": "evil.example:80@127.0.0.1"},
    {"X-Forwarded-Host": "127.0.0.1", "Host": "evil.example"},
)


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
async def test_what_another_page_sends_is_refused_though_the_key_is_right(
    headers: dict[str, str], whole: PageApp
) -> None:
    async with Browser.opened(whole.page.link) as browser:
        before = await whole.store.read(rows)
        fields = {"id": "1111111111", "text": "forged"}
        sent = {**browser.own_headers(), **headers}
        async with browser.session.post(f"{browser.origin}/say", json=fields, headers=sent) as answer:
            assert answer.status == 403
        asked = {"Sec-Fetch-Mode": "cors", **headers}
        for path in ("/", "/events", "/lines"):
            async with browser.session.get(f"{browser.origin}{path}", headers=asked) as answer:
                assert answer.status == 403, path
        assert "forged" not in (await browser.get("/"))[1]
        assert (await whole.store.read(rows)).get("mailbox") == before.get("mailbox")


@pytest.mark.parametrize("missing", ["Origin", "X-Raconteur"])
async def test_what_a_form_of_another_page_could_send_is_refused(missing: str, whole: PageApp) -> None:
    async with Browser.opened(whole.page.link) as browser:
        headers = {name: value for name, value in browser.own_headers().items() if name != missing}
        fields = {"id": "1111111111", "text": "forged"}
        async with browser.session.post(f"{browser.origin}/say", json=fields, headers=headers) as answer:
            assert answer.status == 403
        plain = headers | {"Content-Type": "text/plain"}
        async with browser.session.post(f"{browser.origin}/say", data=str(fields), headers=plain) as answer:
            assert answer.status in {403, 415}


async def test_a_form_without_the_token_that_was_shown_is_refused(whole: PageApp) -> None:
    async with Browser.opened(whole.page.link) as browser:
        _, html = await browser.get("/begin?kind=plain")
        own = fields_of(html)
        for form in ({}, {"form": ""}, {"form": "x" * 64}, {"form": own["form"].upper()}):
            fields = {"id": "1111111111", "text": "forged", **form}
            async with browser.session.post(
                f"{browser.origin}/say", data=fields, headers={"Origin": browser.origin}
            ) as answer:
                assert answer.status == 403


async def test_every_answer_has_the_headers_that_protect_it(whole: PageApp) -> None:
    async with Browser.opened(whole.page.link) as browser:
        for path in ("/", "/lines", "/nowhere", "/documents/9", "/static/page.css", "/in/wrong", "/i/wrong", "/%00"):
            async with browser.session.get(f"{browser.origin}{path}") as answer:
                headers = {name: value for name, value in HEADERS.items() if name != "Cache-Control"}
                assert {name: answer.headers.get(name) for name in headers} == headers, path
                cached = "no-cache" if answer.status == 200 and "static" in path else "no-store"
                assert answer.headers["Cache-Control"] == cached


async def test_somebody_who_comes_from_a_link_elsewhere_is_sent_on(whole: PageApp) -> None:
    """Their browser holds the key back until a page of ours asks."""
    async with visiting() as session:
        headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
        for path in ("/", f"/i/{CODE}"):
            async with session.get(f"{whole.origin}{path}", headers=headers) as answer:
                assert answer.status == 200
                assert f"url={path}" in await answer.text()
                assert not answer.cookies


# --- beyond this computer -----------------------------------------------------------------------------------------


async def test_behind_a_proxy_the_key_is_for_tls_alone(tmp_path: Path) -> None:
    section = WebSection(enabled=True, port=0, public_url=ELSEWHERE)
    async with page_app(tmp_path, section=section) as whole, visiting() as session:
        await invite(whole, CODE)
        proxied = {"Host": PUBLIC_HOST, "X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
        async with session.get(f"{whole.origin}/i/{CODE}", headers=proxied) as answer:
            (cookie,) = answer.cookies.values()
            assert (cookie.key, cookie["secure"], cookie["httponly"]) == ("__Host-raconteur", True, True)
            fields = fields_of(await answer.text())
        held = {**proxied, "Cookie": f"{cookie.key}={cookie.value}"}
        async with session.post(
            f"{whole.origin}/i/{CODE}", data=fields, headers={**held, "Origin": ELSEWHERE}, allow_redirects=False
        ) as answer:
            assert answer.status == 303
            (fresh,) = answer.cookies.values()
            assert answer.headers["Strict-Transport-Security"].startswith("max-age=")
        async with session.get(f"{whole.origin}/", headers=held) as answer:
            assert answer.status == 403
        held = {**proxied, "Cookie": f"{fresh.key}={fresh.value}"}
        async with session.get(f"{whole.origin}/", headers=held) as answer:
            assert answer.status == 200


async def test_the_link_of_this_computer_opens_nothing_from_elsewhere(tmp_path: Path) -> None:
    section = WebSection(enabled=True, port=0, public_url=ELSEWHERE)
    async with page_app(tmp_path, section=section) as whole, visiting() as session:
        for headers in ({"Host": PUBLIC_HOST}, {"X-Forwarded-For": "203.0.113.7"}, {"Forwarded": "for=203.0.113.7"}):
            async with session.get(whole.page.link, headers=headers) as answer:
                assert (answer.status, len(answer.cookies)) == (403, 0), headers
        assert await whole.store.read(rows) == {}


@pytest.mark.parametrize("dest", ["iframe", "frame", "embed", "object"])
async def test_nothing_is_shown_in_a_frame(dest: str, whole: PageApp) -> None:
    async with visiting() as session:
        headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": dest}
        for path in ("/", f"/i/{CODE}", "/in/wrong", "/operator/in/wrong"):
            async with session.get(f"{whole.origin}{path}", headers=headers) as answer:
                assert answer.status == 403, path

"""A gift on the page: one screen makes the link, one button opens it, and the giver sees how far it has come."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import aiohttp
import pytest
import sqlalchemy as sa

from adapters.web import WebSection
from bot.config import Settings
from bot.sections import GiftSection, TimersSection
from core.features.gift.readers import is_given_by_operator
from core.features.gift.rows import families_of, questions_waiting
from core.languages.messages import say
from core.store.schema import addresses, consents, entries, mailbox, persons, revisions, sessions
from core.store.schema_families import families, family_codes, family_questions, members
from tests.fakes.operator_page import words
from tests.fakes.pictures import jpeg
from tests.fakes.waiting import PATIENCE
from tests.fakes.web_app import CODE, ELSEWHERE, PageApp, fields_of, invite, page_app, visiting
from tests.features.gift.page_kit import HTML, MUM, gift_link, give, press, see

Found = TypeVar("Found")


@pytest.fixture
async def whole(tmp_path: Path) -> AsyncIterator[PageApp]:
    async with page_app(tmp_path, operator=True) as app:
        yield app


@pytest.fixture
async def owner(whole: PageApp) -> AsyncIterator[aiohttp.ClientSession]:
    async with visiting() as session:
        assert (await session.get(whole.page.link, headers=HTML)).status == 200
        yield session


async def _until(look: Callable[[], Awaitable[Found]]) -> Found:
    async with asyncio.timeout(PATIENCE):
        while not (found := await look()):  # noqa: ASYNC110 - nothing rings here when it is written
            await asyncio.sleep(0.02)
        return found


async def _rows(whole: PageApp, what: sa.Select[tuple[object, ...]] | sa.Table) -> list[sa.Row[tuple[object, ...]]]:
    statement = sa.select(what) if isinstance(what, sa.Table) else what
    return list(await whole.store.read(lambda c: c.execute(statement).all()))


async def test_one_screen_makes_a_link_that_is_ready_to_send(whole: PageApp, owner: aiohttp.ClientSession) -> None:
    status, page = await give(owner, whole, questions="How did you meet Dad?\n\n What did you sing? ")
    link = gift_link(page)
    assert status == 200
    assert link.startswith(f"{whole.origin}/i/")
    assert page.count(link) >= 2, "the message has the link, too"
    assert say("en", "give-only-here") in words(page)
    assert "<svg" not in page
    assert "mailto:" not in page, "a link that opens on this computer alone is sent to nobody"
    assert "/operator/setup#reach" in page
    [family] = await _rows(whole, families)
    [member] = await _rows(whole, members)
    asked = [
        row.text for row in await _rows(whole, sa.select(family_questions).order_by(family_questions.c.created_at))
    ]
    assert (family.name, family.giver, family.language, family.person_id) == ("Mum", "Anna", "en", None)
    assert member.gives
    assert asked == ["How did you meet Dad?", "What did you sing?"]


async def test_one_button_lets_in_agrees_answers_and_begins(whole: PageApp, owner: aiohttp.ClientSession) -> None:
    _, page = await give(owner, whole, words="Dear Mum, tell me all of it.")
    async with visiting() as mum:
        landing = await see(mum, gift_link(page))
        assert say("en", "landing-title", giver="Anna") in words(landing)
        assert "Dear Mum, tell me all of it." in words(landing)
        answer = await press(mum, whole, gift_link(page), reads="yes")
        assert (answer.status, answer.headers["Location"]) == (303, "/?begun=1")
        await _until(lambda: _rows(whole, revisions))
        shown = words(await see(mum, whole.origin))
    [family] = await _rows(whole, families)
    [session] = await _rows(whole, sessions)
    [consent] = await _rows(whole, consents)
    named = {row.id: row.name for row in await _rows(whole, persons)}
    assert (family.person_id, family.session_id, family.leave) == (session.person_id, session.id, "yes")
    assert consent.person_id == session.person_id
    assert named[session.person_id] == "Mum"
    for key in ("greeting", "consent-question", "leave-question"):
        assert say("en", key, giver="Anna", model="yes") not in shown
    kept = await _rows(whole, mailbox)
    assert gift_link(page).rpartition("/")[2] not in "".join(map(str, kept)), "of the code only its digest is kept"


async def test_the_giver_comes_first_and_all_that_is_agreed_to_is_one_paragraph(
    whole: PageApp, owner: aiohttp.ClientSession
) -> None:
    _, page = await give(owner, whole, words="Dear Mum, tell me all of it.", photo=jpeg())
    async with visiting() as mum:
        landing = await see(mum, gift_link(page))
    parts = ["/photo", "<h1", "<blockquote", 'value="yes"', 'class="hint"', "<details", 'value="no"']
    places = [landing.index(part) for part in parts]
    assert places == sorted(places)
    assert landing.count('class="hint"') == 1
    assert landing.count('class="send big"') == 1


async def test_nothing_goes_to_the_giver_without_a_yes(whole: PageApp, owner: aiohttp.ClientSession) -> None:
    _, page = await give(owner, whole)
    async with visiting() as mum:
        assert (await press(mum, whole, gift_link(page), reads="no")).status == 303
        await _until(lambda: _rows(whole, revisions))
    [family] = await _rows(whole, families)
    assert family.leave == "no"


async def test_whoever_says_neither_is_asked_in_the_chat(whole: PageApp, owner: aiohttp.ClientSession) -> None:
    _, page = await give(owner, whole)
    async with visiting() as mum:
        assert (await press(mum, whole, gift_link(page))).status == 303

        async def asked() -> bool:
            return say("en", "button-leave-yes") in words(await see(mum, f"{whole.origin}/?begun=1"))

        assert await _until(asked)
    assert await _rows(whole, sessions) == []


async def test_a_preview_uses_nothing_up_and_shows_no_secret(whole: PageApp, owner: aiohttp.ClientSession) -> None:
    _, page = await give(owner, whole)
    link = gift_link(page)
    for _ in range(3):
        async with visiting() as robot:
            shown = await see(robot, link)
    tags = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', shown))
    assert tags["title"] == say("en", "landing-title", giver="Anna")
    assert tags["image"].startswith(f"{whole.origin}/static/")
    assert not any(link.rpartition("/")[2] in value for value in tags.values())
    async with owner.get(tags["image"]) as answer:
        assert answer.headers["Content-Type"] == "image/png"
    async with visiting() as mum:
        assert (await press(mum, whole, link, reads="yes")).status == 303


async def test_a_link_works_once(whole: PageApp, owner: aiohttp.ClientSession) -> None:
    _, page = await give(owner, whole)
    link = gift_link(page)
    async with visiting() as mum, visiting() as other:
        form = fields_of(await see(other, link)) | {"reads": "yes"}
        assert (await press(mum, whole, link, reads="yes")).status == 303
        await _until(lambda: _rows(whole, sessions))
        headers = HTML | {"Origin": whole.origin}
        async with other.post(link, data=form, headers=headers, allow_redirects=False) as answer:
            assert answer.status == 403
        assert "Anna" not in await see(other, link)


@pytest.mark.parametrize("language", ["en", "ru", "de", "es"])
async def test_another_device_is_told_what_became_of_the_link(
    whole: PageApp, owner: aiohttp.ClientSession, language: str
) -> None:
    _, page = await give(owner, whole)
    link = gift_link(page)
    async with visiting() as mum, visiting() as other:
        await press(mum, whole, link, reads="yes")
        await _until(lambda: _rows(whole, sessions))
        async with other.get(link, headers=HTML | {"Accept-Language": language}) as answer:
            shown = words(await answer.text())
        for key in ("used-link", "used-link-why", "used-link-there", "used-link-here"):
            assert say(language, key) in shown
        async with other.get(f"{whole.origin}/i/{CODE}", headers=HTML) as answer:
            assert say("en", "used-link") not in await answer.text(), "nothing is known of this one"


async def test_the_photo_comes_without_its_place_and_only_with_the_link(
    whole: PageApp, owner: aiohttp.ClientSession
) -> None:
    status, page = await give(owner, whole, photo=jpeg())
    link = gift_link(page)
    assert status == 200
    async with visiting() as mum:
        assert f'src="{link.removeprefix(whole.origin)}/photo"' in await see(mum, link)
        async with mum.get(f"{link}/photo") as answer:
            assert (answer.status, answer.headers["Content-Type"]) == (200, "image/jpeg")
        async with mum.get(f"{whole.origin}/i/{CODE}/photo") as answer:
            assert answer.status == 404


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"name": " ?? "}, "give-no-name"),
        ({"questions": "\n".join(f"What was it like in 19{n}?" for n in range(60, 66))}, "give-too-many"),
        ({"questions": "What do you think of https://example.org?"}, "family-question-link"),
    ],
)
async def test_what_cannot_be_is_said_at_its_field_and_nothing_is_lost(
    whole: PageApp, owner: aiohttp.ClientSession, fields: dict[str, str], key: str
) -> None:
    status, page = await give(owner, whole, **{"words": "With love", **fields})
    assert status == 400
    assert say("en", key) in words(page)
    assert "With love" in page
    assert await _rows(whole, families) == []


async def test_a_file_that_is_no_photo_is_named(whole: PageApp, owner: aiohttp.ClientSession) -> None:
    status, page = await give(owner, whole, photo=b"not a picture at all")
    assert status == 400
    assert say("en", "photo-unreadable") in words(page)


async def test_the_giver_sees_how_far_it_is_and_no_word(whole: PageApp, owner: aiohttp.ClientSession) -> None:
    _, page = await give(owner, whole)
    link = gift_link(page)
    assert link in await see(owner, await _gift_address(whole)), "the link is shown again until it is used"
    assert say("en", "give-unopened") in words(await see(owner, f"{whole.origin}/give"))
    async with visiting() as mum:
        await press(mum, whole, link, reads="no")
        await _until(lambda: _rows(whole, sessions))
        begun = await see(owner, await _gift_address(whole))
        assert say("en", "give-begun") in words(begun)
        assert link not in begun
        assert say("en", "give-reminder-text", name="Mum", giver="Anna").split(",")[0] in words(begun)
        form = fields_of(await see(mum, whole.origin)) | {"text": "An orchard nobody knows of.", "seen": "1"}
        async with mum.post(f"{whole.origin}/say", data=form, headers=HTML | {"Origin": whole.origin}) as answer:
            assert answer.status == 200

        async def counted() -> bool:
            seen = await see(owner, f"{whole.origin}/give")
            assert "orchard" not in seen
            return "One answer so far" in words(seen)

        assert await _until(counted)


async def test_what_was_sent_on_stands_on_the_givers_page_and_nothing_else(tmp_path: Path) -> None:
    settings = Settings(gift=GiftSection(grace_minutes=0), timers=TimersSection(quiet_hours="off"))
    async with page_app(tmp_path, operator=True, settings=settings) as whole, visiting() as owner, visiting() as mum:
        await owner.get(whole.page.link, headers=HTML)
        _, page = await give(owner, whole)
        await press(mum, whole, gift_link(page), reads="yes")
        await _until(lambda: _rows(whole, sessions))
        address = await _gift_address(whole)
        assert say("en", "give-nothing-sent", name="Mum") in words(await see(owner, address))

        async def told(text: str) -> None:
            form = fields_of(await see(mum, whole.origin)) | {"text": text, "seen": "1"}
            async with mum.post(f"{whole.origin}/say", data=form, headers=HTML | {"Origin": whole.origin}) as answer:
                assert answer.status == 200

        await told("An <b>orchard</b>.\nAnd pears.")

        async def shown() -> bool:
            await whole.app.tick()
            return say("en", "give-sent", name="Mum") in words(await see(owner, address))

        assert await _until(shown)
        page = await see(owner, address)
        assert "An &lt;b&gt;orchard&lt;/b&gt;.</p>" in page
        assert "And pears.</p>" in page
        assert say("en", "give-nothing-sent", name="Mum") not in words(page)
        await whole.store.write(lambda c: c.execute(entries.update().values(kept_back=True)))
        page = await see(owner, address)
        assert "orchard" not in page
        assert say("en", "give-nothing-sent", name="Mum") in words(page)


async def _gift_address(whole: PageApp) -> str:
    [family] = await _rows(whole, families)
    return f"{whole.origin}/give?gift={family.id}"


async def test_a_link_that_is_not_known_any_more_is_replaced(whole: PageApp, owner: aiohttp.ClientSession) -> None:
    _, page = await give(owner, whole)
    await whole.store.write(lambda c: c.execute(family_codes.update().values(code="")))
    shown = await see(owner, await _gift_address(whole))
    assert say("en", "give-link-gone") in words(shown)
    async with owner.post(
        f"{whole.origin}/give/link", data=fields_of(shown), headers=HTML | {"Origin": whole.origin}
    ) as answer:
        fresh = gift_link(await answer.text())
    assert fresh != gift_link(page)
    async with visiting() as mum:
        assert "Anna" not in await see(mum, gift_link(page))
        assert "Anna" in await see(mum, fresh)


async def test_the_code_is_kept_only_until_it_is_used(whole: PageApp, owner: aiohttp.ClientSession) -> None:
    _, page = await give(owner, whole)
    async with visiting() as mum:
        await press(mum, whole, gift_link(page), reads="yes")
        await _until(lambda: _rows(whole, sessions))
    assert await _rows(whole, family_codes) == []


async def test_the_owner_looks_at_the_link_and_cannot_use_it_up(whole: PageApp, owner: aiohttp.ClientSession) -> None:
    _, page = await give(owner, whole)
    shown = await see(owner, gift_link(page))
    assert say("en", "landing-look", name="Mum") in words(shown)
    assert "<form" not in shown


async def test_nobody_else_makes_gifts(whole: PageApp) -> None:
    await invite(whole)
    async with visiting() as guest:
        await press(guest, whole, f"{whole.origin}/i/{CODE}")
        for path in ("/give", "/give?gift=x"):
            async with guest.get(f"{whole.origin}{path}", headers=HTML) as answer:
                assert answer.status == 404
        async with guest.post(f"{whole.origin}/give/link", data={}, headers={"Origin": whole.origin}) as answer:
            assert answer.status == 404
        assert "/give" not in await see(guest, whole.origin)


async def test_a_form_of_another_site_makes_none(whole: PageApp, owner: aiohttp.ClientSession) -> None:
    data = aiohttp.FormData()
    for name, value in MUM.items():
        data.add_field(name, value)
    data.add_field("file", b"", filename="", content_type="application/octet-stream")
    async with owner.post(f"{whole.origin}/give", data=data, headers={"Origin": whole.origin}) as answer:
        assert answer.status == 403
    assert await _rows(whole, families) == []


async def test_a_page_that_others_reach_gives_a_link_that_they_reach(tmp_path: Path) -> None:
    section = WebSection(enabled=True, port=0, public_url=ELSEWHERE)
    async with page_app(tmp_path, section=section, operator=True) as whole, visiting() as owner:
        await owner.get(whole.page.link, headers=HTML)
        _, page = await give(owner, whole)
    assert gift_link(page).startswith(f"{ELSEWHERE}/i/")
    assert say("en", "give-only-here") not in words(page)


async def test_a_link_for_the_home_network_says_so(tmp_path: Path) -> None:
    section = WebSection(enabled=True, port=0, home_network=True)
    near = ("127.0.0.2",)
    async with page_app(tmp_path, section=section, operator=True, near=near) as whole, visiting() as owner:
        await owner.get(whole.page.link, headers=HTML)
        _, page = await give(owner, whole)
    assert gift_link(page).startswith("http://127.0.0.2:")
    assert say("en", "give-only-home") in words(page)
    assert "<svg" in page
    assert "mailto:?subject=" in page


async def test_whoever_opens_the_used_link_again_comes_back_to_their_own_page(
    whole: PageApp, owner: aiohttp.ClientSession
) -> None:
    _, page = await give(owner, whole)
    async with visiting() as mum:
        await press(mum, whole, gift_link(page), reads="yes")
        await _until(lambda: _rows(whole, sessions))
        async with mum.get(gift_link(page), headers=HTML, allow_redirects=False) as answer:
            assert (answer.status, answer.headers["Location"]) == (303, "/")


async def test_the_teller_is_told_that_the_giver_runs_the_page_and_asks_by_the_name_in_the_form(
    whole: PageApp, owner: aiohttp.ClientSession
) -> None:
    _, page = await give(owner, whole, questions="What did you sing?")
    runs = say("en", "giver-runs", giver="Anna")
    async with visiting() as mum:
        assert say("en", "landing-reads", giver="Anna", model="yes", runs="yes") in words(
            await see(mum, gift_link(page))
        )
        await press(mum, whole, gift_link(page), reads="yes")
        await _until(lambda: _rows(whole, sessions))
        form = fields_of(await see(mum, whole.origin)) | {"text": "/privacy", "seen": "1"}
        async with mum.post(f"{whole.origin}/say", data=form, headers=HTML | {"Origin": whole.origin}) as answer:
            assert answer.status == 200

        async def told() -> bool:
            return runs in words(await see(mum, whole.origin))

        assert await _until(told)
        assert say("en", "family-privacy", leave="yes", reader="Anna") in words(await see(mum, whole.origin))
    [family] = await _rows(whole, families)
    [question] = await whole.store.read(lambda c: questions_waiting(c, family.id))
    assert question.asker == "Anna"
    # Somebody else's gift says nothing of the kind.
    await whole.store.write(lambda c: c.execute(addresses.update().values(sender_id="7")))
    lines = await whole.store.read(lambda c: families_of(c, family.person_id))
    assert not await whole.store.read(lambda c: is_given_by_operator(c, whole.app.runtime, lines[0]))


async def test_the_giver_sees_how_many_answers_arrive_and_when_and_no_word(tmp_path: Path) -> None:
    settings = Settings(timers=TimersSection(quiet_hours="off"))
    async with page_app(tmp_path, operator=True, settings=settings) as whole, visiting() as owner, visiting() as mum:
        await owner.get(whole.page.link, headers=HTML)
        _, page = await give(owner, whole)
        await press(mum, whole, gift_link(page), reads="yes")
        await _until(lambda: _rows(whole, sessions))
        form = fields_of(await see(mum, whole.origin)) | {"text": "An orchard.", "seen": "1"}
        async with mum.post(f"{whole.origin}/say", data=form, headers=HTML | {"Origin": whole.origin}) as answer:
            assert answer.status == 200

        async def shown() -> bool:
            return "sent an answer; it arrives at" in words(await see(owner, await _gift_address(whole)))

        assert await _until(shown)
        page = words(await see(owner, await _gift_address(whole)))
        assert "orchard" not in page
        assert say("en", "give-nothing-sent", name="Mum") not in page

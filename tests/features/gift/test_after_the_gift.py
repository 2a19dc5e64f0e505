"""A giver's page after the gift: how far it is, what can be changed, and how the teller comes back."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import time
from pathlib import Path
from typing import TypeVar

import aiohttp
import pytest
import sqlalchemy as sa

from adapters.web import WebSection
from bot.config import Settings
from bot.sections import GiftSection
from core.contracts.giving import GivenGift
from core.contracts.messages import Address
from core.contracts.session import Timing
from core.features.gift.desk import GiftDesk
from core.languages import LANGUAGES
from core.languages.messages import say
from core.store.schema import page_keys, revisions, sessions
from core.store.schema_families import families, members
from core.timing.rules import EVERY_DAY, Cadence
from tests.fakes.operator_page import words
from tests.fakes.waiting import PATIENCE
from tests.fakes.web_app import PageApp, fields_of, page_app, visiting
from tests.features.gift.page_kit import HTML, gift_link, give, press, see

Found = TypeVar("Found")
OWNER = Address(platform="web", chat="local")


@pytest.fixture
async def whole(tmp_path: Path) -> AsyncIterator[PageApp]:
    settings = Settings(gift=GiftSection(grace_minutes=0))
    async with page_app(tmp_path, operator=True, settings=settings) as app:
        yield app


@pytest.fixture
async def owner(whole: PageApp) -> AsyncIterator[aiohttp.ClientSession]:
    async with visiting() as session:
        assert (await session.get(whole.page.link, headers=HTML)).status == 200
        yield session


async def until(look: Callable[[], Awaitable[Found]]) -> Found:
    async with asyncio.timeout(PATIENCE):
        while not (found := await look()):  # noqa: ASYNC110 - nothing rings here when it is written
            await asyncio.sleep(0.02)
        return found


async def gift_of(whole: PageApp) -> GivenGift:
    [gift] = await GiftDesk(runtime=whole.app.runtime).given(OWNER)
    return gift


async def address_of(whole: PageApp) -> str:
    [found] = await whole.store.read(lambda c: c.execute(sa.select(families.c.id)).scalars().all())
    return f"{whole.origin}/give?gift={found}"


async def post(session: aiohttp.ClientSession, whole: PageApp, path: str, **fields: str) -> tuple[int, str]:
    """Send a form of the gift's page; the status and the text of what follows."""
    address = await address_of(whole)
    token = fields_of(await see(session, address))["form"]
    data = {"form": token, "gift": address.rpartition("=")[2], **fields}
    async with session.post(f"{whole.origin}{path}", data=data, headers=HTML | {"Origin": whole.origin}) as answer:
        return answer.status, await answer.text()


async def begin(mum: aiohttp.ClientSession, whole: PageApp, link: str) -> None:
    await press(mum, whole, link, reads="yes")

    async def begun() -> bool:
        return bool(await whole.store.read(lambda c: c.execute(sa.select(revisions.c.id)).first()))

    await until(begun)


async def tell(mum: aiohttp.ClientSession, whole: PageApp, text: str) -> None:
    form = fields_of(await see(mum, f"{whole.origin}/?begun=1"))
    data = form | {"text": text}
    async with mum.post(f"{whole.origin}/say", data=data, headers=HTML | {"Origin": whole.origin}) as answer:
        assert answer.status == 200

    async def told() -> bool:
        found = sa.select(revisions.c.id).where(revisions.c.text == text)
        return bool(await whole.store.read(lambda c: c.execute(found).first()))

    await until(told)


# --- what can be changed ----------------------------------------------------------------------------------------------


async def test_the_page_shows_the_rhythm_and_changes_it_before_anybody_begins(
    whole: PageApp, owner: aiohttp.ClientSession
) -> None:
    await give(owner, whole)
    assert 'value="weekly" selected' in await see(owner, await address_of(whole))
    status, page = await post(owner, whole, "/give/rhythm", rhythm="daily")
    assert status == 200
    assert say("en", "give-rhythm-saved") in words(page)
    assert 'value="daily" selected' in page
    assert (await gift_of(whole)).rhythm == "daily"


async def test_another_rhythm_reaches_an_interview_that_is_under_way(
    whole: PageApp, owner: aiohttp.ClientSession
) -> None:
    _, page = await give(owner, whole)
    async with visiting() as mum:
        await begin(mum, whole, gift_link(page))
        await post(owner, whole, "/give/rhythm", rhythm="daily")
        stored = await whole.store.read(lambda c: c.execute(sa.select(sessions.c.timing)).scalar_one())
        assert Timing.model_validate_json(stored).cadence == str(Cadence(EVERY_DAY, time(10)))
        assert (await gift_of(whole)).rhythm == "daily"
        await post(owner, whole, "/give/rhythm", rhythm="once")
        stored = await whole.store.read(lambda c: c.execute(sa.select(sessions.c.timing)).scalar_one())
        assert Timing.model_validate_json(stored).cadence == ""
        await tell(mum, whole, "We had an orchard.")


async def test_one_more_question_is_kept_and_listed(whole: PageApp, owner: aiohttp.ClientSession) -> None:
    await give(owner, whole, questions="How did you meet Dad?")
    status, page = await post(owner, whole, "/give/ask", question="What did you sing?")
    assert status == 200
    assert say("en", "give-ask-kept") in words(page)
    assert [each.text for each in (await gift_of(whole)).questions] == ["How did you meet Dad?", "What did you sing?"]
    assert words(page).count(say("en", "give-asked-wait")) == 2


async def test_a_question_that_cannot_be_asked_is_explained_and_not_lost(
    whole: PageApp, owner: aiohttp.ClientSession
) -> None:
    await give(owner, whole)
    status, page = await post(owner, whole, "/give/ask", question="What about https://example.org?")
    assert status == 400
    assert say("en", "family-question-link") in words(page)
    assert "What about https://example.org?" in page
    assert "autofocus" in page
    assert (await gift_of(whole)).questions == ()


@pytest.mark.parametrize("language", list(LANGUAGES))
async def test_the_link_of_a_gift_that_was_taken_back_says_so(
    whole: PageApp, owner: aiohttp.ClientSession, language: str
) -> None:
    _, page = await give(owner, whole, language=language)
    link, address = gift_link(page), await address_of(whole)
    asks = await see(owner, address.replace("/give?", "/give/back?"))
    assert say("en", "give-take-back-unopened") in words(asks)
    async with visiting() as mum:
        form = fields_of(await see(mum, link)) | {"reads": "yes"}
        status, page = await post(owner, whole, "/give/back")
        assert status == 200
        assert say("en", "give-taken-back") in words(page)
        shown = words(await see(mum, link))
        assert say(language, "taken-back", giver="Anna") in shown
        headers = HTML | {"Origin": whole.origin}
        async with mum.post(link, data=form, headers=headers, allow_redirects=False) as answer:
            assert answer.status == 403, "an open page does not let anybody in, either"
    assert await whole.store.read(lambda c: c.execute(sa.select(sessions.c.id)).all()) == []
    async with owner.get(address, headers=HTML) as answer:
        assert answer.status == 404


async def test_after_taking_it_back_the_teller_goes_on_and_the_giver_gets_nothing_more(
    whole: PageApp, owner: aiohttp.ClientSession
) -> None:
    _, page = await give(owner, whole, rhythm="once", questions="How did you meet Dad?")
    async with visiting() as mum:
        await begin(mum, whole, gift_link(page))
        await tell(mum, whole, "We had an orchard.")
        status, _ = await post(owner, whole, "/give/back")
        assert status == 200

        async def is_said() -> bool:
            return say("en", "gift-taken-back", giver="Anna") in words(await see(mum, whole.origin))

        await until(is_said)
        await tell(mum, whole, "And pears.")
        assert "We had an orchard." in words(await see(mum, whole.origin))
        await whole.app.tick()
    async with owner.get(f"{whole.origin}/", headers=HTML) as answer:
        assert "pears" not in await answer.text()
    [family] = await whole.store.read(lambda c: c.execute(families.select()).all())
    assert family.leave == "no"
    assert await whole.store.read(lambda c: c.execute(members.select()).all()) == []


@pytest.mark.parametrize("path", ["/give/rhythm", "/give/ask", "/give/back", "/give/return", "/give/reach"])
async def test_nobody_else_changes_a_gift(whole: PageApp, owner: aiohttp.ClientSession, path: str) -> None:
    _, page = await give(owner, whole)
    async with visiting() as mum:
        await begin(mum, whole, gift_link(page))
        data = {"gift": (await address_of(whole)).rpartition("=")[2], "rhythm": "daily", "question": "What?"}
        async with mum.post(f"{whole.origin}{path}", data=data, headers={"Origin": whole.origin}) as answer:
            assert answer.status == 404


# --- coming back ------------------------------------------------------------------------------------------------------


async def test_a_new_link_opens_the_same_interview_on_another_phone_once(
    whole: PageApp, owner: aiohttp.ClientSession
) -> None:
    _, page = await give(owner, whole, rhythm="once")
    async with visiting() as mum, visiting() as phone, visiting() as robot, visiting() as other:
        await begin(mum, whole, gift_link(page))
        await tell(mum, whole, "We had an orchard.")
        await whole.store.write(lambda c: c.execute(page_keys.delete().where(page_keys.c.chat != "local")))
        assert say("en", "give-return", name="Mum") in words(await see(owner, await address_of(whole)))
        _, page = await post(owner, whole, "/give/return")
        first = gift_link(page)
        assert "Open it on the phone you’ll use" in words(page)
        _, page = await post(owner, whole, "/give/return")
        link = gift_link(page)
        assert link != first, "an earlier link that was not used opens nothing any more"
        assert say("en", "return-title") not in words(await see(robot, first))
        assert say("en", "return-title") in words(await see(robot, link)), "looking uses nothing up"
        assert (await press(phone, whole, link)).status == 303
        assert "We had an orchard." in words(await see(phone, whole.origin))
        assert say("en", "used-link") in words(await see(other, link))
        assert say("en", "give-return-when", name="Mum") in words(await see(owner, await address_of(whole)))


async def test_the_owner_cannot_use_the_new_link_by_mistake(whole: PageApp, owner: aiohttp.ClientSession) -> None:
    _, page = await give(owner, whole)
    async with visiting() as mum:
        await begin(mum, whole, gift_link(page))
    _, page = await post(owner, whole, "/give/return")
    shown = await see(owner, gift_link(page))
    assert say("en", "return-look") in words(shown)
    assert "<form" not in shown


# --- how far it is ----------------------------------------------------------------------------------------------------


async def test_opened_counts_a_page_that_somebody_looks_at_and_no_preview(
    whole: PageApp, owner: aiohttp.ClientSession
) -> None:
    _, page = await give(owner, whole)
    link, address = gift_link(page), await address_of(whole)
    async with visiting() as robot:
        shown = await see(robot, link)
        assert "/static/opened.js" in shown
        assert say("en", "give-unopened") in words(await see(owner, address))
        form = {"form": fields_of(shown)["form"]}
        async with robot.post(f"{link}/opened", data=form, headers={"Origin": whole.origin}) as answer:
            assert answer.status == 204
    assert say("en", "give-opened") in words(await see(owner, address))
    assert gift_link(await see(owner, address)) == link, "the link can still be used"
    assert "/static/opened.js" not in await see(owner, link)


async def test_the_first_screen_and_the_menu_lead_to_the_gift(whole: PageApp, owner: aiohttp.ClientSession) -> None:
    _, page = await give(owner, whole, rhythm="once")
    address = (await address_of(whole)).removeprefix(whole.origin)
    line = say("en", "give-line", name="Mum", far=say("en", "give-short-unopened"))
    for path in ("/", "/menu"):
        shown = await see(owner, f"{whole.origin}{path}")
        assert line in words(shown)
        assert f'href="{address}"' in shown
    async with visiting() as mum:
        await begin(mum, whole, gift_link(page))
        await tell(mum, whole, "We had an orchard.")

        async def is_new() -> bool:
            await whole.app.tick()
            return (await gift_of(whole)).new

        await until(is_new)
        await see(owner, f"{whole.origin}{address}")
        assert not (await gift_of(whole)).new, "what was looked at is new no more"


# --- what was sent ----------------------------------------------------------------------------------------------------


async def test_what_was_sent_is_a_page_to_print_in_the_order_in_which_it_was_told(
    whole: PageApp, owner: aiohttp.ClientSession
) -> None:
    _, page = await give(owner, whole, rhythm="once")
    address = (await address_of(whole)).replace("/give?", "/give/story?")
    async with visiting() as mum:
        await begin(mum, whole, gift_link(page))
        await tell(mum, whole, "We had an orchard.")
        await tell(mum, whole, "Then came the war.")

        async def both() -> bool:
            await whole.app.tick()
            return "Then came the war." in await see(owner, address)

        await until(both)
        story = await see(owner, address)
        assert story.index("We had an orchard.") < story.index("Then came the war.")
        assert say("en", "give-story-title", name="Mum") in words(story)
        assert 'id="print"' in story
        async with mum.get(address, headers=HTML) as answer:
            assert answer.status == 404


# --- who can open it --------------------------------------------------------------------------------------------------


async def test_who_can_open_it_is_a_page_of_its_own_that_leads_back(
    whole: PageApp, owner: aiohttp.ClientSession
) -> None:
    await give(owner, whole)
    address = await address_of(whole)
    page = await see(owner, address.replace("/give?", "/give/reach?"))
    assert words(page).index(say("en", "give-reach-now-here")) < words(page).index(say("en", "setup-reach-home"))
    assert "reach.way" in page
    assert "llm" not in page, "nothing else is asked"
    mark = fields_of(page)["mark"]
    status, page = await post(owner, whole, "/give/reach", mark=mark, **{"reach.way": "here"})
    assert status == 200
    assert say("en", "give-for", name="Mum") in words(page)


async def test_where_no_phone_can_record_nobody_is_told_to_talk(tmp_path: Path) -> None:
    section = WebSection(enabled=True, port=0, home_network=True)
    near = ("127.0.0.2",)
    async with page_app(tmp_path, section=section, operator=True, near=near) as whole, visiting() as owner:
        await owner.get(whole.page.link, headers=HTML)
        _, page = await give(owner, whole)
        assert "voice memo" in words(page)
        assert "just talk" not in words(page)
        link = gift_link(page)
        async with visiting() as mum, visiting() as here:
            assert say("en", "landing-what", name="Mum") in words(await see(here, link)), "this computer can record"
            # A header makes this computer look like another device.
            mum.headers["X-Forwarded-For"] = "192.168.1.77"
            landing = words(await see(mum, link))
            assert say("en", "landing-what-home", name="Mum") in landing
            assert say("en", "landing-what", name="Mum") not in landing
            form = fields_of(await see(mum, link)) | {"reads": "yes"}
            headers = HTML | {"Origin": link.partition("/i/")[0]}
            async with mum.post(link, data=form, headers=headers) as answer:
                assert say("en", "page-voice-memo") in words(await answer.text())
            assert say("en", "page-voice-memo") not in words(await see(owner, f"{whole.origin}/?begun=1"))


async def test_too_many_questions_are_in_sight_with_what_is_wrong(whole: PageApp, owner: aiohttp.ClientSession) -> None:
    status, page = await give(owner, whole, questions="\n".join(f"What was it like in 19{n}?" for n in range(60, 66)))
    assert status == 400
    wrong, field = page.index(say("en", "give-too-many")), page.index('name="questions"')
    assert wrong < field
    assert "autofocus" in page[field : page.index(">", field)]
    assert say("en", "give-questions-later") in words(page)


# --- the operator's page ----------------------------------------------------------------------------------------------


async def test_the_operator_reads_names_of_invitations_and_people(whole: PageApp, owner: aiohttp.ClientSession) -> None:
    _, page = await give(owner, whole)
    doors = words(await see(owner, f"{whole.origin}/operator/doors"))
    assert say("en", "operator-gift-for", name="Mum") in doors
    async with visiting() as mum:
        await begin(mum, whole, gift_link(page))
    assert "Mum (web:" in words(await see(owner, f"{whole.origin}/operator/doors"))


async def test_a_reload_after_an_invitation_shows_it_once_more_and_makes_no_second_one(
    tmp_path: Path,
) -> None:
    section = WebSection(enabled=True, port=0, public_url="https://talk.example.org")
    settings = Settings(web=section)
    async with page_app(tmp_path, section=section, settings=settings, operator=True) as whole, visiting() as owner:
        await owner.get(whole.page.link, headers=HTML)
        form = fields_of(await see(owner, f"{whole.origin}/operator/doors"))
        data = {"form": form["form"], "kind": "", "uses": "1", "days": "7"}
        headers = HTML | {"Origin": whole.origin}
        async with owner.post(f"{whole.origin}/operator/invitations", data=data, headers=headers) as answer:
            address, page = str(answer.url), await answer.text()
        assert "https://talk.example.org/i/" in page
        again = await see(owner, address)
        assert "https://talk.example.org/i/" in again
        assert again.count("/operator/invitations/withdraw") == 1
        assert "https://talk.example.org/i/" not in await see(owner, f"{whole.origin}/operator/doors")


async def test_the_operator_makes_a_new_link_beside_sign_out(whole: PageApp, owner: aiohttp.ClientSession) -> None:
    _, page = await give(owner, whole)
    async with visiting() as mum, visiting() as phone:
        await begin(mum, whole, gift_link(page))
        devices = await see(owner, f"{whole.origin}/operator/devices")
        assert devices.count(say("en", "operator-new-link", name="Mum")) == 1
        found = await whole.store.read(
            lambda c: c.execute(sa.select(page_keys.c.digest).where(page_keys.c.chat != "local")).scalar_one()
        )
        data = {"form": fields_of(devices)["form"], "device": found[:16]}
        headers = HTML | {"Origin": whole.origin}
        async with owner.post(f"{whole.origin}/operator/devices/link", data=data, headers=headers) as answer:
            made = re.search(r"<code>(http[^<]+/i/[^<]+)</code>", await answer.text())
        assert made
        assert (await press(phone, whole, made[1])).status == 303
        data["device"] = "0" * 16
        async with owner.post(f"{whole.origin}/operator/devices/link", data=data, headers=headers) as answer:
            assert answer.status == 404

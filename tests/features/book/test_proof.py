"""The book as a proof on the page: its person sees it as it will print and changes it, and nobody else does."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Mapping
from html import unescape
from pathlib import Path

import aiohttp
import pytest

from core.documents.exchanges import answers_of
from core.features.book.at_hand import BookAtHand, session_mark, stored_book
from core.languages.messages import say
from core.store.records import session_ids
from tests.fakes.operator_page import words
from tests.fakes.pictures import jpeg
from tests.fakes.waiting import PATIENCE
from tests.fakes.web_app import PageApp, come_in, fields_of, invite, page_app, visiting

HTML = {"Accept": "text/html", "Accept-Language": "en"}
KITCHEN, RIVER = "My grandmother's kitchen.", "We lived by the river."


@pytest.fixture
async def whole(tmp_path: Path) -> AsyncIterator[PageApp]:
    async with page_app(tmp_path) as app:
        yield app


@pytest.fixture
async def ruth(whole: PageApp) -> AsyncIterator[Reader]:
    async with visiting() as session:
        assert (await session.get(whole.page.link, headers=HTML)).status == 200
        reader = Reader(session, whole)
        await reader.begins("Ruth")
        yield reader


class Reader:
    """Somebody with a browser that runs no script."""

    def __init__(self, session: aiohttp.ClientSession, whole: PageApp) -> None:
        self.session = session
        self.whole = whole

    async def sees(self, address: str = "/book", status: int = 200) -> str:
        async with self.session.get(f"{self.whole.origin}{address}", headers=HTML) as answer:
            assert answer.status == status
            return await answer.text()

    async def posts(self, address: str, fields: Mapping[str, str], *, status: int = 303) -> str:
        headers = HTML | {"Origin": self.whole.origin}
        target = f"{self.whole.origin}{address}"
        async with self.session.post(target, data=fields, headers=headers, allow_redirects=False) as answer:
            assert answer.status == status, await answer.text()
            return answer.headers.get("Location", "")

    async def begins(self, name: str) -> None:
        form = fields_of(await self.sees("/begin?kind=plain")) | {"name": name}
        await self.posts("/begin", form)

    async def tells(self, text: str, answers: int) -> None:
        """Answer a question, once there is one; return when so many answers are kept."""
        await self.until("asks")
        form = re.search(r'<form[^>]*id="say".*?</form>', await self.sees("/"), re.DOTALL)
        assert form is not None
        hidden = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0]))
        await self.posts("/say", hidden | {"text": text})
        await self.until_answered(answers)

    async def until_answered(self, answers: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while await self.answers() < answers:  # noqa: ASYNC110 - nothing rings here when it is written
                await asyncio.sleep(0.02)

    async def until_looked_over(self, photo: int) -> None:
        """Return when a photograph of the book is shown."""
        async with asyncio.timeout(PATIENCE):
            while True:
                async with self.session.get(f"{self.whole.origin}/book/photos/{photo}") as answer:
                    if answer.status == 200:
                        assert answer.content_type == "image/jpeg"
                        return
                await asyncio.sleep(0.02)

    async def until(self, text: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while text not in await self.sees("/"):  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.02)

    async def answers(self) -> int:
        return len(answers_of(found.whole)) if (found := await self.book(begun=False)) is not None else 0

    async def book(self, *, begun: bool = True) -> BookAtHand | None:
        from core.features.book.decisions import BookState, BookWording

        (one,) = await self.whole.store.read(session_ids)
        now = self.whole.clock.now()
        state = None if begun else BookState(session_id=one, way=BookWording.TOLD, made_at=now)
        return await self.whole.store.read(lambda c: stored_book(c, one, state))

    async def does(self, deed: str, page: str = "/book", **fields: str) -> str:
        """Send the form of a page that has this button, with some fields filled in; return what is shown then."""
        html = await self.sees(page)
        forms = re.findall(r"<form.*?</form>", html, re.DOTALL)
        form = next(each for each in forms if f'value="{deed}"' in each)
        hidden = {
            name: unescape(value) for name, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form)
        }
        typed = re.findall(r'<textarea name="(\w+)"[^>]*>\n?(.*?)</textarea>', form, re.DOTALL)
        lines = re.findall(r'type="text" name="(\w+)" value="([^"]*)"', form)
        chosen = re.findall(r'type="radio" name="(\w+)" value="([^"]*)" checked', form)
        filled = {name: unescape(value) for name, value in (*typed, *lines, *chosen)}
        to = await self.posts("/book", hidden | filled | fields | {"deed": deed})
        return await self.sees(to.partition("#")[0])


async def _told(ruth: Reader) -> tuple[int, int]:
    """Two answers, and a book of them; their numbers."""
    await ruth.tells(KITCHEN, 1)
    await ruth.tells(RIVER, 2)
    assert say("en", "book-button-told") in words(await ruth.sees())
    await ruth.does("told")
    found = await ruth.book()
    assert found is not None
    first, second = answers_of(found.whole)
    return first, second


async def test_words_are_changed_at_once_and_what_was_told_stays(ruth: Reader) -> None:
    first, _ = await _told(ruth)
    shown = await ruth.does("word", f"/book?edit={first}", text="Grandmother’s kitchen,\nand <b>apples</b>.")
    assert say("en", "proof-notice-saved") in words(shown)
    assert "and &lt;b&gt;apples&lt;/b&gt;." in shown
    assert KITCHEN not in shown
    found = await ruth.book()
    assert found is not None
    assert answers_of(found.whole)[first].text == KITCHEN
    assert KITCHEN in words(await ruth.does("undo"))
    again = await ruth.book()
    assert again is not None
    assert again.wordings[first].text == ""


async def test_a_form_that_came_too_late_changes_nothing(ruth: Reader) -> None:
    first, _ = await _told(ruth)
    late = await ruth.does("word", f"/book?edit={first}", text="Other words.", words="0" * 16)
    assert say("en", "proof-notice-changed") in words(late)
    assert KITCHEN in words(late)


async def test_words_that_stay_as_they_are_leave_no_wording(ruth: Reader) -> None:
    first, _ = await _told(ruth)
    await ruth.does("word", f"/book?edit={first}")
    found = await ruth.book()
    assert found is not None
    assert found.wordings[first].text == ""


async def test_a_passage_is_taken_out_and_put_back(ruth: Reader) -> None:
    _, second = await _told(ruth)
    out = words(await ruth.does("drop", f"/book?edit={second}"))
    assert say("en", "proof-left-out") in out
    back = words(await ruth.does("back"))
    assert RIVER in back
    assert say("en", "proof-left-out") not in back


async def test_a_passage_is_kept_back_from_everything_by_the_interviewer(ruth: Reader) -> None:
    _, second = await _told(ruth)
    shown = words(await ruth.does("hide", f"/book?edit={second}"))
    assert RIVER not in shown
    assert say("en", "proof-notice-hidden") in shown
    found = await ruth.book()
    assert found is not None
    assert second not in answers_of(found.whole)


async def test_title_name_years_dedication_and_cover(ruth: Reader) -> None:
    await _told(ruth)
    front = {"title": "By the river", "name": "Ruth Berger", "years": "1941–2026", "dedication": "For Mischa"}
    shown = await ruth.does("front", "/book?edit=front", colour="wine", **front)
    assert all(value in words(shown) for value in front.values())
    assert 'class="cover cover-wine"' in shown
    await ruth.does("front", "/book?edit=front", colour="no-such-colour")
    found = await ruth.book()
    assert found is not None
    assert (found.state.front.colour, found.state.front.title) == ("", "By the river")
    assert 'class="cover cover-wine"' in await ruth.does("undo")


async def test_yes_makes_the_book_in_the_conversation(ruth: Reader) -> None:
    await _told(ruth)
    assert 'action="/say"' in await ruth.does("mine")
    await ruth.until("book.pdf")


async def test_nobody_sees_or_changes_the_book_of_another(whole: PageApp, ruth: Reader) -> None:
    first, _ = await _told(ruth)
    (one,) = await whole.store.read(session_ids)
    await invite(whole)
    async with visiting() as session:
        other = Reader(session, whole)
        await other.sees("/book", status=403)
        assert await come_in(session, whole.origin) == 303
        page = f"/book?of={session_mark(one)}&edit={first}"
        assert KITCHEN not in await other.sees(page)
        assert say("en", "book-nothing") in words(await other.sees(page))
        await other.sees(f"/book/photos/{first}?of={session_mark(one)}", status=404)
        await other.posts("/book", {"deed": "drop", "seq": str(first)}, status=403)
    assert KITCHEN in words(await ruth.sees())


async def test_what_no_form_of_ours_sends_is_refused(ruth: Reader) -> None:
    await _told(ruth)
    token = fields_of(await ruth.sees("/book?edit=front"))
    for fields in ({"deed": "burn"}, {}, {"deed": "mine", "print": "@~ x" * 40}):
        await ruth.posts("/book", token | fields, status=400)
    for fields in ({"deed": "drop", "seq": "9999"}, {"deed": "cover", "seq": "x"}, {"deed": "word"}):
        assert "notice=changed" in await ruth.posts("/book", token | fields)
    await ruth.sees("/book/photos/1", status=404)
    await ruth.sees("/book/elsewhere", status=404)


async def test_the_files_of_the_page_come_from_here(ruth: Reader) -> None:
    for name in ("proof.css", "proof.js"):
        assert await ruth.sees(f"/static/book/{name}")
    await ruth.sees("/static/book/page.py", status=404)


async def test_a_photograph_is_placed_and_put_on_the_cover(ruth: Reader) -> None:
    await ruth.until("asks")
    form = fields_of(await ruth.sees("/"))
    data = aiohttp.FormData()
    for name, value in form.items():
        data.add_field(name, value)
    data.add_field("file", jpeg(), filename="house.jpg", content_type="image/jpeg")
    headers = HTML | {"Origin": ruth.whole.origin}
    async with ruth.session.post(f"{ruth.whole.origin}/files", data=data, headers=headers) as answer:
        assert answer.status == 200, await answer.text()
    await ruth.until_answered(1)
    await ruth.does("told")
    found = await ruth.book()
    assert found is not None
    (photo,) = answers_of(found.whole)
    await ruth.until_looked_over(photo)
    placed = await ruth.does("word", f"/book?edit={photo}", place="beside", text="Our house")
    assert "passage beside" in placed
    assert "Our house" in words(placed)
    assert 'class="cover' in await ruth.does("cover", f"/book?edit={photo}")


async def test_the_conversation_and_its_menu_lead_to_it(ruth: Reader) -> None:
    await ruth.tells(KITCHEN, 1)
    form = re.search(r'<form[^>]*id="say".*?</form>', await ruth.sees("/"), re.DOTALL)
    assert form is not None
    hidden = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0]))
    await ruth.posts("/say", hidden | {"text": "/book"})
    await ruth.until(say("en", "proof-hint"))
    assert 'href="/book"' in await ruth.sees("/menu")

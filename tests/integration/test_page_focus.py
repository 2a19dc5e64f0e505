"""What somebody looks at: one question and a button for the rest, a photo before it is sent, a page without network."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest_asyncio

from adapters.web.reading import SCREEN
from core.contracts.messages import Choice, Photo, Press, Progress, Text
from tests.fakes.effort import only_in_a_soak
from tests.fakes.pictures import png
from tests.integration.page_kit import (
    PATIENCE,
    SKIP,
    Alone,
    Tab,
    alone,
    barriers,
    fits,
    looking,
    needs_browser,
    playwright,
)

pytestmark = needs_browser
OTHER = Choice(label="A different question", data="other@s.4")
PAUSE = Choice(label="Pause", data="pause@s.4")
NEXT = Choice(label="Next question", data="skip@s.4")
FIX = Choice(label="Fix it", data="fix~s-2")
QUIET = "I save what you tell me word for word. " * 10


@pytest_asyncio.fixture(loop_scope="session")
async def there(tmp_path: Path) -> AsyncIterator[Alone]:
    async with alone(tmp_path) as page:
        yield page


async def _until(tab: Tab, holds: str) -> None:
    """Wait until a promise of the page comes true: `wait_for_function` would take the promise itself for true."""
    async with asyncio.timeout(PATIENCE / 1_000):
        while not await tab.page.evaluate(holds):  # noqa: ASYNC110 - nothing rings here when the browser has kept it
            await asyncio.sleep(0.05)


def _course(chapter: int) -> Progress:
    return Progress(done=chapter, total=20, chapters_done=chapter, chapters=4)


async def test_one_question_is_looked_at_below_the_last_answer(there: Alone) -> None:
    async with looking(there.link, folded=True, viewport={"width": 360, "height": 740}) as tab:
        page = tab.page
        shown = page.locator("#lines .words >> visible=true")
        await there.say("Where did you grow up?", asks=True)
        await tab.until_shown("Where did you grow up?")
        assert not await page.is_visible("#told")
        await tab.say("By the sea.")
        await tab.until_taken("By the sea.")
        assert await shown.all_inner_texts() == ["Where did you grow up?", "By the sea."]
        await there.say("What did it smell of?", asks=True)
        await tab.until_shown("What did it smell of?")
        assert await shown.all_inner_texts() == ["By the sea.", "What did it smell of?"]
        await page.click("#told")
        assert await shown.count() == 3
        assert await barriers(page) == []
        assert await fits(page)
        await page.reload()
        await playwright.expect(page.locator("#told")).to_have_attribute("aria-expanded", "true")
        assert await shown.count() == 3
        await page.click("#told")
        assert await shown.all_inner_texts() == ["By the sea.", "What did it smell of?"]
        await tab.say("Of salt.")
        await tab.until_taken("Of salt.")
        await there.say("Saved.")
        await there.say("Who was there?", asks=True)
        await tab.until_shown("Who was there?")
        assert await shown.all_inner_texts() == ["Of salt.", "Saved.", "Who was there?"]


async def test_what_was_told_shows_each_question_with_its_answer_and_nothing_else(there: Alone) -> None:
    async with looking(there.link, folded=True) as tab:
        await there.say("Hello.")
        await there.say("Where did you grow up?", SKIP, asks=True)
        await tab.say("By the sea.")
        await tab.until_taken("By the sea.")
        await there.say("Saved.")
        await there.say("Any pets?", SKIP, asks=True)
        await tab.say("/skip")
        await there.say("And then?", SKIP, asks=True)
        await tab.until_shown("And then?")
        await tab.say("We moved.")
        await tab.until_taken("We moved.")
        await there.say("What did it smell of?", SKIP, asks=True)
        await tab.until_shown("What did it smell of?")
        await tab.page.click("#told")
        told = ["Where did you grow up?", "By the sea.", "And then?", "We moved.", "What did it smell of?"]
        shown = tab.page.locator("#lines .words >> visible=true")
        assert await shown.all_inner_texts() == told
        assert await tab.page.locator(".choice >> visible=true").count() == 1
        await tab.page.reload()
        await tab.until_shown("What did it smell of?")
        assert await shown.all_inner_texts() == told


async def test_what_is_to_be_done_with_an_answer_is_chosen_at_that_answer(there: Alone) -> None:
    async with looking(there.link, folded=True, viewport={"width": 360, "height": 740}) as tab:
        await there.say("Where did you grow up?", asks=True)
        await tab.say("By the sea.")
        await tab.until_taken("By the sea.")
        key = await tab.page.locator("#lines .me").get_attribute("data-key")
        share = Choice(label="Send to my family", data="share~s-2", about=str(key))
        await there.say("What did it smell of?", SKIP, share, asks=True)
        answer = tab.page.locator("#lines .me")
        for _ in range(2):
            await playwright.expect(answer.locator(".choice")).to_have_text("Send to my family")
            assert await tab.page.locator(".focus .choice").all_inner_texts() == ["Skip"]
            assert await barriers(tab.page) == []
            assert await fits(tab.page)
            await tab.page.reload()
        await answer.locator(".choice").click()
        assert (await there.until_heard(2))[-1] == Press(data="share~s-2")
        await playwright.expect(answer.locator(".choice[aria-pressed=true]")).to_have_count(1)


async def test_what_was_heard_is_put_right_in_a_field_with_its_words(there: Alone) -> None:
    async with looking(there.link, folded=True, viewport={"width": 360, "height": 740}) as tab:
        await there.say("Where did you grow up?", SKIP, asks=True)
        await tab.say("By the see.")
        await tab.until_taken("By the see.")
        key = await tab.page.locator("#lines .me").get_attribute("data-key")
        await there.say("I heard:\n\nBy the see.", replace(FIX, about=str(key)))
        await there.say("And then?", SKIP, asks=True)
        await tab.until_shown("And then?")
        await tab.page.click("text=Fix it")
        field = tab.page.locator(".line textarea")
        await playwright.expect(field).to_have_value("By the see.")
        assert await barriers(tab.page) == []
        await field.fill("By the sea.")
        await tab.page.click(".editing .send")
        assert [type(each).__name__ for each in await there.until_heard(2)] == ["Text", "Edit"]


async def test_after_a_remark_about_an_answer_the_way_on_is_as_big_as_before(there: Alone) -> None:
    async with looking(there.link, folded=True, viewport={"width": 360, "height": 740}) as tab:
        big = tab.page.locator(".choices:not(.stale) .choice >> visible=true")
        await there.say("Where did you grow up?", SKIP, OTHER, PAUSE, asks=True)
        await there.say("It goes to your family.", SKIP, PAUSE)
        await tab.until_shown("It goes to your family.")
        assert await big.all_inner_texts() == ["Skip", "A different question", "Pause"]
        await there.say("It goes in ten minutes.", Choice(label="Take it back", data="apart~s-2"), SKIP, PAUSE)
        await tab.until_shown("It goes in ten minutes.")
        assert await big.all_inner_texts() == ["Skip", "A different question", "Pause", "Take it back"]
        await there.say("I heard:\n\nBy the sea.", FIX, NEXT)
        await there.say("It goes to your family.", SKIP, PAUSE)
        await tab.until_shown("It goes to your family.", count=2)
        assert await big.all_inner_texts() == ["Fix it", "Next question"]
        await big.first.click()
        await there.until_heard(1)
        await there.say("I've left it as it is.")
        await tab.until_shown("left it as it is")
        way = tab.page.locator(".choice", has_text="Next question")
        await way.scroll_into_view_if_needed()
        assert await way.evaluate("(each) => getComputedStyle(each).borderTopColor") != "rgba(0, 0, 0, 0)"
        assert await barriers(tab.page) == []


async def test_a_note_at_a_left_out_answer_stays_when_something_else_is_done(there: Alone) -> None:
    async with looking(there.link) as tab:
        await there.say("Where did you grow up?", asks=True)
        for words in ("By the sea.", "In a mill."):
            await tab.say(words)
            await tab.until_taken(words)
        await tab.page.evaluate("""() => {
          const note = document.createElement("p");
          note.className = "note out";
          note.textContent = "Left out.";
          document.querySelector("#lines .me").append(note);
        }""")
        await tab.page.locator("#lines .me").last.locator(".keeps").click()
        await there.until_heard(3)
        assert await tab.page.locator(".note.out").count() == 1


@only_in_a_soak
async def test_a_long_notice_before_the_first_question_is_folded(there: Alone) -> None:
    async with looking(there.link, folded=True) as tab:
        await there.say(f"{QUIET}\n\nWhere did you grow up?", asks=True, course=_course(1))
        await tab.until_shown("Where did you grow up?")
        assert not await tab.page.is_visible("text=word for word")
        await tab.page.click("text=About this")
        assert await tab.page.is_visible("text=word for word")
        assert await barriers(tab.page) == []


@only_in_a_soak
async def test_the_end_of_a_chapter_has_a_quiet_line(there: Alone) -> None:
    async with looking(there.link, folded=True) as tab:
        await there.say("Where did you grow up?", asks=True, course=_course(1))
        await there.say("And then?", asks=True, course=_course(1))
        await tab.until_shown("And then?")
        assert await tab.page.locator(".joy").count() == 0
        await there.say("What was school like?", asks=True, course=_course(2))
        await tab.page.locator(".focus .joy").wait_for()


@only_in_a_soak
async def test_a_photo_is_looked_at_and_described_before_it_is_sent(there: Alone, tmp_path: Path) -> None:
    picture = tmp_path / "house.png"
    picture.write_bytes(png(width=40, height=30))
    async with looking(there.link, folded=True, viewport={"width": 360, "height": 740}) as tab:
        await there.say("Where did you grow up?", asks=True)
        await tab.until_shown("Where did you grow up?")
        await tab.page.set_input_files("#file", picture)
        await tab.page.locator("#photo[open]").wait_for()
        assert await barriers(tab.page) == []
        await tab.page.keyboard.press("Escape")
        await tab.page.set_input_files("#file", picture)
        await tab.page.fill("#photo-caption", "Our house, in 1952.")
        await tab.page.click("#photo-send")
        words, photo = await there.until_heard(2)
        assert words == Text(text="Our house, in 1952.")
        assert isinstance(photo, Photo)
        first, second = there.inbox.accepted
        assert first.ref == second.ref
        await tab.until_taken("Our house, in 1952.")


@only_in_a_soak
async def test_everything_is_printed_also_what_is_folded_or_not_loaded(there: Alone) -> None:
    async with looking(there.link, folded=True) as tab:
        for number in range(SCREEN + 10):
            await there.say(f"Question {number}?", asks=True)
        await tab.until_shown(f"Question {SCREEN + 9}?")
        await tab.page.reload()
        await tab.page.evaluate("window.print = () => (window.printed = true)")
        await tab.page.click("#menu-button")
        await tab.page.click("#menu .more > summary")
        await tab.page.click("#menu [data-print]")
        await tab.page.wait_for_function("window.printed")
        await tab.page.emulate_media(media="print")
        assert await tab.page.locator(".words >> visible=true").count() == SCREEN + 10
        assert await tab.page.locator("button >> visible=true").count() == 0


@only_in_a_soak
async def test_a_right_to_left_answer_is_laid_out_from_the_right(there: Alone) -> None:
    async with looking(there.link, folded=True) as tab:
        await there.say("Where did you grow up?", asks=True)
        await tab.say("גדלתי ליד הים.")
        await tab.until_taken("גדלתי")
        words = tab.page.locator(".me .words p").last
        assert await words.evaluate("(each) => getComputedStyle(each).direction") == "rtl"
        assert await words.evaluate("(each) => getComputedStyle(each).borderRightWidth") == "3px"


async def test_the_last_conversation_and_the_draft_are_read_without_a_connection(there: Alone) -> None:
    async with looking(there.link, folded=True) as tab:
        page = tab.page
        await there.say("Where did you grow up?", asks=True)
        await tab.until_shown("Where did you grow up?")
        await page.evaluate("navigator.serviceWorker.ready")
        await page.wait_for_function("() => navigator.serviceWorker.controller")
        await page.reload()
        await tab.until_shown("Where did you grow up?")
        await there.say("What did it smell of?", asks=True)
        await tab.until_shown("What did it smell of?")
        kept = "caches.match('/kept-lines').then((kept) => kept?.text()).then((text) => text?.includes('smell'))"
        await _until(tab, kept)
        await page.fill("#answer", "Of salt")
        await page.context.set_offline(True)
        await page.reload()
        await tab.until_shown("What did it smell of?")
        await tab.until_written("Of salt")
        await page.context.set_offline(False)
        leave = "const form = document.createElement('form'); form.method = 'post'; form.action = '/devices/sign-out';"
        await page.evaluate(f"() => {{ {leave} document.body.append(form); form.submit(); }}")
        await page.wait_for_url("**/sign-out")
        await _until(tab, "caches.keys().then((names) => !names.includes('raconteur-page'))")


async def test_nothing_of_the_conversation_stays_where_everything_is_deleted(there: Alone) -> None:
    async with looking(there.link, folded=True) as tab:
        await there.say("Where did you grow up?", asks=True)
        await tab.until_shown("Where did you grow up?")
        await tab.page.evaluate("navigator.serviceWorker.ready")
        await tab.page.wait_for_function("() => navigator.serviceWorker.controller")
        await tab.page.reload()
        await _until(tab, "caches.match('/').then(Boolean)")
        await there.forget()
        await _until(tab, "caches.keys().then((names) => !names.includes('raconteur-page'))")


async def test_pressing_a_notice_leads_to_the_question(there: Alone) -> None:
    async with looking(there.link) as tab:
        await there.say("First?", asks=True)
        await tab.say("By the sea.")
        await tab.until_taken("By the sea.")
        await there.say("Second?", asks=True)
        await tab.until_shown("Second?")
        await tab.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        await tab.page.click("#menu-button")
        [worker] = tab.page.context.service_workers
        # Without a press of a person's own the browser brings no window to the front.
        await worker.evaluate("openPage({notification: {close() {}}}).catch(() => {})")
        await _until(tab, "document.activeElement.id === 'answer' && !document.getElementById('menu').open")
        await _until(tab, "document.getElementById('told').getAttribute('aria-expanded') === 'false'")

"""What stands on the page, in a browser: views without barriers, hostile words as words, and what comes by itself."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

import pytest

from core.contracts.messages import Badge, Choice, SendDocument, Text
from tests.fakes.effort import only_in_a_soak
from tests.fakes.pictures import png
from tests.fakes.waiting import until
from tests.fakes.web_client import HERE
from tests.integration.page_kit import (
    COURSE,
    LOOKS,
    SKIP,
    STORY,
    Alone,
    Tab,
    barriers,
    filled,
    fits,
    looking,
    needs_browser,
)

pytestmark = needs_browser
HOSTILE = (
    "<script>document.title='taken'</script>",
    '"><img src=x onerror="document.title=\'taken\'">',
    "</div></article><style>*{display:none}</style>",
    "\u202eevil\u2066",
    "👩‍👩‍👧‍👦" * 50,
    "a" * 3_000,
    "\u0300" * 500 + "zalgo",
)


# --- barriers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
async def test_no_view_has_a_barrier_or_is_wider_than_the_screen(there: Alone, width: int, scheme: str) -> None:
    async with looking(there.link, viewport={"width": width, "height": 740}, color_scheme=scheme) as tab:
        page = tab.page
        assert await barriers(page) == [], "an empty conversation"
        await filled(there)
        await tab.say("A blue door.\n\nAnd bread.")
        await tab.until_taken("And bread")
        await tab.say("/pause")
        await tab.until_shown("Count the pairs")
        assert await barriers(page) == [], "the conversation"
        assert await fits(page)
        await page.click("#menu-button")
        assert await barriers(page) == [], "the menu"
        await page.click("#menu .more > summary")
        assert await barriers(page) == [], "all of the menu"
        await page.keyboard.press("Escape")
        await page.locator(".me .edit").first.click()
        assert await barriers(page) == [], "a change"
        await page.keyboard.press("Escape")
        await page.locator(".choice", has_text="Write code").click()
        assert await barriers(page) == [], "the editor"
        await page.locator("#editor .close").click()
        await page.context.set_offline(True)
        await tab.say("Later.")
        await page.locator("#trouble:not(:empty)").wait_for()
        assert await barriers(page) == [], "without a connection"
        await page.context.set_offline(False)
        await tab.until_taken("Later.")
        await page.click("text=Read and print")
        await page.locator("main.document").wait_for()
        assert await barriers(page) == [], "a document"
        assert await fits(page)
        await page.context.clear_cookies()
        await page.goto(there.link.partition("/in/")[0] + "/")
        assert await barriers(page) == [], "a closed door"


@only_in_a_soak
async def test_the_look_can_be_chosen_and_stays(there: Alone) -> None:
    async with looking(there.link, color_scheme="light") as tab:
        ground = "getComputedStyle(document.documentElement).backgroundColor"
        light = await tab.page.evaluate(ground)
        await tab.page.click("#menu-button")
        await tab.page.click("#menu .more > summary")
        await tab.page.check("input[name=look][value=dark]")
        dark = await tab.page.evaluate(ground)
        await tab.page.reload()
        assert await tab.page.evaluate(ground) == dark != light


# --- what anybody writes ------------------------------------------------------------------------------------------


async def test_hostile_words_are_words_on_both_sides(there: Alone) -> None:
    async with looking(there.link, viewport={"width": 360, "height": 740}) as tab:
        title = await tab.page.title()
        for text in HOSTILE:
            await there.say(text, Choice(label=text[:100], data="x"))
            await tab.say(text)
        heard = await there.until_heard(len(HOSTILE))
        assert heard == [Text(text=text) for text in HOSTILE]
        await tab.until_lines(2 * len(HOSTILE))
        await tab.until_untroubled()
        shown = await tab.page.locator(".words").all_inner_texts()
        assert all(sum(text in one for one in shown) == 2 for text in HOSTILE[:3])
        assert await tab.page.title() == title
        assert await tab.page.locator("main img, main script, main style").count() == 0
        assert await fits(tab.page)


@only_in_a_soak
async def test_a_hundred_thousand_characters_are_taken_whole(there: Alone) -> None:
    async with looking(there.link) as tab:
        long = "A word and another. " * 5_000
        await tab.say(long)
        assert await there.until_heard(1) == [Text(text=long)]
        await tab.until_lines(1)
        assert await fits(tab.page)


# --- what comes by itself -----------------------------------------------------------------------------------------


@only_in_a_soak
async def test_while_it_thinks_a_line_says_so_until_the_words_are_there(there: Alone) -> None:
    async with looking(there.link) as tab:
        await tab.say("A blue door.")
        await tab.until_taken("A blue door.")
        address = there.inbox.accepted[-1].address
        async with there.platform.typing(address):
            await tab.page.locator("#thinking", has_text="Reading what you wrote").wait_for()
        await there.say("What was behind it?", asks=True, badge=Badge.FOLLOW_UP)
        await tab.until_shown("What was behind it?")
        await tab.page.locator("#thinking").wait_for(state="hidden")
        async with there.platform.listening(address) as line:
            line.show("I am listening, half a minute more.")
            await tab.page.locator("#thinking", has_text="half a minute").wait_for()
        await tab.page.locator("#thinking").wait_for(state="hidden")


@only_in_a_soak
async def test_a_pressed_button_is_marked_and_older_ones_go_out_of_sight(there: Alone) -> None:
    async with looking(there.link) as tab:
        await there.say("First?", SKIP, Choice(label="Pause", data="pause@s.4"), asks=True)
        await tab.press("Skip")
        await there.until_heard(1)
        await tab.page.locator(".choice[aria-pressed=true]", has_text="Skip").wait_for()
        await there.say("Second?", Choice(label="Skip", data="skip@s.6"), asks=True)
        older = tab.page.locator(".choices.stale .choice[aria-pressed=true]")
        await older.wait_for(state="attached")
        await tab.page.reload()
        assert await older.text_content() == "Skip"
        assert not await older.is_visible()
        assert await tab.page.locator(".choices:not(.stale)").count() == 1


async def test_a_connection_that_only_looks_alive_is_made_anew(there: Alone) -> None:
    async with looking(there.link) as tab:
        asked: list[str] = []
        tab.page.on("request", lambda request: asked.append(request.url) if "/events" in request.url else None)
        await tab.page.clock.install()
        await tab.page.reload()
        await there.say("Hello.")
        await tab.until_shown("Hello.")
        before = len(asked)
        await tab.page.clock.fast_forward("01:00")
        await until(lambda: len(asked) > before)
        await there.say("Still there?")
        await tab.until_shown("Still there?")


@only_in_a_soak
async def test_older_lines_come_when_one_scrolls_to_them(there: Alone) -> None:
    async with looking(there.link) as tab:
        for number in range(120):
            await there.say(f"Line {number}.")
        await tab.until_shown("Line 119.")
        await tab.page.reload()
        assert await tab.page.locator(".line").count() == 50
        while await tab.page.locator(".line").count() < 120:
            before = await tab.page.locator(".line").count()
            await tab.page.evaluate("scrollTo(0, 0)")
            await tab.page.locator(".line").nth(before).wait_for()
            assert await tab.page.evaluate("scrollY") > 0
            # Until the browser has seen that the top is out of sight.
            await tab.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
        texts = await tab.page.locator(".line .words").all_inner_texts()
        assert texts == [f"Line {number}." for number in range(120)]
        assert await tab.page.locator("#earlier").count() == 0


@only_in_a_soak
async def test_new_words_do_not_tear_away_who_reads_above(there: Alone) -> None:
    async with looking(there.link) as tab:
        for number in range(40):
            await there.say(f"Line {number}.")
        await tab.until_shown("Line 39.")
        await tab.page.evaluate("scrollTo(0, 300)")
        await there.say("Something new.")
        await tab.page.locator("#below").wait_for()
        assert await tab.page.evaluate("scrollY") == 300
        await tab.page.click("#below")
        await tab.page.locator("#below").wait_for(state="hidden")


async def until_so(tab: Tab, expression: str) -> None:
    while not await tab.page.evaluate(expression):
        await tab.page.wait_for_timeout(20)


@only_in_a_soak
async def test_who_reads_the_end_stays_there_when_a_keyboard_comes(there: Alone) -> None:
    async with looking(there.link, viewport={"width": 360, "height": 740}, locale="ru") as tab:
        for number in range(12):
            await there.say(f"Вопрос {number}?", SKIP, asks=True, language="ru")
        await tab.until_shown("Вопрос 11?")
        seen = (
            "document.querySelector('.line:last-child .choice').getBoundingClientRect().bottom"
            " <= document.querySelector('.answer').getBoundingClientRect().top"
        )
        await tab.page.set_viewport_size({"width": 360, "height": 430})
        await until_so(tab, seen)
        pressed = "[...document.querySelectorAll('#tools > :not(.plain), #send')]"
        tops = f"{pressed}.filter((each) => each.offsetWidth).map((each) => each.getBoundingClientRect().top)"
        found = await tab.page.evaluate(tops)
        assert max(found) - min(found) < 10, f"{found}: what one presses stands in one row above a keyboard"
        await tab.page.fill("#answer", "\n" * 5)
        await until_so(tab, seen)


@only_in_a_soak
async def test_a_transcript_with_photographs_is_read_on_the_page_too(there: Alone) -> None:
    packed = BytesIO()
    with ZipFile(packed, "w") as files:
        files.writestr("transcript.md", STORY)
    async with looking(there.link) as tab:
        for body in (packed.getvalue(), b"no archive"):
            name = "anna-transcript.zip"
            await there.hand_over(SendDocument(name=name, media_type="application/zip", body=body, caption="Yours."))
        await tab.page.get_by_role("link", name="Read and print").first.click()
        await tab.page.get_by_role("heading", name="Earliest memories").wait_for()
        await tab.page.goto(tab.page.url.replace("documents/1/", "documents/2/"))
        await tab.page.get_by_text("There is nothing here.").wait_for()


@only_in_a_soak
async def test_a_picture_can_be_looked_at_where_it_is_read(there: Alone) -> None:
    async with looking(there.link) as tab:
        await there.hand_over(
            SendDocument(name="scores.png", media_type="image/png", body=png(width=40, height=30), caption="All.")
        )
        await tab.page.get_by_role("link", name="View and print").click()
        seen = tab.page.get_by_role("img", name="scores.png")
        await seen.wait_for()
        assert await seen.evaluate("(each) => each.decode().then(() => each.naturalWidth)") > 0
        assert await barriers(tab.page) == []


@only_in_a_soak
async def test_the_conversation_is_printed_without_what_one_presses(there: Alone) -> None:
    async with looking(there.link) as tab:
        await filled(there)
        await tab.until_lines(6)
        await tab.page.emulate_media(media="print", color_scheme="dark")
        for name in (".top", ".answer", ".choices", "#menu-button", ".edit"):
            assert await tab.page.locator(f"{name} >> visible=true").count() == 0, name
        assert await tab.page.locator(".words >> visible=true").count() == 6
        assert (
            await tab.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
            == "rgb(255, 255, 255)"
        )


# --- what is loaded, and for how long -----------------------------------------------------------------------------


async def test_it_is_small_and_asks_nobody_else(there: Alone) -> None:
    loaded = "performance.getEntries().map((each) => [each.name, each.decodedBodySize]).filter((each) => each[1])"
    async with looking(there.link) as tab:
        sizes = dict(await tab.page.evaluate(loaded))
        assert len(sizes) > 8
        origin = there.link.partition("/in/")[0]
        assert [url for url in sizes if not url.startswith(origin)] == []
        assert sum(sizes.values()) < 100_000


async def test_the_page_speaks_as_the_interviewer_does_from_then_on(there: Alone) -> None:
    async with looking(there.link) as tab:
        await there.say("Hello.")
        await tab.until_shown("Hello.")
        await tab.page.fill("#answer", "Half a")
        await there.say("Здравствуйте.", language="ru")
        await tab.page.locator("#send", has_text="Отправить").wait_for()
        await tab.until_written("Half a")
        assert await tab.page.locator("html").get_attribute("lang") == "ru"


async def test_what_is_deleted_is_gone_from_the_browser_too(there: Alone) -> None:
    async with looking(there.link) as tab:
        await there.say("Hello.")
        await tab.until_shown("Hello.")
        await tab.page.fill("#answer", "A draft.")
        await there.say("And then?", asks=True, course=COURSE)
        await tab.page.locator("#measure").wait_for()
        await there.platform.forget(HERE)
        await tab.until_gone(".line, #measure")
        assert await tab.page.evaluate("Object.keys(localStorage)") == []

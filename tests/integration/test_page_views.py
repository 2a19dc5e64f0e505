"""What stands on the page, in a browser: views without barriers, hostile words as words, the field and the buttons."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from core.contracts.messages import Badge, Choice, Progress, SendDocument, Span, Style, Text
from tests.fakes.waiting import until
from tests.fakes.web_client import HERE
from tests.integration.page_kit import WIDTHS, Alone, Tab, alone, barriers, fits, looking, needs_browser

pytestmark = needs_browser
COURSE = Progress(done=3, total=110, chapters_done=2, chapters=9)
SKIP = Choice(label="Skip", data="skip@s.4")
CODE = Choice(label="Write code", data="", editor="Your solution")
STORY = (
    "# Anna\n\n## Earliest memories\n\n**What do you remember?**\n\nA *blue* door.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
)
HOSTILE = (
    "<script>document.title='taken'</script>",
    '"><img src=x onerror="document.title=\'taken\'">',
    "</div></article><style>*{display:none}</style>",
    "\u202eevil\u2066",
    "👩‍👩‍👧‍👦" * 50,
    "a" * 3_000,
    "\u0300" * 500 + "zalgo",
)


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[Alone]:
    async with alone(tmp_path) as made:
        yield made


async def filled(there: Alone) -> None:
    """One of each kind of line."""
    await there.say("Hello. I am Raconteur.\n\nAnswer in your own time.")
    await there.say(
        "Thank you.\n\nWhat is the first place that you remember?",
        SKIP,
        asks=True,
        badge=Badge.OVERVIEW,
        course=COURSE,
    )
    await there.say("I heard:\n\nA blue door.", spans=(Span(start=9, end=23, style=Style.QUOTE),))
    await there.hand_over(
        SendDocument(name="anna.md", media_type="text/markdown", body=STORY.encode(), caption="Your transcript.")
    )
    await there.say("And then?", Choice(label="Skip", data="skip@s.6"), asks=True, badge=Badge.FOLLOW_UP, course=COURSE)
    exercise = "Count the pairs:\n\ndef pairs(numbers):\n    return 0"
    block = Span(start=18, end=len(exercise), style=Style.BLOCK)
    await there.say(exercise, CODE, asks=True, badge=Badge.QUESTION, spans=(block,))


# --- barriers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_no_view_has_a_barrier_or_is_wider_than_the_screen(there: Alone, width: int, scheme: str) -> None:
    async with looking(there.link, viewport={"width": width, "height": 740}, color_scheme=scheme) as tab:
        page = tab.page
        assert await barriers(page) == [], "an empty conversation"
        await filled(there)
        await tab.say("A blue door.\n\nAnd bread.")
        await tab.until_taken("And bread")
        await tab.say("/pause")
        await tab.until_shown("And then?")
        assert await barriers(page) == [], "the conversation"
        assert await fits(page)
        await page.click("#menu-button")
        assert await barriers(page) == [], "the menu"
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


async def test_the_look_can_be_chosen_and_stays(there: Alone) -> None:
    async with looking(there.link, color_scheme="light") as tab:
        ground = "getComputedStyle(document.documentElement).backgroundColor"
        light = await tab.page.evaluate(ground)
        await tab.page.click("#menu-button")
        await tab.page.check("input[name=look][value=dark]")
        dark = await tab.page.evaluate(ground)
        await tab.page.reload()
        assert await tab.page.evaluate(ground) == dark != light


# --- what anybody writes --------------------------------------------------------------------------------------------


async def test_hostile_words_are_words_on_both_sides(there: Alone) -> None:
    async with looking(there.link, viewport={"width": 360, "height": 740}) as tab:
        title = await tab.page.title()
        for text in HOSTILE:
            await there.say(text, Choice(label=text[:100], data="x"))
            await tab.say(text)
        heard = await there.until_heard(len(HOSTILE))
        assert heard == [Text(text=text) for text in HOSTILE]
        await until_lines(tab, 2 * len(HOSTILE))
        shown = await tab.page.locator(".words").all_inner_texts()
        assert all(sum(text in one for one in shown) == 2 for text in HOSTILE[:3])
        assert await tab.page.title() == title
        assert await tab.page.locator("main img, main script, main style").count() == 0
        assert await fits(tab.page)


async def test_a_hundred_thousand_characters_are_taken_whole(there: Alone) -> None:
    async with looking(there.link) as tab:
        long = "A word and another. " * 5_000
        await tab.say(long)
        assert await there.until_heard(1) == [Text(text=long)]
        await until_lines(tab, 1)
        assert await fits(tab.page)


async def until_lines(tab: Tab, count: int) -> None:
    await tab.page.locator("#lines > .line[data-n]").nth(count - 1).wait_for()


# --- the field ------------------------------------------------------------------------------------------------------


async def test_enter_begins_a_line_and_the_field_grows(there: Alone) -> None:
    async with looking(there.link) as tab:
        height = "document.getElementById('answer').offsetHeight"
        before = await tab.page.evaluate(height)
        await tab.page.keyboard.type("One\nTwo\nThree\nFour")
        assert await tab.page.evaluate(height) > before
        await tab.page.keyboard.press("Control+Enter")
        assert await there.until_heard(1) == [Text(text="One\nTwo\nThree\nFour")]
        assert await tab.page.evaluate(height) == before
        assert await tab.page.evaluate("document.activeElement.id") == "answer"


async def test_the_keyboard_alone_reaches_everything(there: Alone) -> None:
    async with looking(there.link) as tab:
        await filled(there)
        await until_lines(tab, 6)
        reached = set()
        await tab.page.locator(".skip").focus()
        for _ in range(40):
            await tab.page.keyboard.press("Tab")
            reached.add(await tab.page.evaluate("document.activeElement.id || document.activeElement.textContent"))
        assert {"menu-button", "Skip", "Read and print", "Download", "Write code", "answer", "send"} <= reached


async def test_words_are_changed_where_they_stand(there: Alone) -> None:
    async with looking(there.link) as tab:
        await tab.say("A blue dor.")
        await tab.until_taken("A blue dor.")
        await tab.page.click(".me .edit")
        await tab.page.fill(".me textarea", "A blue door.")
        await tab.page.click(".me >> text=Keep the change")
        await tab.until_taken("A blue door.")
        assert [type(each).__name__ for each in await there.until_heard(2)] == ["Text", "Edit"]
        assert await tab.page.locator(".me .edited").inner_text() == "changed"


async def test_what_is_refused_can_be_taken_back_and_changed(there: Alone) -> None:
    async with looking(there.link) as tab:
        await tab.page.route("**/say", lambda route: route.fulfill(status=413))
        await tab.say("Far too long.")
        await tab.page.click("text=Take it back to change it")
        assert await tab.page.input_value("#answer") == "Far too long."
        assert await tab.page.locator("#waiting > *").count() == 0


async def test_a_lost_key_keeps_the_words_and_says_what_to_do(there: Alone) -> None:
    async with looking(there.link) as tab:
        await tab.page.context.clear_cookies()
        await tab.say("A blue door.")
        await tab.page.locator("#trouble", has_text="open the link").wait_for()
        await tab.page.goto(there.link)
        await tab.until_taken("A blue door.")
        assert await there.until_heard(1) == [Text(text="A blue door.")]


# --- what comes by itself -------------------------------------------------------------------------------------------


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


async def test_a_pressed_button_is_marked_and_older_ones_go_quiet(there: Alone) -> None:
    async with looking(there.link) as tab:
        await there.say("First?", SKIP, Choice(label="Pause", data="pause@s.4"), asks=True)
        await tab.press("Skip")
        await there.until_heard(1)
        await tab.page.locator(".choice[aria-pressed=true]", has_text="Skip").wait_for()
        await there.say("Second?", Choice(label="Skip", data="skip@s.6"), asks=True)
        await tab.page.locator(".choices.stale .choice[aria-pressed=true]").wait_for()
        await tab.page.reload()
        assert await tab.page.locator(".choices.stale .choice[aria-pressed=true]").inner_text() == "Skip"
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


async def test_the_time_of_a_sitting_leaves_out_long_pauses(there: Alone) -> None:
    async with looking(there.link) as tab:
        for number in range(3):
            await there.say(f"Line {number}.")
        await tab.until_shown("Line 2.")
        now = datetime.fromisoformat(str(await tab.at(2)))
        for number, minutes in enumerate((600, 12, 11)):
            at = (now - timedelta(minutes=minutes)).isoformat()
            await tab.page.locator(".line").nth(number).evaluate("(line, at) => (line.dataset.at = at)", at)
        await there.say("Line 3.")
        await tab.until_shown("Line 3.")
        assert await tab.page.inner_text("#elapsed") == "3 min"


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
        texts = await tab.page.locator(".line .words").all_inner_texts()
        assert texts == [f"Line {number}." for number in range(120)]
        assert await tab.page.locator("#earlier").count() == 0


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


async def test_who_reads_the_end_stays_there_when_a_keyboard_comes_and_when_the_field_grows(there: Alone) -> None:
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


async def test_the_conversation_is_printed_without_what_one_presses(there: Alone) -> None:
    async with looking(there.link) as tab:
        await filled(there)
        await until_lines(tab, 6)
        await tab.page.emulate_media(media="print", color_scheme="dark")
        for name in (".top", ".answer", ".choices", "#menu-button", ".edit"):
            assert await tab.page.locator(f"{name} >> visible=true").count() == 0, name
        assert await tab.page.locator(".words >> visible=true").count() == 6
        assert (
            await tab.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
            == "rgb(255, 255, 255)"
        )


# --- code, and what is loaded ----------------------------------------------------------------------------------------


async def test_code_is_written_in_an_editor_that_begins_with_what_is_given(there: Alone) -> None:
    async with looking(there.link) as tab:
        await filled(there)
        await tab.page.click(".choice >> text=Write code")
        assert await tab.page.input_value("#code") == "def pairs(numbers):\n    return 0\n"
        await tab.page.keyboard.press("Control+End")
        await tab.page.keyboard.type("if numbers:\nreturn 1")
        await tab.page.keyboard.press("Escape")
        await tab.page.reload()
        await tab.page.click(".choice >> text=Write code")
        assert (await tab.page.input_value("#code")).endswith("if numbers:\n    return 1")
        await tab.page.click("#hand-in")
        (content,) = await there.until_heard(1)
        assert content == Text(text="```\ndef pairs(numbers):\n    return 0\nif numbers:\n    return 1\n```")
        await tab.page.locator(".me pre", has_text="return 1").wait_for()


async def test_tab_indents_and_escape_lets_go(there: Alone) -> None:
    async with looking(there.link) as tab:
        await there.say("Try:", CODE, asks=True)
        await tab.page.click(".choice >> text=Write code")
        await tab.page.keyboard.type("a")
        await tab.page.keyboard.press("Control+A")
        await tab.page.keyboard.press("Tab")
        assert await tab.page.input_value("#code") == "    a"
        await tab.page.keyboard.press("Shift+Tab")
        assert await tab.page.input_value("#code") == "a"
        await tab.page.keyboard.press("Escape")
        await tab.page.keyboard.press("Tab")
        assert await tab.page.evaluate("document.activeElement.id") == "hand-in"


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
        await there.platform.forget(HERE)
        await tab.until_gone(".line")
        assert await tab.page.evaluate("Object.keys(localStorage)") == []

"""What somebody writes with on the page, in a browser: the field, the keyboard, the editor for code, and files."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.contracts.messages import Attachment, Text
from tests.fakes.effort import only_in_a_soak
from tests.integration.page_kit import CODE, Alone, filled, looking, needs_browser

pytestmark = needs_browser


@only_in_a_soak
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
        await tab.until_lines(6)
        reached = set()
        await tab.page.fill("#answer", "A blue door.")
        await tab.page.locator(".skip").focus()
        for _ in range(40):
            await tab.page.keyboard.press("Tab")
            reached.add(await tab.page.evaluate("document.activeElement.id || document.activeElement.textContent"))
        assert {"menu-button", "Read and print", "Download", "Write code", "answer", "send"} <= reached


@only_in_a_soak
async def test_words_are_changed_where_they_stand(there: Alone) -> None:
    async with looking(there.link) as tab:
        await tab.say("A blue dor.")
        await tab.until_taken("A blue dor.")
        await tab.page.click(".me .edit")
        await tab.page.fill(".me textarea", "A blue door.")
        await tab.page.click(".me >> text=Save")
        await tab.until_taken("A blue door.")
        assert [type(each).__name__ for each in await there.until_heard(2)] == ["Text", "Edit"]
        assert await tab.page.locator(".me .edited").inner_text() == "edited"


@only_in_a_soak
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


@only_in_a_soak
async def test_code_is_written_in_an_editor_that_begins_with_what_is_given(there: Alone) -> None:
    async with looking(there.link) as tab:
        await filled(there)
        await tab.page.click(".choice >> text=Write code")
        assert await tab.page.locator("#editor").get_by_text("Your solution").count() == 1
        assert await tab.page.get_by_role("dialog", name="Write code").get_by_label("Your solution").count() == 1
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
        await tab.page.locator("#answer:focus").wait_for()


@only_in_a_soak
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


@pytest.mark.parametrize("scripted", [True, False])
async def test_a_file_is_handed_in_also_without_a_script(there: Alone, tmp_path: Path, *, scripted: bool) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("What I remember.")
    async with looking(there.link, java_script_enabled=scripted) as tab:
        await tab.page.set_input_files("#file", str(notes))
        if not scripted:
            await tab.page.click("text=Send the file")
        [attachment] = await there.until_heard(1)
        assert isinstance(attachment, Attachment)
        assert attachment.name == "notes.txt"
        await tab.page.locator("#lines .me .file .name", has_text="notes.txt").wait_for()
        await tab.until_gone(".pending")


@only_in_a_soak
async def test_an_empty_file_is_told_of(there: Alone, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.txt"
    nothing.touch()
    async with looking(there.link) as tab:
        await tab.page.set_input_files("#file", str(nothing))
        await tab.page.locator("#tools-say", has_text="This file is empty").wait_for()
        assert there.inbox.accepted == []

"""A gift in a browser: one screen for the giver, one button for whoever is given it, and speaking comes first."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.interviews.life_story.interview import LifeStory
from core.languages.messages import say
from tests.fakes.effort import only_in_a_soak, some
from tests.fakes.web_app import page_app
from tests.integration.page_kit import LOOKS, Tab, barriers, browsing, fits, needs_browser

pytestmark = needs_browser
FAKE_MICROPHONE = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
SUBSCRIPTION = {"endpoint": "https://push.example.org/a", "keys": {"p256dh": "p" * 87, "auth": "a" * 22}}
SUBSCRIBING = f"""
PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async () => ({{ toJSON: () => ({json.dumps(SUBSCRIPTION)}) }});
Notification.requestPermission = async () => "granted";
"""
"""A browser with a push service, which the one of the tests does not have."""


def _view(width: int, look: str) -> dict[str, Any]:
    return {"viewport": {"width": width, "height": 740}, "color_scheme": look}


async def _give(page: Any, link: str) -> str:
    """Make a gift on its one screen; the link that is ready to send."""
    origin = link.partition("/in/")[0]
    await page.goto(link)
    await page.wait_for_selector(".ways")
    await page.goto(f"{origin}/give")
    await page.fill("[name=name]", "Mum")
    await page.fill("[name=giver]", "Anna")
    assert await fits(page)
    await page.click("form .send")
    found: str = await page.input_value("#link")
    return found


@pytest.mark.parametrize(("width", "look"), LOOKS)
async def test_a_gift_is_made_opened_and_told(tmp_path: Path, width: int, look: str) -> None:
    view = _view(width, look)
    async with page_app(tmp_path) as whole:
        async with browsing(*FAKE_MICROPHONE, **view) as context:
            await context.grant_permissions(["clipboard-read", "clipboard-write"])
            giver = Tab(await context.new_page())
            link = await _give(giver.page, whole.page.link)
            await giver.page.click("[data-copies=link]")
            await giver.page.wait_for_selector(f".copied:text({say('en', 'give-copied')!r})")
            assert await giver.page.evaluate("navigator.clipboard.readText()") == link
            assert await fits(giver.page)
            assert await barriers(giver.page) == []
            assert giver.troubles == []
        async with browsing(*FAKE_MICROPHONE, **view) as context:
            mum = Tab(await context.new_page())
            await mum.page.goto(link)
            assert await mum.page.inner_text("h1") == say("en", "landing-title", giver="Anna")
            assert await fits(mum.page)
            assert await barriers(mum.page) == []
            await mum.page.click("form .send")
            await mum.page.wait_for_selector(".speak-first #speak:enabled")
            assert await fits(mum.page)
            speak = await mum.page.locator("#speak").bounding_box()
            form = await mum.page.locator("#say").bounding_box()
            assert speak["width"] > 0.9 * form["width"], "speaking is the big button"
            assert not await mum.page.is_enabled("#send")
            await mum.page.fill("#answer", "An orchard behind the house.")
            await mum.until_gone(".speak-first")
            await mum.page.click("#send")
            await mum.until_taken("An orchard")
            await mum.page.wait_for_selector(".speak-first #speak:enabled")
            assert mum.troubles == []


@only_in_a_soak
async def test_without_scripts_a_gift_is_made_and_begun(tmp_path: Path) -> None:
    async with page_app(tmp_path) as whole:
        async with browsing(java_script_enabled=False, **_view(360, "light")) as context:
            page = await context.new_page()
            link = await _give(page, whole.page.link)
            assert await page.locator("[data-copies]:visible").count() == 0
        async with browsing(java_script_enabled=False, **_view(360, "light")) as context:
            page = await context.new_page()
            await page.goto(link)
            await page.click("form .send")
            await page.fill("#answer", "An orchard behind the house.")
            await page.click("#send")
            await page.wait_for_selector(".line.me")


@only_in_a_soak
async def test_the_share_sheet_is_used_where_there_is_one(tmp_path: Path) -> None:
    async with page_app(tmp_path) as whole, browsing(**_view(360, "light")) as context:
        page = await context.new_page()
        await page.add_init_script("navigator.share = async (what) => { window.shared = what; };")
        link = await _give(page, whole.page.link)
        await page.click("#share")
        assert link in (await page.evaluate("window.shared"))["text"]


@pytest.mark.parametrize("wants", some([True], soak=[True, False]))
async def test_notices_are_offered_once_and_after_the_first_answer(tmp_path: Path, wants: bool) -> None:
    told: list[dict[str, Any]] = []

    async def push(route: Any) -> None:
        if route.request.method == "POST":
            told.append(route.request.post_data_json)
            await route.fulfill(json={})
        else:
            await route.fulfill(json={"key": "B" + "A" * 86})

    async with page_app(tmp_path) as whole, browsing(*FAKE_MICROPHONE, **_view(360, "light")) as context:
        await context.add_init_script(SUBSCRIBING)
        await context.route("**/push", push)
        link = await _give(await context.new_page(), whole.page.link)
        await context.clear_cookies()
        mum = Tab(await context.new_page())
        await mum.page.goto(link)
        await mum.page.click("form .send")
        await mum.page.wait_for_selector("#speak:enabled")
        assert await mum.page.locator("#push").count() == 0
        await mum.say("An orchard behind the house.")
        await mum.until_taken("An orchard")
        await mum.page.click(
            f"#push button:text({say('en', 'page-live-push-yes' if wants else 'page-live-push-no')!r})"
        )
        await mum.until_gone("#push")
        assert [each["endpoint"] for each in told] == ([SUBSCRIPTION["endpoint"]] if wants else [])
        await mum.page.reload()
        await mum.page.wait_for_selector("#speak:enabled")
        assert await mum.page.locator("#push").count() == 0
        assert mum.troubles == []


async def test_each_message_that_is_left_out_says_so_until_it_is_put_back(tmp_path: Path) -> None:
    messages = ("There was an orchard.", "Pears grew there.", "My brother fell down.")
    async with page_app(tmp_path, kinds={"life-story": LifeStory()}) as whole:
        async with browsing(**_view(1280, "light")) as context:
            link = await _give(await context.new_page(), whole.page.link)
        async with browsing(**_view(360, "light")) as context:
            mum = Tab(await context.new_page())
            await mum.page.goto(link)
            await mum.page.click("form .send")
            for message in messages:
                await mum.say(message)
                await mum.until_taken(message)
            left_out, back = mum.page.locator(".line.left-out"), mum.page.locator(".line.left-out .keeps:visible")
            await mum.page.locator(".choice", has_text=say("en", "button-private")).last.click()
            told = say("en", "private-last-kept", gone="no", count=len(messages))
            await mum.page.wait_for_selector(f".bot:has-text({told!r})")
            assert (await left_out.count(), await back.count()) == (3, 3)
            await back.last.click()
            await mum.page.wait_for_selector(
                f".bot:has-text({say('en', 'private-released', file='no', family='yes')!r})"
            )
            assert (await left_out.count(), await back.count()) == (2, 2)
            assert await mum.page.locator(".line.me:not(.left-out) .keeps:visible").count() == 1

"""Questions as sound on the page: a player stands beside the words, and plays to nobody else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.contracts.messages import Address, Choice, Outgoing, Press, Say, Saying, SendVoice
from tests.fakes.opus import OPUS
from tests.fakes.waiting import until
from tests.fakes.web_client import Line, PageHarness

SOUND = SendVoice(of="q1", body=OPUS, seconds=3.0, waveform=b"\x01")


@pytest.fixture
async def page(tmp_path: Path) -> AsyncIterator[PageHarness]:
    async with PageHarness.started(tmp_path) as harness:
        yield harness


async def send(page: PageHarness, saying: Saying, key: str) -> None:
    await page.platform.send(Outgoing(key=key, address=page.address, saying=saying))


async def heard(page: PageHarness) -> Line:
    """The line of the question as soon as it can be heard."""
    await send(page, Say(text="Where did you live?", asks=True), "q1")
    await until(lambda: len(page.browser.spoken) == 1)
    assert page.browser.spoken[0]["speech"] is None
    await send(page, SOUND, "q1/voice")
    await until(lambda: bool(page.browser.spoken[0]["speech"]))
    return page.browser.spoken[0]


async def test_the_sound_comes_to_the_line_of_its_words(page: PageHarness) -> None:
    line = await heard(page)
    assert (line["text"], len(page.browser.lines)) == ("Where did you live?", 1)
    assert line["speech"] == f"/speech/{line['n']}"
    async with page.browser.session.get(f"{page.browser.origin}{line['speech']}") as answer:
        assert (answer.status, answer.headers["Content-Type"], await answer.read()) == (200, "audio/ogg", OPUS)
    status, html = await page.browser.get("/")
    assert status == 200
    assert f'src="/speech/{line["n"]}"' in html


@pytest.mark.parametrize(
    ("wanted", "status", "part"),
    [
        ("bytes=0-1", 206, OPUS[:2]),
        ("bytes=10-", 206, OPUS[10:]),
        ("bytes=-5", 206, OPUS[-5:]),
        (f"bytes=5-{10**30}", 206, OPUS[5:]),
        ("bytes=99999999-", 416, b""),
        ("bytes=9-3", 200, OPUS),
        ("lines=1-2", 200, OPUS),
    ],
)
async def test_a_part_of_it_can_be_had_as_some_players_insist(
    page: PageHarness, wanted: str, status: int, part: bytes
) -> None:
    path = (await heard(page))["speech"]
    async with page.browser.session.get(f"{page.browser.origin}{path}", headers={"Range": wanted}) as answer:
        assert (answer.status, await answer.read()) == (status, part)
        if status == 206:
            assert answer.headers["Content-Range"].endswith(f"/{len(OPUS)}")


async def test_nobody_hears_it_without_the_key_and_no_other_line_has_one(page: PageHarness) -> None:
    line = await heard(page)
    await send(page, Say(text="Take your time."), "q2")
    await until(lambda: len(page.browser.spoken) == 2)
    for path in (f"/speech/{page.browser.spoken[1]['n']}", "/speech/4711", "/speech/x", f"/documents/{line['n']}"):
        assert (await page.browser.get(path))[0] == 404, path
    page.browser.session.cookie_jar.clear()
    assert (await page.browser.get(str(line["speech"])))[0] == 403


async def test_what_is_said_under_the_first_one_stands_as_a_line(page: PageHarness) -> None:
    await heard(page)
    choices = (Choice(label="Text only", data="voice~off"),)
    told = SendVoice(of="q1", body=OPUS, seconds=3.0, waveform=b"\x01", caption="So it sounds.", choices=choices)
    await send(page, told, "q1-again/voice")
    await until(lambda: len(page.browser.spoken) == 2)
    assert page.browser.spoken[1]["text"] == "So it sounds."
    await page.press("Text only")
    assert (await page.inbox.last(1)).content == Press(data="voice~off")


async def test_a_sound_of_words_that_do_not_stand_there_is_passed_over(page: PageHarness) -> None:
    await send(page, SOUND, "q1/voice")
    nobody = Address(platform="web", chat="nobody")
    await page.platform.send(Outgoing(key="k", address=nobody, saying=SOUND))
    await send(page, Say(text="The end."), "end")
    await until(lambda: len(page.browser.spoken) == 1)

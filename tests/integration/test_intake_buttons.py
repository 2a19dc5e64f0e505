"""The buttons before an interview has begun: pressed twice, pressed late, and by somebody who changes their mind."""

from __future__ import annotations

import asyncio

import pytest

from core.contracts.session import Status
from core.words import say
from tests.fakes.app import Running
from tests.fakes.model import ScriptedModel
from tests.fakes.platform import FakePerson
from tests.fakes.podcasts import ANSWER, buttons, does, feed, intake_now, newest, source_of, talking
from tests.fakes.web import Web

MEMORY = "The Long Walk. It was about a man who walks home over the mountains, and I cried."
STALE = say("en", "stale-button")


def _slow_model() -> tuple[ScriptedModel, asyncio.Event]:
    gate = asyncio.Event()
    return ScriptedModel(gate=gate, held=lambda prompt: prompt.purpose in {"context", "opening"}), gate


def _link(web: Web) -> str:
    return feed(web)


@pytest.mark.parametrize(
    ("before", "label"),
    [
        ((), "Reflective"),
        ((_link,), "1. Episode 9: Something else"),
        ((_link,), "More episodes"),
        ((_link, "[1. Episode 9: Something else]"), "Reflective"),
        ((_link, "[1. Episode 9: Something else]"), "Something else"),
    ],
)
async def test_a_button_that_is_pressed_twice_acts_once(
    before: tuple[object, ...], label: str, app: Running, anna: FakePerson, web: Web
) -> None:
    for what in before:
        await does(app, anna, what(web) if callable(what) else str(what))
    button = buttons(anna)[label]
    await anna.tell(button)
    await app.settled()
    said = len(anna.received)
    await anna.tell(button)
    await app.settled()
    assert len(anna.received) == said


async def test_begin_now_twice_asks_one_question() -> None:
    model, gate = _slow_model()
    async with talking(model=model) as (app, anna, _web):
        await anna.write(MEMORY)
        await anna.next_where("We talk about")
        await anna.press("Reflective")
        await anna.next_where(say("en", "intake-preparing-told"))
        begin = buttons(anna)["Begin now"]
        await anna.tell(begin)
        await anna.tell(begin)
        await anna.next_where("Question 1 of about 5")
        gate.set()
        await app.settled()
        assert sum("Question 1 of" in text for text in anna.said) == 1
        assert STALE not in anna.said


async def test_begin_now_lets_go_of_what_is_being_prepared() -> None:
    model, gate = _slow_model()
    async with talking(model=model) as (app, anna, web):
        await does(app, anna, feed(web), "[1. Episode 9: Something else]")
        await anna.press("Reflective")
        await anna.next_where("I am reading about")
        await anna.press("Begin now")
        first = await anna.next()
        assert "only what its show notes say" in first
        gate.set()
        await app.settled()
        source = await source_of(app)
        assert source.opening == ""
        assert source.context.summary.startswith("Ann talks with Ben")
        whole = await app.record()
        assert set(whole.findings) == {"source"}


async def test_old_buttons_say_so(app: Running, anna: FakePerson) -> None:
    first = buttons(anna)["Creative"]
    await does(app, anna, "[Reflective]", MEMORY, ANSWER.format(n=1))
    await anna.tell(first)
    await app.settled()
    assert anna.said[-1] == STALE
    assert (await source_of(app)).template == "reflective"


async def test_a_button_of_an_earlier_page_is_still_good(app: Running, anna: FakePerson, web: Web) -> None:
    await does(app, anna, feed(web))
    page = buttons(anna)
    await does(app, anna, "[More episodes]")
    await anna.tell(page["2. Episode 8: Something else"])
    await app.settled()
    assert "“Episode 8: Something else”" in anna.said[-1]
    await does(app, anna, "[Reflective]")
    assert "Question 1" in anna.said[-1]


async def test_another_episode_while_the_first_is_being_prepared() -> None:
    model, gate = _slow_model()
    async with talking(model=model) as (app, anna, web):
        await does(app, anna, feed(web))
        page = buttons(anna)
        await does(app, anna, "[1. Episode 9: Something else]")
        await anna.press("Reflective")
        await anna.next_where("I am reading about")
        await anna.tell(page["3. Episode 7: Something else"])
        assert "Episode 7" in await anna.next_where("I am reading about")
        gate.set()
        await app.settled()
        assert (await source_of(app)).episode.title == "Episode 7: Something else"
        assert sum("Question 1 of" in text for text in anna.said) == 1


async def test_a_template_chosen_while_a_link_is_looked_up(app: Running, anna: FakePerson, web: Web) -> None:
    ways = buttons(anna)
    await anna.write(feed(web))
    await anna.tell(ways["Creative"])
    await app.settled()
    assert any("1. Episode 9" in text for text in anna.said)
    await does(app, anna, "[1. Episode 9: Something else]")
    assert (await source_of(app)).template == "creative"


async def test_something_else_keeps_the_wishes_and_the_template() -> None:
    model, gate = _slow_model()
    async with talking(model=model) as (app, anna, web):
        await does(app, anna, f"{feed(web)} focus on patience, 7 questions, template=creative")
        await anna.press("1. Episode 9: Something else")
        await anna.next_where("I am reading about")
        await anna.press("Something else")
        asked = await anna.next()
        assert asked.startswith("Creative, good.")
        assert "focus on patience" in asked
        gate.set()
        await app.settled()
        assert "Question 1" not in anna.said[-1]
        intake = await intake_now(app)
        assert (intake.questions, intake.template, intake.episode) == (7, "creative", None)


async def test_two_intakes_are_apart(app: Running, anna: FakePerson, web: Web) -> None:
    await does(app, anna, MEMORY, "/interview podcast", feed(web))
    first, second = await app.sessions()
    assert (first.status, second.status) == (Status.PAUSED, Status.ACTIVE)
    (here,) = await does(app, anna, "/resume")
    assert "Making Things" in here
    (which,) = await does(app, anna, "/pause", "/resume")
    assert which.count("not begun yet") == 2
    (back,) = await does(app, anna, f"[{newest(anna)[1]}]")
    assert "We talk about “The Long Walk”" in back


async def test_the_same_kind_asked_for_again_uses_the_same_session(app: Running, anna: FakePerson, web: Web) -> None:
    await does(app, anna, feed(web), "/interview podcast")
    assert len(await app.sessions()) == 1
    assert say("en", "intake-source") in anna.said[-1]

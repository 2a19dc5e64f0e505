"""Commands, buttons, restarts and long silences before an interview has begun, at every step of it."""

from __future__ import annotations

import asyncio
import io
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest

from bot.clock import SystemClock
from core.access.gate import code_digest
from core.contracts.messages import ChatClosed, Press
from core.contracts.session import Status
from core.languages.messages import say
from core.store.access import put_invite
from core.store.erasing import erase_session
from tests.fakes.app import Running, held_model
from tests.fakes.deleting import found
from tests.fakes.manual_clock import ManualClock
from tests.fakes.model import ScriptedModel
from tests.fakes.other_stores import store_at
from tests.fakes.platform import FakePerson, FakePlatform
from tests.fakes.podcasts import (
    ANSWER,
    buttons,
    does,
    feed,
    intake_now,
    listening,
    newest,
    preparing,
    source_of,
    talking,
)
from tests.fakes.stores import new_database
from tests.fakes.web import Web

MEMORY = "The Long Walk. It was about a man who walks home over the mountains, and I cried."
CODE = "Ab3_-xyzAb3_-xyz"
STEPS = ("source", "choosing", "template", "memory")
WAITS = {
    "source": "Which episode would you like to talk about?",
    "choosing": "hich episode is it?",
    "template": "“Episode 9: Something else”",
    "memory": "Great, let’s talk about “The Long Walk”",
}


async def _come_to(step: str, app: Running, anna: FakePerson, web: Web) -> None:
    if step in {"choosing", "template"}:
        await does(app, anna, feed(web))
    if step == "template":
        await does(app, anna, "[1. Episode 9: Something else]")
    if step == "memory":
        await does(app, anna, MEMORY)


async def _on_to_the_first_question(step: str, app: Running, anna: FakePerson) -> None:
    if step == "source":
        await does(app, anna, MEMORY)
    if step == "choosing":
        await does(app, anna, "[1. Episode 9: Something else]")
    said = await does(app, anna, "[Reflective]")
    assert "Question 1 of about 5" in said[-1]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("command", ["/status", "/start", "hello"])
async def test_what_asks_where_it_stands_is_told_what_is_waited_for(
    step: str, command: str, app: Running, anna: FakePerson, web: Web
) -> None:
    await _come_to(step, app, anna, web)
    said = await does(app, anna, command)
    assert WAITS[step] in said[-1]
    assert "question 0" not in " ".join(said).lower()
    await _on_to_the_first_question(step, app, anna)


@pytest.mark.parametrize("command", ["/now", "/skip"])
@pytest.mark.parametrize("step", STEPS)
async def test_who_does_not_wait_begins_as_soon_as_its_subject_is_known(
    step: str, command: str, app: Running, anna: FakePerson, web: Web
) -> None:
    await _come_to(step, app, anna, web)
    said = await does(app, anna, command)
    if step in {"source", "choosing"}:
        assert WAITS[step] in said[-1]
    else:
        assert "Question 1 of about 5" in said[-1]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("way", ["/pause", "/language ru", "/export", "/undo", "/help", "/privacy", "/quiet 22-8"])
async def test_no_command_is_in_the_way(step: str, way: str, app: Running, anna: FakePerson, web: Web) -> None:
    await _come_to(step, app, anna, web)
    assert await does(app, anna, way)
    if way == "/language ru":
        await does(app, anna, "/language en")
    if way == "/pause":
        assert (await app.sessions())[0].status is Status.PAUSED
        assert WAITS[step] in (await does(app, anna, "/resume"))[-1]
    if way == "/undo":
        step = {"template": "choosing", "choosing": "source", "memory": "source"}.get(step, step)
    await _on_to_the_first_question(step, app, anna)


async def test_the_language_changes_for_what_is_waited_for(app: Running, anna: FakePerson) -> None:
    now, asked = await does(app, anna, "/language ru")
    assert now == say("ru", "language-now")
    assert say("ru", "intake-source") in asked
    assert newest(anna) == ["Размышление", "Разбор", "Фантазия"]
    first = await does(app, anna, "[Размышление]") + await does(app, anna, MEMORY)
    assert "О выпуске мне известно только то, что рассказали вы." in first[-1]


async def test_done_leaves_it_and_keeps_nothing_where_nothing_was_told(app: Running, anna: FakePerson) -> None:
    assert await does(app, anna, "/transcript") == [say("en", "intake-nothing-yet")]
    assert await does(app, anna, "/done") == [say("en", "intake-dropped")]
    assert await app.sessions() == []
    await does(app, anna, "[Start a new one]")
    assert len(await app.sessions()) == 1


async def test_done_keeps_what_was_told(app: Running, anna: FakePerson) -> None:
    assert await does(app, anna, MEMORY, "/done") == [say("en", "intake-left")]
    assert "Great, let’s talk about" in (await does(app, anna, "[Continue]"))[-1]
    assert (await intake_now(app)).memory == MEMORY


@pytest.mark.parametrize("step", STEPS)
async def test_delete_takes_everything(step: str, app: Running, anna: FakePerson, web: Web) -> None:
    await _come_to(step, app, anna, web)
    (gone,) = await does(app, anna, "/delete", "[Delete everything]")
    assert gone == say("en", "deleted")
    assert await app.sessions() == []


async def test_what_was_told_is_in_the_export(app: Running, anna: FakePerson) -> None:
    await does(app, anna, MEMORY, "/export")
    with zipfile.ZipFile(io.BytesIO(anna.documents[-1].body)) as archive:
        session = next(name for name in archive.namelist() if name.endswith("session.json"))
        assert "over the mountains" in archive.read(session).decode()


@pytest.mark.parametrize("step", STEPS)
async def test_a_restart_changes_nothing(step: str, tmp_path: Path) -> None:
    path, clock = new_database(tmp_path), SystemClock()
    platform, again = FakePlatform(clock), FakePlatform(clock, first=1000)
    async with talking(store=store_at(path), clock=clock, platform=platform) as (app, anna, web):
        await _come_to(step, app, anna, web)
    again.sent.extend(platform.sent)
    async with listening(store=store_at(path), clock=clock, platform=again) as (app, web):
        assert again.sent == platform.sent
        await _on_to_the_first_question(step, app, again.person())


async def test_what_was_being_prepared_when_the_process_ended_is_prepared_again(tmp_path: Path) -> None:
    path, clock = new_database(tmp_path), SystemClock()
    platform, again = FakePlatform(clock), FakePlatform(clock, first=1000)
    stuck = ScriptedModel(gate=asyncio.Event())
    async with talking(store=store_at(path), clock=clock, platform=platform, model=stuck) as (_, anna, _web):
        await anna.press("Reflective")
        await anna.write(MEMORY)
        await stuck.begun(1)
    again.sent.extend(platform.sent)
    async with listening(store=store_at(path), clock=clock, platform=again, model=ScriptedModel()) as (app, _web):
        await again.until(lambda: len(again.sent) > len(platform.sent))
        await app.settled()
        assert sum("Question 1 of" in text for text in again.person().said) == 1


async def test_somebody_who_blocks_the_bot_and_comes_back(app: Running, anna: FakePerson, web: Web) -> None:
    await _come_to("template", app, anna, web)
    await app.handled(anna.tell(ChatClosed()))
    assert (await app.sessions())[0].status is Status.PAUSED
    (back,) = await does(app, anna, "/start")
    assert WAITS["template"] in back
    assert (await app.sessions())[0].status is Status.ACTIVE


async def test_left_alone_it_is_paused_without_a_word_and_put_aside_with_one() -> None:
    clock = ManualClock()
    async with talking(clock=clock, platform=FakePlatform(clock)) as (app, anna, web):
        await _come_to("template", app, anna, web)
        said = len(anna.received)
        clock.advance(12 * 3600.0)  # noon
        await _days(app, clock, 4)
        assert (await app.sessions())[0].status is Status.PAUSED
        assert len(anna.received) == said
        await _days(app, clock, 31)
        assert (await app.sessions())[0].status is Status.ABANDONED
        assert "/resume opens it again" in anna.said[-1]
        (back,) = await does(app, anna, "focus on patience")
        assert "Your wish: focus on patience" in back
        await _on_to_the_first_question("template", app, anna)


async def _days(app: Running, clock: ManualClock, days: int) -> None:
    for _ in range(days):
        clock.advance(timedelta(days=1).total_seconds())
        await app.app.tick()
        await app.settled()


async def test_an_interview_of_another_kind_does_not_begin_by_itself(app: Running, anna: FakePerson) -> None:
    (told,) = await does(app, anna, "/interview chess")
    assert "chess" in told
    await app.handled(anna.tell(Press(data="about~t0-0000000000000000")))
    assert anna.said[-1] == say("en", "stale-button")


@pytest.mark.parametrize("begun", [False, True], ids=["before", "begun"])
async def test_what_was_told_goes_with_the_session(begun: bool, tmp_path: Path) -> None:
    async with talking(store=store_at(new_database(tmp_path))) as (app, anna, _web):
        await does(app, anna, MEMORY)
        if begun:
            await does(app, anna, "[Reflective]", "I liked how slowly it went, and that nobody spoke for a long while.")
        session = (await app.sessions())[0]
        await app.store.write(lambda c: erase_session(c, session.id))
    assert found(tmp_path, "over the mountains") == []


async def test_an_invitation_to_a_podcast_leads_to_it() -> None:
    async with listening() as (app, _web):
        await app.store.write(
            lambda c: put_invite(c, code_digest(CODE), kind="podcast", uses=1, expires_at=None, now=0.0)
        )
        anna = app.platform.person()
        (asked,) = await does(app, anna, f"/start {CODE}", "Anna", "yes")
        assert say("en", "intake-source") in asked


async def test_pasted_notes_behind_the_command_are_whole() -> None:
    notes = "\n".join(f"The {n}th thing that was said about bees is that they remember." for n in range(200))
    async with listening() as (app, _web):
        anna = app.platform.person()
        await does(app, anna, f"/interview podcast\n{notes}", "yes")
        assert (await intake_now(app)).memory == notes


# --- buttons, pressed twice, pressed late, and by somebody who changes their mind ------------------------------------


STALE = say("en", "stale-button")


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
    await app.handled(anna.tell(button))
    said = len(anna.received)
    await app.handled(anna.tell(button))
    assert len(anna.received) == said


async def test_begin_now_twice_asks_one_question() -> None:
    model = held_model("context", "opening")
    async with talking(model=model) as (app, anna, _web):
        await anna.write(MEMORY)
        await anna.next_where("Great, let’s talk about")
        await anna.press("Reflective")
        await anna.next_where(say("en", "intake-preparing-told"))
        begin = buttons(anna)["Begin now"]
        await anna.tell(begin)
        await anna.tell(begin)
        await anna.next_where("Question 1 of about 5")
        model.gate.set()
        await app.settled()
        assert sum("Question 1 of" in text for text in anna.said) == 1
        assert STALE not in anna.said


async def test_begin_now_lets_go_of_what_is_being_prepared() -> None:
    async with preparing() as (app, anna, _web, model):
        await anna.press("Begin now")
        first = await anna.next()
        assert "only know what its show notes say" in first
        model.gate.set()
        await app.settled()
        source = await source_of(app)
        assert source.opening == ""
        assert source.context.summary.startswith("Ann talks with Ben")
        whole = await app.record()
        assert set(whole.findings) == {"source"}


async def test_old_buttons_say_so(app: Running, anna: FakePerson) -> None:
    first = buttons(anna)["Creative"]
    await does(app, anna, "[Reflective]", MEMORY, ANSWER.format(n=1))
    await app.handled(anna.tell(first))
    assert anna.said[-1] == STALE
    assert (await source_of(app)).template == "reflective"


async def test_a_button_of_an_earlier_page_is_still_good(app: Running, anna: FakePerson, web: Web) -> None:
    await does(app, anna, feed(web))
    page = buttons(anna)
    await does(app, anna, "[More episodes]")
    await app.handled(anna.tell(page["2. Episode 8: Something else"]))
    assert "“Episode 8: Something else”" in anna.said[-1]
    await does(app, anna, "[Reflective]")
    assert "Question 1" in anna.said[-1]


async def test_another_episode_while_the_first_is_being_prepared() -> None:
    model = held_model("context", "opening")
    async with talking(model=model) as (app, anna, web):
        await does(app, anna, feed(web))
        page = buttons(anna)
        await does(app, anna, "[1. Episode 9: Something else]")
        await anna.press("Reflective")
        await anna.next_where("I’m reading about")
        await anna.tell(page["3. Episode 7: Something else"])
        assert "Episode 7" in await anna.next_where("I’m reading about")
        model.gate.set()
        await app.settled()
        assert (await source_of(app)).episode.title == "Episode 7: Something else"
        assert sum("Question 1 of" in text for text in anna.said) == 1


async def test_a_template_chosen_while_a_link_is_looked_up(app: Running, anna: FakePerson, web: Web) -> None:
    ways = buttons(anna)
    await anna.write(feed(web))
    await app.handled(anna.tell(ways["Creative"]))
    assert any("1. Episode 9" in text for text in anna.said)
    await does(app, anna, "[1. Episode 9: Something else]")
    assert (await source_of(app)).template == "creative"


async def test_something_else_keeps_the_wishes_and_the_template() -> None:
    model = held_model("context", "opening")
    async with talking(model=model) as (app, anna, web):
        await does(app, anna, feed(web))
        await does(app, anna, "[1. Episode 9: Something else]", "focus on patience", "7")
        await anna.press("Creative")
        await anna.next_where("I’m reading about")
        await anna.press("Something else")
        asked = await anna.next()
        assert asked.startswith("Creative, good.")
        assert "focus on patience" in asked
        model.gate.set()
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
    assert which.count("not started yet") == 2
    (back,) = await does(app, anna, f"[{newest(anna)[1]}]")
    assert "Great, let’s talk about “The Long Walk”" in back


async def test_the_same_kind_asked_for_again_uses_the_same_session(app: Running, anna: FakePerson, web: Web) -> None:
    await does(app, anna, feed(web), "/interview podcast")
    assert len(await app.sessions()) == 1
    assert say("en", "intake-source") in anna.said[-1]

"""Scripts of the operator's own in the whole app: begun by a name or a link, answered by buttons, read anew."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.config import AccessSection, InterviewsSection, Settings
from bot.operator_desk import OperatorService
from bot.setup_page import SetupPage
from core.access.gate import Policy, code_digest
from core.interviews.life_story.interview import LifeStory
from core.store.access import put_invite
from tests.fakes.app import Running, running
from tests.fakes.interview import PlainInterview
from tests.fakes.platform import FakePerson
from tests.fakes.transcriber import FakeTranscriber
from tests.unit.script_kit import write

CODE = "abcdefghijklmnop"
BREAD = """
title = "About bread"
closing = "Goodbye."

[[chapters]]
id = "all"
title = "All"

[[chapters.questions]]
id = "bakes"
text = "Do you bake bread?"
type = "choice"
options = ["Yes", "No"]

[[chapters.questions]]
id = "often"
text = "How often in a month?"
type = "number"
min = 0
max = 31
when = { question = "bakes", is = "yes" }

[[chapters.questions]]
id = "buys"
text = "Where do you buy it?"
follow_ups = 0
when = { question = "bakes", is = "no" }
"""
STUDY = BREAD.replace("About bread", "The study").replace(
    'closing = "Goodbye."', 'listed = false\nconsent = "For science."'
)


@asynccontextmanager
async def serving(folder: Path, *, policy: Policy = Policy.OPEN, **more: object) -> AsyncIterator[Running]:
    section = InterviewsSection(scripts_dir=folder)
    settings = Settings(access=AccessSection(policy=policy), interviews=section)
    more = {"kinds": {"plain": PlainInterview()}, **more}
    async with running(settings=settings, **more) as r:  # type: ignore[arg-type]
        yield r


async def somebody(r: Running, chat: str = "1") -> FakePerson:
    person = r.platform.person(chat, name="Anna")
    await person.hears(len(person.received))
    return person


async def test_a_script_is_offered_behind_the_kinds_and_answered_by_buttons(tmp_path: Path) -> None:
    write(tmp_path, "bread.toml", BREAD)
    write(tmp_path, "study.toml", STUDY)
    async with serving(tmp_path) as r:
        anna = await somebody(r)
        await anna.says("/start", "Anna")
        assert anna.labels[-2:] == ["Plain en", "About bread"]
        assert await anna.begin("bread") == "Do you bake bread?"
        assert anna.labels[-3:] == ["Yes", "No", "Skip"]
        assert await anna.presses("Yes") == "You chose: Yes.\n\nHow often in a month?"
        last = await anna.says("every other day, that makes fifteen")
        assert last == "Goodbye.\n\nI’ve noted: 15."
        assert await r.told() == [("bakes", ["Yes"]), ("often", ["every other day, that makes fifteen"])]


async def test_a_press_is_an_answer_that_can_be_taken_back(tmp_path: Path) -> None:
    write(tmp_path, "bread.toml", BREAD)
    async with serving(tmp_path) as r:
        anna = await somebody(r)
        await anna.says("/start", "Anna")
        await anna.begin("bread")
        await anna.presses("Yes")
        assert "Do you bake bread?" in await anna.says("/undo")
        assert "Where do you buy it?" in await anna.presses("No")
        await anna.press("Yes")  # of the question that is behind them
        assert "Where do you buy it?" not in await anna.next()
        assert [each for each in await r.told() if each[1]] == [("bakes", ["No"])]


async def test_an_answer_that_is_edited_leads_elsewhere(tmp_path: Path) -> None:
    write(tmp_path, "bread.toml", BREAD)
    async with serving(tmp_path) as r:
        anna = await somebody(r)
        await anna.says("/start", "Anna")
        await anna.begin("bread")
        ref = await anna.write("yes")
        assert "How often" in await anna.next()
        await anna.edit(ref, "no")
        await r.settled()
        assert "Where do you buy it?" in await anna.says("0")


async def test_set_answers_may_be_spoken(tmp_path: Path) -> None:
    write(tmp_path, "bread.toml", BREAD)
    async with serving(tmp_path, transcriber=FakeTranscriber()) as r:
        anna = await somebody(r)
        await anna.says("/start", "Anna")
        await anna.begin("bread")
        await anna.speak(b"Yes, I do")
        await anna.next_where("How often in a month?")
        await anna.speak(b"about twenty-five times")
        await anna.next_where("I’ve noted: 25.")


async def test_an_interview_goes_on_by_the_script_that_it_began_with(tmp_path: Path) -> None:
    file = write(tmp_path, "bread.toml", BREAD)
    async with serving(tmp_path) as r:
        anna, boris = await somebody(r), await somebody(r, "2")
        await anna.says("/start", "Anna")
        await anna.begin("bread")
        write(tmp_path, "bread.toml", BREAD.replace("Do you bake bread?", "Is there bread at home?"))
        await r.app.tick()
        await boris.says("/start", "Boris")
        assert await boris.begin("bread") == "Is there bread at home?"
        write(tmp_path, "bread.toml", "title = 3")  # a slip of the pen: the last good one stays
        await r.app.tick()
        clara = await somebody(r, "3")
        await clara.says("/start", "Clara")
        assert await clara.begin("bread") == "Is there bread at home?"
        file.unlink()
        await r.app.tick()
        assert "How often" in await anna.presses("Yes")
        assert "There’s no interview" in await clara.says("/interview bread")


async def test_a_link_leads_to_a_script_that_is_in_no_list(tmp_path: Path) -> None:
    write(tmp_path, "study.toml", STUDY)
    async with serving(tmp_path, policy=Policy.NAMED) as r:
        now = r.clock.now().timestamp()
        await r.store.write(lambda c: put_invite(c, code_digest(CODE), kind="study", uses=1, expires_at=None, now=now))
        anna = await somebody(r)
        await anna.says(f"/start {CODE}")
        asked = await anna.says("Anna")
        assert "For science." in asked
        assert await anna.presses("I agree") == "study-consent.md"
    assert await anna.next() == "Do you bake bread?"


async def test_a_story_of_a_life_by_one_s_own_questions(tmp_path: Path) -> None:
    begins = 'title = "Our life"\n\n[[chapters]]\nid = "all"\ntitle = "All"\n\n[[chapters.questions]]\nid = "sea"\n'
    write(tmp_path, "life-story.toml", begins + 'text = "Which sea do you remember first?"\n')
    async with serving(tmp_path, kinds={"life-story": LifeStory(), "plain": PlainInterview()}) as r:
        anna, boris = await somebody(r), await somebody(r, "2")
        await anna.says("/start", "Anna")
        assert anna.labels[-2:] == ["Our life", "Plain en"]
        await anna.begin("life-story")
        assert "Which sea" in anna.said[-1]
        write(tmp_path, "life-story.toml", begins + 'text = "Which sea?"\ntype = "date"\n')  # the last good one stays
        await r.app.tick()
        await boris.says("/start", "Boris")
        await boris.begin("life-story")
        assert "Which sea do you remember first?" in boris.said[-1]


async def test_the_operator_s_page_knows_them_for_invitations(tmp_path: Path) -> None:
    write(tmp_path, "study.toml", STUDY)
    async with serving(tmp_path) as r:
        setup = SetupPage(path=tmp_path / "config.toml", clock=r.clock)
        house = OperatorService(
            settings=Settings(), store=r.store, slow_read=r.store.read, clock=r.clock, titles={}, setup=setup
        )
        assert house.kinds == {}
        house.scripts = r.app.scripts
        assert house.kinds["study"]["en"] == "The study"


async def test_a_folder_that_cannot_be_read_is_no_end(tmp_path: Path) -> None:
    folder = tmp_path / "scripts"
    folder.mkdir()
    write(folder, "bread.toml", BREAD)
    async with serving(folder) as r:
        folder.rename(tmp_path / "away")
        await r.app.tick()
        anna = await somebody(r)
        await anna.says("/start", "Anna")
        assert await anna.begin("bread") == "Do you bake bread?"

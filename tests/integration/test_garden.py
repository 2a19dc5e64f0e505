"""A third kind of interview, tiny and complete: each thing that a kind can declare works through the whole app."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.config import AccessSection, PodcastSection, Settings
from core.access.gate import Policy
from core.contracts.messages import Attachment, Say
from core.contracts.session import Status
from core.interviews.kind import Operator
from core.languages.messages import say
from tests.fakes.app import Running, running
from tests.fakes.garden import KIND
from tests.fakes.garden.interview import GardenSettings
from tests.fakes.interview import PlainInterview
from tests.fakes.model import ScriptedModel
from tests.fakes.platform import FakePerson
from tests.fakes.podcasts import does, labels
from tests.fakes.readers import InlineReaders
from tests.fakes.web import INSIDE, Web, serving

BEDS = "Here they are:\n```\nroses\nbeans\n```"
SETTINGS = Settings(
    access=AccessSection(policy=Policy.OPEN, admins=("fake:9",)), podcast=PodcastSection(allowed_hosts=(INSIDE,))
)


@asynccontextmanager
async def gardening(
    *, model: ScriptedModel | None = None, begins: bool = True, guidance: str = "", settings: object = None
) -> AsyncIterator[tuple[Running, FakePerson, Web]]:
    """Anna, who has asked for it; where it `begins`, after she has said which garden it is."""
    made = KIND.make(Operator(guidance=guidance, settings=settings))
    kinds = {"plain": PlainInterview(), "garden": made}
    async with (
        serving() as web,
        running(
            settings=SETTINGS,
            kinds=kinds,
            model=model or ScriptedModel(offline=True),
            readers=InlineReaders("tests.fakes.garden.reading"),
        ) as app,
    ):
        anna = app.platform.person()
        await anna.begin("garden")
        if begins:
            await does(app, anna, "The Lane")
        yield app, anna, web


def says(message: str) -> ScriptedModel:
    def respond(_prompt: Any, schema: Any) -> Any:
        return schema(message=message)

    return ScriptedModel(respond)


async def test_words_name_what_it_is_about_and_it_is_called_by_that() -> None:
    async with gardening(begins=False) as (app, anna, _web):
        assert anna.said[-1] == "Which garden is it? Send its name, or a link."
        for command in ("/back", "/skip"):
            assert await does(app, anna, command) == [say("en", "intake-nothing-yet")]
        assert await does(app, anna, "/status") == [anna.said[0]]
        assert "The Lane: What was the first thing you planted here?" in (await does(app, anna, "The Lane"))[-1]
        assert (await app.sessions())[0].title == "My garden – The Lane"
        assert " · Gardens" in (await does(app, anna, "/interview plain", "/pause", "/resume"))[-1]


async def test_a_link_is_looked_up_with_the_tools_that_are_declared() -> None:
    async with gardening(begins=False) as (app, anna, web):
        page = web.put("/", "<title>The Hill</title>", "text/html")
        said = await does(app, anna, page)
        assert said[0] == "I am looking at that garden."
        assert "The Hill: What was the first thing" in said[-1]


async def test_a_link_out_of_nowhere_begins_one_and_is_told_before() -> None:
    async with gardening(begins=False) as (app, _anna, web):
        page = web.put("/", "<title>The Hill</title>", "text/html")
        boris = app.platform.person("2", name="Boris")
        await does(app, boris, "/start", "Boris")
        asked = (await does(app, boris, page))[-1]
        assert say("en", "consent-links") in asked
        await does(app, boris, "Yes")
        assert any("The Hill: What was the first thing" in text for text in boris.said)


async def test_code_in_an_answer_is_worked_on() -> None:
    async with gardening() as (app, anna, _web):
        said = await does(app, anna, BEDS)
        assert said == ["I am counting your beds.", "You have 2 beds. Which one is the best?"]
        assert "Count again" in labels(anna.received[-1])
        assert await does(app, anna, "[Count again]") == said
        assert await does(app, anna, "/beds") == said


async def test_a_command_of_its_own_is_listed_while_it_is_under_way() -> None:
    async with gardening() as (app, anna, _web):
        assert "/beds – count your beds again" in (await does(app, anna, "/help all"))[-1]
        assert await does(app, anna, "/beds") == [say("en", "unknown-command", command="/beds")]
        assert await does(app, anna, "/done", "/beds") == [say("en", "unknown-command", command="/beds")]
        assert "/beds" not in (await does(app, anna, "/help all"))[-1]


async def test_a_lasting_command_is_good_after_the_end() -> None:
    async with gardening() as (app, anna, _web):
        await does(app, anna, BEDS, "/done", "/interview garden", "The Hill", "```\nroses\n```", "/done")
        assert [each.name for each in anna.documents[-2:]] == ["garden.md", "plan.txt"]
        assert anna.documents[-1].body == b"roses\n"
        listed = (await does(app, anna, "/help all"))[-1]
        assert "/years – compare your gardens" in listed
        assert "/beds" not in listed
        assert (await does(app, anna, "/years"))[0] == "I am comparing."
        assert anna.documents[-1].body == b"2, 1"
        assert [each.status for each in await app.sessions()] == [Status.COMPLETED] * 2


async def test_files_are_taken_by_their_kind() -> None:
    async with gardening() as (app, anna, _web):
        beds = app.platform.keep(b"roses\nbeans\npeas\n")
        await app.handled(anna.tell(Attachment(file_ref=beds, name="beds.txt")))
        assert anna.said[-1] == "You have 3 beds. Which one is the best?"
        await app.handled(anna.tell(Attachment(file_ref=beds, name="beds.zip")))
        assert anna.said[-1] == say("en", "unusable-file")


async def test_a_chore_that_can_never_be_done_is_an_end_too() -> None:
    async with gardening() as (app, anna, _web):
        await app.handled(anna.tell(Attachment(file_ref="nowhere", name="beds.txt")))
        assert anna.said[-1] == "I cannot count them."


async def test_what_is_found_during_a_pause_is_told_when_they_come_back() -> None:
    async with gardening() as (app, anna, _web):
        assert "You have 2 beds." in (await does(app, anna, BEDS, "/pause", "/resume"))[-1]


async def test_a_message_that_breaks_a_law_is_not_said() -> None:
    model = says("Who planted the roses? https://roses.example.org")
    async with gardening(model=model, guidance="Ask of roses.") as (app, anna, _web):
        assert (await does(app, anna, "Beans."))[-1].endswith("What was its best year?")
        assert model.prompts[0].system == "Ask about the garden. Ask of roses."
    async with gardening(model=says("Who planted the roses?")) as (app, anna, _web):
        assert (await does(app, anna, "Beans."))[-1].endswith("Who planted the roses?")


async def test_its_file_is_its_own_in_a_style_and_waits_for_what_it_is_to_hold(tmp_path: Path) -> None:
    async with gardening(settings=GardenSettings(copies=tmp_path)) as (app, anna, _web):
        await does(app, anna, "Beans, in March.", "/transcript short")
        assert anna.documents[-1].name == "garden-short.md"
        await does(app, anna, "/done")
        sent = next(each for each in reversed(anna.documents) if each.name == "garden.md")
        assert sent.body.decode() == "# Your garden\n\nBeans, in March.\n\nA patient gardener.\n"
        assert (tmp_path / "garden.md").read_bytes() == sent.body
        assert (await app.sessions())[0].status is Status.COMPLETED


async def test_a_link_that_leads_nowhere_is_an_end_of_the_chore_too() -> None:
    async with gardening(begins=False) as (app, anna, web):
        await does(app, anna, web.url("/gone"))
        saying = anna.received[-1].saying
        assert isinstance(saying, Say)
        assert "a garden: What was the first thing" in saying.text

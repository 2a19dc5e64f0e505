"""Wishes typed before an interview begins: a model understands them, and without one they stop and change nothing."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from pydantic import BaseModel

from core.contracts.ports import Prompt
from core.contracts.session import Status
from core.languages.messages import say
from tests.fakes.app import Running
from tests.fakes.model import Reply, ScriptedModel, new_question, plain_answer
from tests.fakes.platform import FakePerson
from tests.fakes.podcasts import does, intake_now, session_now, source_of, talking, to_the_template
from tests.fakes.web import Web

WORK = "analytical, please ask about my work"
FEWER = "no more than 5 questions please"
MEMORY = "The Long Walk. It was about a man who walks home over the mountains, and I cried."


def reading(**read: object) -> ScriptedModel:
    """A model that understands this of what is typed."""

    def respond(prompt: Prompt, schema: type[BaseModel]) -> Reply:
        found: Mapping[str, object] = read
        return found if prompt.purpose == "intake-read" else plain_answer(prompt, schema)

    return ScriptedModel(respond, talk=new_question)


async def test_a_template_and_a_wish_in_one_sentence_are_both_understood() -> None:
    async with talking(model=reading(wishes=[1], template="analytical")) as (app, anna, web):
        await to_the_template(app, anna, web)
        await does(app, anna, WORK)
        source = await source_of(app)
        assert (source.template, source.guidelines, source.memory) == ("analytical", WORK, "")
        assert "Question 1 of about 5" in anna.said[-1]


async def test_a_number_in_a_sentence_is_understood() -> None:
    async with talking(model=reading(wishes=[1], questions="3")) as (app, anna, web):
        await to_the_template(app, anna, web)
        await does(app, anna, "three questions at the very most, please")
        assert (await intake_now(app)).questions == 3
        assert say("en", "intake-count", questions=3) in anna.said[-1]


async def test_a_chosen_number_goes_before_what_a_model_understands() -> None:
    async with talking(model=reading(wishes=[1], questions="3")) as (app, anna, web):
        await to_the_template(app, anna, web)
        await does(app, anna, "10", "not too many, please")
        assert (await intake_now(app)).questions == 10


async def test_a_wish_before_the_episode_is_known_is_no_title() -> None:
    async with talking(model=reading(wishes=[1], template="analytical")) as (app, anna, _web):
        await does(app, anna, WORK)
        intake = await intake_now(app)
        assert (intake.template, intake.guidelines, intake.has_source) == ("analytical", WORK, False)
        await does(app, anna, MEMORY)
        source = await source_of(app)
        assert (source.episode.title, source.guidelines) == ("The Long Walk", WORK)


@pytest.mark.parametrize("words", [WORK, FEWER])
async def test_without_a_model_a_wish_is_kept_and_nothing_stops(
    words: str, app: Running, anna: FakePerson, web: Web
) -> None:
    await to_the_template(app, anna, web)
    await does(app, anna, words)
    intake = await intake_now(app)
    assert (intake.guidelines, intake.template, intake.questions) == (words, "", 5)
    assert (await session_now(app)).status is Status.ACTIVE
    await does(app, anna, "[Analytical]")
    assert "Question 1 of about 5" in anna.said[-1]

"""The model that follows a script, and the wrappers around a model."""

from __future__ import annotations

import asyncio

import pytest
from pydantic import BaseModel

from core.contracts.errors import ModelUnavailable
from core.contracts.ports import Prompt, PromptLine
from core.jobs.chore_tools import SessionModel
from tests.fakes.model import ScriptedModel, new_question

TALK = Prompt(purpose="talk", system="You ask.", user="I was born.")
BOOKS = Prompt(purpose="books", system="You note.", user="I was born.")


class Books(BaseModel):
    wants: str = "go_on"
    threads: list[str] = []


async def test_texts_and_books_come_in_their_order() -> None:
    model = ScriptedModel(talk=["One?", ModelUnavailable("down"), "Two?"], books=[{"wants": "stop"}])
    assert await model.write(TALK) == "One?"
    with pytest.raises(ModelUnavailable):
        await model.write(TALK)
    assert await model.write(TALK) == "Two?"
    assert await model.ask(BOOKS, Books) == Books(wants="stop")
    assert await model.ask(BOOKS, Books) == Books()
    assert model.calls == {"talk": 3, "books": 2}


async def test_a_text_that_no_test_gave_is_a_failure() -> None:
    with pytest.raises(AssertionError, match="give talk"):
        await ScriptedModel().write(TALK)


async def test_functions_see_the_prompt() -> None:
    model = ScriptedModel(talk=new_question, books=lambda prompt: Books(threads=[prompt.user]))
    first, again, other = [await model.write(p) for p in (TALK, TALK, Prompt(purpose="talk", system="", user="No."))]
    assert first == again != other
    assert (await model.ask(BOOKS, Books)).threads == ["I was born."]


async def test_a_cancelled_call_uses_up_no_text() -> None:
    model = ScriptedModel(talk=["One?"], gate=asyncio.Event())
    writing = asyncio.create_task(model.write(TALK))
    await model.begun(1, "talk")
    writing.cancel()
    await asyncio.wait({writing})
    model.gate.set()
    assert await model.write(TALK) == "One?"
    assert (model.cancelled, model.finished) == ({"talk": 1}, {"talk": 1})


@pytest.mark.parametrize(
    "said",
    [
        (PromptLine("assistant", "Where was it?"),),
        (PromptLine("user", "Hello."),),
        (PromptLine("user", "Hello."), PromptLine("user", "Hello?"), PromptLine("assistant", "Where was it?")),
    ],
)
async def test_a_conversation_that_services_reject_is_a_failure(said: tuple[PromptLine, ...]) -> None:
    prompt = Prompt(purpose="talk", system="", user="In Tula.", conversation=said)
    with pytest.raises(AssertionError, match="roles"):
        await ScriptedModel(talk=["One?"]).write(prompt)


async def test_a_message_in_the_background_is_counted_to_its_session() -> None:
    model = ScriptedModel(talk=["One?"])
    assert await SessionModel(model, "s7", asyncio.Semaphore(1)).write(TALK) == "One?"
    assert model.prompts[0].session_id == "s7"

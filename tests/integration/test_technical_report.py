"""What comes back of a technical interview, through the app: the report, renewed after changes, and the progress."""

from __future__ import annotations

import re
from typing import Any

from pydantic import BaseModel

from core.contracts.errors import ModelAbsent, ModelUnavailable
from core.contracts.ports import Prompt
from core.interviews.technical.evaluation import EVALUATION, EvaluationSaid, evaluation_in
from tests.fakes.app import Running
from tests.fakes.manual_clock import ManualClock
from tests.fakes.model import Reply, Respond, ScriptedModel
from tests.fakes.platform import FakePerson
from tests.fakes.podcasts import does
from tests.fakes.technical import coding, fence, found_in
from tests.unit.technical_kit import ANSWERS, rubric

QUOTE = "I decided to use a queue"


def weighing(prompt: Prompt, schema: type[BaseModel]) -> Reply:
    """A model that weighs and does nothing else."""
    if schema is not EvaluationSaid:
        return ModelAbsent("It weighs, and nothing else.")
    entry = re.search(rf'<candidate n="(\d+)">[^<]*{QUOTE}', prompt.user)
    quotes = [{"quote": QUOTE, "entry": int(entry[1])}] if entry else []
    return {"scores": [{"criterion": each.id, "score": 4, "quotes": quotes} for each in rubric().criteria]}


def weigher(respond: Respond = weighing) -> ScriptedModel:
    away = ModelAbsent("It weighs, and nothing else.")
    return ScriptedModel(respond, talk=lambda _prompt: away, books=lambda _prompt: away)


def report_of(anna: FakePerson) -> str:
    return [each.body.decode() for each in anna.documents if each.name.endswith("report.md")][-1]


async def told(app: Running, anna: FakePerson, code: str) -> str:
    """Everything that is to be weighed; the ref of the message with `QUOTE`."""
    await does(app, anna, fence(code), "It is linear.")
    ref = await anna.write(ANSWERS[0])
    await app.settled()
    await does(app, anna, *ANSWERS[1:], "/done")
    return ref


async def test_a_report_is_made_once_and_anew_after_a_change() -> None:
    model = weigher()
    async with coding(model=model) as (app, anna, exercise):
        ref = await told(app, anna, exercise.reference.python)
        assert f"- “{QUOTE}”" in report_of(anna)
        assert "Communication: 4 / 5" in report_of(anna)
        assert [each.name[-10:] for each in anna.documents][-1] == "scores.png"
        await does(app, anna, "/transcript")
        assert model.finished["evaluation"] == 1
        await anna.edit(ref, "I would rather not say.")
        await app.settled()
        await does(app, anna, "/transcript")
        assert model.finished["evaluation"] == 2
        assert QUOTE not in report_of(anna)
        assert "Communication: –" in report_of(anna)
        await does(app, anna, "/transcript")
        assert model.finished["evaluation"] == 2, "what was weighed anew is kept"


async def test_what_is_kept_back_is_neither_shown_nor_weighed() -> None:
    def notes(prompt: Prompt) -> Reply:
        """Keep back what asks for it, as its number says."""
        asked = re.search(r'<person n="(\d+)"[^>]*>(Please keep this code out of the report)', prompt.user)
        return {"keep_back": [{"n": [int(asked[1])], "words": asked[2]}]} if asked else {}

    model = ScriptedModel(weighing, talk=lambda _prompt: ModelAbsent("It weighs, and nothing else."), books=notes)
    async with coding(model=model) as (app, anna, exercise):
        await does(app, anna, fence(exercise.reference.python), "It is linear.")
        await does(app, anna, f"Please keep this code out of the report:\n{fence('print(1234567)')}")
        await does(app, anna, "It prints what our shop made.", "/done")
        assert "1234567" not in report_of(anna)
        assert exercise.reference.python in report_of(anna)
        assert all("1234567" not in prompt.user for prompt in model.prompts if prompt.purpose == "evaluation")


async def test_where_nobody_ever_weighs_the_report_comes_by_rules() -> None:
    def fails(prompt: Prompt, schema: type[BaseModel]) -> Reply:
        return ModelUnavailable("Down.") if schema is EvaluationSaid else weighing(prompt, schema)

    clock = ManualClock()
    async with coding(model=weigher(fails), clock=clock) as (app, anna, exercise):
        await told(app, anna, exercise.reference.python)
        for _ in range(12):
            clock.advance(7 * 3600)
            await app.app.tick()
            await app.settled()
        assert "I couldn’t reach the language model" in report_of(anna)
        assert "Problem solving: 4 / 5" in report_of(anna)
        assert sum(each.name.endswith("report.md") for each in anna.documents) == 1


async def test_progress_says_how_many_there_are_and_then_shows_them() -> None:
    async with coding() as (app, anna, exercise):
        assert (await does(app, anna, "/progress"))[-1].startswith("None of your interviews has scores yet")
        await does(app, anna, fence(exercise.reference.python), "/done")
        assert (await does(app, anna, "/progress"))[-1].startswith("One of your interviews has scores so far.")
        await begin_again(app, anna)
        assert (await does(app, anna, "/progress"))[-1].startswith("One of your interviews has scores so far.")
        await does(app, anna, fence("def nothing():\n    return 1\n"), "/done")
        await does(app, anna, "/progress")
        assert anna.documents[-1].name == "technical-progress.png"
        found = evaluation_in(await found_in(app))
        assert found is not None
        assert EVALUATION in await found_in(app, 0)


async def begin_again(app: Running, anna: FakePerson) -> Any:
    """A second interview, up to its first exercise."""
    await does(app, anna, "/interview technical", "[Begin]")
    while not (await app.sessions())[-1].state["exercise"]:
        await does(app, anna, "/skip")

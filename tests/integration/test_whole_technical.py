"""A technical interview in Telegram and in Discord, with three submissions, from the wish to the report."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from bot.app import build_app
from bot.clock import SystemClock
from core.contracts.ports import Prompt
from core.interviews.kind import Operator
from core.interviews.technical import KIND
from core.interviews.technical.exercises.exercise import Programming, starter_code
from core.languages.messages import say
from core.store.store import SqliteStore
from tests.fakes.bot_api_people import User
from tests.fakes.discord_server import Person
from tests.fakes.model import Reply, ScriptedModel, plain_answer
from tests.fakes.plain_sandbox import PlainSandbox
from tests.fakes.readers import InlineReaders
from tests.fakes.stores import new_database
from tests.fakes.technical import EXERCISES, READS, SETTINGS, fence, wrong
from tests.fakes.waiting import until
from tests.integration.bots_kit import MakeApp, discord_bot, telegram_bot

SUMMARY = "It takes each number once."
POINT = "The name says nothing of what it gives back."
ASKED = "Why did you begin with this line?"
MEANT = "What did you want this line to do?"
COSTS = "What would it cost with a thousand times as much?"
BEGINNING = {exercise.texts["en"].title: exercise for exercise in EXERCISES.values()}


def mind(prompt: Prompt, schema: type[BaseModel]) -> Reply:
    """A model that looks at code with a word, a line and a question."""
    if prompt.purpose == "code-review":
        failed = "<failed" in prompt.user
        return {
            "summary": SUMMARY,
            "points": [{"line": 1, "says": POINT}],
            "question": ASKED if failed else MEANT if "SyntaxError" in prompt.user else COSTS,
        }
    return plain_answer(prompt, schema)


@dataclass(slots=True, kw_only=True)
class Stage:
    anna: User | Person
    redeliver: Callable[[], None] = lambda: None
    """Have the newest event delivered once more, where a test asks for it."""

    def file(self, name: str, body: bytes) -> None:
        if isinstance(self.anna, Person):
            self.anna.send_file(name, body)
        else:
            self.anna.send_document(len(body), name, media_type="text/x-python", body=body)

    async def hears(self, part: str) -> Any:
        """The next message with these words in it."""
        while part not in (message := await self.anna.next_message()).text:
            pass
        return message


def _made(folder: Path) -> MakeApp:
    return lambda platform: build_app(
        SETTINGS,
        store=SqliteStore(new_database(folder)),
        platforms=[platform],
        recordings=folder / "recordings",
        clock=SystemClock(),
        model=ScriptedModel(mind, talk=lambda _prompt: "Let us look at some code.\n[exercise]"),
        kinds={"technical": KIND.make(Operator())},
        readers=InlineReaders(READS),
        sandbox=PlainSandbox(),
    )


@asynccontextmanager
async def telegram(folder: Path) -> AsyncIterator[Stage]:
    async with telegram_bot(_made(folder)) as api:
        yield Stage(anna=api.user(7, "Anna"))


@asynccontextmanager
async def discord(folder: Path) -> AsyncIterator[Stage]:
    kinds = {"technical": {"en": "A technical interview", "ru": "Техническое собеседование"}}
    async with discord_bot(_made(folder), kinds) as server:
        yield Stage(anna=server.user("Anna"), redeliver=server.redeliver)


async def begun(stage: Stage) -> Any:
    """The message with the first exercise."""
    anna = stage.anna
    anna.send("/interview technical")
    consent = await anna.next_message()
    anna.press(consent.labels[0])
    await stage.hears("Settings:")
    anna.press(say("en", "technical-begin"))
    await stage.hears("Question 1 of")
    anna.send("I built an invoicing service, and decided to put a queue before it.")
    return await stage.hears("Start with this:")


@pytest.mark.parametrize("chat", [telegram, discord])
async def test_three_submissions_to_the_report(
    chat: Callable[[Path], AbstractAsyncContextManager[Stage]], tmp_path: Path
) -> None:
    async with chat(tmp_path) as stage:
        anna = stage.anna
        given = await begun(stage)
        assert (say("en", "technical-button-write") in given.labels) is isinstance(anna, Person)
        exercise = next(each for title, each in BEGINNING.items() if title in given.text)
        total = len(exercise.cases)

        anna.send(f"A first try:\n{fence(wrong(exercise))}")
        await stage.hears(say("en", "technical-got-code"))
        await stage.hears("should return")
        review = await stage.hears(SUMMARY)
        assert say("en", "technical-point", line=1, says=POINT) in review.text
        assert ASKED in review.text

        stage.file("mine.py", b"def other(:\n")
        await stage.hears("SyntaxError")
        await stage.hears(MEANT)

        anna.send(fence(exercise.reference.python))
        await stage.hears(say("en", "technical-passed", passed=total, total=total))
        await stage.hears(COSTS)

        anna.send("/done")
        sent = await anna.until(lambda seen: seen.file_name.endswith("report.md"))
        report = (sent.body or b"").decode()
        for code in (wrong(exercise), "def other(:", exercise.reference.python.strip()):
            assert code in report
        assert SUMMARY in report


async def test_code_that_is_written_in_an_editor_is_run_once(tmp_path: Path) -> None:
    async with discord(tmp_path) as stage:
        anna = stage.anna
        assert isinstance(anna, Person)
        given = await begun(stage)
        exercise = next(each for title, each in BEGINNING.items() if title in given.text)
        opened = anna.press(say("en", "technical-button-write"))
        await until(lambda: opened.modal is not None)
        assert opened.field["value"] == starter_code(exercise, Programming.PYTHON).rstrip("\n")
        sent = anna.submit(opened, exercise.reference.python)
        await until(lambda: sent.acknowledged)
        stage.redeliver()
        total = len(exercise.cases)
        await stage.hears(say("en", "technical-passed", passed=total, total=total))
        await stage.hears(COSTS)
        anna.send("/done")
        report = await anna.until(lambda seen: seen.file_name.endswith("report.md"))
        in_the_code_and_in_the_talk = 2
        assert (report.body or b"").decode().count(exercise.reference.python.strip()) == in_the_code_and_in_the_talk
        got = say("en", "technical-got-code")
        assert sum(got in seen.text for seen in anna.received) == 1

"""A technical interview in an app, with a sandbox that can be held, and code to hand in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from bot.config import AccessSection, LimitsSection, Settings
from core.access.gate import Policy
from core.contracts.errors import NoSandbox
from core.contracts.sandbox import Program, ProgramRun, Sandbox
from core.interviews.kind import Operator
from core.interviews.technical import KIND
from core.interviews.technical.code_submissions import CODE, RUN, CodeSubmission, RunSeen, stored_finding
from core.interviews.technical.exercises.exercise import BANK, Exercise, load_exercises
from core.languages.messages import say
from core.store.finding_rows import findings_of
from core.store.store import Queue
from tests.fakes.app import Running, running
from tests.fakes.model import ScriptedModel
from tests.fakes.plain_sandbox import PlainSandbox
from tests.fakes.platform import FakePerson
from tests.fakes.podcasts import does
from tests.fakes.readers import InlineReaders
from tests.fakes.waiting import until

EXERCISES = load_exercises(BANK)
BROKEN = "def nothing_of_the_kind():\n    return 1\n"
READS = "core.interviews.technical.reading"
SETTINGS = Settings(access=AccessSection(policy=Policy.OPEN), limits=LimitsSection(messages_per_minute=0))


class HeldSandbox(PlainSandbox):
    """No run ends before the gate is open; what came in is kept."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.gate.set()
        self.programs: list[Program] = []
        self.begun = asyncio.Event()

    async def run(self, program: Program, *, person: str, waiting: Callable[[int], None]) -> ProgramRun:
        self.programs.append(program)
        waiting(2)
        self.begun.set()
        await self.gate.wait()
        return await super().run(program, person=person, waiting=waiting)


class NoneStands(PlainSandbox):
    """No layer stands here."""

    async def run(self, program: Program, *, person: str, waiting: Callable[[int], None]) -> ProgramRun:
        raise NoSandbox(f"{program.language} is not run here")


def fence(code: str, language: str = "python") -> str:
    """As a message holds it."""
    ending = "" if code.endswith("\n") else "\n"
    return f"```{language}\n{code}{ending}```"


def wrong(exercise: Exercise) -> str:
    """Python that passes no test of an exercise, and breaks nowhere."""
    return f"def {exercise.function}(*given):\n    return 'something else'\n"


async def taken(app: Running) -> None:
    """Return when all mail is handled and all letters are out; chores may hang."""
    engines = (app.app.engine(Queue.DESK), app.app.engine(Queue.DELIVERY))
    await until(lambda: not any(engine.serving for engine in engines))


def asked_when_solved(exercise: Exercise) -> str:
    """Return the question behind code that passes every test, without markup: the second part, where there is one."""
    return exercise.second.get("en", "").replace("`", "") or say("en", "technical-ask-solved")


@asynccontextmanager
async def coding(
    *,
    model: ScriptedModel | None = None,
    sandbox: Sandbox | None = None,
    language: str = "en",
    settings: object = None,
    **more: Any,
) -> AsyncIterator[tuple[Running, FakePerson, Exercise]]:
    """Anna, who has been given her first exercise."""
    async with running(
        settings=SETTINGS,
        kinds={"technical": KIND.make(Operator(settings=settings))},
        model=model or ScriptedModel(offline=True),
        readers=InlineReaders(READS),
        sandbox=sandbox or HeldSandbox(),
        **more,
    ) as app:
        anna = app.platform.person(language=language)
        await anna.begin("technical")
        await does(app, anna, f"[{say(language, 'technical-begin')}]")
        while not (await state_of(app))["exercise"]:
            await does(app, anna, "/skip")
        yield app, anna, await open_exercise(app)


async def state_of(app: Running, number: int = -1) -> Mapping[str, Any]:
    return (await app.sessions())[number].state


async def open_exercise(app: Running) -> Exercise:
    return EXERCISES[(await state_of(app))["exercise"]]


async def found_in(app: Running, number: int = -1) -> Mapping[str, str]:
    """The findings of an interview, by name."""
    session = (await app.sessions())[number]
    return await app.store.read(lambda c: findings_of(c, session.id))


async def code_of(app: Running, number: int) -> CodeSubmission:
    found = stored_finding(await found_in(app), CODE, number, CodeSubmission)
    assert found is not None
    return found


async def run_of(app: Running, number: int) -> RunSeen:
    found = stored_finding(await found_in(app), RUN, number, RunSeen)
    assert found is not None
    return found


async def sends(app: Running, anna: FakePerson, *texts: str) -> None:
    """Write them, and wait until they were taken; what is run may still be held."""
    for text in texts:
        await anna.write(text)
        await taken(app)

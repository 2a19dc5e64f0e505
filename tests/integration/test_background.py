"""Background work: notes behind every answer, files after the end, patience with failures, and nobody waits for it."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from pydantic import BaseModel
from structlog.testing import capture_logs

from bot.clock import SystemClock
from core.contracts.errors import BudgetSpent, ModelAbsent, ModelMisread, ModelUnavailable
from core.contracts.ports import Prompt
from core.jobs.chore_tools import PATIENCE, TRIES
from core.jobs.chores import AT_ONCE
from core.languages.messages import say
from core.store.schema import chores
from core.store.store import Connection
from tests.fakes.app import Running, held_model, running, sees, until
from tests.fakes.interview import PlainInterview, Reply
from tests.fakes.manual_clock import ManualClock
from tests.fakes.model import ScriptedModel
from tests.fakes.other_stores import store_at
from tests.fakes.platform import FakePerson, FakePlatform
from tests.fakes.stores import new_database

DOWN = ModelUnavailable("Down.")
READINGS = ("reflection-economist", "reflection-psychologist")


class Moody:
    """A model that fails for some purposes, so many times each (-1: always)."""

    def __init__(self, **failures: int) -> None:
        self.error: Exception = DOWN
        self.failures = Counter({name.replace("_", "-"): count for name, count in failures.items()})
        self.model = ScriptedModel(self._respond)

    def _respond(self, prompt: Prompt, _schema: type[BaseModel]) -> Reply | Exception:
        if self.failures[prompt.purpose]:
            self.failures[prompt.purpose] -= 1
            return self.error
        return Reply(words=f"{prompt.purpose} {self.model.calls[prompt.purpose]}")


async def _chores(r: Running) -> dict[str, tuple[int, float, bool]]:
    """(attempts, due in seconds from now, given up) of what waits."""
    now = r.clock.now().timestamp()

    def unit(c: Connection) -> dict[str, tuple[int, float, bool]]:
        rows = c.execute(sa.select(chores))
        return {row.name: (row.attempts, round(row.due_at - now), row.dead_at is not None) for row in rows}

    return await r.store.read(unit)


async def _later(r: Running, clock: ManualClock, seconds: float) -> None:
    clock.advance(seconds)
    await r.app.tick()
    await r.settled()


async def _done(r: Running, *answers: str) -> FakePerson:
    person = await r.beginning()
    for answer in answers:
        await person.says(answer)
    await r.says(person, "/done")
    return person


def _files(person: FakePerson) -> list[str]:
    return [document.name.split("-")[-1] for document in person.documents]


# --- notes --------------------------------------------------------------------------------------------------------


async def test_notes_follow_every_answer_and_look_at_what_is_new() -> None:
    moody = Moody()
    async with running(model=moody.model) as r:
        person = await r.beginning()
        for number in (1, 2, 3):
            await r.says(person, f"Answer {number}.")
            whole = await r.record()
            (note,) = whole.digest.notes
            assert (note.value, whole.digest.summary) == (f"notes {number}", f"notes {number}")
            newest = max(v.number for e in whole.entries for v in e.revisions)
            assert whole.digest.watermark == newest
            answer = next(e.seq for e in whole.entries if e.text == f"Answer {number}.")
            assert answer in note.entries
            assert len(note.entries) <= 5
        assert moody.model.calls["notes"] == 3
        assert await _chores(r) == {}


async def test_notes_never_touch_the_interview(r: Running, person: FakePerson) -> None:
    await person.says("One.")
    revision = (await r.sessions())[0].revision
    await r.settled()
    assert (await r.sessions())[0].revision == revision
    assert (await r.record()).digest.notes


async def test_a_failing_chore_is_tried_again_with_growing_waits() -> None:
    clock = ManualClock()
    moody = Moody(notes=4)
    async with running(model=moody.model, clock=clock) as r:
        person = await r.beginning()
        await r.says(person, "One.")
        waits = []
        for tries in range(1, 5):
            ((attempts, wait, dead),) = (await _chores(r)).values()
            assert (attempts, dead) == (tries, False)
            waits.append(wait)
            await _later(r, clock, wait - 1)
            assert moody.model.calls["notes"] == tries
            await _later(r, clock, 1)
        assert waits == [30, 120, 480, 1920]
        assert moody.model.calls["notes"] == 5
        assert await _chores(r) == {}
        assert (await r.record()).digest.notes


async def test_a_chore_that_fails_for_good_is_given_up() -> None:
    clock = ManualClock()
    moody = Moody(notes=TRIES)
    async with running(model=moody.model, clock=clock) as r:
        person = await r.beginning()
        await r.says(person, "One.")
        for _ in range(TRIES + 3):
            await _later(r, clock, 7 * 3600)
        assert moody.model.calls["notes"] == TRIES
        assert (await _chores(r))["notes"][2] is True
        await r.says(person, "Two.")
        assert await _chores(r) == {}
        assert len((await r.record()).digest.notes[0].entries) > 3


async def test_a_mistake_of_ours_is_not_repeated_for_ever() -> None:
    clock = ManualClock()
    moody = Moody(notes=100)
    moody.error = KeyError("private words")
    with capture_logs() as logged:
        async with running(model=moody.model, clock=clock) as r:
            person = await r.beginning()
            assert "Question 2 in en?" in await person.says("One.")
            await r.settled()
            for _ in range(TRIES + 3):
                await _later(r, clock, 7 * 3600)
            assert moody.model.calls["notes"] == TRIES
    assert any(line["event"] == "chore-broke" for line in logged)
    assert "private words" not in repr(logged)


async def test_a_spent_day_waits_for_the_next_and_counts_as_no_failure() -> None:
    clock = ManualClock(datetime(2026, 1, 1, 21, tzinfo=UTC))
    moody = Moody(notes=1)
    moody.error = BudgetSpent("Spent.", scope="day")
    async with running(model=moody.model, clock=clock) as r:
        person = await r.beginning()
        await r.says(person, "One.")
        assert await _chores(r) == {"notes": (0, 3 * 3600 + 60, False)}
        await _later(r, clock, 3 * 3600)
        assert moody.model.calls["notes"] == 1
        await _later(r, clock, 60)
        assert clock.now() > datetime(2026, 1, 2, tzinfo=UTC)
        assert await _chores(r) == {}


@pytest.mark.parametrize("error", [BudgetSpent("Spent.", scope="session"), ModelAbsent("None.")])
async def test_what_can_never_be_had_is_given_up_at_once(error: Exception) -> None:
    clock = ManualClock()
    moody = Moody(notes=1)
    moody.error = error
    async with running(model=moody.model, clock=clock) as r:
        person = await r.beginning()
        await r.says(person, "One.")
        await _later(r, clock, timedelta(days=2).total_seconds())
        assert moody.model.calls["notes"] == 1
        assert (await _chores(r))["notes"][2] is True


async def test_what_is_asked_for_while_it_runs_runs_once_more() -> None:
    model = held_model("notes", respond=sees)
    async with running(model=model) as r:
        person = await r.beginning()
        await person.write("One.")
        await model.begun(1, "notes")
        await person.next()
        await person.says("Two.")
        model.gate.set()
        await r.settled()
        assert model.calls["notes"] == 2
        whole = await r.record()
        assert whole.digest.watermark == max(v.number for e in whole.entries for v in e.revisions)


async def test_answers_never_wait_for_background_work() -> None:
    model = held_model("notes", *READINGS, respond=sees)
    async with running(model=model) as r:
        people = [await r.beginning(str(n)) for n in range(AT_ONCE + 2)]
        for person in people:
            assert await person.says("One.") == "I see.\n\nQuestion 2 in en?"
        await model.begun(AT_ONCE, "notes")
        for _ in range(20):
            await asyncio.sleep(0)
        assert model.calls["notes"] == AT_ONCE
        model.gate.set()
        await r.settled()
        assert model.finished["notes"] == AT_ONCE + 2


# --- files --------------------------------------------------------------------------------------------------------


async def test_the_transcript_comes_though_every_call_of_background_work_hangs() -> None:
    model = held_model("notes", *READINGS, respond=sees)
    async with running(model=model) as r:
        for number in range(AT_ONCE + 1):
            person = await r.beginning(str(number))
            await person.says("One.")
            await person.write("/done")
            assert (await person.hears(3))[2].endswith("transcript.md")


async def test_each_reading_comes_as_soon_as_it_is_there() -> None:
    model = held_model("reflection-economist", respond=lambda prompt, _schema: Reply(words=prompt.purpose))
    async with running(model=model) as r:
        person = await r.beginning()
        await person.says("One.")
        await person.write("/done")
        await until(lambda: len(person.documents) == 2)
        assert _files(person) == ["transcript.md", "psychologist.md"]
        model.gate.set()
        await r.settled()
        assert _files(person) == ["transcript.md", "psychologist.md", "economist.md"]
        assert "reflection-economist: " in person.documents[2].body.decode()
        assert "reflection-psychologist: " not in person.documents[2].body.decode()
        await r.says(person, "/readings")
        assert _files(person)[3:] == ["reflections.md"]
        body = person.documents[3].body.decode()
        assert body.index("reflection-psychologist: ") < body.index("reflection-economist: ")


async def test_readings_are_sent_again_as_far_as_they_are_there() -> None:
    moody = Moody(reflection_economist=-1)
    async with running(model=moody.model) as r:
        person = await r.beginning()
        assert await person.says("/readings") == say("en", "readings-none")
        await person.says("One.")
        await r.says(person, "/done", "/readings")
        assert _files(person) == ["transcript.md", "psychologist.md", "reflections.md"]
        assert "Not written yet: An economist’s reading" in person.documents[2].body.decode()


async def test_a_reading_that_fails_holds_no_other_up_and_follows_later() -> None:
    clock = ManualClock()
    moody = Moody(reflection_economist=PATIENCE + 1)
    async with running(model=moody.model, clock=clock) as r:
        person = await _done(r, "One.")
        for _ in range(PATIENCE + 1):
            assert _files(person) == ["transcript.md", "psychologist.md"]
            await _later(r, clock, 7 * 3600)
        assert _files(person) == ["transcript.md", "psychologist.md", "economist.md"]
        assert await _chores(r) == {}


async def test_where_no_reading_can_be_had_only_the_transcript_comes() -> None:
    clock = ManualClock()
    moody = Moody(reflection_economist=-1, reflection_psychologist=-1)
    moody.error = ModelMisread("Prose.")
    async with running(model=moody.model, clock=clock) as r:
        person = await _done(r, "One.")
        for _ in range(TRIES + 2):
            await _later(r, clock, 7 * 3600)
        assert _files(person) == ["transcript.md"]
        assert moody.model.calls["reflection-economist"] == TRIES


async def test_readings_come_once_however_their_ends_fall_together(tmp_path: Path) -> None:
    path = new_database(tmp_path)
    model = held_model(*READINGS, respond=sees)
    async with running(store=store_at(path), model=model) as r:
        person = await r.beginning()
        await person.says("One.")
        await person.write("/done")
        await until(lambda: len([p for p in model.calls if p.startswith("reflection")]) == 2)
        model.gate.set()
        await r.settled()
        assert sorted(_files(person)) == ["economist.md", "psychologist.md", "transcript.md"]


async def test_a_death_before_a_reading_was_written_does_not_lose_it(tmp_path: Path) -> None:
    path = new_database(tmp_path)
    hanging = held_model(*READINGS, respond=sees)
    async with running(store=store_at(path), model=hanging) as r:
        person = await r.beginning()
        await person.says("One.")
        await person.write("/done")
        await hanging.begun(1, "reflection-economist")
        await person.hears(3)
    async with running(store=store_at(path), platform=FakePlatform(SystemClock(), first=100)) as r:
        await r.settled()
        assert sorted(_files(r.platform.person())) == ["economist.md", "psychologist.md"]


async def test_reflections_of_an_interview_that_was_opened_again_are_not_sent() -> None:
    model = held_model(*READINGS, respond=sees)
    async with running(model=model) as r:
        person = await r.beginning()
        await person.says("One.")
        await person.write("/done")
        await person.hears(3)
        await person.says("/resume")
        model.gate.set()
        await r.settled()
        assert _files(person) == ["transcript.md"]


async def test_a_chore_of_a_kind_that_is_not_offered_any_more_is_given_up() -> None:
    clock = ManualClock()
    moody = Moody(notes=1)
    async with running(model=moody.model, clock=clock) as r:
        person = await r.beginning()
        await r.says(person, "One.")
        kinds = r.app.background._runtime.interviews
        assert isinstance(kinds, dict)
        kinds["other"] = kinds.pop("plain")
        await _later(r, clock, 30)
        assert (await _chores(r))["notes"][2] is True


async def test_without_a_model_there_is_the_transcript_alone() -> None:
    async with running(model=ScriptedModel(offline=True), kinds={"plain": PlainInterview()}) as r:
        person = await _done(r, "One.")
        assert _files(person) == ["transcript.md"]
        assert await _chores(r) == {}

"""A study of many people in the whole app: each comes by an invitation, and the tables say what each of them said."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from bot.config import AccessSection, InterviewsSection, Settings
from bot.features.research.studies import load_participations
from core.access.gate import Policy, code_digest
from core.features.research.rows import put_batch, put_study, study, wave_participants
from core.features.research.tables import Participation, participant_rows, question_rows, study_answer_rows
from core.store.store import Connection
from tests.fakes.app import Running, running
from tests.fakes.effort import tries
from tests.fakes.interview import PlainInterview
from tests.fakes.platform import FakePerson
from tests.fakes.transcriber import FakeTranscriber
from tests.unit.script_kit import write

PEOPLE = tries(40, soak=200)
AT_ONCE = 10
SCRIPT = """
title = "Stays in hospital"
closing = "Thank you. That was all."
consent = "This talk is part of a study of the town's hospital."
listed = false

[[screening]]
when = { question = "age", at_most = 17 }
say = "Thank you. The study asks people who are of age."

[[chapters]]
id = "you"
title = "You"

[[chapters.questions]]
id = "age"
text = "How old are you?"
type = "number"
min = 0
max = 120

[[chapters.questions]]
id = "again"
text = "Would you go there again?"
type = "choice"
options = ["Yes", "No"]

[[chapters]]
id = "stay"
title = "Your stay"

[[chapters.questions]]
id = "night"
text = "What was the first night like?"
follow_ups = 0

[[chapters.questions]]
id = "care"
text = "How well were you cared for?"
type = "scale"

[[chapters.questions]]
id = "wish"
text = "What would you wish for the next time?"
follow_ups = 0
"""


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[Running]:
    write(folder, "hospital.toml", SCRIPT)
    section = InterviewsSection(scripts_dir=folder)
    settings = Settings(access=AccessSection(policy=Policy.NAMED), interviews=section)
    kinds = {"plain": PlainInterview()}
    async with running(settings=settings, kinds=kinds, transcriber=FakeTranscriber()) as r:
        yield r


def code_of(number: int) -> str:
    return f"study-code-{number:05}"


async def agrees(person: FakePerson) -> None:
    """And reads on as far as the first question."""
    await person.press("I agree")
    await person.next_where("How old are you?")


def set_up(c: Connection, people: int, quota: int, now: float) -> None:
    put_study(c, "hospital", kind="hospital", quota=quota, now=now)
    made = study(c, "hospital")
    assert made is not None
    put_batch(c, made, [code_digest(code_of(n)) for n in range(people)], batch="autumn", closes_at=None, now=now)


@dataclass(slots=True)
class Told:
    """What somebody did, as they remember it."""

    said: dict[str, str] = field(default_factory=dict)
    standing: str = "invited"
    spoken: set[str] = field(default_factory=set)


class Somebody:
    """A participant who does as chance has it."""

    def __init__(self, person: FakePerson, code: str, chance: Random) -> None:
        self.person, self.code, self.chance, self.told = person, code, chance, Told()

    async def take_part(self) -> None:
        person = self.person
        await person.says(f"/start {self.code}", "Anna")
        if self.chance.random() < 0.1:
            await person.presses("No, thank you")
            return
        await agrees(person)
        self.told.standing = "begun"
        age = self.chance.choice([12, 17, 18, 44, 90])
        last = await self._says("age", str(age))
        if age < 18:
            assert last.startswith("Thank you. The study asks people who are of age.")
            self.told.standing = "screened-out"
            return
        for question, ways in (
            ("again", [self._presses, self._leaves]),
            ("night", [self._tells, self._speaks, self._edits, self._leaves]),
            ("care", [self._rates, self._leaves]),
            ("wish", [self._tells, self._skips, self._leaves]),
        ):
            way = self.chance.choices(ways, [0.92 / (len(ways) - 1)] * (len(ways) - 1) + [0.08])[0]
            if await way(question):
                return
        self.told.standing = "finished"

    async def _leaves(self, _question: str) -> bool:
        return True

    async def _skips(self, _question: str) -> None:
        await self.person.says("/skip")

    async def _says(self, question: str, words: str) -> str:
        self.told.said[question] = words
        return await self.person.says(words)

    async def _presses(self, question: str) -> None:
        self.told.said[question] = self.chance.choice(["Yes", "No"])
        await self.person.presses(self.told.said[question])

    async def _rates(self, question: str) -> None:
        await self._says(question, str(self.chance.randint(1, 5)))

    async def _tells(self, question: str) -> None:
        await self._says(question, f"={self.code}: the lamp in the corridor, all night long.")

    async def _speaks(self, question: str) -> None:
        words = f"I counted the tiles, {self.code}"
        self.told.said[question] = words
        self.told.spoken.add(question)
        await self.person.speak(words.encode())
        await self.person.next_where("How well were you cared for?")

    async def _edits(self, question: str) -> None:
        ref = await self.person.write(f"Quiet. {self.code}")
        await self.person.next_where("How well were you cared for?")
        self.told.said[question] = f"Loud. {self.code}"
        await self.person.edit(ref, self.told.said[question])


async def held(r: Running) -> list[Participation]:
    return await r.store.read(lambda c: [*load_participations(c, "hospital")])


@pytest.mark.timeout(600)
async def test_the_tables_of_a_study_say_what_each_participant_said(tmp_path: Path) -> None:
    async with serving(tmp_path) as r:
        await r.store.write(lambda c: set_up(c, PEOPLE, 0, r.clock.now().timestamp()))
        chances = Random(20)
        people = [
            Somebody(r.platform.person(str(n), name="Anna"), code_of(n), Random(chances.random()))
            for n in range(PEOPLE)
        ]
        for first in range(0, PEOPLE - 2, AT_ONCE):
            await asyncio.gather(*(each.take_part() for each in people[first : min(first + AT_ONCE, PEOPLE - 2)]))
        await r.settled()
        gone = next(each for each in people if each.told.standing == "finished")
        await r.handled(gone.person.write("/delete"), gone.person.press("Delete everything"))
        gone.told = Told(standing="withdrawn")
        studied = await held(r)
        rows = [*study_answer_rows(studied)]
        told = {(row.participant, row.question_id): row for row in rows}
        wanted = {
            (f"P{n:03}", question): (words, question in each.told.spoken)
            for n, each in enumerate(people, 1)
            for question, words in each.told.said.items()
        }
        assert {place: (row.answer, row.voice == "voice") for place, row in told.items()} == wanted
        assert len(rows) == len(wanted)
        closed = [row for row in rows if row.question_id in {"age", "care", "again"}]
        assert all(row.value == row.answer.lower() for row in closed)
        assert {row.participant: row.standing for row in participant_rows(studied)} == {
            f"P{n:03}": each.told.standing for n, each in enumerate(people, 1)
        }
        counted = Counter(question for _, question in wanted)
        assert {row.question_id: row.answered for row in question_rows(studied)} == {
            question: counted[question] for question in ("age", "again", "night", "care", "wish")
        }
        left = Counter(row.question_id for row in question_rows(studied) for _ in range(row.left))
        assert sum(left.values()) == sum(each.told.standing == "begun" for each in people)


async def test_who_comes_to_a_full_quota_is_told_and_may_come_later(tmp_path: Path) -> None:
    async with serving(tmp_path) as r:
        await r.store.write(lambda c: set_up(c, 3, 1, r.clock.now().timestamp()))
        first, second = r.platform.person("1", name="Anna"), r.platform.person("2", name="Boris")
        await first.says(f"/start {code_of(0)}", "Anna")
        await agrees(first)
        assert "Enough people have already taken part" in await second.says(f"/start {code_of(1)}")
        assert (await r.store.read(lambda c: wave_participants(c, "hospital")))[1].came_at is None
        await first.says("16")
        await second.says(f"/start {code_of(1)}", "Boris")
        await agrees(second)
        assert second.said[-1] == "How old are you?"


async def test_somebody_who_was_let_in_before_takes_part_by_their_invitation(tmp_path: Path) -> None:
    async with serving(tmp_path) as r:
        await r.store.write(lambda c: set_up(c, 2, 0, r.clock.now().timestamp()))
        anna = r.platform.person("1", name="Anna")
        await anna.says(f"/start {code_of(0)}", "Anna")
        await agrees(anna)
        await anna.says("44", "/done", "/done")
        boris = r.platform.person("2", name="Boris")
        assert "already been used" in await boris.says(f"/start {code_of(0)}")
        assert "already been used" not in await anna.says(f"/start {code_of(0)}")
        assert [
            part.came_at is not None for part in await r.store.read(lambda c: wave_participants(c, "hospital"))
        ] == [
            True,
            False,
        ]

"""The participants of a study are asked again: who is written to, and what becomes of their second interview."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.config import AccessSection, InterviewsSection, Settings
from bot.features.research.cli_consents import given_consents
from bot.features.research.cli_wave import begin_wave, next_wave_of, wave_progress
from bot.features.research.studies import load_participations, participant_progress
from bot.sections import TimersSection
from core.access.gate import Policy, code_digest
from core.contracts.errors import ConfigurationError
from core.contracts.messages import SendDocument
from core.contracts.notices import Audience
from core.features import NAMES
from core.features.research.rows import put_batch, put_study, study, wave_participants
from core.features.research.tables import ParticipantProgress, study_answer_rows
from core.store.consents import agreements_of
from core.store.schema import documents
from core.store.store import Connection, Wake
from core.timing.rules import TimerRules
from tests.fakes.app import Running, running
from tests.fakes.interview import PlainInterview
from tests.fakes.manual_clock import ManualClock
from tests.fakes.model import ScriptedModel
from tests.fakes.platform import FakePerson
from tests.unit.script_kit import write

pytestmark = pytest.mark.skipif("announcements" not in NAMES, reason="participants cannot be written to")
NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
ENGLISH = """
title = "Sleep"
consent = "This talk is part of a study of sleep."
closing = "Thank you."
listed = false

[[screening]]
when = { question = "works", is = "no" }
say = "The study asks people who work."

[[chapters]]
id = "all"
title = "All"

[[chapters.questions]]
id = "works"
text = "Do you work?"
type = "choice"
options = [{ id = "yes", text = "Yes" }, { id = "no", text = "No" }]

[[chapters.questions]]
id = "night"
text = "How was the last night?"
follow_ups = 0
"""
RUSSIAN = """
title = "Сон"
consent = "Этот разговор – часть исследования о сне."
closing = "Спасибо."
listed = false

[[screening]]
when = { question = "works", is = "no" }
say = "Мы спрашиваем тех, кто работает."

[[chapters]]
id = "all"
title = "Всё"

[[chapters.questions]]
id = "works"
text = "Вы работаете?"
type = "choice"
options = [{ id = "yes", text = "Да" }, { id = "no", text = "Нет" }]

[[chapters.questions]]
id = "night"
text = "Как прошла последняя ночь?"
follow_ups = 0
"""


@asynccontextmanager
async def sleepers(folder: Path, *, people: int) -> AsyncIterator[Running]:
    """A study to which so many are invited, by a clock that a test turns."""
    write(folder, "sleep.en.toml", ENGLISH)
    write(folder, "sleep.ru.toml", RUSSIAN)
    settings = Settings(
        access=AccessSection(policy=Policy.NAMED),
        interviews=InterviewsSection(scripts_dir=folder),
        timers=TimersSection(time_zone="UTC"),
    )

    def set_up(c: Connection) -> None:
        put_study(c, "nights", kind="sleep", quota=0, now=NOON.timestamp())
        made = study(c, "nights")
        assert made is not None
        codes = [code_digest(code_of(number)) for number in range(1, people + 1)]
        put_batch(c, made, codes, batch="", closes_at=None, now=NOON.timestamp())

    model = ScriptedModel(talk=lambda _prompt: "Thank you.")
    kinds = {"plain": PlainInterview()}
    async with running(settings=settings, kinds=kinds, clock=ManualClock(NOON), model=model) as r:
        await r.store.write(set_up)
        yield r


def code_of(number: int) -> str:
    return f"sleep-code-{number:05}"


async def comes(r: Running, number: int, *, language: str = "en") -> FakePerson:
    """As far as the first question."""
    person = r.platform.person(str(number), name="Anna", language=language)
    await r.handled(person.write(f"/start {code_of(number)}"), person.write("Anna"))
    await r.handled(person.press(person.labels[0]))
    return person


async def takes_part(r: Running, number: int, night: str, *, language: str = "en") -> FakePerson:
    person = await comes(r, number, language=language)
    await r.says(person, "yes" if language == "en" else "да", night)
    return person


async def audience_of(r: Running) -> Audience:
    return (await r.store.read(lambda c: next_wave_of(c, "nights", {"fake"}, TimerRules())))[2]


async def begun(r: Running, announcement: str) -> None:
    """As the command begins a wave; returns when everybody has been written to."""

    await r.store.write(lambda c: _begin(c, r, announcement), wake=[Wake("announcements", announcement)])


def _begin(c: Connection, r: Running, announcement: str) -> None:
    coming, texts, _ = next_wave_of(c, "nights", {"fake"}, TimerRules())
    begin_wave(c, coming, announcement, texts, now=r.clock.now().timestamp())


async def waves_of(r: Running) -> list[tuple[str, int, bool]]:
    found = await r.store.read(lambda c: wave_participants(c, "nights"))
    return [(part.code, part.wave, part.session_id is not None) for part in found]


async def test_who_finished_is_asked_again_and_nobody_else(tmp_path: Path) -> None:
    async with sleepers(tmp_path, people=7) as r:
        anna = await takes_part(r, 1, "Short.")
        boris = await takes_part(r, 2, "Долгая.", language="ru")
        unfinished = await comes(r, 3)
        screened = await comes(r, 4)
        await r.says(screened, "no")
        gone = await takes_part(r, 5, "Dark.")
        await r.handled(gone.write("/delete"), gone.press("Delete everything"))
        quiet = await takes_part(r, 6, "Loud.")
        await r.says(quiet, "/quiet no-notices")
        there = await audience_of(r)
        assert (there.people, there.declined) == (2, 1)
        before = [len(each.received) for each in (unfinished, screened, gone, quiet)]
        await begun(r, "w2")
        await r.platform.until(lambda: "ask you again" in anna.said[-1] and "ещё раз" in boris.said[-1])
        assert "“Sleep”" in anna.said[-1]
        assert "«Сон»" in boris.said[-1]
        with pytest.raises(ConfigurationError, match="Nobody has begun wave 2"):
            await audience_of(r)
        await r.handled(anna.press("Yes, ask me"), boris.press("Да, спросите меня"))
        assert anna.said[-1] == "Do you work?"
        await r.says(anna, "yes", "Long this time.")
        await r.says(boris, "да", "Короткая.")
        assert before == [len(each.received) for each in (unfinished, screened, gone, quiet)]
        assert [each for each in await waves_of(r) if each[1] == 2] == [("P001", 2, True), ("P002", 2, True)]
        rows = await r.store.read(lambda c: [*study_answer_rows(load_participations(c, "nights"))])
        nights = {(row.participant, row.wave): row.answer for row in rows if row.question_id == "night"}
        assert (nights["P001", 1], nights["P001", 2]) == ("Short.", "Long this time.")
        assert (nights["P002", 1], nights["P002", 2]) == ("Долгая.", "Короткая.")
        assert (await audience_of(r)).people == 2
        made = await r.store.read(lambda c: study(c, "nights"))
        assert made is not None
        assert "Sent: 2" in await r.store.read(lambda c: wave_progress(c, made, 2))


async def test_who_agrees_gets_the_text_and_the_researcher_the_same(tmp_path: Path) -> None:
    async with sleepers(tmp_path, people=3) as r:
        anna, boris = await comes(r, 1), await takes_part(r, 2, "Долгая.", language="ru")
        gone = await comes(r, 3)
        first, second = anna.received[-2].saying, boris.documents[0]
        assert isinstance(first, SendDocument)
        body = first.body.decode()
        [kept] = await r.store.read(lambda c: agreements_of(c, _person(c, 1)))
        assert f"---\n\n{kept.text}\n\n---" in body
        assert hashlib.sha256(kept.text.encode()).hexdigest() in body
        for part in ("# What you agreed to", "Anna", "P001", "4 May 2026, 12:00 (UTC, UTC+00:00)", "of sleep"):
            assert part in body
        assert "# На что вы согласились" in second.body.decode()
        assert "Этот разговор – часть исследования о сне." in second.body.decode()
        await r.handled(gone.write("/delete"), gone.press("Delete everything"))
        found = await r.store.read(lambda c: [*given_consents(c, "nights", TimerRules())])
        assert {each.file: each.body for each in found} == {"P001.md": body, "P002.md": second.body.decode()}
        assert [each.row[2] for each in found] == ["en", "ru"]
        left = await r.store.read(lambda c: c.execute(sa.select(documents.c.name)).scalars().all())
        assert left.count("sleep-consent.md") == 2


def _person(c: Connection, number: int) -> str:
    return next(part.person_id or "" for part in wave_participants(c, "nights") if part.number == number)


async def test_who_corrects_the_answer_that_screened_them_out_takes_part(tmp_path: Path) -> None:
    async with sleepers(tmp_path, people=1) as r:
        anna = await comes(r, 1)
        await r.says(anna, "no")
        assert "The study asks people who work." in anna.said
        assert await _standing(r) is ParticipantProgress.SCREENED_OUT
        assert isinstance(r.clock, ManualClock)
        r.clock.advance(60)
        await r.says(anna, "/resume", "/undo", "yes")
        assert anna.said[-1] == "How was the last night?"
        await r.says(anna, "Short.")
        assert await _standing(r) is ParticipantProgress.FINISHED


async def _standing(r: Running) -> ParticipantProgress:
    [part] = await r.store.read(lambda c: wave_participants(c, "nights"))
    return participant_progress(part)


async def test_a_plain_interview_has_no_copy(tmp_path: Path) -> None:
    async with sleepers(tmp_path, people=1) as r:
        anna = await takes_part(r, 1, "Short.")
        await r.says(anna, "/interview plain")
        assert [each.name for each in anna.documents].count("sleep-consent.md") == 1
        assert "plain-consent.md" not in [each.name for each in anna.documents]


async def test_who_has_begun_by_themselves_is_not_asked(tmp_path: Path) -> None:
    async with sleepers(tmp_path, people=2) as r:
        anna, boris = await takes_part(r, 1, "Short."), await takes_part(r, 2, "Long.")
        await r.store.write(lambda c: _begin(c, r, "w2"))
        await r.handled(anna.write("/interview sleep"))
        assert anna.said[-1] == "Do you work?"
        await r.store.write(lambda _: None, wake=[Wake("announcements", "w2")])
        await r.platform.until(lambda: "ask you again" in boris.said[-1])
        await r.settled()
        assert anna.said[-1] == "Do you work?"
        assert [each for each in await waves_of(r) if each[1] == 2] == [("P001", 2, True)]

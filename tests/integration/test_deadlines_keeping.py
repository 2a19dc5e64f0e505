"""Retention: a finished interview is deleted after a time, and never without a warning and its file."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from core.contracts.session import Status, Timing
from tests.fakes.months import Months, settings
from tests.fakes.records import small_record

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


async def test_a_finished_interview_is_deleted_after_a_warning_with_its_file(tmp_path: Path) -> None:
    async with Months(tmp_path, settings(retention_days=30)) as life:
        person = await life.someone()
        await life.says(person, "A sentence to be forgotten.")
        await life.says(person, "/done")
        before = len(life.platform.sent)
        await life.passes(22 * DAY)
        assert len(life.platform.sent) == before
        await life.passes(2 * DAY)
        warning, file = life.sent(before)
        assert "1 April 2026" in warning.text
        assert file.text.endswith(".md")
        await life.passes(6 * DAY)
        assert len(await life.r.sessions()) == 1
        await life.passes(2 * DAY)
        assert await life.r.sessions() == []
        assert len(life.platform.sent) == before + 2


async def test_who_opens_it_again_keeps_it(tmp_path: Path) -> None:
    async with Months(tmp_path, settings(retention_days=30)) as life:
        person = await life.someone()
        await life.says(person, "One.")
        await life.says(person, "/done")
        await life.passes(25 * DAY)
        await life.says(person, "/resume")
        await life.says(person, "More.")
        await life.passes(20 * DAY)
        assert len(await life.r.sessions()) == 1


async def test_nothing_is_deleted_before_the_warning_and_the_file_are_there(tmp_path: Path) -> None:
    async with Months(tmp_path, settings(retention_days=30)) as life:
        person = await life.someone()
        await life.says(person, "A sentence to be kept.")
        await life.says(person, "/done")
        before = len(life.platform.sent)
        life.platform.hold.clear()
        for _ in range(60):
            life.clock.advance(DAY.total_seconds())
            await life.r.app.tick()
            await life.r.desk_settled()
        assert len(await life.r.sessions()) == 1
        life.platform.hold.set()
        await life.r.settled()
        warning, file = life.sent(before)
        assert "will be deleted" in warning.text
        assert file.text.endswith(".md")
        await life.passes(15 * DAY)
        assert await life.r.sessions() == []


async def test_nothing_is_deleted_that_is_opened_again_at_the_same_moment(tmp_path: Path) -> None:
    async with Months(tmp_path, settings(retention_days=30)) as life:
        person = await life.someone()
        await life.says(person, "One.")
        await life.says(person, "/done")
        await life.passes(29 * DAY)
        life.writes_when_a_timer_looks(person, "/resume")
        await life.passes(2 * DAY)
        assert (await life.session()).status is Status.ACTIVE
        assert (await life.r.told())[0] == ("q1", ["One."])


async def test_retention_that_is_switched_on_later_warns_first(tmp_path: Path) -> None:
    async with Months(tmp_path, settings()) as life:
        person = await life.someone()
        await life.says(person, "One.")
        await life.says(person, "/done")
        before = len(life.platform.sent)
        life.settings = settings(retention_days=10)
        await life.restart(away=100 * DAY)
        await life.passes(DAY)
        assert "will be deleted" in life.sent(before)[0].text
        assert len(await life.r.sessions()) == 1
        await life.passes(5 * DAY)
        assert await life.r.sessions() == []


async def test_an_imported_interview_is_deleted_only_after_a_warning_from_here(tmp_path: Path) -> None:
    async with Months(tmp_path, settings(retention_days=30)) as life:
        began = life.clock.now()
        timing = Timing(warned_at=began - 100 * DAY, gone=True)
        whole = small_record()
        session = whole.session.model_copy(
            update={
                "status": Status.COMPLETED,
                "address": life.platform.person("7").address,
                "ended_at": began - 110 * DAY,
                "timing": timing,
            }
        )
        await life.takes_in(whole.model_copy(update={"session": session}))
        await life.passes(HOUR)
        assert "will be deleted" in life.sent()[0].text
        await life.passes(6 * DAY)
        assert len(await life.r.sessions()) == 1
        await life.passes(2 * DAY)
        assert await life.r.sessions() == []


async def test_an_imported_interview_that_was_under_way_has_time_to_be_resumed(tmp_path: Path) -> None:
    async with Months(tmp_path, settings()) as life:
        whole = small_record()
        session = whole.session.model_copy(
            update={
                "status": Status.ACTIVE,
                "address": life.platform.person("7").address,
                "touched_at": life.clock.now() - 400 * DAY,
                "ended_at": None,
            }
        )
        await life.takes_in(whole.model_copy(update={"session": session}))
        await life.restart(away=HOUR)
        await life.passes(26 * DAY)
        assert ((await life.session()).status, life.sent()) == (Status.PAUSED, [])
        await life.passes(2 * DAY)
        assert (await life.session()).status is Status.ABANDONED


async def test_the_warning_promises_only_what_comes(tmp_path: Path) -> None:
    async with Months(tmp_path, settings(retention_days=30)) as life:
        person = await life.someone()
        await life.passes(40 * DAY)
        assert (await life.session()).status is Status.ABANDONED
        before = len(life.platform.sent)
        await life.passes(20 * DAY)
        [warning] = life.sent(before)
        assert "was put aside" in warning.text
        assert "what you told" not in warning.text
        await life.says(person, "/resume")
        await life.says(person, "One.")
        await life.says(person, "/done")
        before = len(life.platform.sent)
        await life.passes(24 * DAY)
        warning, file = life.sent(before)
        assert "is finished" in warning.text
        assert "what you told" in warning.text
        assert file.text.endswith(".md")

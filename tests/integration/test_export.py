"""`/export`: everything of a person as one file, and nothing of anybody else's."""

from __future__ import annotations

import io
import json
import re
import zipfile
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sa

from bot.clock import SystemClock
from bot.database import prepare
from core.documents.archive import bound_to, import_json
from core.store.records import put_record
from core.store.schema import chores, documents, sessions
from core.store.store import MemoryStore, SqliteStore, Unit
from core.words import say
from tests.fakes.app import Running, running
from tests.fakes.interview import PlainInterview
from tests.fakes.manual_clock import ManualClock
from tests.fakes.platform import FakePerson, FakePlatform

Result = TypeVar("Result")
COMING = say("en", "export-coming")


class OtherInterview(PlainInterview):
    kind = "other"


KINDS = {"plain": PlainInterview(), "other": OtherInterview()}


async def _says(r: Running, person: FakePerson, *texts: str) -> None:
    for text in texts:
        await r.handled(person.write(text))


async def _exported(r: Running, person: FakePerson) -> dict[str, str]:
    """What is in the file that comes, by its path."""
    before = len(person.documents)
    await _says(r, person, "/export")
    [document] = person.documents[before:]
    assert (document.media_type, document.caption) == ("application/zip", say("en", "export-caption"))
    with zipfile.ZipFile(io.BytesIO(document.body)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


async def _two_interviews(r: Running) -> FakePerson:
    person = await r.beginning()
    await _says(r, person, "I was born in Kazan.", "/done", "/interview other", "We had a dog.")
    return person


async def test_everything_is_in_it() -> None:
    async with running(kinds=KINDS) as r:
        person = await _two_interviews(r)
        files = await _exported(r, person)
        assert COMING in person.said
        assert re.fullmatch(r"raconteur-\d{4}-\d\d-\d\d\.zip", person.documents[-1].name)
        first, second = await r.sessions()
        day = first.created_at.date().isoformat()
        folders = [f"{day}-{session.kind}-{session.id[:8]}" for session in (first, second)]
        assert sorted(files) == sorted(
            [
                "README.txt",
                "person.json",
                *(f"{folder}/{name}" for folder in folders for name in ("notes.md", "session.json", "transcript.md")),
                f"{folders[0]}/reflections.md",
            ]
        )
        assert "I was born in Kazan." in files[f"{folders[0]}/transcript.md"]
        assert "We had a dog." in files[f"{folders[1]}/transcript.md"]
        assert "last: I see." in files[f"{folders[0]}/notes.md"].replace("**", "")
        known = json.loads(files["person.json"])
        assert (known["name"], known["language"]) == ("", "en")
        [agreed] = known["agreed_to"]
        assert "Your words are kept" in agreed["text"]
        assert abs(datetime.fromisoformat(agreed["at"]) - first.created_at) < timedelta(minutes=1)


async def test_a_kind_that_is_offered_no_more_has_notes_only_where_something_was_noted(tmp_path: Path) -> None:
    path = str(tmp_path / "raconteur.db")
    prepare(Path(path))
    async with running(kinds=KINDS, store=SqliteStore(path)) as r:
        person = await r.beginning()
        await _says(r, person, "I was born in Kazan.", "/done", "/interview other")
    none = {"third": OtherInterview()}
    async with running(kinds=none, store=SqliteStore(path), platform=FakePlatform(SystemClock(), first=100)) as r:
        files = await _exported(r, r.platform.person())
        noted, bare = (f"{s.created_at.date().isoformat()}-{s.kind}-{s.id[:8]}" for s in await r.sessions())
        assert "last: I see." in files[f"{noted}/notes.md"].replace("**", "")
        assert f"{bare}/transcript.md" in files
        assert f"{bare}/notes.md" not in files


async def test_what_is_exported_can_be_imported_elsewhere() -> None:
    async with running(kinds=KINDS) as r:
        files = await _exported(r, await _two_interviews(r))
        told = [await r.told(0), await r.told(1)]
    store = MemoryStore()
    for path in sorted(path for path in files if path.endswith("session.json")):
        found = import_json(files[path].encode())
        whole = bound_to(found.record, found.scripts)
        await store.write(partial(put_record, whole=whole, script=found.scripts))
    async with running(kinds=KINDS, store=store) as r:
        assert [await r.told(0), await r.told(1)] == told


async def test_nothing_of_anybody_else_is_in_it(r: Running) -> None:
    anna, boris = await r.beginning("1"), await r.beginning("2")
    await _says(r, boris, "The words of Boris.")
    await _says(r, anna, "The words of Anna.")
    files = await _exported(r, anna)
    assert not any("Boris" in text for text in files.values())
    assert boris.documents == []


async def test_an_answer_under_way_and_the_open_question_are_left_alone(r: Running, person: FakePerson) -> None:
    await person.write("One.")
    await r.handled(person.write("/export"))
    await _says(r, person, "Two.")
    assert await r.told() == [("q1", ["One."]), ("q2", ["Two."]), ("q3", [])]
    assert len(person.documents) == 1


async def test_without_an_interview_no_file_is_promised(r: Running) -> None:
    person = r.platform.person()
    await _says(r, person, "/export")
    assert person.said == [say("en", "export-nothing")]


async def test_asked_for_twice_it_comes_as_it_is_then(r: Running, person: FakePerson) -> None:
    await _exported(r, person)
    await _says(r, person, "I was born in Kazan.")
    files = await _exported(r, person)
    assert any("Kazan" in text for text in files.values())


async def test_it_belongs_to_no_one_interview(r: Running) -> None:
    await _exported(r, await r.beginning())
    assert await r.store.read(lambda c: c.execute(sa.select(documents.c.session_id)).scalars().all()) == [None]
    assert await r.store.read(lambda c: c.execute(sa.select(chores.c.name)).scalars().all()) == []


class Forgetful(MemoryStore):
    """A store in which an interview is deleted as soon as it was read whole."""

    doomed = ""

    async def read(self, unit: Unit[Result]) -> Result:
        found = await super().read(unit)
        if self.doomed and isinstance(unit, partial) and unit.keywords.get("session_id") == self.doomed:
            doomed, self.doomed = self.doomed, ""
            await self.write(lambda c: c.execute(sessions.delete().where(sessions.c.id == doomed)).close())
        return found


async def test_what_is_deleted_while_it_is_gathered_does_not_come_back() -> None:
    clock, store = ManualClock(), Forgetful()
    async with running(kinds=KINDS, clock=clock, store=store) as r:
        person = await _two_interviews(r)
        store.doomed = next(s.id for s in await r.sessions() if s.kind == "plain")
        await _says(r, person, "/export")
        assert store.doomed == ""
        assert not any(d.name.endswith(".zip") for d in person.documents)
        clock.advance(40)
        await r.app.tick()
        await r.settled()
        [document] = [d for d in person.documents if d.name.endswith(".zip")]
        with zipfile.ZipFile(io.BytesIO(document.body)) as archive:
            assert not any("plain" in name for name in archive.namelist())

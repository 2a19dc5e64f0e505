"""What somebody may know, have and keep back: /privacy, /export, /private, /readings; and what is asked at the end."""

from __future__ import annotations

import io
import json
import re
import zipfile
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
import sqlalchemy as sa
from pydantic import SecretStr

from bot.clock import SystemClock
from bot.config import AccessSection, LlmSection, Settings
from bot.sections import TimersSection
from core.access.gate import Policy
from core.contracts.commits import Commit, Mark
from core.contracts.messages import Press, Say
from core.contracts.session import EntryKind, Status
from core.documents.archive import bind_to_scripts, import_json
from core.interviews.life_story.interview import LifeStory
from core.languages.messages import say
from core.store.changes import commit
from core.store.records import put_record
from core.store.schema import chores, documents, sessions
from core.store.store import MemoryStore, SqliteStore, Unit
from tests.fakes.app import Running, running
from tests.fakes.command_line import keep
from tests.fakes.interview import PlainInterview
from tests.fakes.manual_clock import ManualClock
from tests.fakes.model import ScriptedModel
from tests.fakes.platform import FakePerson, FakePlatform

SECRET = "I burnt the letters in the dairy."
PARTING = "What should I have asked you that I haven't?"


async def _marked(r: Running, *texts: str) -> None:
    """These answers are kept back."""
    whole = await r.record()
    marks = tuple(Mark(seq=e.seq, kept_back=True) for e in whole.entries if e.text in texts)
    change = Commit(person_id=whole.person.id, session=whole.session, effects=marks)
    now = r.clock.now().timestamp()
    await r.store.write(lambda c: commit(c, change, now=now))


def _choices(person: FakePerson) -> list[str]:
    said = [letter.saying for letter in person.received if isinstance(letter.saying, Say)]
    return [choice.label for choice in said[-1].choices]


async def test_what_is_kept_back_is_listed_and_released_and_the_file_comes_anew(r: Running, person: FakePerson) -> None:
    said = await person.says(SECRET, "We had a dog.", "/private")
    assert say("en", "private-nothing", model="no") in said
    assert "“We had a dog.”" in said
    await _marked(r, SECRET)
    await r.says(person, "/done")
    assert SECRET not in person.documents[0].body.decode()
    assert "One answer is kept private" in person.documents[0].body.decode()
    assert SECRET in await r.says(person, "/private")
    release, _, stays = _choices(person)
    await r.handled(person.press(stays))
    assert person.said[-1] == say("en", "private-stays")
    await r.handled(person.press(release))
    assert say("en", "private-released", file="yes") in person.said
    assert any(SECRET in document.body.decode() for document in person.documents)
    await r.handled(person.press(release))
    assert person.said[-1] == say("en", "stale-button"), "it is released already"


async def test_the_last_answer_is_left_out_by_a_button_and_comes_back(r: Running, person: FakePerson) -> None:
    await person.says("We had a dog.", SECRET, "/private")
    assert _choices(person) == [say("en", "button-leave-out")]
    await r.handled(person.press(say("en", "button-leave-out")))
    assert person.said[-1] == say("en", "private-left-out")
    assert [e.text for e in (await r.record()).entries if e.kept_back] == [SECRET]
    assert "“We had a dog.”" in await r.says(person, "/private"), "the one before it is the last in the file"
    await r.handled(person.press(say("en", "button-release", number=1)))
    assert not any(e.kept_back for e in (await r.record()).entries)


async def test_nobody_leaves_out_what_is_anothers(r: Running, person: FakePerson) -> None:
    await person.says(SECRET)
    whole = await r.record()
    [secret] = [e for e in whole.entries if e.text == SECRET]
    stranger = await r.beginning("2")
    await r.handled(stranger.tell(Press(data=f"private~{whole.session.id}-{secret.seq}=")))
    assert stranger.said[-1] == say("en", "stale-button")
    assert not any(e.kept_back for e in (await r.record()).entries)


async def test_nobody_releases_what_is_anothers(r: Running, person: FakePerson) -> None:
    await person.says(SECRET)
    await _marked(r, SECRET)
    whole = await r.record()
    [secret] = [e for e in whole.entries if e.kept_back]
    stranger = await r.beginning("2")
    await r.handled(stranger.tell(Press(data=f"private~{whole.session.id}-{secret.seq}")))
    assert stranger.said[-1] == say("en", "stale-button")
    assert any(e.kept_back for e in (await r.record()).entries)


# --- the one question before the end ------------------------------------------------------------------------------


async def _telling(r: Running) -> FakePerson:
    person = r.platform.person(name="Anna")
    await person.begin("life-story")
    await person.says("A blue door, and the smell of bread in the morning, that is the first thing I remember.")
    return person


def _offline(clock: ManualClock | None = None) -> AbstractAsyncContextManager[Running]:
    interview = LifeStory()
    return running(model=ScriptedModel(offline=True), kinds={interview.kind: interview}, clock=clock or ManualClock())


async def test_done_asks_once_what_should_have_been_asked() -> None:
    async with _offline() as r:
        person = await _telling(r)
        asked = await person.says("/done")
        assert PARTING in asked
        assert _choices(person) == [say("en", "button-done")]
        await r.says(person, "You should have asked about my brother, who never came home from the sea.")
        assert (await r.sessions())[0].status is Status.COMPLETED
        assert "about my brother" in person.documents[0].body.decode()
        await r.says(person, "/resume", "/done")
        assert len(person.documents) == 2, "it is asked once"


async def test_who_is_done_is_never_held_up() -> None:
    for way in ("/done", "/skip", "button"):
        async with _offline() as r:
            person = await _telling(r)
            await person.says("/done")
            if way == "button":
                await person.press(say("en", "button-done"))
            else:
                await person.write(way)
            await r.settled()
            assert (await r.sessions())[0].status is Status.COMPLETED
            assert len(person.documents) == 1
            assert (
                PARTING not in person.documents[0].body.decode() or "passed over" in person.documents[0].body.decode()
            )


async def test_who_has_told_nothing_is_not_asked() -> None:
    async with _offline() as r:
        person = r.platform.person(name="Anna")
        await person.begin("life-story")
        await r.says(person, "/done")
        assert (await r.sessions())[0].status is Status.COMPLETED


async def test_who_walks_away_after_done_gets_the_file_in_place_of_a_reminder() -> None:
    clock = ManualClock()
    async with _offline(clock) as r:
        person = await _telling(r)
        await person.says("/done")
        clock.advance(timedelta(days=1, hours=12).total_seconds())
        await r.app.tick()
        await r.settled()
        assert (await r.sessions())[0].status is Status.COMPLETED
        assert len(person.documents) == 1


async def test_going_back_from_the_last_question_goes_on() -> None:
    async with _offline() as r:
        person = await _telling(r)
        await person.says("/done")
        await r.says(person, "/back")
        await r.handled(
            person.write("There was more: the river behind the house, where my father kept his boat in summer.")
        )
        session = (await r.sessions())[0]
        assert (session.status, session.timing.parting) == (Status.ACTIVE, False)
        assert [e for e in (await r.record()).entries if e.kind is EntryKind.QUESTION and not e.withdrawn][-1].text


# --- /privacy --------------------------------------------------------------------------------------------------------


CONFIGURED = Settings(
    access=AccessSection(policy=Policy.OPEN, operator="Maria Petrova, maria@example.org"),
    llm=LlmSection(provider="anthropic", model="main-model", fast_model="fast-model", api_key=SecretStr("secret-key")),
    timers=TimersSection(retention_days=365),
)


def _carried(by: str) -> FakePlatform:
    platform = FakePlatform(SystemClock())
    platform.capabilities = replace(platform.capabilities, carrier=by)
    return platform


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_it_tells_what_is_configured(language: str) -> None:
    async with running(settings=CONFIGURED, platform=_carried("Pigeon Post")) as r:
        person = r.platform.person(language=language)
        told = await person.says("/privacy")
        for name in ("Maria Petrova, maria@example.org", "Pigeon Post", "Anthropic", "main-model", "fast-model", "365"):
            assert name in told
        assert "secret-key" not in told
        asked = await person.says("/interview plain")
        for name in ("Maria Petrova, maria@example.org", "Pigeon Post", "Anthropic"):
            assert name in asked


async def test_without_a_model_and_a_carrier_nobody_is_named() -> None:
    async with running(settings=CONFIGURED, model=ScriptedModel(offline=True)) as r:
        person = r.platform.person()
        told = await person.says("/privacy")
        assert "No language model is used." in told
        assert not any(name in told for name in ("Anthropic", "main-model", "go through"))


async def test_it_can_be_read_at_any_time_and_disturbs_nothing() -> None:
    async with running(settings=CONFIGURED) as r:
        person = r.platform.person()
        await person.write("/start")
        await person.write("/privacy")
        await person.hears(2)
        await person.presses("Anna")
        assert (await person.says("/privacy =agree")).startswith("I’m a program, not a person")
        assert await r.sessions() == []
        await person.presses("I agree")
        assert (await person.says("/privacy")).startswith("I’m a program, not a person")
        assert (await person.says("One.")).endswith("Question 2 in en?")
        assert [s.status for s in await r.sessions()] == [Status.ACTIVE]


# --- /export ---------------------------------------------------------------------------------------------------------


Result = TypeVar("Result")
COMING = say("en", "export-coming")


class OtherInterview(PlainInterview):
    kind = "other"


KINDS = {"plain": PlainInterview(), "other": OtherInterview()}


async def _exported(r: Running, person: FakePerson) -> dict[str, str]:
    """What is in the file that comes, by its path."""
    before = len(person.documents)
    await r.says(person, "/export")
    [document] = person.documents[before:]
    assert (document.media_type, document.caption) == ("application/zip", say("en", "export-caption"))
    with zipfile.ZipFile(io.BytesIO(document.body)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


async def _two_interviews(r: Running) -> FakePerson:
    person = await r.beginning()
    await r.says(person, "I was born in Kazan.", "/done", "/interview other", "We had a dog.")
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


async def test_a_kind_offered_no_more_has_notes_only_where_some_were_made(tmp_path: Path) -> None:
    path = str(tmp_path / "raconteur.db")
    keep(Path(path))
    async with running(kinds=KINDS, store=SqliteStore(path)) as r:
        person = await r.beginning()
        await r.says(person, "I was born in Kazan.", "/done", "/interview other")
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
        whole = bind_to_scripts(found.record, found.scripts)
        await store.write(partial(put_record, whole=whole, script=found.scripts))
    async with running(kinds=KINDS, store=store) as r:
        assert [await r.told(0), await r.told(1)] == told


async def test_nothing_of_anybody_else_is_in_it(r: Running) -> None:
    anna, boris = await r.beginning("1"), await r.beginning("2")
    await r.says(boris, "The words of Boris.")
    await r.says(anna, "The words of Anna.")
    files = await _exported(r, anna)
    assert not any("Boris" in text for text in files.values())
    assert boris.documents == []


async def test_an_answer_under_way_and_the_open_question_are_left_alone(r: Running, person: FakePerson) -> None:
    await person.write("One.")
    await r.says(person, "/export", "Two.")
    assert await r.told() == [("q1", ["One."]), ("q2", ["Two."]), ("q3", [])]
    assert len(person.documents) == 1


async def test_without_an_interview_no_file_is_promised(r: Running) -> None:
    person = r.platform.person()
    await r.says(person, "/export")
    assert person.said == [say("en", "export-nothing")]


async def test_asked_for_twice_it_comes_as_it_is_then(r: Running, person: FakePerson) -> None:
    await _exported(r, person)
    await r.says(person, "I was born in Kazan.")
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
        await r.says(person, "/export")
        assert store.doomed == ""
        assert not any(d.name.endswith(".zip") for d in person.documents)
        clock.advance(40)
        await r.app.tick()
        await r.settled()
        [document] = [d for d in person.documents if d.name.endswith(".zip")]
        with zipfile.ZipFile(io.BytesIO(document.body)) as archive:
            assert not any("plain" in name for name in archive.namelist())

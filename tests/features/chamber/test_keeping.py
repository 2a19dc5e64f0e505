"""Runs of the chamber in what somebody may have and delete of what is kept of them."""

from __future__ import annotations

import io
import zipfile

import sqlalchemy as sa

from core.features.chamber.chamber_rows import save_utterance
from core.features.chamber.messages import Speaker
from core.store.claims import Claim
from core.store.schema import persons
from core.store.store import Connection
from tests.fakes.app import Running
from tests.fakes.chamber import hold_run, new_run, setup
from tests.fakes.chamber_runs import said_by
from tests.fakes.deleting import delete, nobody
from tests.fakes.platform import FakePerson


async def _exported(r: Running, person: FakePerson) -> dict[str, str]:
    """What is in the file that comes, by its path."""
    await r.says(person, "/export")
    [document] = person.documents
    with zipfile.ZipFile(io.BytesIO(document.body)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


async def _hold_run(r: Running, run_id: str, person_id: str | None, words: str) -> None:
    claim = Claim("app.me", r.clock.now().timestamp())

    def unit(c: Connection) -> None:
        hold_run(c, new_run(setup(), run_id, person_id=person_id), claim)
        save_utterance(c, claim, run_id, said_by(Speaker.PRIME, 1, words, taken_out="A thought."), (), spent=1.0)

    await r.store.write(unit)


async def _owner(r: Running) -> str:
    return await r.store.read(lambda c: c.execute(sa.select(persons.c.id)).scalar_one())


async def test_runs_of_the_chamber_are_in_it(r: Running) -> None:
    person = await r.beginning()
    await _hold_run(r, "mine", await _owner(r), "Where were you born?")
    await _hold_run(r, "operators", None, "Of somebody else.")
    files = await _exported(r, person)
    folder = "chamber/20260504_100000-mine"
    assert len([name for name in files if name.startswith(folder)]) == 9
    assert "Where were you born?" in files[f"{folder}/shared_transcript_20260504_100000.md"]
    assert "A thought." in files[f"{folder}/private_transcript_20260504_100000.md"]
    assert "A thought." not in files[f"{folder}/shared_transcript_20260504_100000.md"]
    assert "inside “chamber”" in files["README.txt"]
    assert not any("Of somebody else." in text for text in files.values())


async def test_who_has_only_runs_gets_them_and_is_told_that_they_would_go(r: Running) -> None:
    person = r.platform.person()
    await r.says(person, "/start")
    await _hold_run(r, "mine", await _owner(r), "Where were you born?")
    files = await _exported(r, person)
    assert set(files) > {"README.txt", "person.json", "chamber/20260504_100000-mine/run_20260504_100000.json"}
    assert "your interviews" not in files["README.txt"]
    await r.says(person, "/delete")
    assert "The chamber run you started will be deleted too." in person.said[-1]


async def test_with_everything_else_of_a_person_their_runs_are_deleted(r: Running) -> None:
    person = await r.beginning()
    await _hold_run(r, "mine", await _owner(r), "Where were you born?")
    await delete(person)
    await person.next()
    await r.settled()
    assert await nobody(r)

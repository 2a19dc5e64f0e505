"""/private, /readings, and the one question before the end."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from datetime import timedelta

from core.contracts.change import Change, Mark
from core.contracts.messages import Press, Say
from core.contracts.session import EntryKind, Status
from core.interviews.life_story.interview import LifeStory
from core.store.changes import commit
from core.words import say
from tests.fakes.app import Running, running
from tests.fakes.manual_clock import ManualClock
from tests.fakes.model import ScriptedModel
from tests.fakes.platform import FakePerson

SECRET = "I burnt the letters in the dairy."
PARTING = "What should I have asked you that I have not?"


async def _marked(r: Running, *texts: str) -> None:
    """These answers are kept back."""
    whole = await r.record()
    marks = tuple(Mark(seq=e.seq, kept_back=True) for e in whole.entries if e.text in texts)
    change = Change(person_id=whole.person.id, session=whole.session, marks=marks)
    now = r.clock.now().timestamp()
    await r.store.write(lambda c: commit(c, change, now=now))


def _choices(person: FakePerson) -> list[str]:
    said = [letter.saying for letter in person.received if isinstance(letter.saying, Say)]
    return [choice.label for choice in said[-1].choices]


async def test_what_is_kept_back_is_listed_and_released_and_the_file_comes_anew(r: Running, person: FakePerson) -> None:
    await person.says(SECRET)
    await person.says("We had a dog.")
    assert await person.says("/private") == say("en", "private-nothing")
    await _marked(r, SECRET)
    await r.handled(person.write("/done"))
    assert SECRET not in person.documents[0].body.decode()
    assert "One answer is kept back" in person.documents[0].body.decode()
    await r.handled(person.write("/private"))
    assert SECRET in person.said[-1]
    release, stays = _choices(person)
    await r.handled(person.press(stays))
    assert person.said[-1] == say("en", "private-stays")
    await r.handled(person.press(release))
    assert say("en", "private-released", file="yes") in person.said
    assert any(SECRET in document.body.decode() for document in person.documents)
    await r.handled(person.press(release))
    assert person.said[-1] == say("en", "stale-button"), "it is released already"


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


async def test_done_asks_once_what_should_have_been_asked_and_the_answer_ends_it() -> None:
    async with _offline() as r:
        person = await _telling(r)
        asked = await person.says("/done")
        assert PARTING in asked
        assert _choices(person) == [say("en", "button-done")]
        await r.handled(person.write("You should have asked about my brother, who never came home from the sea."))
        assert (await r.sessions())[0].status is Status.COMPLETED
        assert "about my brother" in person.documents[0].body.decode()
        await r.handled(person.write("/resume"), person.write("/done"))
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
        await r.handled(person.write("/done"))
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
        await r.handled(person.write("/back"))
        await r.handled(
            person.write("There was more: the river behind the house, where my father kept his boat in summer.")
        )
        session = (await r.sessions())[0]
        assert (session.status, session.timing.parting) == (Status.ACTIVE, False)
        assert [e for e in (await r.record()).entries if e.kind is EntryKind.QUESTION and not e.withdrawn][-1].text

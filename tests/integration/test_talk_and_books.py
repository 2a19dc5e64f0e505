"""A life story with a model, end to end: one call talks, another keeps the books; and the same without a model."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest

from core.contracts.errors import ModelUnavailable
from core.contracts.messages import Say
from core.contracts.session import EntryKind, Record, Role, Session, Status
from core.documents.transcript import chapter_titles, transcript_markdown
from core.interviews.life_story.interview import LifeStory
from core.interviews.scripted_base.base_state import SpokenState
from core.languages.messages import say
from tests.fakes.app import Running, running
from tests.fakes.model import Books, ScriptedModel, new_question
from tests.fakes.platform import FakePerson

CRANE = "I drove the tower crane in Gdansk for nineteen years, and once it stood still for a whole night."
CHAPTERS = chapter_titles(LifeStory().scripts.speak("en"))


@asynccontextmanager
async def telling(model: ScriptedModel, *, language: str = "en") -> AsyncIterator[tuple[Running, FakePerson]]:
    """Somebody who has just read the first question."""
    async with running(model=model, kinds={"life-story": LifeStory()}) as r:
        person = r.platform.person(name="Anna", language=language)
        await person.begin("life-story")
        await r.settled()
        yield r, person


def played(*turns: tuple[str, Mapping[str, Any]]) -> ScriptedModel:
    """A model that says these texts, and notes this along with each."""
    return ScriptedModel(talk=[text for text, _ in turns], books=[dict(books) for _, books in turns])


def prompts(model: ScriptedModel, purpose: str) -> list[str]:
    return [prompt.user for prompt in model.prompts if prompt.purpose == purpose]


async def session(r: Running) -> Session:
    return (await r.sessions())[0]


def labels(person: FakePerson) -> list[str]:
    saying = next(m.saying for m in reversed(person.received) if isinstance(m.saying, Say))
    return [choice.label for choice in saying.choices]


def story(whole: Record) -> str:
    return transcript_markdown(whole, chapters=CHAPTERS)


async def watermark(r: Running) -> tuple[int, int]:
    """Up to which wording the books have read, and the newest wording of the person."""
    whole = await r.record()
    newest = max(v.number for e in whole.entries if e.role is Role.PERSON for v in e.revisions)
    return whole.digest.watermark, newest


# --- a goodbye, a pause and the way back ------------------------------------------------------------------------------

NIGHT = "night, and ask me about the crane"


async def test_a_goodbye_with_a_wish_pauses_and_the_greeting_begins_with_it() -> None:
    leaving = {"wants": "pause", "to_me": [NIGHT], "next_time": "the crane"}
    model = played(
        ("What stopped it that night?", {}),
        ("Good night. Yes, the crane it is.", leaving),
        ("Sleep well.", {"wants": "pause", "to_me": ["cheers 👋"]}),
        ("There you are. What stopped the crane that night?", {}),
    )
    async with telling(model) as (r, person):
        await r.says(person, CRANE)
        assert await r.says(person, NIGHT) == "Good night. Yes, the crane it is."
        assert (await session(r)).status is Status.PAUSED
        assert await r.says(person, "cheers 👋") == "Sleep well."
        held = await session(r)
        assert (held.status, held.counters.answers) == (Status.PAUSED, 1)
        await r.says(person, "/resume")
        assert person.said[-1].endswith("There you are. What stopped the crane that night?")
        assert "the crane" in prompts(model, "talk")[-1]
        held = await session(r)
        assert held.status is Status.ACTIVE
        assert SpokenState.model_validate(held.state).next_time == "", "it is met once"
        whole = await r.record()
    remarks = [e.text for e in whole.entries if (e.role, e.kind) == (Role.PERSON, EntryKind.REMARK)]
    assert remarks == [NIGHT, "cheers 👋"]


async def test_a_yes_into_a_pause_is_an_answer_and_goes_on() -> None:
    model = played(("Was it cold up there?", {}), ("What did you wear?", {}))
    async with telling(model) as (r, person):
        assert await r.says(person, CRANE, "/pause", "yep") == "What did you wear?"
        assert (await session(r)).status is Status.ACTIVE
        assert (await r.told())[1][1] == ["yep"]


# --- after the end ----------------------------------------------------------------------------------------------------


async def test_words_after_the_end_get_an_answer_and_open_nothing() -> None:
    model = ScriptedModel(talk=["What stopped it?", "It was good to hear it, Anna."])
    async with telling(model) as (r, person):
        await r.says(person, CRANE, "/done", "/done")
        before = story(await r.record())
        assert await r.says(person, "That felt good, thank you.") == "It was good to hear it, Anna."
        whole = await r.record()
    assert (whole.session.status, whole.session.counters.answers) == (Status.COMPLETED, 1)
    assert [(e.role, e.kind) for e in whole.entries[-2:]] == [
        (Role.PERSON, EntryKind.REMARK),
        (Role.INTERVIEWER, EntryKind.REMARK),
    ]
    assert CRANE in before
    assert story(whole).count(CRANE) == before.count(CRANE)
    assert "It was good to hear it" not in story(whole)


# --- the books are late -----------------------------------------------------------------------------------------------


def noting(prompt: Any) -> dict[str, Any]:
    """Note what is told about the crane and the river, each under its own key, from the newest messages alone."""
    new = [line for line in prompt.user.splitlines() if 'new="yes"' in line]
    found = [(key, line) for line in new for key in ("crane", "river", "Sopot") if key in line]
    notes = [
        {"key": f"about_{key.lower()}", "value": f"The {key}.", "n": [int(line.split('n="')[1].split('"')[0])]}
        for key, line in found
    ]
    return {"notes": notes}


def fails_first(books: Books) -> Books:
    failures = [ModelUnavailable("Down.", retry_after=None)]

    def first_never(prompt: Any) -> Any:
        if failures:
            raise failures.pop()
        return books(prompt) if callable(books) else {}

    return first_never


async def test_books_that_fail_once_are_caught_up_and_nothing_is_read_twice() -> None:
    model = ScriptedModel(talk=new_question, books=fails_first(noting))
    async with telling(model) as (r, person):
        assert "What happened on day" in await r.says(person, CRANE), "the message waits for no books"
        assert [note.key for note in (await r.record()).digest.notes] == ["about_crane"]
        reached, newest = await watermark(r)
        assert reached >= newest
        await r.says(person, "And then there was the river, every Sunday.")
        whole = await r.record()
        assert sorted(note.key for note in whole.digest.notes) == ["about_crane", "about_river"]
        await r.app.tick()
        await r.settled()
    read = [user for user in prompts(model, "books") if f'new="yes">{CRANE}' in user]
    assert len(read) == 2, "once in vain, and once by the chore"
    assert len([user for user in prompts(model, "books") if 'new="yes">And then there was the river' in user]) == 1


async def test_an_edited_answer_is_read_again_and_its_notes_are_renewed() -> None:
    model = ScriptedModel(talk=new_question, books=noting)
    async with telling(model) as (r, person):
        ref = await person.write(CRANE)
        await r.settled()
        await person.edit(ref, "I drove a tram in Sopot.")
        await r.settled()
        await r.app.tick()
        await r.settled()
        notes = {note.key: note.stale for note in (await r.record()).digest.notes}
        reached, newest = await watermark(r)
    assert notes.get("about_sopot") is False
    assert notes.get("about_crane", False) is False, "nothing rests on words that are not there any more"
    assert reached >= newest


async def test_what_late_books_close_is_closed_and_never_read_out_again() -> None:
    closing = {"closed": ["the night on the ward"], "danger": True}
    model = ScriptedModel(talk=new_question, books=fails_first(lambda _prompt: closing if not done else {}))
    done: list[bool] = []
    async with telling(model) as (r, person):
        await r.says(person, "Don't ask me about the night on the ward.")
        done.append(True)
        assert SpokenState.model_validate((await session(r)).state).closed == ("the night on the ward",)
        help_text = say("en", "interview-danger")
        assert sum(help_text in text for text in person.said) == 1
        await r.says(person, "/pause")
        await r.app.tick()
        await r.settled()
        assert sum(help_text in text for text in person.said) == 1


async def test_what_late_books_find_in_a_pause_still_counts() -> None:
    secret = "Keep the part about the ward out of the file."
    gate = asyncio.Event()
    model = ScriptedModel(
        talk=new_question,
        books=lambda _prompt: {"keep_back": [{"n": [3], "words": secret}], "closed": ["the ward"]},
        gate=gate,
        held=lambda prompt: prompt.purpose == "books",
    )
    async with telling(model) as (r, person):
        await person.write(secret)
        await person.next()
        await person.write("/pause")
        await r.desk_settled()
        gate.set()
        await r.settled()
        held, whole = await session(r), await r.record()
    assert held.status is Status.PAUSED
    assert SpokenState.model_validate(held.state).closed == ("the ward",)
    assert [entry.kept_back for entry in whole.entries if entry.text == secret] == [True]


# --- what stays out of the file ---------------------------------------------------------------------------------------

HAND = "The saw took my hand in 1961."
MILL = f"We lived by the mill. {HAND} My mother baked rye."


async def test_a_passage_stays_out_of_the_file_until_it_is_put_back() -> None:
    asked = {"n": [3], "passages": [HAND.lower()], "words": "leave the hand out"}
    model = played(
        ("Who ate the rye?", {}),
        ("It stays out until you say otherwise. What did she bake?", {"keep_back": [asked], "to_me": ["leave it out"]}),
        ("Good night, Anna.", {"wants": "pause"}),
    )
    async with telling(model) as (r, person):
        await r.says(person, MILL)
        seen = len(person.received)
        await r.says(person, "Please leave the hand out.")
        assert len(person.received) == seen + 1, "nothing is said but by the interviewer"
        label = say("en", "button-kept-back", count=1)
        assert labels(person)[-1] == label
        assert "Kept out" not in person.said[-1]
        text = story(await r.record())
        assert "We lived by the mill. \\[…\\] My mother baked rye." in text
        assert "One passage is kept private" in text
        assert "saw" not in text
        await r.handled(person.press(label))
        assert f"1. {HAND}" in person.said[-1]
        assert "mill" not in person.said[-1]
        await r.handled(person.press(labels(person)[0]))
        assert HAND in story(await r.record())
        assert [(e.kept_back, e.kept_passages) for e in (await r.record()).entries if e.kept_back] == []


async def test_the_goodbye_says_how_much_was_kept_out() -> None:
    parts = ["We lived by the mill.", HAND]
    asked = [{"n": [3], "passages": parts, "words": "keep it out"}, {"n": [5], "words": "keep it out"}]
    model = played(("What did she bake?", {}), ("Good night, Anna.", {"wants": "pause", "keep_back": asked}))
    async with telling(model) as (r, person):
        assert await r.says(person, MILL) == "What did she bake?"
        assert await r.says(person, "Rye, and keep it out: all of it. Good night!") == "Good night, Anna."
        assert labels(person)[-1] == say("en", "button-kept-back", count=3)
        assert (await session(r)).status is Status.PAUSED
        assert "\\[…\\] My mother baked rye." in story(await r.record())


async def test_after_an_edit_of_a_passage_all_of_the_answer_stays_out() -> None:
    asked = {"n": [3], "passages": [HAND], "words": "leave that out"}
    model = ScriptedModel(talk=new_question, books=[{"keep_back": [asked]}])
    async with telling(model) as (r, person):
        ref = await person.write(f"{MILL} But leave that out.")
        await r.settled()
        assert "My mother baked rye." in story(await r.record())
        await person.edit(ref, MILL.replace("hand", "left hand"))
        await r.settled()
        text = story(await r.record())
        assert "mill" not in text
        assert "One answer is kept private" in text


# --- danger -----------------------------------------------------------------------------------------------------------


async def test_danger_adds_the_help_text_and_pauses_nothing() -> None:
    model = played(("That is a lot to carry alone. Who is with you tonight?", {"danger": True}))
    async with telling(model) as (r, person):
        said = await r.says(person, "Since she died I keep counting the tablets in the drawer.")
        held = await session(r)
    assert said.startswith("That is a lot to carry alone. Who is with you tonight?")
    assert LifeStory().help_text("en") in said
    assert (held.status, held.timing.calm) == (Status.ACTIVE, True)


# --- a step that fails between the two calls --------------------------------------------------------------------------


async def test_an_error_between_the_calls_loses_nothing() -> None:
    errors = [RuntimeError("A mistake.")]

    def mistaken(prompt: Any) -> dict[str, Any]:
        if errors:
            raise errors.pop()
        return noting(prompt)

    async with telling(ScriptedModel(talk=new_question, books=mistaken)) as (r, person):
        assert "What happened on day" in await r.says(person, CRANE)
        whole = await r.record()
    assert [e.text for e in whole.entries if e.kind is EntryKind.ANSWER] == [CRANE]
    assert [note.key for note in whole.digest.notes] == ["about_crane"]


# --- without a model --------------------------------------------------------------------------------------------------


@pytest.fixture
async def offline() -> AsyncIterator[tuple[Running, FakePerson]]:
    async with telling(ScriptedModel(offline=True)) as found:
        yield found


HARD = "My brother was killed in the mine when I was nine years old."


async def test_the_buttons_do_what_they_say(offline: tuple[Running, FakePerson]) -> None:
    r, person = offline
    more, skip, elsewhere, pause = (say("en", f"button-{name}") for name in ("more", "skip", "elsewhere", "pause"))
    await r.says(person, HARD)
    onward = say("en", "button-next")
    assert labels(person) == [more, onward, pause], "after something hard no question"
    await r.handled(person.press(more))
    assert "?" not in person.said[-1].replace("I'm listening?", "")
    assert (await r.record()).entries[-1].kind is EntryKind.ROOM
    await r.says(person, "He was nineteen.")
    await r.handled(person.press(skip))
    assert labels(person) == [skip, elsewhere, pause]
    script = LifeStory().scripts.speak("en")
    here = script.by_id[(await r.record()).entries[-1].question_id].chapter.id
    await r.handled(person.press(elsewhere))
    assert script.by_id[(await r.record()).entries[-1].question_id].chapter.id != here
    await r.handled(person.press(pause))
    assert (await session(r)).status is Status.PAUSED
    told = [text for _, texts in await r.told() for text in texts]
    assert told == [HARD, "He was nineteen."]


@pytest.mark.parametrize("words", ["cheers", "👋"])
async def test_a_goodbye_opens_neither_a_pause_nor_an_ended_interview(
    words: str, offline: tuple[Running, FakePerson]
) -> None:
    r, person = offline
    await r.says(person, CRANE, "/pause", words)
    assert (await session(r)).status is Status.PAUSED
    await r.says(person, "/resume", "/done", "/done", words)
    held = await session(r)
    assert (held.status, held.counters.answers) == (Status.COMPLETED, 1)


async def test_danger_in_words_that_came_too_late_is_answered_too(offline: tuple[Running, FakePerson]) -> None:
    r, person = offline
    await r.says(person, CRANE, "/cadence daily 19:00", "We had a dog.", "I want to kill myself.")
    assert LifeStory().help_text("en") in person.said[-1]
    assert (await session(r)).timing.calm

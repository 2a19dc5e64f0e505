"""What people say before an interview has begun: it is understood where it can be, kept, and in no transcript."""

from __future__ import annotations

import asyncio

import pytest

from core.contracts.messages import Attachment, Text
from core.contracts.session import Role, Status
from core.languages.messages import say
from core.store.schema import findings
from core.store.store import MemoryStore
from tests.fakes.app import Running, held_model
from tests.fakes.model import new_question
from tests.fakes.platform import FakePerson
from tests.fakes.podcasts import (
    SRT,
    does,
    feed,
    intake_now,
    labels,
    listening,
    newest,
    preparing,
    source_of,
    talking,
    to_the_template,
)
from tests.fakes.stores import failing
from tests.fakes.transcriber import FakeTranscriber
from tests.fakes.web import Web

MEMORY = "The Long Walk. It was about a man who walks home over the mountains, and I cried."
MORE = "And there was a dog, which I had quite forgotten until now."


async def _before_the_first_question(app: Running, anna: FakePerson) -> int:
    """Begin; the place in the chat of what was sent when its first question was not seen yet."""
    await does(app, anna, "[Reflective]")
    app.platform.hold.clear()
    await anna.write(MEMORY)
    await app.desk_settled()
    where = app.platform.position()
    app.platform.hold.set()
    await anna.next_where("Question 1 of about 5")
    return where


@pytest.mark.parametrize("word", ["hello", "ok", "Yes, please"])
async def test_a_mere_courtesy_is_no_title(word: str, app: Running, anna: FakePerson) -> None:
    (told,) = await does(app, anna, word)
    assert say("en", "intake-source") in told
    assert (await intake_now(app)).told == ()


async def test_several_wishes_are_all_kept(app: Running, anna: FakePerson, web: Web) -> None:
    await to_the_template(app, anna, web)
    async with asyncio.TaskGroup() as group:
        for wish in ("leadership", "what it says about money", "8"):
            group.create_task(anna.write(wish))
    await app.settled()
    assert "I’ll ask 8 questions." in anna.said[-1]
    assert "Your wish: leadership; what it says about money" in anna.said[-1]
    assert newest(anna)[:3] == ["Reflective", "Analytical", "Creative"]
    await does(app, anna, "Analytical")
    source = await source_of(app)
    assert (source.guidelines, source.questions) == ("leadership; what it says about money", 8)
    assert source.template == "analytical"


async def test_a_burst_of_messages_all_counts_and_asks_one_question(app: Running, anna: FakePerson) -> None:
    await does(app, anna, "[Reflective]")
    before = len(anna.received)
    async with asyncio.TaskGroup() as group:
        for text in ("The Long Walk.", "It was about a man who walks home over the mountains.", MORE):
            group.create_task(anna.tell(Text(text=text)))
    await app.settled()
    source = await source_of(app)
    assert source.episode.title == "The Long Walk"
    assert source.memory == f"The Long Walk.\nIt was about a man who walks home over the mountains.\n{MORE}"
    assert sum("Question 1 of" in text for text in anna.said[before:]) == 1
    assert [entry.text for entry in (await app.record()).entries if entry.answers is not None] == []


async def test_what_was_sent_before_the_first_question_was_seen_is_no_answer(app: Running, anna: FakePerson) -> None:
    where = await _before_the_first_question(app, anna)
    await app.handled(anna.tell(Text(text=MORE), position=where))
    assert anna.said[-1] == say("en", "intake-noted")
    assert MORE in (await source_of(app)).memory
    told = [entry for entry in (await app.record()).entries if entry.role is Role.PERSON]
    assert [(entry.text, entry.answers) for entry in told] == [(MEMORY, None), (MORE, None)]
    await does(app, anna, "I liked how slowly it went, and that nobody spoke for a long while.")
    assert [entry.answers is None for entry in (await app.record()).entries if entry.role is Role.PERSON] == [
        True,
        True,
        False,
    ]


async def test_words_to_what_it_is_about_are_kept_once() -> None:
    store = MemoryStore()
    async with talking(store=store) as (app, anna, _web):
        where = await _before_the_first_question(app, anna)
        failing(store, findings, 2)
        await app.handled(anna.tell(Text(text=MORE), position=where))
        assert anna.said[-1] == say("en", "intake-noted")
        assert (await source_of(app)).memory.count(MORE) == 1


async def test_words_while_it_is_prepared_are_kept_and_prepared_once() -> None:
    async with preparing() as (app, anna, _web, model):
        assert say("en", "intake-noted") in await anna.says("focus on the woods")
        assert "I’ll ask 10 questions." in await anna.says("10")
        model.gate.set()
        await app.settled()
        source = await source_of(app)
        assert (source.memory, source.questions) == ("focus on the woods", 10)
        assert model.calls["opening"] == 1


async def test_another_template_while_it_is_prepared_prepares_it_anew() -> None:
    async with preparing() as (app, anna, _web, model):
        await anna.write("creative")
        await anna.next_where("I’m reading about")
        model.gate.set()
        await app.settled()
        assert (await source_of(app)).template == "creative"
        assert sum("Question 1 of" in text for text in anna.said) == 1


async def test_a_link_while_it_is_prepared_takes_the_place_of_what_was_sent() -> None:
    async with preparing() as (app, anna, web, model):
        await anna.write(feed(web, 2, path="/other.xml"))
        await anna.next_where("1. Episode 2")
        model.gate.set()
        await app.settled()
        assert "Question 1" not in anna.said[-1]
        said = await does(app, anna, "[2. Episode 1: Shipping]")
        assert "Question 1 of about 5" in said[-1]


async def test_long_words_instead_of_a_title_are_what_they_remember(app: Running, anna: FakePerson, web: Web) -> None:
    await does(app, anna, feed(web))
    (taken,) = await does(app, anna, "I have forgotten the title, but it was about a man who walks home at night.")
    assert say("en", "intake-taken", title="none") in taken
    assert "walks home at night" in (await intake_now(app)).memory


async def test_memories_beside_a_link_that_leads_nowhere_are_enough(app: Running, anna: FakePerson, web: Web) -> None:
    _, told = await does(app, anna, f"{web.url('/gone')} It was about a man who walks home over the mountains.")
    assert say("en", "source-absent") in told
    assert say("en", "intake-taken", title="none") in told


async def test_an_edited_message_counts_as_it_is_now(app: Running, anna: FakePerson) -> None:
    ref = await anna.write("The Long Wolk, about a man.")
    await app.settled()
    await app.handled(anna.edit(ref, "The Long Walk, about a man."))
    assert (await intake_now(app)).memory == "The Long Walk, about a man."


async def test_an_edited_link_is_looked_up(app: Running, anna: FakePerson, web: Web) -> None:
    link = feed(web)
    ref = await anna.write(web.url("/fed.xml"))
    await app.settled()
    await app.handled(anna.edit(ref, link))
    assert "Making Things" in anna.said[-1]


async def test_a_deleted_message_is_forgotten(app: Running, anna: FakePerson) -> None:
    ref = await anna.write(MEMORY)
    await app.settled()
    await app.handled(anna.delete(ref))
    assert anna.said[-2] == say("en", "removed-unused")
    assert say("en", "intake-source") in anna.said[-1]
    assert (await intake_now(app)).told == ()


async def test_a_deletion_that_could_not_be_written_at_first_is_a_deletion() -> None:
    store = MemoryStore()
    async with talking(store=store) as (app, anna, _web):
        await does(app, anna, "[Reflective]")
        ref = await anna.write(MEMORY)
        await app.settled()
        failing(store, findings, 1)
        await app.handled(anna.delete(ref))
        assert anna.said[-1] == say("en", "removed")
        source = await source_of(app)
        assert (source.memory, source.episode.title) == ("", "")


async def test_what_was_deleted_meanwhile_is_not_in_the_thought() -> None:
    model = held_model("talk")
    model.talk = new_question
    async with talking(model=model) as (app, anna, _web):
        await does(app, anna, "[Reflective]")
        ref = await anna.write(MEMORY)
        await anna.next_where("Question 1 of about 5")
        await anna.write("I liked how slowly it went, and that nobody spoke for a long while.")
        await model.begun(1, "talk")
        await anna.delete(ref)
        await model.begun(2, "talk")
        model.gate.set()
        await app.settled()
        first, second = (prompt for prompt in model.prompts if prompt.purpose == "talk")
        assert ("mountains" in str(first), "mountains" in str(second)) == (True, False)


@pytest.mark.parametrize(("language", "word"), [("en", "Let's stop here."), ("ru", "Хочу остановиться.")])
async def test_a_wish_to_stop_stops(language: str, word: str) -> None:
    async with talking(language=language) as (app, anna, _web):
        await does(app, anna, word)
        assert (await app.sessions())[0].status is Status.PAUSED
        (back,) = await does(app, anna, "/resume")
        assert say(language, "intake-source") in back


async def test_distress_is_met_with_a_humane_word_and_nothing_is_lost(app: Running, anna: FakePerson) -> None:
    text = "It was about a father. I want to kill myself."
    said = await does(app, anna, text)
    assert said[0].startswith(say("en", "interview-danger"))
    assert (await intake_now(app)).memory == text
    assert (await app.sessions())[0].timing.calm


async def test_a_voice_note_says_what_it_is_about() -> None:
    async with talking(transcriber=FakeTranscriber()) as (app, anna, _web):
        await app.handled(anna.speak(MEMORY.encode()))
        assert "Great, let’s talk about “The Long Walk”" in anna.said[-1]
        assert (await intake_now(app)).memory == MEMORY


async def test_something_else_can_be_said_instead_of_pressed(app: Running, anna: FakePerson, web: Web) -> None:
    await to_the_template(app, anna, web)
    (asked,) = await does(app, anna, "Something else.")
    assert say("en", "intake-source") in asked


async def test_a_link_out_of_nowhere_begins_with_the_question_for_consent(
    app: Running, anna: FakePerson, web: Web
) -> None:
    await does(app, anna, "/done")
    assert await app.sessions() == []
    _, listed = await does(app, anna, feed(web))
    assert "Making Things" in listed


async def test_a_link_and_a_file_sent_before_the_yes_are_kept() -> None:
    async with listening() as (app, web):
        anna = app.platform.person()
        (kept,) = await does(app, anna, "/interview podcast", feed(web))
        assert say("en", "kept-for-later") in kept
        _, listed = await does(app, anna, "yes")
        assert "Making Things" in listed
        bert = app.platform.person("2", name="Bert")
        await does(app, bert, "/interview podcast creative")
        file_ref = app.platform.keep(SRT.encode())
        await app.handled(bert.tell(Attachment(file_ref=file_ref, name="one.srt")))
        assert say("en", "kept-for-later") in bert.said[-1]
        said = await does(app, bert, "yes")
        assert "I’ve read the transcript of “one”." in said[-1]
        assert labels(bert.received[-1])[0] == "Skip"

"""What people tell of an episode before the first question: it is theirs, and can be taken back."""

from __future__ import annotations

import io
import zipfile

import pytest

from core.contracts.messages import Attachment, Text
from core.contracts.session import EntryKind, Role, Status
from core.languages.messages import say
from tests.fakes.app import Running, held_model
from tests.fakes.inkwell import folder
from tests.fakes.model import ScriptedModel, new_question
from tests.fakes.platform import FakePerson
from tests.fakes.podcasts import (
    ANSWER,
    SPOKEN,
    does,
    feed,
    intake_now,
    listening,
    newest,
    source_of,
    talking,
    to_the_template,
)
from tests.fakes.transcriber import FakeTranscriber
from tests.fakes.web import Web
from tests.unit.test_pasted import HEADED, TURNS

THOUGHT = (
    "I liked how slowly it went, and I had to think of my grandfather's radio. It stood on the shelf above the bench "
    "on which he mended shoes, and nobody but him was allowed to touch it; in the evening he listened to the shipping "
    "news with the light off, and I sat under the bench and did not make a sound until it was over."
)
MORE = "And there was a dog, which I had quite forgotten until now."


async def _notes(app: Running, anna: FakePerson) -> str:
    await does(app, anna, "/done")
    return anna.documents[-1].body.decode()


# --- words at the choice of a template ----------------------------------------------------------------------------


async def test_a_line_is_a_wish_and_the_page_waits_for_the_template(app: Running, anna: FakePerson, web: Web) -> None:
    await to_the_template(app, anna, web)
    for words in ("It made me cry.", "whatever you like", "Let us stop here for today.", "What is the difference?"):
        (told,) = await does(app, anna, words)
        assert say("en", "intake-choose-again") in told
        assert newest(anna)[:3] == ["Reflective", "Analytical", "Creative"]
    session = (await app.sessions())[0]
    assert session.status is Status.ACTIVE
    assert (await intake_now(app)).guidelines.startswith("It made me cry.; whatever you like;")


async def test_the_number_is_pressed_or_written(app: Running, anna: FakePerson, web: Web) -> None:
    await to_the_template(app, anna, web)
    assert newest(anna)[3:5] == ["3 questions", "10 questions"]
    (told,) = await does(app, anna, "[10 questions]")
    assert "I’ll ask 10 questions." in told
    assert newest(anna)[3:5] == ["3 questions", "5 questions"]
    await does(app, anna, "7")
    assert "Question 1 of about 7" in (await does(app, anna, "creative"))[-1]
    assert (await source_of(app)).template == "creative"


async def test_nobody_is_told_to_press_anything(app: Running, anna: FakePerson, web: Web) -> None:
    await to_the_template(app, anna, web)
    for words in ("focus on patience", "more about the woods", THOUGHT):
        await does(app, anna, words)
    assert not any("press" in text.casefold() or "button" in text.casefold() for text in anna.said)


async def test_a_courtesy_is_neither_a_wish_nor_a_thought(app: Running, anna: FakePerson, web: Web) -> None:
    await to_the_template(app, anna, web)
    await does(app, anna, "ok", "hello", "yes, please")
    assert (await intake_now(app)).told == ()


# --- thoughts -----------------------------------------------------------------------------------------------------


async def test_a_thought_is_the_beginning_of_the_notes_and_of_the_transcript(
    app: Running, anna: FakePerson, web: Web
) -> None:
    await to_the_template(app, anna, web)
    (noted,) = await does(app, anna, THOUGHT)
    assert say("en", "intake-noted") in noted
    *_, first = await does(app, anna, "[Reflective]")
    assert say("en", "intake-kept") in first
    whole = await app.record()
    assert (whole.entries[0].kind, whole.entries[0].role, whole.entries[0].text) == (
        EntryKind.ANSWER,
        Role.PERSON,
        THOUGHT,
    )
    await does(app, anna, ANSWER.format(n=1))
    notes = await _notes(app, anna)
    assert notes.count(THOUGHT) == 1
    assert notes.index(say("en", "notes-before")) < notes.index(THOUGHT) < notes.rindex("time 1")
    assert whole.session.counters.words == len(THOUGHT.split())


async def test_thoughts_alone_are_worth_notes(app: Running, anna: FakePerson, web: Web) -> None:
    await to_the_template(app, anna, web)
    await does(app, anna, THOUGHT, "[Reflective]")
    assert THOUGHT in await _notes(app, anna)


async def test_thoughts_are_in_each_prompt_once_and_as_theirs() -> None:
    model = ScriptedModel(talk=new_question)
    async with talking(model=model) as (app, anna, web):
        await to_the_template(app, anna, web)
        await does(app, anna, THOUGHT, "[Reflective]", ANSWER.format(n=1))
        prompts = {prompt.purpose: prompt for prompt in model.prompts}
        assert "<remembered_by_the_person>I liked how slowly" in prompts["opening"].user
        talk = prompts["talk"]
        assert "my grandfather" not in talk.system + talk.user
        assert [line.role for line in talk.conversation if "my grandfather" in line.text] == ["user"]


async def test_while_the_episode_is_read_words_are_kept_and_told_once() -> None:
    model = held_model("context", "opening")
    async with talking(model=model) as (app, anna, web):
        await to_the_template(app, anna, web)
        await anna.press("Reflective")
        await anna.next_where("I’m reading about")
        assert await anna.says("I liked the part about the woods.") == say("en", "intake-noted")
        assert newest(anna) == ["Begin now", "Something else"]
        model.gate.set()
        await app.settled()
        assert (await app.record()).entries[0].text == "I liked the part about the woods."
        assert sum("Question 1 of" in text for text in anna.said) == 1


async def test_a_spoken_thought_is_one_too() -> None:
    async with talking(transcriber=FakeTranscriber()) as (app, anna, web):
        await to_the_template(app, anna, web)
        await app.handled(anna.speak(b"I liked how slowly it went."))
        await does(app, anna, "[Reflective]")
        entry = (await app.record()).entries[0]
        assert entry.text == "I liked how slowly it went."
        assert entry.spoken_seconds > 0


async def test_a_changed_thought_counts_as_it_is_now(app: Running, anna: FakePerson, web: Web) -> None:
    await to_the_template(app, anna, web)
    ref = await anna.write(THOUGHT)
    await app.settled()
    await does(app, anna, "[Reflective]")
    await app.handled(anna.edit(ref, "I liked how fast it went."))
    assert (await source_of(app)).memory == "I liked how fast it went."
    assert "slowly" not in await _notes(app, anna)


async def test_a_deleted_thought_is_in_nothing(app: Running, anna: FakePerson, web: Web) -> None:
    await to_the_template(app, anna, web)
    ref = await anna.write(THOUGHT)
    await app.settled()
    await does(app, anna, "[Reflective]")
    await app.handled(anna.delete(ref))
    assert anna.said[-1] == say("en", "removed")
    assert (await source_of(app)).memory == ""
    assert "radio" not in await _notes(app, anna)


async def test_a_thought_can_be_taken_back_before_the_first_answer(app: Running, anna: FakePerson, web: Web) -> None:
    await to_the_template(app, anna, web)
    *_, first = await does(app, anna, THOUGHT, "[Reflective]")
    (again,) = await does(app, anna, "/undo")
    assert say("en", "undone") in again
    assert first.splitlines()[-1] in again
    assert (await source_of(app)).memory == ""
    assert await does(app, anna, "/undo") == [say("en", "nothing-to-undo")]


async def test_a_wish_can_be_changed_and_deleted_when_it_has_begun(app: Running, anna: FakePerson, web: Web) -> None:
    await to_the_template(app, anna, web)
    ref = await anna.write("focus on the woods")
    await app.settled()
    await does(app, anna, "[Creative]")
    await app.handled(anna.edit(ref, "focus on the bees"))
    assert (await source_of(app)).guidelines == "focus on the bees"
    await app.handled(anna.delete(ref))
    assert anna.said[-1] == say("en", "removed-unused")
    assert (await source_of(app)).guidelines == ""


async def test_a_title_can_be_changed_and_deleted_when_it_has_begun(app: Running, anna: FakePerson) -> None:
    await does(app, anna, "[Creative]")
    ref = await anna.write("The Long Wolk")
    await app.settled()
    assert (await app.record()).entries[0].role is Role.INTERVIEWER
    await app.handled(anna.edit(ref, "The Long Walk"))
    assert (await app.sessions())[0].title.endswith("The Long Walk")
    assert 'title: "The Long Walk"' in await _notes(app, anna)
    await app.handled(anna.delete(ref))
    assert (await source_of(app)).episode.title == ""
    assert "Walk" not in (await app.sessions())[0].title


async def test_going_on_names_the_episode(app: Running, anna: FakePerson, web: Web) -> None:
    await to_the_template(app, anna, web)
    (back,) = await does(app, anna, "[Reflective]", "/pause", "/resume")
    assert "on “Episode 9: Something else”" in back
    assert "Reflective" not in back


# --- transcripts --------------------------------------------------------------------------------------------------


async def test_a_pasted_transcript_is_read_and_is_not_theirs(app: Running, anna: FakePerson) -> None:
    (found,) = await does(app, anna, HEADED)
    assert "I have the transcript of “Slow Repair, episode 41: The Shoemaker's Window”." in found
    *_, first = await does(app, anna, THOUGHT, "[Reflective]")
    assert "I’ve read the transcript of “Slow Repair, episode 41: The Shoemaker's Window”." in first
    source = await source_of(app)
    assert (source.origin, source.memory) == ("transcript", THOUGHT)
    assert source.context.people == ("Ines Calder", "Joaquim Neves") or "Joaquim Neves" in source.context.people
    notes = await _notes(app, anna)
    assert THOUGHT in notes
    assert "haggle" not in notes


async def test_a_transcript_in_several_messages_gets_one_word(app: Running, anna: FakePerson) -> None:
    parts = [
        HEADED + "Ines Calder: " + "And so it went on for a while. " * 70,
        "And on it went, as it does. " * 70,
        TURNS,
    ]
    before = len(anna.received)
    for part in parts:
        await app.handled(anna.tell(Text(text=part)))
    assert len(anna.received) == before + 1
    intake = await intake_now(app)
    assert (intake.transcript, intake.memory) == ("\n".join(parts), "")
    await does(app, anna, "[Analytical]")
    assert "I’ve read the transcript" in anna.said[-1]


async def test_a_transcript_for_an_episode_of_a_feed(app: Running, anna: FakePerson, web: Web) -> None:
    await to_the_template(app, anna, web)
    await does(app, anna, TURNS)
    assert "Question 1" not in anna.said[-1]
    await does(app, anna, "[Creative]")
    assert "I’ve read the transcript of “Episode 9: Something else”." in anna.said[-1]


async def test_addresses_in_a_transcript_are_not_looked_up(app: Running, anna: FakePerson, web: Web) -> None:
    await does(app, anna, f"{TURNS}Ines Calder: Write to us at {web.url('/gone')} or https://example.org/x.\n")
    assert web.paths() == []
    assert (await intake_now(app)).link == ""


# --- an unfinished talk -------------------------------------------------------------------------------------------


async def _unfinished(app: Running, anna: FakePerson, web: Web) -> None:
    await to_the_template(app, anna, web)
    await does(app, anna, "[Reflective]", ANSWER.format(n=1), "/interview podcast")


@pytest.mark.parametrize("way", ["/now", "/skip", "[Start a new one]", "no"])
async def test_beginning_anew_keeps_what_was_read(way: str) -> None:
    async with talking(transcriber=FakeTranscriber(), transcribe=True) as (app, anna, web):
        web.put("/9.mp3", SPOKEN, "audio/mpeg")
        await _unfinished(app, anna, web)
        (offered,) = await does(app, anna, "[Analytical]", feed(web), "[1. Episode 9: Something else]")
        assert "Pick up where we left off?" in offered
        await does(app, anna, way)
        assert "I’ve listened to “Episode 9: Something else”." in anna.said[-1]
        assert (await source_of(app)).template == "analytical"


async def test_what_is_ready_at_the_offer_is_not_thrown_away(app: Running, anna: FakePerson) -> None:
    file_ref = app.platform.keep(HEADED.encode())
    for _ in range(2):
        await does(app, anna, "/interview podcast creative")
        await app.handled(anna.tell(Attachment(file_ref=file_ref, name="slow_repair.txt", media_type="text/plain")))
    assert "Pick up where we left off?" in anna.said[-1]
    await does(app, anna, "/now")
    assert "I’ve read the transcript of “slow repair”." in anna.said[-1]


async def test_a_folder_is_known_by_what_it_says_before_it_is_read(app: Running, anna: FakePerson) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, body in folder().items():
            archive.writestr(f"podcast-2025-11-08-bees/{name}", body)
    for _ in range(2):
        await does(app, anna, "/interview podcast")
        file_ref = app.platform.keep(out.getvalue())
        await app.handled(anna.tell(Attachment(file_ref=file_ref, name="podcast-2025-11-08-bees.zip")))
        if (await app.sessions())[-1].state.get("intake") and "Pick up" not in anna.said[-1]:
            assert "“Bees: why they matter”" in anna.said[-1]
            await does(app, anna, "[Reflective]", ANSWER.format(n=1))
    assert "“Bees: why they matter”" in anna.said[-1]
    assert "Pick up where we left off?" in anna.said[-1]
    await does(app, anna, "/now")
    assert "I’ve read your Inkwell notes on “Bees: why they matter”." in anna.said[-1]


async def test_a_folder_sent_before_the_yes_is_known_by_what_it_says_at_once() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, body in folder().items():
            archive.writestr(f"podcast-2025-11-08-bees/{name}", body)
    async with listening() as (app, _web):
        anna = app.platform.person()
        await does(app, anna, "/interview podcast")
        file_ref = app.platform.keep(out.getvalue())
        await app.handled(anna.tell(Attachment(file_ref=file_ref, name="podcast-2025-11-08-bees.zip")))
        assert "“Bees: why they matter”" in (await does(app, anna, "yes"))[-1]


@pytest.mark.parametrize("command", ["/status", "/start", "hello"])
async def test_whoever_asks_where_it_stands_gets_the_offer_again(
    command: str, app: Running, anna: FakePerson, web: Web
) -> None:
    await _unfinished(app, anna, web)
    (offered,) = await does(app, anna, "[Analytical]", feed(web), "[1. Episode 9: Something else]")
    ways = newest(anna)
    assert await does(app, anna, command) == [offered]
    assert newest(anna) == ways
    await does(app, anna, f"[{ways[0]}]")
    assert len(await app.sessions()) == 1, "they went on with the one that was there"


async def test_words_at_the_offer_are_kept(app: Running, anna: FakePerson, web: Web) -> None:
    await _unfinished(app, anna, web)
    (again,) = await does(app, anna, feed(web), "[1. Episode 9: Something else]", THOUGHT)
    assert "Pick up where we left off?" in again
    (again,) = await does(app, anna, MORE)
    assert "Pick up where we left off?" in again
    told = [each.text for each in (await intake_now(app)).told]
    assert told == [THOUGHT, MORE]


# --- what is refused ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "link", ["file:///etc/passwd", "ftp://example.org/one.mp3", "javascript:alert(1)", "data:text/html,<b>Hi</b>"]
)
async def test_an_address_that_is_never_opened_is_refused_in_a_sentence(
    link: str, app: Running, anna: FakePerson, web: Web
) -> None:
    assert await does(app, anna, link) == [say("en", "intake-refused-link")]
    assert web.paths() == []
    intake = await intake_now(app)
    assert (intake.link, intake.told) == ("", ())
    assert (await app.sessions())[0].status is Status.ACTIVE

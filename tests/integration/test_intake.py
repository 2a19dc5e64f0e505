"""Before an interview about an episode: what people send, what is found, and how it begins."""

from __future__ import annotations

import pytest

from core.contracts.messages import Attachment, Voice
from core.contracts.session import Status
from core.languages.messages import say
from tests.fakes.app import Running
from tests.fakes.platform import FETCH_LIMIT, FakePerson
from tests.fakes.podcasts import (
    ANSWER,
    SPOKEN,
    SRT,
    buttons,
    does,
    feed,
    intake_now,
    item,
    listening,
    newest,
    put_feed,
    source_of,
    talking,
)
from tests.fakes.transcriber import FakeTranscriber
from tests.fakes.web import Web

MEMORY = "The Long Walk. It was about a man who walks home over the mountains, and I cried."


async def test_from_a_feed_by_its_buttons_to_the_first_question_and_the_notes(
    app: Running, anna: FakePerson, web: Web
) -> None:
    looking, listed = await does(app, anna, feed(web))
    assert say("en", "intake-looking") in looking
    assert "Making Things" in listed
    assert "1. Episode 9: Something else" in listed
    assert newest(anna)[-2:] == ["More episodes", "Something else"]
    (more,) = await does(app, anna, "[More episodes]")
    assert "3. Episode 1: Shipping" in more
    (found,) = await does(app, anna, "[3. Episode 1: Shipping]")
    assert "I’ve found it: “Episode 1: Shipping” (Making Things)." in found
    (wished,) = await does(app, anna, "focus on patience", "2")
    assert "I’ll ask 2 questions." in wished
    assert "Your wish: focus on patience" in wished
    reading, first = await does(app, anna, "[Reflective]")
    assert "I’m reading about" in reading
    assert "I’ve read the transcript of “Episode 1: Shipping”." in first
    assert "Question 1 of about 2" in first
    for number in range(1, 9):
        await does(app, anna, ANSWER.format(n=number))
        if anna.documents:
            break
    notes = anna.documents[-1].body.decode()
    assert 'title: "Episode 1: Shipping"' in notes
    assert "I will walk in the woods" in notes
    source = await source_of(app)
    assert (source.guidelines, source.questions, source.template) == ("focus on patience", 2, "reflective")


async def test_words_look_for_an_episode_in_the_feed(app: Running, anna: FakePerson, web: Web) -> None:
    (found,) = await does(app, anna, feed(web), "shipping")
    assert "1. Episode 1: Shipping" in found
    (nothing,) = await does(app, anna, "zebra")
    assert "I couldn’t find an episode" in nothing
    assert web.paths().count("/feed.xml") == 1
    (again,) = await does(app, anna, "something")
    assert "1. Episode 9" in again


async def test_the_number_is_of_the_list_that_was_shown_last(app: Running, anna: FakePerson, web: Web) -> None:
    (found,) = await does(app, anna, feed(web), "zebra", "2")
    assert "“Episode 8: Something else”" in found


async def test_what_is_no_title_is_a_thought_and_kept(app: Running, anna: FakePerson, web: Web) -> None:
    said = await does(app, anna, feed(web), "Loved the bit on patience, it made me think of my mother.")
    assert say("en", "intake-noted") in said[-1]
    await does(app, anna, "2", "[Creative]")
    assert (await source_of(app)).memory == "Loved the bit on patience, it made me think of my mother."


async def test_a_title_and_memories_are_enough(app: Running, anna: FakePerson) -> None:
    (now,) = await does(app, anna, "[Creative]")
    assert now.startswith("Creative, good. Which episode")
    _, first = await does(app, anna, MEMORY)
    assert "I only know what you’ve told me about the episode." in first
    assert "Question 1 of about 5" in first
    assert (await app.sessions())[0].title == "A conversation about a podcast – The Long Walk"
    source = await source_of(app)
    assert source.memory == MEMORY
    assert source.episode.notes == ""


async def test_a_transcript_as_a_file(app: Running, anna: FakePerson) -> None:
    await does(app, anna, "[Analytical]")
    file_ref = app.platform.keep(SRT.encode())
    await anna.tell(Attachment(file_ref=file_ref, name="making_things.srt", media_type="text/plain", size=len(SRT)))
    await app.settled()
    assert "I’ve read the transcript of “making things”." in anna.said[-1]


async def test_a_transcript_behind_a_link(app: Running, anna: FakePerson, web: Web) -> None:
    said = await does(app, anna, "[Analytical]", web.put("/making_things.srt", SRT, "application/x-subrip"))
    assert "I’ve read the transcript of “making things”." in said[-1]


async def test_an_episodes_page_whose_feed_cannot_be_had(app: Running, anna: FakePerson, web: Web) -> None:
    text = " ".join(f"Ann tells how bees find their way home, part {number}." for number in range(60))
    page = f"<html><head><title>Bees</title></head><body><article><h1>Bees</h1><p>{text}</p></article></body></html>"
    said = await does(app, anna, "[Analytical]", web.put("/bees", page, "text/html"))
    assert say("en", "intake-lacks-audio") in said[1]
    assert "only know what its page says" in said[-1]
    assert "part 50" in (await source_of(app)).episode.notes


@pytest.mark.parametrize("long", [False, True], ids=["short", "long"])
async def test_a_recording_of_the_episode(long: bool) -> None:
    async with talking(transcriber=FakeTranscriber()) as (app, anna, _web):
        await does(app, anna, "[Analytical]")
        audio = SPOKEN.encode()
        voice = anna.platform.keep(audio)
        await app.handled(anna.tell(_recording(voice, seconds=3000.0 if long else 60.0)))
        assert "I’ve listened to the recording." in anna.said[-1]
        assert (await source_of(app)).origin == "audio"
        assert [each.text for each in (await app.record()).entries if each.answers] == []


async def test_a_recording_that_is_too_large_to_be_had() -> None:
    async with talking(transcriber=FakeTranscriber()) as (app, anna, _web):
        await app.handled(anna.tell(_recording("gone", seconds=60.0, size=FETCH_LIMIT + 1)))
        assert anna.said[-1] == f"{say('en', 'source-heavy')}\n\n{say('en', 'intake-instead')}"


def _recording(file_ref: str, *, seconds: float, size: int = 10) -> Voice:
    return Voice(file_ref=file_ref, seconds=seconds, size=size, media_type="audio/mpeg", prepared=True)


async def test_what_leads_nowhere_is_told_and_something_else_can_be_sent(
    app: Running, anna: FakePerson, web: Web
) -> None:
    for link, words in (
        (web.url("/not-there"), say("en", "source-absent")),
        ("http://10.0.0.1/feed.xml", say("en", "source-forbidden")),
        (web.put("/picture.png", b"\x89PNG\r\n\x1a\n" + bytes(300), "image/png"), say("en", "source-unreadable")),
    ):
        _, told = await does(app, anna, link)
        assert words in told
        assert "Try again" not in newest(anna)
    (taken,) = await does(app, anna, "Then simply this: an old episode about bees, which I loved.")
    assert say("en", "intake-taken", title="none") in taken


async def test_what_may_work_another_time_can_be_tried_again(app: Running, anna: FakePerson, web: Web) -> None:
    link = web.put("/feed.xml", "wait", status=503)
    _, told = await does(app, anna, link)
    assert say("en", "source-slow") in told
    feed(web)
    _, listed = await does(app, anna, "[Try again]")
    assert "Making Things" in listed


async def test_a_feed_that_has_changed_is_read_anew_when_it_is_sent_again(
    app: Running, anna: FakePerson, web: Web
) -> None:
    link = feed(web, 2)
    await does(app, anna, link)
    shown = buttons(anna)
    put_feed(web, item(web, 7, title="New"))
    (_, listed) = await does(app, anna, link)
    assert "1. Episode 7: New" in listed
    # The button of an episode that is in the feed no more is still good: it was shown.
    await app.handled(anna.tell(shown["2. Episode 1: Shipping"]))
    assert "I’ve found it: “Episode 1: Shipping” (Making Things)." in anna.said[-1]


async def test_a_feed_without_an_episode(app: Running, anna: FakePerson, web: Web) -> None:
    _, told = await does(app, anna, put_feed(web))
    assert say("en", "source-empty") in told


async def test_the_words_in_russian() -> None:
    async with talking(language="ru") as (app, anna, web):
        assert say("ru", "intake-source") in anna.said[-1]
        _, listed = await does(app, anna, feed(web))
        assert "какой это выпуск?" in listed
        await does(app, anna, "[1. Episode 9: Something else]", "больше о терпении", "3")
        _, first = await does(app, anna, "Разбор")
        assert "известно только то, что сказано в его описании" in first
        source = await source_of(app)
        assert (source.questions, source.guidelines, source.template) == (3, "больше о терпении", "analytical")


async def test_an_unfinished_talk_about_the_same_episode_is_offered(app: Running, anna: FakePerson, web: Web) -> None:
    link = feed(web, 1)
    for what in ("[Reflective]", link, "[1. Episode 1: Shipping]"):
        await does(app, anna, what)
    await does(app, anna, "I liked it a lot because of the woods and of the walks in them, every single day.")
    await does(app, anna, "/interview podcast")
    (offered,) = await does(app, anna, link, "[1. Episode 1: Shipping]")
    assert "Pick up where we left off?" in offered
    assert newest(anna) == ["Continue", "Start a new one"]
    (back,) = await does(app, anna, "yes, please")
    assert back.startswith("Good to have you back. We were at question 1 of about 5 on “Episode 1: Shipping”")
    (session,) = await app.sessions()
    assert session.status is Status.ACTIVE


async def test_a_new_talk_about_the_same_episode_all_the_same(app: Running, anna: FakePerson) -> None:
    offered = await does(app, anna, "[Reflective]", MEMORY, "/interview podcast creative", MEMORY)
    assert "Pick up where we left off?" in offered[-1]
    *_, first = await does(app, anna, "[Start a new one]")
    assert "Question 1 of about 5" in first
    assert [session.status for session in await app.sessions()] == [Status.PAUSED, Status.ACTIVE]


async def test_a_link_with_the_command_asks_for_consent_first() -> None:
    async with listening() as (app, web):
        anna = app.platform.person()
        (asked,) = await does(app, anna, f"/interview podcast {feed(web)} the one on patience")
        assert say("en", "consent-question") in asked
        assert web.paths() == []
        _, listed = await does(app, anna, "yes")
        assert "Making Things" in listed
        intake = await intake_now(app)
        assert intake.memory == "the one on patience"

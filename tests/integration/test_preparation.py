"""What is read and heard before an interview begins: the best that can be had, and what is said of it."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from pydantic import BaseModel

from core.contracts.errors import AudioUnreadable, ModelUnavailable, TryLater
from core.contracts.messages import Attachment
from core.contracts.ports import HearingProgress, Prompt
from core.interviews.podcast.sources.material import ContextOrigin
from core.languages.messages import say
from core.store import chore_rows
from core.store.chore_rows import ask_for_chore
from core.store.finding_rows import finding_text
from core.store.store import Queue
from tests.fakes.app import Running, held_model, until
from tests.fakes.inkwell import folder
from tests.fakes.manual_clock import ManualClock
from tests.fakes.model import Reply, ScriptedModel, plain_answer
from tests.fakes.platform import FakePerson, FakePlatform
from tests.fakes.podcasts import NOTES, SPOKEN, SRT, does, item, labels, listening, put_feed, source_of, talking
from tests.fakes.transcriber import FakeTranscriber
from tests.fakes.web import Web

ENOUGH = "I would say that a walk in the woods is where ideas come from."


def transcript(link: str, kind: str = "application/x-subrip", language: str = "") -> str:
    tongue = f' language="{language}"' if language else ""
    return f'<podcast:transcript url="{link}" type="{kind}"{tongue}/>'


async def _prepared(app: Running, anna: FakePerson, web: Web, *, notes: str = NOTES, more: str = "") -> str:
    """Choose the only episode of a feed; the first question."""
    await does(app, anna, put_feed(web, item(web, 1, title="Bees", notes=notes, more=more)))
    return (await does(app, anna, "[1. Episode 1: Bees]", "[Analytical]"))[-1]


async def test_a_transcript_that_cannot_be_read_gives_way_to_the_next(app: Running, anna: FakePerson, web: Web) -> None:
    torn = web.put("/torn.json", '{"segments": [', "application/json")
    empty = web.put("/empty.vtt", "WEBVTT\n\n", "text/vtt")
    whole = web.put("/whole.srt", SRT, "application/x-subrip")
    links = (transcript(web.url("/gone.srt")), transcript(torn, "application/json"))
    more = "".join((*links, transcript(empty, "text/vtt"), transcript(whole)))
    assert "I’ve read the transcript of “Episode 1: Bees”." in await _prepared(app, anna, web, more=more)
    assert [path for path in web.paths() if path != "/feed.xml"] == [
        "/gone.srt",
        "/torn.json",
        "/empty.vtt",
        "/whole.srt",
    ]


async def test_a_transcript_in_the_language_of_the_interview_comes_first(
    app: Running, anna: FakePerson, web: Web
) -> None:
    german = web.put("/de.srt", SRT, "application/x-subrip")
    english = web.put("/en.srt", SRT, "application/x-subrip")
    more = transcript(german, language="de") + transcript(english, language="en-GB")
    await _prepared(app, anna, web, more=more)
    assert web.paths() == ["/feed.xml", "/en.srt"]


async def test_without_a_transcript_the_recording_is_heard() -> None:
    transcription = FakeTranscriber()
    audio = SPOKEN.encode()
    transcription.steps[audio] = (HearingProgress(ahead=0, done=0.25), HearingProgress(ahead=0, done=0.75))
    async with talking(transcriber=transcription, transcribe=True) as (app, anna, web):
        web.put("/1.mp3", audio, "audio/mpeg")
        assert "I’ve listened to “Episode 1: Bees”." in await _prepared(app, anna, web)
        (line,) = app.platform.lines
        assert line.gone
        assert line.said[0] == say("en", "intake-reading")
        assert say("en", "intake-hearing", percent=25) in line.said
        assert say("en", "intake-hearing", percent=75) in line.said
        assert say("en", "intake-thinking") not in line.said
        (recording,) = transcription.recordings
        assert isinstance(recording.audio, Path)
        assert not recording.audio.exists()
        assert (await source_of(app)).origin is ContextOrigin.AUDIO


def _of_the_notes(said: str) -> None:
    assert "only know what its show notes say" in said


async def test_a_recording_that_cannot_be_heard_leaves_the_show_notes() -> None:
    transcription = FakeTranscriber()
    transcription.troubles[b"noise"] = [AudioUnreadable("It is noise.")]
    async with talking(transcriber=transcription, transcribe=True) as (app, anna, web):
        web.put("/1.mp3", b"noise", "audio/mpeg")
        _of_the_notes(await _prepared(app, anna, web))
        assert (await source_of(app)).context.summary.startswith("Ann talks with Ben")


async def test_a_recording_that_is_not_there_leaves_the_show_notes() -> None:
    async with talking(transcriber=FakeTranscriber(), transcribe=True) as (app, anna, web):
        _of_the_notes(await _prepared(app, anna, web))


async def test_a_recording_that_is_too_long_is_not_even_fetched() -> None:
    transcription = FakeTranscriber()
    async with talking(transcriber=transcription, transcribe=True, max_audio_minutes=60) as (app, anna, web):
        web.put("/1.mp3", SPOKEN, "audio/mpeg")
        _of_the_notes(await _prepared(app, anna, web, more="<itunes:duration>3:00:00</itunes:duration>"))
        assert web.paths() == ["/feed.xml"]
        assert transcription.recordings == []


async def test_the_operator_may_not_want_recordings_to_be_heard() -> None:
    async with talking(transcriber=FakeTranscriber(), transcribe=False) as (app, anna, web):
        web.put("/1.mp3", SPOKEN, "audio/mpeg")
        _of_the_notes(await _prepared(app, anna, web))


async def test_with_nothing_but_a_title_it_says_so(app: Running, anna: FakePerson, web: Web) -> None:
    assert "I only know the title, “Episode 1: Bees”, so" in await _prepared(app, anna, web, notes="Bees.")
    assert (await source_of(app)).origin is ContextOrigin.TITLE


# --- with a model -------------------------------------------------------------------------------------------------


def _mind(prompt: Prompt, schema: type[BaseModel]) -> Reply:
    if prompt.purpose == "context":
        return {
            "summary": "Two people talk about making things.",
            "quotes": [{"text": ENOUGH}, {"text": "Bees are the poets of the air."}],
            "concepts": [{"name": "shipping", "meaning": "Letting it go."}],
        }
    if prompt.purpose == "opening":
        return {"question": "Which of their walks would you have liked to be on?"}
    return plain_answer(prompt, schema)


async def test_of_a_models_quotes_only_those_that_were_said_are_kept() -> None:
    model = ScriptedModel(_mind)
    async with talking(model=model) as (app, anna, web):
        more = transcript(web.put("/one.srt", SRT, "application/x-subrip"))
        first = await _prepared(app, anna, web, more=more)
        assert "Which of their walks would you have liked to be on?" in first
        context = (await source_of(app)).context
        assert [quote.text for quote in context.quotes] == [ENOUGH.rstrip(".")]
        assert context.summary == "Two people talk about making things."
        session = (await app.sessions())[0]
        assert {prompt.session_id for prompt in model.prompts} == {session.id}
        assert model.calls.total() == 2


async def test_a_model_that_fails_leaves_what_can_be_known_without() -> None:
    model = ScriptedModel(lambda _prompt, _schema: ModelUnavailable("It is overloaded."))
    async with talking(model=model) as (app, anna, web):
        more = transcript(web.put("/one.srt", SRT, "application/x-subrip"))
        assert "I’ve read the transcript" in await _prepared(app, anna, web, more=more)
        context = (await source_of(app)).context
        assert context.summary.startswith("Ann talks with Ben")
        assert all(quote.text in SRT for quote in context.quotes)


async def test_long_notes_that_were_pasted_are_read_by_the_model() -> None:
    notes = "\n".join(f"The {n}th thing that was said about bees is that they remember." for n in range(60))
    model = ScriptedModel(_mind)
    async with talking(model=model) as (app, anna, _web):
        await does(app, anna, "[Analytical]", notes)
        source = await source_of(app)
        assert source.context.summary == "Two people talk about making things."
        assert (source.memory, source.episode.notes) == (notes, "")


async def test_an_opening_that_was_worded_in_another_language_is_not_asked() -> None:
    model = held_model("opening", respond=_mind)
    async with talking(model=model) as (app, anna, _web):
        await does(app, anna, "A walk in the woods. It was about two people who talk of their work.")
        await anna.press("Analytical")
        await model.begun(1, "opening")
        await anna.write("/language ru")
        await anna.next_where(say("ru", "language-now"))
        model.gate.set()
        await app.settled()
        assert "Which of their walks" not in anna.said[-1]
        assert (await source_of(app)).opening == ""


# --- files --------------------------------------------------------------------------------------------------------


async def _send(app: Running, anna: FakePerson, body: bytes, name: str) -> str:
    await app.handled(anna.tell(Attachment(file_ref=app.platform.keep(body), name=name, size=len(body))))
    return anna.said[-1]


def _zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, body in files.items():
            archive.writestr(f"bees/{name}", body)
    return out.getvalue()


async def test_an_inkwell_folder_as_a_zip(app: Running, anna: FakePerson) -> None:
    await does(app, anna, "[Creative]")
    said = await _send(app, anna, _zipped(folder()), "bees.zip")
    assert "I’ve read your Inkwell notes on “Bees: why they matter”." in said
    source = await source_of(app)
    assert source.folder == ""
    assert source.context.quotes


async def test_an_inkwell_folder_behind_a_link(app: Running, anna: FakePerson, web: Web) -> None:
    said = await does(app, anna, "[Creative]", web.put("/bees.zip", _zipped(folder()), "application/zip"))
    assert "I’ve read your Inkwell notes on “Bees: why they matter”." in said[-1]


@pytest.mark.parametrize(
    ("body", "name", "trouble"),
    [
        (b"PK\x03\x04 and no more", "notes.zip", "source-unreadable"),
        (b"", "one.srt", "source-empty"),
        (b"Hi.", "one.txt", "source-empty"),
        (bytes(9 << 20), "one.txt", "source-heavy"),
        (b"\x7fELF" + bytes(range(256)) * 8, "one.txt", "source-unreadable"),
    ],
)
async def test_a_file_that_gives_nothing_is_told_plainly(
    body: bytes, name: str, trouble: str, app: Running, anna: FakePerson
) -> None:
    await does(app, anna, "[Creative]")
    said = await _send(app, anna, body, name)
    assert say("en", trouble) in said
    assert say("en", "intake-instead") in said
    assert "Question 1" in (await does(app, anna, "The Long Walk."))[-1]


async def test_a_file_that_the_platform_does_not_give(app: Running, anna: FakePerson) -> None:
    await does(app, anna, "[Creative]")
    app.platform.fetch_trouble = lambda _file_ref: TryLater("It is down.")
    assert say("en", "source-slow") in await _send(app, anna, SRT.encode(), "one.srt")


# --- chores -------------------------------------------------------------------------------------------------------


async def test_what_was_found_is_not_looked_for_again() -> None:
    model = ScriptedModel(_mind)
    async with talking(model=model) as (app, anna, web):
        more = transcript(web.put("/one.srt", SRT, "application/x-subrip"))
        await does(app, anna, put_feed(web, item(web, 1, title="Bees", more=more)))
        await does(app, anna, "[1. Episode 1: Bees]", "/pause", "[Analytical]")
        asked, read = model.calls.total(), len(web.asked)
        assert "Question 1" in anna.said[-1]
        session = (await app.sessions())[0]
        await app.store.write(lambda c: ask_for_chore(c, session.id, "prepare", due_at=0.0))
        app.app.engine(Queue.CHORES).wake([f"{session.id}/prepare"])
        await app.settled()
        assert (model.calls.total(), len(web.asked)) == (asked, read)
        assert await app.store.read(lambda c: chore_rows.attempts_of(c, session.id)) == {}
        assert await app.store.read(lambda c: finding_text(c, session.id, "intake-outcome")) is None
        assert sum("Question 1 of" in text for text in anna.said) == 1


async def test_what_is_ready_while_they_are_away_waits_for_them() -> None:
    model = held_model("opening", respond=_mind)
    async with talking(model=model) as (app, anna, _web):
        await does(app, anna, "A walk in the woods. It was about two people who talk of their work.")
        await anna.press("Analytical")
        await model.begun(1, "opening")
        await anna.write("/pause")
        await anna.next_where("let’s stop here")
        model.gate.set()
        await app.settled()
        assert "Question 1" not in anna.said[-1]
        assert model.calls["opening"] == 1
        (first,) = await does(app, anna, "/resume")
        assert "Which of their walks" in first
        assert model.calls["opening"] == 1


async def _being_heard(app: Running, anna: FakePerson, web: Web, transcription: FakeTranscriber) -> None:
    """Choose an episode whose recording is listened to, until the gate is opened."""
    web.put("/1.mp3", SPOKEN, "audio/mpeg")
    await does(app, anna, put_feed(web, item(web, 1, title="Bees")), "[1. Episode 1: Bees]")
    await anna.press("Analytical")
    await transcription.begun(SPOKEN.encode())


async def test_one_persons_recording_holds_up_nobody_else() -> None:
    transcription = FakeTranscriber()
    gate = transcription.gate(SPOKEN.encode())
    async with listening(transcriber=transcription, transcribe=True) as (app, web):
        anna, bert = app.platform.person(), app.platform.person("2", name="Bert")
        await anna.begin("podcast")
        await _being_heard(app, anna, web, transcription)
        await bert.begin("podcast")
        await bert.press("Creative")
        await bert.write("The Long Walk.")
        assert "Question 1 of about 5" in await bert.next_where("Question 1")
        assert labels(anna.received[-1]) == ["Begin now", "Something else"]
        gate.set()
        await app.settled()
        assert "I’ve listened to" in anna.said[-1]


async def test_what_else_one_person_sends_waits_until_there_is_room_for_it() -> None:
    transcription, clock = FakeTranscriber(), ManualClock()
    gate = transcription.gate(SPOKEN.encode())
    platform = FakePlatform(clock)
    more = {"transcribe": True, "at_a_time": 1}
    async with talking(transcriber=transcription, clock=clock, platform=platform, **more) as (app, anna, web):
        await _being_heard(app, anna, web, transcription)
        await anna.begin("podcast")
        await anna.write(put_feed(web, item(web, 2, title="Wasps"), path="/other.xml"))
        await until(lambda: say("en", "intake-waiting") in app.platform.lines[-1].said)
        gate.set()
        await app.settled()
        assert "1. Episode 2: Wasps" in anna.said[-1]


async def test_a_recording_that_nobody_waits_for_any_more_is_given_up() -> None:
    transcription, clock = FakeTranscriber(), ManualClock()
    transcription.gate(SPOKEN.encode())
    async with talking(transcriber=transcription, transcribe=True, clock=clock, platform=FakePlatform(clock)) as (
        app,
        anna,
        web,
    ):
        await _being_heard(app, anna, web, transcription)
        await anna.press("Begin now")
        await anna.next_where("Question 1")
        clock.advance(6.0)
        await app.settled()
        assert transcription.cancelled[SPOKEN.encode()] == 1

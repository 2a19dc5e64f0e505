"""Photographs that are sent with an answer: kept beside it, in every file of it, and gone with it."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import AsyncIterator

import pytest

from bot.clock import SystemClock
from bot.features import modules_read
from bot.kinds import build_kinds
from core.contracts.errors import TooLarge, TryLater
from core.contracts.messages import Photo, Removal, SendDocument
from core.contracts.session import PHOTO_MARK, PHOTO_NOT_HERE, Entry, Role
from core.documents.exchanges import talk_figures
from core.features.photos import READING, LookedOver
from core.features.photos.keeper import LARGEST
from core.features.photos.rows import photo_of
from core.languages.messages import say
from core.privacy.facts import Facts
from core.readers.pool import ReaderPool
from core.readers.source_errors import Unreadable
from tests.fakes.app import OPEN, Running, running
from tests.fakes.deleting import delete, heard
from tests.fakes.manual_clock import ManualClock
from tests.fakes.model import ScriptedModel, plain_answer
from tests.fakes.pictures import LATITUDE, heic, jpeg, png
from tests.fakes.platform import FakePerson


@pytest.fixture
async def r() -> AsyncIterator[Running]:
    async with running() as here:
        yield here


@pytest.fixture
async def person(r: Running) -> FakePerson:
    return await r.beginning()


async def send(r: Running, person: FakePerson, body: bytes, *, ref: str = "", settle: bool = True) -> str:
    found = await person.tell(Photo(file_ref=r.platform.keep(body), size=len(body)), ref=ref)
    if settle:
        await r.settled()
    return found


async def answers(r: Running) -> list[Entry]:
    return [entry for entry in (await r.record()).entries if entry.role is Role.PERSON]


async def kept(r: Running) -> list[str]:
    return sorted(await r.app.runtime.photos.names())


async def swept(r: Running) -> list[str]:
    await r.app.runtime.photos.sweep(r.store)
    return await kept(r)


def unpacked(document: SendDocument) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(document.body)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


async def asked_for(r: Running, person: FakePerson, command: str) -> dict[str, bytes]:
    before = len(person.documents)
    await r.says(person, command)
    [document] = person.documents[before:]
    return unpacked(document)


# --- as an answer -------------------------------------------------------------------------------------------------


async def test_it_is_a_part_of_the_answer_and_its_file_is_kept(r: Running, person: FakePerson) -> None:
    await send(r, person, jpeg())
    [answer] = await answers(r)
    assert (answer.text, answer.answers is not None) == (PHOTO_MARK, True)
    [name] = await kept(r)
    assert answer.photo == name
    assert name.endswith(".jpg")
    body = await r.app.runtime.photos.read(name)
    assert body is not None
    assert LATITUDE not in body


async def test_an_album_with_words_is_one_answer(r: Running, person: FakePerson) -> None:
    question = (await r.record()).session.open_question
    ref = await person.write("Our house, and my mother before it.")
    await send(r, person, jpeg(), ref=ref, settle=False)
    await send(r, person, png(), settle=False)
    await send(r, person, heic())
    told = await answers(r)
    assert [entry.text for entry in told] == ["Our house, and my mother before it.", PHOTO_MARK, PHOTO_MARK, PHOTO_MARK]
    assert {entry.answers for entry in told} == {question}
    assert sorted(entry.photo for entry in told if entry.photo) == await kept(r)


async def test_the_same_event_twice_is_one_photograph(r: Running, person: FakePerson) -> None:
    photo = Photo(file_ref=r.platform.keep(jpeg()))
    for _ in range(2):
        await person.tell(photo, event="once")
        await r.settled()
    assert len(await answers(r)) == 1


async def test_where_nothing_is_asked_it_is_not_kept_and_its_person_is_told(r: Running) -> None:
    person = r.platform.person()
    await r.says(person, "Hello")
    await send(r, person, jpeg())
    assert person.said[-1] == say("en", "photo-to-nothing")
    assert await swept(r) == []


async def test_words_that_are_written_to_it_later_stand_beside_it(r: Running, person: FakePerson) -> None:
    ref = await send(r, person, jpeg())
    await person.edit(ref, "My aunt")
    await r.settled()
    await person.edit(ref, "My aunt Vera")
    await r.settled()
    [answer] = await answers(r)
    assert answer.text == f"{PHOTO_MARK}\nMy aunt Vera"
    assert answer.photo in await kept(r)


async def test_its_caption_is_what_an_edit_changes_where_it_has_one(r: Running, person: FakePerson) -> None:
    ref = await person.write("My ant")
    await send(r, person, jpeg(), ref=ref)
    await person.edit(ref, "My aunt")
    await r.settled()
    assert [entry.text for entry in await answers(r)] == ["My aunt", PHOTO_MARK]


# --- what is said to it -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_alone_it_is_asked_about_without_a_model(language: str) -> None:
    async with running(model=ScriptedModel(plain_answer, offline=True), kinds=build_kinds(OPEN, facts=Facts())) as r:
        person = r.platform.person(language=language)
        await person.hears(len(person.received))
        await person.begin("life-story")
        await send(r, person, jpeg())
        one, two = (say(language, key, photos=1) for key in ("interview-photo", "interview-photo-who"))
        assert person.said[-1] == f"{one}\n\n{two}"
        # Another one alone leaves that question open, and is not asked about as if it were the answer.
        await send(r, person, png())
        whole = await r.record()
        question = next(entry for entry in whole.entries if entry.seq == whole.session.open_question)
        assert question.text == two
        assert len([entry for entry in await answers(r) if entry.answers == question.seq]) == 1
        assert (
            await r.says(person, "My aunt Vera before our house in Kazan, in the year of the flood.") != person.said[0]
        )


async def test_marks_are_no_words_and_speak_for_no_language() -> None:
    async with running(model=ScriptedModel(plain_answer, offline=True), kinds=build_kinds(OPEN, facts=Facts())) as r:
        person = r.platform.person(language="ru")
        await person.hears(len(person.received))
        await person.begin("life-story")
        for _ in range(3):
            r.platform.hold.clear()
            ref = await person.write("Дача.")
            for _ in range(3):
                await send(r, person, jpeg(), ref=ref, settle=False)
            r.platform.hold.set()
            await r.settled()
        whole = await r.record()
        assert whole.session.language == "ru"
        assert (whole.session.counters.words, talk_figures(whole).words) == (3, 3)


async def test_a_reader_process_looks_it_over() -> None:
    pool = ReaderPool(SystemClock(), reads=modules_read())
    try:
        said, other = await pool.read(READING, jpeg(), person="anna")
        assert LookedOver.model_validate(said).media_type == "image/jpeg"
        assert LATITUDE not in other
        with pytest.raises(Unreadable):
            await pool.read(READING, b"GIF89a", person="anna")
    finally:
        await pool.close()


# --- in files -----------------------------------------------------------------------------------------------------


async def test_the_transcript_is_a_zip_that_shows_it_beside_its_words(r: Running, person: FakePerson) -> None:
    ref = await person.write("Our house.")
    await send(r, person, jpeg(), ref=ref)
    await r.says(person, "That was in Kazan.")
    files = await asked_for(r, person, "/transcript")
    text = files["transcript.md"].decode()
    assert "Our house.\n\n![Photo](photos/001-q1.jpg)" in text
    assert PHOTO_MARK not in text
    assert files["photos/001-q1.jpg"] == await r.app.runtime.photos.read((await kept(r))[0])
    assert set(files) == {"transcript.md", "README.txt", "photos/001-q1.jpg"}
    assert say("en", "documents-photos-readme") in files["README.txt"].decode()
    assert person.documents[-1].caption == say("en", "documents-photos-caption")


async def test_the_export_has_it_too(r: Running, person: FakePerson) -> None:
    await send(r, person, jpeg())
    files = await asked_for(r, person, "/export")
    [path] = [name for name in files if "/photos/" in name]
    assert path.endswith("photos/001-q1.jpg")
    assert say("en", "export-readme-photos") in files["README.txt"].decode()


async def test_where_its_file_is_gone_the_transcript_says_so(r: Running, person: FakePerson) -> None:
    await send(r, person, jpeg())
    await r.app.runtime.photos.remove(await kept(r))
    await r.says(person, "/transcript")
    assert say("en", "documents-photo-absent") in person.documents[-1].body.decode()


# --- gone with its answer -----------------------------------------------------------------------------------------


async def test_what_is_taken_back_is_deleted(r: Running, person: FakePerson) -> None:
    await send(r, person, jpeg())
    await r.says(person, "/undo")
    [answer] = await answers(r)
    assert (answer.withdrawn, answer.photo) == (True, PHOTO_NOT_HERE)
    assert await swept(r) == []


async def test_a_message_that_is_deleted_takes_all_its_photographs_along(r: Running, person: FakePerson) -> None:
    ref = await person.write("Our house.")
    await send(r, person, jpeg(), ref=ref)
    await send(r, person, png(), ref=ref)
    await person.tell(Removal(ref=ref))
    await r.settled()
    assert [entry.photo for entry in await answers(r)] == ["", PHOTO_NOT_HERE, PHOTO_NOT_HERE]
    assert all(entry.withdrawn for entry in await answers(r))
    assert await swept(r) == []


async def test_deleting_everything_deletes_it_at_once(r: Running, person: FakePerson) -> None:
    await send(r, person, jpeg())
    await heard(r, person)
    await delete(person)
    await heard(r, person)
    assert await kept(r) == []


# --- what cannot be kept ------------------------------------------------------------------------------------------


async def test_one_that_is_too_large_or_broken_is_told_and_the_answer_stays(r: Running, person: FakePerson) -> None:
    await send(r, person, b"GIF89a no photograph")
    assert say("en", "photo-unreadable") in person.said
    await person.tell(Photo(file_ref=r.platform.keep(jpeg()), size=LARGEST + 1))
    await r.settled()
    assert say("en", "photo-too-large", megabytes=20) in person.said
    assert [(entry.text, entry.photo) for entry in await answers(r)] == [(PHOTO_MARK, PHOTO_NOT_HERE)] * 2
    assert await swept(r) == []


async def test_a_platform_that_says_it_is_too_large_is_believed(r: Running, person: FakePerson) -> None:
    r.platform.fetch_trouble = lambda _: TooLarge("no")
    await send(r, person, jpeg())
    assert say("en", "photo-too-large", megabytes=20) in person.said


async def test_what_is_in_the_way_is_tried_again_and_nobody_is_told() -> None:
    clock = ManualClock()
    async with running(clock=clock) as r:
        person = await r.beginning()
        r.platform.fetch_trouble = lambda _: TryLater("no network")
        await person.tell(Photo(file_ref=r.platform.keep(jpeg())))
        await r.desk_settled()
        await r.platform.until(lambda: bool(r.platform.fetched))
        r.platform.fetch_trouble = lambda _: None
        clock.advance(30)
        await r.app.tick()
        await r.settled()
        [answer] = await answers(r)
        assert [answer.photo] == await kept(r)
        assert not any(say("en", key, megabytes=20) in person.said for key in ("photo-lost", "photo-too-large"))


async def test_after_a_few_tries_its_person_is_told() -> None:
    clock = ManualClock()
    async with running(clock=clock) as r:
        person = await r.beginning()
        r.platform.fetch_trouble = lambda _: TryLater("no network")
        await person.tell(Photo(file_ref=r.platform.keep(jpeg())), event="once")
        await r.desk_settled()
        while due := await next_try(r):
            clock.advance(due - clock.now().timestamp() + 1)
            await r.app.tick()
            while await next_try(r) == due:  # noqa: ASYNC110 - nothing rings when a try is over
                await asyncio.sleep(0)
        late, lost = say("en", "photo-late"), say("en", "photo-lost")
        await r.settled()
        assert [said for said in person.said if said in {late, lost}] == [late, lost]
        assert 40 * 60 < clock.monotonic() <= 3_600
        assert len(r.platform.fetched) <= 10
        assert [(entry.text, entry.photo) for entry in await answers(r)] == [(PHOTO_MARK, PHOTO_NOT_HERE)]


async def next_try(r: Running) -> float:
    """When the photograph is due that is on its way; 0.0 for none."""
    found = await r.store.read(lambda c: photo_of(c, "once"))
    return (found and found.due_at) or 0.0


async def test_one_that_is_deleted_while_it_is_fetched_leaves_nothing(r: Running, person: FakePerson) -> None:
    r.platform.fetch_hold.clear()
    await send(r, person, jpeg(), settle=False)
    await r.desk_settled()
    await person.write("/undo")
    await r.desk_settled()
    r.platform.fetch_hold.set()
    await r.settled()
    assert await swept(r) == []
    assert [answer.photo for answer in await answers(r)] == [PHOTO_NOT_HERE]

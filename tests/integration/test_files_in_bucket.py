"""Recordings in a bucket: what goes wrong on the way there, and an interview by voice that keeps its words there."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.app import App, build_app
from bot.clock import SystemClock
from bot.config import AccessSection, Settings
from bot.sections import VoiceSection
from core.access.gate import Policy
from core.contracts.errors import FilesAway
from core.contracts.ports import Platform
from core.files.bucket import TRIES, Bucket, ReaderCopies
from core.files.bucket_address import BucketAddress
from core.files.keeping import RECORDINGS, recordings_in
from core.languages.messages import say
from core.store.store import MemoryStore, SqliteStore
from tests.fakes.app import running, talking_model
from tests.fakes.bot_api_people import User
from tests.fakes.deleting import found
from tests.fakes.forked import living
from tests.fakes.interview import PlainInterview
from tests.fakes.manual_clock import ManualClock
from tests.fakes.s3 import FakeS3, Refused, fake_s3
from tests.fakes.stores import new_database
from tests.fakes.transcriber import FakeTranscriber
from tests.fakes.waiting import until
from tests.integration.bots_kit import telegram_bot

NAME = f"{'a' * 64}.ogg"
SLOW = Refused(503, "SlowDown")
RIVER = b"We lived by the river."


@pytest.fixture
async def s3() -> AsyncIterator[FakeS3]:
    async with fake_s3() as server:
        yield server


def _bucket(s3: FakeS3, folder: Path) -> Bucket:
    return Bucket(s3.address, RECORDINGS, ReaderCopies(folder / "copies"))


def _settings(s3: FakeS3) -> Settings:
    voice = VoiceSection(keep_audio=True)
    return Settings(access=AccessSection(policy=Policy.OPEN), voice=voice, storage=s3.section())


# --- what goes wrong ----------------------------------------------------------------------------------------------


async def test_what_passes_is_waited_for(s3: FakeS3, tmp_path: Path) -> None:
    bucket = _bucket(s3, tmp_path)
    s3.refuse = [SLOW, Refused(500, "InternalError")]
    await bucket.put(NAME, b"sound")
    s3.refuse, s3.cut = [SLOW], 1
    assert await bucket.read(NAME) == b"sound"


@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        (SLOW, "SlowDown"),
        (Refused(403, "AccessDenied"), "AccessDenied"),
        (Refused(403, "InvalidAccessKeyId"), "InvalidAccessKeyId"),
        (Refused(404, "NoSuchBucket"), "no such bucket"),
    ],
)
async def test_what_does_not_pass_is_not_taken_for_a_file_that_is_gone(
    s3: FakeS3, tmp_path: Path, trouble: Refused, told: str
) -> None:
    s3.down = trouble
    with pytest.raises(FilesAway, match=told) as caught:
        await _bucket(s3, tmp_path).read(NAME)
    assert s3.address.secret not in str(caught.value)
    with pytest.raises(FilesAway):
        await _bucket(s3, tmp_path).put(NAME, b"sound")


async def test_a_clock_that_is_wrong_is_named(s3: FakeS3, tmp_path: Path) -> None:
    s3.ahead = timedelta(hours=1)
    with pytest.raises(FilesAway, match="RequestTimeTooSkewed"):
        await _bucket(s3, tmp_path).read(NAME)


async def test_what_the_bucket_does_not_delete_is_not_counted_as_deleted(s3: FakeS3, tmp_path: Path) -> None:
    bucket = _bucket(s3, tmp_path)
    await bucket.put(NAME, b"sound")
    s3.locked = set(s3.objects)
    with pytest.raises(FilesAway, match="AccessDenied"):
        await bucket.remove([NAME])


async def test_a_long_list_comes_page_by_page(s3: FakeS3, tmp_path: Path) -> None:
    bucket, names = _bucket(s3, tmp_path), [f"{number:064}.ogg" for number in range(7)]
    for name in names:
        await bucket.put(name, b"sound")
    s3.objects["house/recordings-of-others/x.ogg"] = b"not ours"
    s3.page = 3
    assert [name async for page in bucket.listed() for name in page] == names
    assert s3.asked.count("LIST") == 3


async def test_a_large_file_goes_in_one_piece_so_that_no_parts_are_left_behind(s3: FakeS3, tmp_path: Path) -> None:
    await _bucket(s3, tmp_path).put(NAME, bytes(12_000_000))
    assert [asked.partition(" ")[0] for asked in s3.asked] == ["HEAD", "PUT"]


async def test_what_was_put_ahead_and_swept_away_meanwhile_is_put_again(s3: FakeS3, tmp_path: Path) -> None:
    files, store = recordings_in(_bucket(s3, tmp_path)), MemoryStore()

    async with files._alone():
        putting = asyncio.create_task(files.put(b"sound", "audio/ogg", claim=_claimed))
        await until(lambda: bool(s3.objects))
        s3.objects.clear()
    name = await putting
    assert await files.read(name) == b"sound"
    await store.close()


# --- a process that dies ------------------------------------------------------------------------------------------


def put_one(address: BucketAddress, folder: Path) -> None:
    asyncio.run(Bucket(address, RECORDINGS, ReaderCopies(folder / "copies")).put(NAME, b"sound"))


def read_slowly(address: BucketAddress, folder: Path) -> None:
    asyncio.run(_read_slowly(address, folder))


async def _read_slowly(address: BucketAddress, folder: Path) -> None:
    async with Bucket(address, RECORDINGS, ReaderCopies(folder / "copies")).local([NAME]):
        (folder / "read").touch()
        await asyncio.sleep(600)


@pytest.mark.parametrize("arrived", [False, True])
async def test_killed_while_putting_it_leaves_nothing_and_puts_it_once(
    s3: FakeS3, tmp_path: Path, *, arrived: bool
) -> None:
    s3.hold = "PUT"
    with living(tmp_path / "out", put_one, s3.address, tmp_path):
        await s3.held.wait()
    s3.hold = ""
    assert s3.objects == {}
    if arrived:
        s3.flow.set()
        await until(lambda: bool(s3.objects))
    await _bucket(s3, tmp_path).put(NAME, b"sound")
    s3.flow.set()
    assert list(s3.objects.values()) == [b"sound"]


async def test_copies_of_a_reader_that_died_go_and_those_in_use_stay(s3: FakeS3, tmp_path: Path) -> None:
    bucket = _bucket(s3, tmp_path)
    await bucket.put(NAME, b"sound")
    with living(tmp_path / "out", read_slowly, s3.address, tmp_path):
        await until((tmp_path / "read").exists)
        async with bucket.local([NAME]) as there:
            await bucket.tidy()
            copies = await asyncio.to_thread(lambda: sorted((tmp_path / "copies").rglob(NAME)))
            assert len(copies) == 2
            assert there[NAME] in copies
    await bucket.tidy()
    assert await asyncio.to_thread(lambda: list((tmp_path / "copies").iterdir())) == []


# --- an interview -------------------------------------------------------------------------------------------------


async def _by_voice(anna: User) -> None:
    """From the greeting through two answers, of which the second is spoken, to a third question."""
    anna.send("/interview plain")
    await anna.until(lambda seen: say("en", "button-agree") in seen.labels)
    anna.press(say("en", "button-agree"))
    await anna.until(lambda seen: "Question 1" in seen.text)
    anna.send_voice(body=RIVER)
    await anna.until(lambda seen: "Question 2" in seen.text)


async def test_words_of_a_voice_in_telegram_stay_there_until_deleted(s3: FakeS3, tmp_path: Path) -> None:
    def made(platform: Platform) -> App:
        return build_app(
            _settings(s3),
            store=SqliteStore(new_database(tmp_path)),
            platforms=[platform],
            recordings=tmp_path / "recordings",
            transcriber=FakeTranscriber(),
            clock=SystemClock(),
            model=talking_model(),
            kinds={"plain": PlainInterview()},
        )

    async with telegram_bot(made) as api:
        anna = api.user(7, "Anna")
        await _by_voice(anna)
        assert s3.kept == [RIVER]
        anna.send("/transcript")
        file = await anna.until(lambda seen: seen.file_name.endswith(".zip"))
        with zipfile.ZipFile(io.BytesIO(file.body or b"")) as archive:
            assert archive.read("audio/001-q1.ogg") == RIVER
        anna.send("/delete")
        await anna.until(lambda seen: "Delete everything" in seen.labels)
        anna.press("Delete everything")
        await anna.until(lambda seen: seen.text == say("en", "deleted", platform="telegram"))
        assert s3.kept == []
    assert await asyncio.to_thread(found, tmp_path, RIVER.decode()) == []


async def test_while_it_is_away_writing_goes_on_and_speech_is_heard_later(s3: FakeS3) -> None:
    clock = ManualClock()
    async with running(settings=_settings(s3), transcriber=FakeTranscriber(), clock=clock) as r:
        person = await r.beginning()
        s3.down = SLOW
        await r.says(person, "A blue door.", "And a red one.")
        await person.speak(RIVER)
        await until(lambda: s3.refused >= TRIES)
        await until(lambda: 5.0 in clock.asked)
        s3.down = None
        clock.advance(5.0)
        await until(lambda: s3.kept == [RIVER])
        await r.settled()
        answers = [words for _, words in await r.told()][:3]
        assert answers == [["A blue door."], ["And a red one."], [RIVER.decode()]]


async def test_while_it_stays_away_the_words_come_without_it_and_later_with_it(s3: FakeS3) -> None:
    clock = ManualClock()
    async with running(settings=_settings(s3), transcriber=FakeTranscriber(), clock=clock) as r:
        person = await r.beginning()
        await r.handled(person.speak(RIVER))
        s3.down = Refused(403, "AccessDenied")
        await r.says(person, "/transcript")
        for seconds in (30, 120, 480):
            assert person.documents == []
            clock.advance(seconds)
            await r.app.tick()
            await r.settled()
        [text] = person.documents
        assert (text.name.endswith(".md"), RIVER in text.body) == (True, True)
        assert text.caption.endswith(say("en", "documents-files-away"))
        s3.down = None
        await r.says(person, "/transcript")
        assert person.documents[-1].name.endswith(".zip")


async def test_two_databases_in_one_place_lose_nothing_of_each_other(s3: FakeS3) -> None:
    async with running(settings=_settings(s3), transcriber=FakeTranscriber()) as first:
        person = await first.beginning()
        await first.handled(person.speak(RIVER))
        async with running(settings=_settings(s3), transcriber=FakeTranscriber()) as second:
            files = second.app.runtime.audio
            with pytest.raises(FilesAway, match="Another database"):
                await files.sweep(second.store)
            with pytest.raises(FilesAway, match="Another database"):
                await files.put(b"sound", "audio/ogg", claim=_claimed)
        assert s3.kept == [RIVER]
        assert await first.app.runtime.audio.sweep(first.store) == 0


async def _claimed(_name: str) -> bool:
    return True

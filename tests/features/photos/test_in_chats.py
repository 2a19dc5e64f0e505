"""Photographs in Telegram and in Discord, with the real clients and the processes that read."""

from __future__ import annotations

import io
import zipfile
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from core.features.photos.keeper import LARGEST
from core.languages.messages import say
from tests.fakes.discord_server import Person
from tests.fakes.pictures import LATITUDE, jpeg, png
from tests.fakes.waiting import until
from tests.integration.chats_kit import Stage, discord, telegram


@pytest.fixture(params=[telegram, discord])
async def stage(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Stage]:
    """Anna at the first question."""
    chat: Callable[[Path], AbstractAsyncContextManager[Stage]] = request.param
    async with chat(tmp_path) as found:
        await found.begun()
        yield found


def sent(stage: Stage, *bodies: bytes, words: str = "") -> int:
    """Photographs that are sent together; the message that has the words."""
    if isinstance(stage.anna, Person):
        return stage.anna.send_files(*((f"{n}.jpg", body, "image/jpeg") for n, body in enumerate(bodies)), text=words)
    album = "album" if len(bodies) > 1 else ""
    first, *_ = [
        stage.anna.send_photo(body=body, caption=words if not at and words else None, album=album)
        for at, body in enumerate(bodies)
    ]
    return first


def sent_as_file(stage: Stage, name: str, body: bytes, media_type: str) -> int:
    if isinstance(stage.anna, Person):
        return stage.anna.send_file(name, body, media_type)
    return stage.anna.send_document(name=name, media_type=media_type, body=body)


async def kept(stage: Stage, count: int) -> list[bytes]:
    """The files of photographs, as soon as there are so many."""
    folder = stage.folder / "recordings" / "photos"
    await until(lambda: len(list(folder.glob("[!.]*"))) == count)
    return [path.read_bytes() for path in folder.glob("[!.]*")]


async def zipped(stage: Stage, command: str) -> dict[str, bytes]:
    """The one ZIP that comes upon a command."""
    before = {seen.id for seen in stage.anna.received}
    stage.command(command)
    found = await stage.anna.until(lambda seen: seen.id not in before and seen.file_name.endswith(".zip"))
    with zipfile.ZipFile(io.BytesIO(found.body or b"")) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


async def test_with_words_it_is_an_answer_and_in_every_file_without_its_place(stage: Stage) -> None:
    anna = stage.anna
    ref = sent(stage, jpeg(), words="I remember our hose.")
    second = await anna.next_message()
    assert second.labels == ("Skip",)
    [body] = await kept(stage, 1)
    assert LATITUDE in jpeg()
    assert LATITUDE not in body
    anna.edit(ref, "I remember our house.")
    anna.send("My mother planted the pear tree.")
    assert "pear tree smell" in (await anna.next_message()).text
    files = await zipped(stage, "transcript")
    transcript = files["transcript.md"].decode()
    [place] = [name for name in files if name.startswith("photos/")]
    assert f"I remember our house.\n\n![Photo]({place})" in transcript
    assert "hose" not in transcript
    assert files[place] == body
    exported = await zipped(stage, "export")
    assert [exported[name] for name in exported if "/photos/" in name] == [body]


async def test_alone_it_is_asked_about_and_several_are_one_answer(stage: Stage) -> None:
    anna = stage.anna
    sent(stage, jpeg())
    assert "Who or what is in the picture?" in (await anna.next_message()).text
    sent(stage, jpeg(width=320), png(), words="My aunt Vera, and behind her the bathhouse.")
    assert "Who or what" not in (await anna.next_message()).text
    assert len(await kept(stage, 3)) == 3
    files = await zipped(stage, "transcript")
    assert len([name for name in files if name.startswith("photos/")]) == 3
    told = files["transcript.md"].decode().partition("My aunt Vera")[2]
    assert told.count("![Photo]") == 2


async def test_as_a_file_it_is_one_too_and_what_is_taken_back_or_deleted_goes(stage: Stage) -> None:
    anna = stage.anna
    sent_as_file(stage, "house.png", png(), "image/png")
    assert "Who or what is in the picture?" in (await anna.next_message()).text
    await kept(stage, 1)
    stage.command("undo")
    assert "What is the very first thing you remember?" in (await anna.next_message()).text
    anna.send("Nothing but the wasps.")
    await anna.next_message()
    assert "photo" not in (await stage.transcript()).casefold()
    sent(stage, jpeg(), words="Here is our house.")
    await kept(stage, 2)
    stage.command("delete")
    await anna.until(lambda seen: say("en", "delete-sure") in seen.text)
    anna.press(say("en", "button-delete-all"))
    await kept(stage, 0)


async def test_one_that_cannot_be_kept_is_told_in_a_sentence(stage: Stage) -> None:
    anna = stage.anna
    sent(stage, b"GIF89a no photograph", words="Our garden.")
    await anna.until(lambda seen: seen.text == say("en", "photo-unreadable"))
    await anna.until(lambda seen: "What happened on day" in seen.text)
    sent_as_file(stage, "huge.jpg", bytes(LARGEST + 1), "image/jpeg")
    await anna.until(lambda seen: seen.text == say("en", "photo-too-large", megabytes=20))
    await anna.until(lambda seen: "Who or what is in the picture?" in seen.text)
    anna.send("My mother planted the pear tree.")
    await anna.until(lambda seen: "pear tree smell" in seen.text)
    transcript = await stage.transcript()
    assert "Our garden." in transcript
    assert transcript.count(say("en", "documents-photo-absent")) == 2
    assert await kept(stage, 0) == []

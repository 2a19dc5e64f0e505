"""What reaches the inbox for everything that a person can do in Telegram."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from core.contracts.messages import (
    Address,
    Attachment,
    ChatClosed,
    Choice,
    Command,
    Edit,
    Outgoing,
    Photo,
    Press,
    Say,
    Sender,
    Text,
    Unusable,
    UnusableKind,
    Voice,
    position_of,
)
from tests.fakes.bot_api_people import User
from tests.fakes.telegram import TelegramHarness

SKIP = Choice(label="Skip", data="skip")
TOO_MUCH = 20 * 1024 * 1024 + 1


@pytest.fixture
async def bot() -> AsyncIterator[TelegramHarness]:
    async with TelegramHarness.started() as harness:
        yield harness


async def test_a_message_carries_who_where_and_when(bot: TelegramHarness) -> None:
    message_id = bot.anna.send("Мне было пять лет")
    event = await bot.inbox.last(1)
    assert event.event_id == f"telegram:4242:{bot.api.last_update_id}"
    assert event.address == Address(platform="telegram", chat="7")
    assert event.sender == Sender(id="7", name="Anna", language="ru")
    assert event.ref == str(message_id)
    assert event.position == position_of(message_id)
    assert event.sent_at <= datetime.now(UTC)


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("/start", Command(name="start")),
        ("/start deep-link", Command(name="start", argument="deep-link")),
        ("/Resume@raconteurtestbot 17", Command(name="resume", argument="17")),
        ("/nonsense", Command(name="nonsense")),
        ("/language\npt", Command(name="language", argument="pt")),
        ("/ that is how it was", Text(text="/ that is how it was")),
        ("/привет", Text(text="/привет")),
        ("see /help", Text(text="see /help")),
        ("   \n ", Unusable(kind=UnusableKind.EMPTY)),
        ("\u200b\u2060\u3164", Unusable(kind=UnusableKind.EMPTY)),
        ("👍", Text(text="👍")),
        ("  spaces stay  ", Text(text="  spaces stay  ")),
    ],
)
async def test_words_are_taken_for_what_they_are(bot: TelegramHarness, text: str, content: object) -> None:
    bot.anna.send(text)
    assert (await bot.inbox.last(1)).content == content


@pytest.mark.parametrize(
    ("act", "kind", "with_file"),
    [
        (User.send_sticker, UnusableKind.STICKER, False),
        (User.send_location, UnusableKind.LOCATION, False),
        (User.send_animation, UnusableKind.FILE, True),
        (lambda user: user.send_document(size=TOO_MUCH), UnusableKind.TOO_LARGE, True),
        (lambda user: user.send_raw(contact={"phone_number": "1", "first_name": "B"}), UnusableKind.OTHER, False),
        (lambda user: user.send_raw(dice={"emoji": "🎲", "value": 3}), UnusableKind.OTHER, False),
        (lambda user: user.send_raw(something_of_next_year={"x": 1}), UnusableKind.OTHER, False),
    ],
    ids=["sticker", "location", "animation", "huge", "contact", "dice", "unknown"],
)
async def test_what_is_no_words_says_what_it_is(
    bot: TelegramHarness, act: Callable[[User], object], kind: UnusableKind, with_file: bool
) -> None:
    act(bot.anna)
    event = await bot.inbox.last(1)
    assert isinstance(event.content, Unusable)
    assert event.content.kind == kind
    assert bool(event.content.file_ref) is with_file
    assert event.ref


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        ("episode 12.srt", "episode 12.srt"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\anna\\расшифровка.srt", "расшифровка.srt"),
    ],
)
async def test_a_document_that_is_no_recording_is_a_file_with_a_name(
    bot: TelegramHarness, sent: str, name: str
) -> None:
    message_id = bot.anna.send_document(7, sent, media_type="Application/X-Subrip")
    event = await bot.inbox.last(1)
    assert isinstance(event.content, Attachment)
    assert event.content.file_ref
    assert replace(event.content, file_ref="") == Attachment(
        file_ref="", name=name, media_type="application/x-subrip", size=7
    )
    assert event.ref == str(message_id)


async def test_a_document_of_which_nothing_is_told_is_a_file(bot: TelegramHarness) -> None:
    bot.anna.send_raw(document={"file_id": "bare", "file_unique_id": "u"})
    assert (await bot.inbox.last(1)).content == Attachment(file_ref="bare")


@pytest.mark.parametrize(
    ("act", "seconds", "size", "media_type"),
    [
        (User.send_voice, 5, 12_000, "audio/ogg"),
        (User.send_audio, 200, 3_000_000, "audio/mpeg"),
        (User.send_video_note, 20, 900_000, "video/mp4"),
        (User.send_video, 30, 5_000_000, "video/mp4"),
        (lambda user: user.send_document(7, "a.WAV", media_type="Audio/X-Wav"), None, 7, "audio/x-wav"),
        (lambda user: user.send_document(7, "a.mov", media_type="video/quicktime"), None, 7, "video/quicktime"),
        (lambda user: user.send_document(7, "a.ogg", media_type="application/ogg"), None, 7, "application/ogg"),
        (lambda user: user.send_voice(9_000, TOO_MUCH), 9_000, TOO_MUCH, "audio/ogg"),
        (lambda user: user.send_audio(0), None, 3_000_000, "audio/mpeg"),
        (
            lambda user: user.send_raw(voice={"file_id": "bare", "file_unique_id": "u", "duration": 3}),
            3,
            None,
            "audio/ogg",
        ),
    ],
    ids=["voice", "audio", "round", "video", "wav", "mov", "ogg", "huge", "length-unknown", "size-unknown"],
)
async def test_what_can_be_listened_to_is_a_recording(
    bot: TelegramHarness, act: Callable[[User], int], seconds: float | None, size: int | None, media_type: str
) -> None:
    message_id = act(bot.anna)
    event = await bot.inbox.last(1)
    assert isinstance(event.content, Voice)
    told = replace(event.content, file_ref="", prepared=False)
    assert told == Voice(file_ref="", seconds=seconds, size=size, media_type=media_type)
    assert event.content.file_ref
    assert (event.ref, event.position) == (str(message_id), position_of(message_id))


_FORWARDED = {"type": "hidden_user", "sender_user_name": "Boris", "date": 1_700_000_000}


@pytest.mark.parametrize(
    ("act", "prepared"),
    [
        (User.send_voice, False),
        (User.send_video_note, False),
        (User.send_audio, True),
        (lambda user: user.send_document(7, "a.wav", media_type="audio/wav"), True),
        (
            lambda user: user.send_raw(
                voice={"file_id": "v", "file_unique_id": "u", "duration": 3}, forward_origin=_FORWARDED
            ),
            True,
        ),
    ],
    ids=["voice", "round", "audio", "file", "forwarded"],
)
async def test_only_a_note_of_their_own_tells_when_it_was_begun(
    bot: TelegramHarness, act: Callable[[User], int], prepared: bool
) -> None:
    act(bot.anna)
    content = (await bot.inbox.last(1)).content
    assert isinstance(content, Voice)
    assert content.prepared is prepared


async def test_the_words_under_a_recording_come_before_it(bot: TelegramHarness) -> None:
    message_id = bot.anna.send_voice(caption="About our house")
    words, note = await bot.inbox.take(2)
    assert words.content == Text(text="About our house")
    assert isinstance(note.content, Voice)
    assert (words.event_id.rpartition(":")[2], note.event_id.rpartition(":")[2]) == ("caption", "media")
    assert words.ref == note.ref == str(message_id)


async def test_the_words_under_a_picture_come_before_the_picture(bot: TelegramHarness) -> None:
    message_id = bot.anna.send_photo(caption="Our house in 1951")
    words, picture = await bot.inbox.take(2)
    assert words.content == Text(text="Our house in 1951")
    assert isinstance(picture.content, Photo)
    assert (words.event_id.rpartition(":")[2], picture.event_id.rpartition(":")[2]) == ("caption", "media")
    assert words.ref == picture.ref == str(message_id)
    bot.anna.edit(message_id, "Our house in 1952")
    assert (await bot.inbox.last(3)).content == Edit(ref=str(message_id), text="Our house in 1952")


async def test_of_a_photograph_the_largest_size_is_taken_that_can_be_had(bot: TelegramHarness) -> None:
    def size(name: str, side: int, weight: int) -> dict[str, object]:
        return {"file_id": name, "file_unique_id": name, "width": side, "height": side, "file_size": weight}

    bot.anna.send_raw(photo=[size("s", 90, 900), size("l", 1280, TOO_MUCH), size("m", 320, 9_000)])
    assert (await bot.inbox.last(1)).content == Photo(file_ref="m", size=9_000)
    bot.anna.send_raw(photo=[size("l", 1280, TOO_MUCH)])
    assert (await bot.inbox.last(2)).content == Photo(file_ref="l", size=TOO_MUCH)


async def test_a_photograph_that_is_sent_as_a_file_is_one(bot: TelegramHarness) -> None:
    bot.anna.send_document(7, "a.HEIC", media_type="image/heic")
    assert isinstance((await bot.inbox.last(1)).content, Photo)
    bot.anna.send_document(7, "a.gif", media_type="image/gif")
    assert isinstance((await bot.inbox.last(2)).content, Attachment)
    for _ in range(3):
        bot.anna.send_photo()
    album = (await bot.inbox.take(5))[2:]
    assert [type(event.content) for event in album] == [Photo] * 3
    assert len({event.ref for event in album}) == 3


async def test_two_edits_of_a_message_are_two_events(bot: TelegramHarness) -> None:
    message_id = bot.anna.send("In 1951")
    bot.anna.edit(message_id, "In 1952")
    bot.anna.edit(message_id, "In 1953")
    written, first, second = await bot.inbox.take(3)
    assert [first.content, second.content] == [Edit(ref=written.ref, text=text) for text in ("In 1952", "In 1953")]
    assert len({written.event_id, first.event_id, second.event_id}) == 3


async def test_what_is_no_act_of_a_person_in_a_private_chat_is_passed_over(bot: TelegramHarness) -> None:
    group = {"id": -5, "type": "group", "title": "Family"}
    bot.anna.send_raw(text="in a group", chat=group)
    bot.anna.send_raw(text="from a bot", **{"from": {"id": 9, "is_bot": True, "first_name": "Other"}})
    bot.anna.send_raw(pinned_message={"message_id": 1, "date": 1_700_000_000, "chat": bot.anna.chat, "text": "x"})
    bot.anna.send("/help@SomebodyElsesBot")
    bot.anna.unblock()
    bot.anna.send("hello")
    assert (await bot.inbox.last(1)).content == Text(text="hello")
    await bot.api.until_acknowledged()
    assert len(bot.inbox.offered) == 1
    assert bot.anna.received == []


async def test_blocking_says_that_the_person_is_gone(bot: TelegramHarness) -> None:
    bot.anna.block()
    event = await bot.inbox.last(1)
    assert event.content == ChatClosed()
    assert event.address.chat == "7"


async def test_an_update_that_the_library_cannot_read_still_brings_its_words(bot: TelegramHarness) -> None:
    bot.anna.send_raw(text="/note what I said", reply_to_message={"surprise": True}, entities=[
        {"type": "bot_command", "offset": 0, "length": 5}, {"kind": "of another world"},
    ])  # fmt: skip
    bot.anna.send_raw(text="also this", date="not a date")
    bot.anna.send("and this")
    noted, after = await bot.inbox.take(2)
    assert noted.content == Command(name="note", argument="what I said")
    assert after.content == Text(text="and this")
    await bot.api.until_acknowledged()


async def test_a_long_message_that_the_client_cut_comes_as_several(bot: TelegramHarness) -> None:
    text = "слово " * 1_500
    bot.anna.send(text)
    await bot.api.until_acknowledged()
    contents = [event.content for event in bot.inbox.accepted]
    assert "".join(content.text for content in contents if isinstance(content, Text)) == text


async def test_a_press_is_kept_then_answered_and_its_buttons_go(bot: TelegramHarness) -> None:
    await bot.platform.send(Outgoing(key="q", address=bot.address, saying=Say(text="Well?", choices=(SKIP,))))
    bot.inbox.gate.clear()
    bot.anna.press("Skip")
    await bot.inbox.see(1)
    assert bot.api.calls("answerCallbackQuery") == []
    bot.inbox.gate.set()
    event = await bot.inbox.last(1)
    assert event.content == Press(data="skip")
    assert (event.position, event.ref) == ("", "")
    await bot.api.until_called("answerCallbackQuery")
    await bot.api.until(lambda: bot.anna.received[0].labels == ())


async def test_a_press_that_cannot_be_answered_is_still_a_press(bot: TelegramHarness) -> None:
    await bot.platform.send(Outgoing(key="q", address=bot.address, saying=Say(text="Well?", choices=(SKIP,))))
    bot.api.fail_next("answerCallbackQuery", 400, "Bad Request: query is too old")
    bot.anna.press("Skip")
    assert (await bot.inbox.last(1)).content == Press(data="skip")
    bot.anna.send("and on")
    assert (await bot.inbox.last(2)).content == Text(text="and on")
    await bot.api.until(lambda: bot.anna.received[0].labels == ())

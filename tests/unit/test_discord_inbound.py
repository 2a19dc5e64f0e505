"""What a person did, read from what Discord tells: built by the real library from payloads as Discord sends them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import discord
import pytest

from adapters.discord.inbound import (
    FETCH_LIMIT,
    component_press,
    from_edit,
    from_interaction,
    from_message,
    from_removal,
    slash_command,
)
from core.contracts.messages import (
    Attachment,
    Command,
    Edit,
    Incoming,
    Photo,
    Press,
    Removal,
    Text,
    Unusable,
    UnusableKind,
    Voice,
    position_of,
)
from tests.unit.discord_kit import ANNA, BOT, CHAT, CLIENT, MESSAGE, NOW, attachment, only, raw, read, snapshot, voice

# --- words --------------------------------------------------------------------------------------------------------


def test_a_message_tells_who_where_and_when() -> None:
    event = only(content="I was born in 1938")
    assert event.content == Text(text="I was born in 1938")
    assert event.event_id == f"discord:{BOT}:{MESSAGE}"
    assert (event.address.platform, event.address.chat) == ("discord", str(CHAT))
    assert (event.sender.id, event.sender.name) == ("42", "Anna")
    assert (event.position, event.ref) == (position_of(MESSAGE), str(MESSAGE))
    assert event.sent_at == discord.utils.snowflake_time(MESSAGE)


def test_without_a_display_name_it_is_the_account_s() -> None:
    assert only(content="hi", author=ANNA | {"global_name": None}).sender.name == "anna1938"


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("/resume", Command(name="resume")),
        ("/Language  pt-BR ", Command(name="language", argument="pt-BR")),
        ("/name\nAnna Maria", Command(name="name", argument="Anna Maria")),
    ],
)
def test_a_written_command_is_one(text: str, command: Command) -> None:
    assert only(content=text).content == command


@pytest.mark.parametrize("text", ["/", "/ resume", "//resume", "/5 of us", "/usr/bin", "a /resume", "/возобновить"])
def test_what_only_begins_like_a_command_is_words(text: str) -> None:
    assert only(content=text).content == Text(text=text)


def test_a_reply_is_plain_words() -> None:
    answered = raw(id="1", content="Where did you live?", author=ANNA | {"id": str(BOT), "bot": True})
    reference = {"type": 0, "message_id": "1", "channel_id": str(CHAT)}
    event = only(type=19, content="In Riga", message_reference=reference, referenced_message=answered)
    assert event.content == Text(text="In Riga")


def test_of_a_forwarded_message_its_words_count_and_are_no_command() -> None:
    assert only(message_snapshots=[snapshot(content="/done with it")]).content == Text(text="/done with it")


@pytest.mark.parametrize("text", ["\u2800", "\u200b \u3164", "\u00ad"])
def test_words_that_cannot_be_seen_are_none(text: str) -> None:
    assert only(content=text).content == Unusable(kind=UnusableKind.EMPTY)


def test_a_lone_surrogate_cannot_come_in() -> None:
    assert only(content="a\ud83dz").content == Text(text="a\ufffdz")


# --- who and where ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fields",
    [
        {"author": ANNA | {"bot": True}},
        {"webhook_id": "9"},
        {"type": 3},
        {"type": 999},
    ],
)
def test_what_no_person_wrote_is_nothing(fields: dict[str, Any]) -> None:
    assert read(content="hello", **fields) == []


def test_what_is_written_elsewhere_is_nothing() -> None:
    private = CLIENT.built(raw(content="hello"))
    private.channel = discord.PartialMessageable(state=private._state, id=CHAT, guild_id=3)
    assert from_message(private, bot_id=BOT) == []
    assert from_edit(private, bot_id=BOT) == []


# --- files --------------------------------------------------------------------------------------------------------


def test_a_voice_message_was_spoken_just_now() -> None:
    event = only(flags=8192, attachments=[voice()])
    assert event.content == Voice(file_ref=f"{CHAT}/{MESSAGE}/5", seconds=4.5, size=10, media_type="audio/ogg")
    assert event.event_id == f"discord:{BOT}:{MESSAGE}:5"


def test_a_forwarded_voice_message_was_there_before() -> None:
    content = only(message_snapshots=[snapshot(flags=8192, attachments=[voice()])]).content
    assert isinstance(content, Voice)
    assert content.prepared
    assert content.file_ref == f"{CHAT}/{MESSAGE}/5"


@pytest.mark.parametrize(
    ("name", "told", "media_type"),
    [
        ("Grandma.M4A", None, "audio/mp4"),
        ("clip.mp4", "video/mp4", "video/mp4"),
        ("x.bin", "Audio/MPEG; codecs=1", "audio/mpeg"),
    ],
)
def test_a_file_with_sound_can_be_listened_to(name: str, told: str | None, media_type: str) -> None:
    content = only(attachments=[attachment(filename=name, content_type=told, size=FETCH_LIMIT + 1)]).content
    assert isinstance(content, Voice)
    assert (content.media_type, content.prepared, content.seconds) == (media_type, True, None)


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"filename": "a.pdf", "size": FETCH_LIMIT + 1}, UnusableKind.TOO_LARGE),
    ],
)
def test_other_files_are_no_answer_and_can_be_had_later(fields: dict[str, Any], kind: UnusableKind) -> None:
    content = only(attachments=[attachment(**fields)]).content
    assert content == Unusable(kind=kind, file_ref=f"{CHAT}/{MESSAGE}/5")


@pytest.mark.parametrize(
    ("fields", "media_type"),
    [
        ({"filename": "a.pdf", "content_type": "application/pdf"}, "application/pdf"),
        ({"filename": "nothing_known"}, ""),
    ],
)
def test_a_file_that_is_no_recording_is_handed_in_with_its_name(fields: dict[str, Any], media_type: str) -> None:
    content = only(attachments=[attachment(**fields)]).content
    name = str(fields["filename"])
    assert content == Attachment(file_ref=f"{CHAT}/{MESSAGE}/5", name=name, media_type=media_type, size=10)


@pytest.mark.parametrize(
    "fields",
    [
        {"filename": "a.jpg", "content_type": "image/jpeg"},
        {"filename": "IMG_1.HEIC"},
        {"filename": "b", "content_type": "image/webp; x=1"},
    ],
)
def test_a_photograph_is_a_part_of_the_answer(fields: dict[str, Any]) -> None:
    assert only(attachments=[attachment(**fields)]).content == Photo(file_ref=f"{CHAT}/{MESSAGE}/5", size=10)


def test_a_picture_of_another_kind_is_a_file() -> None:
    content = only(attachments=[attachment(filename="a.gif", content_type="image/gif")]).content
    assert isinstance(content, Attachment)


def test_words_and_several_files_are_an_event_each() -> None:
    files = [attachment(id="5", filename="a.jpg"), attachment(id="6", filename="b.mp3")]
    events = read(content="Look and listen", attachments=files)
    assert [type(event.content) for event in events] == [Text, Photo, Voice]
    own = f"discord:{BOT}:{MESSAGE}"
    assert [event.event_id for event in events] == [own, f"{own}:5", f"{own}:6"]
    assert {event.ref for event in events} == {str(MESSAGE)}


def test_a_sticker_is_one_and_a_poll_is_something_else() -> None:
    sticker = {"id": "1", "name": "Wave", "format_type": 1}
    answers = [{"answer_id": 1, "poll_media": {"text": "Yes"}}]
    poll = {"question": {"text": "Tea?"}, "answers": answers, "allow_multiselect": False, "layout_type": 1}
    poll["expiry"] = "2026-03-02T12:00:00+00:00"
    assert only(sticker_items=[sticker]).content == Unusable(kind=UnusableKind.STICKER)
    assert only(content="hello", sticker_items=[sticker]).content == Text(text="hello")
    assert only(poll=poll).content == Unusable(kind=UnusableKind.OTHER)


# --- changes ------------------------------------------------------------------------------------------------------


def edited(**fields: Any) -> list[Incoming]:
    return from_edit(CLIENT.built(raw(**fields)), bot_id=BOT)


def test_an_edit_names_its_message_and_its_moment() -> None:
    [event] = edited(content="in 1939", edited_timestamp="2026-03-01T12:05:00.250000+00:00")
    assert event.content == Edit(ref=str(MESSAGE), text="in 1939")
    assert event.sent_at == datetime(2026, 3, 1, 12, 5, 0, 250_000, tzinfo=UTC)
    assert event.event_id == f"discord:{BOT}:{MESSAGE}:edit:1772366700250"


def test_a_preview_is_no_edit_and_no_words_take_nothing_back() -> None:
    assert edited(content="see https://example.org", embeds=[{"type": "link"}]) == []
    assert edited(content="", edited_timestamp="2026-03-01T12:05:00+00:00") == []
    bot = ANNA | {"bot": True}
    assert edited(content="mine", author=bot, edited_timestamp="2026-03-01T12:05:00+00:00") == []


def test_of_a_deletion_nobody_is_known_to_have_done_it() -> None:
    told: Any = {"id": str(MESSAGE), "channel_id": str(CHAT)}
    [event] = from_removal(discord.RawMessageDeleteEvent(told), bot_id=BOT, now=NOW)
    assert (event.content, event.sender.id) == (Removal(ref=str(MESSAGE)), "")
    assert (event.event_id, event.sent_at) == (f"discord:{BOT}:{MESSAGE}:deleted", NOW)
    elsewhere = discord.RawMessageDeleteEvent(told | {"guild_id": "3"})
    assert from_removal(elsewhere, bot_id=BOT, now=NOW) == []


# --- interactions -------------------------------------------------------------------------------------------------


def test_a_press_is_the_button_or_the_chosen_entry() -> None:
    assert component_press({"custom_id": "r:skip:17:q4", "component_type": 2}) == Press(data="skip:17:q4")
    chosen = {"custom_id": "r:menu:0", "component_type": 3, "values": ["zone:riga"]}
    assert component_press(chosen) == Press(data="zone:riga")
    assert component_press(chosen | {"values": []}) is None
    assert component_press({"custom_id": "other", "component_type": 2}) is None


def slash(name: str, *options: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "name": name, "options": list(options)}


def given_as(name: str, value: object) -> dict[str, Any]:
    return {"type": 3, "name": name, "value": value}


@pytest.mark.parametrize(
    ("data", "command"),
    [
        ({"name": "done"}, Command(name="done")),
        (slash("name", given_as("text", " Anna ")), Command(name="name", argument="Anna")),
        (slash("interview", slash("done")), Command(name="done")),
        (
            slash("interview", slash("start", given_as("kind", "life-story"))),
            Command(name="start", argument="life-story"),
        ),
        (
            slash("interview", slash("start", given_as("kind", "life-story"), given_as("code", "abc"))),
            Command(name="start", argument="abc"),
        ),
        (slash("start", given_as("code", "abc")), Command(name="start", argument="abc")),
        (slash("interview"), Command(name="interview")),
        (slash("no-longer-there", given_as("other", 1)), Command(name="no-longer-there")),
        ({"type": 2, "name": "Translate"}, None),
    ],
)
def test_a_slash_command_is_the_command_it_is_everywhere(data: dict[str, Any], command: Command | None) -> None:
    assert slash_command(data) == command


def test_an_interaction_tells_the_language_of_whoever_did_it() -> None:
    payload: Any = {
        "id": str(MESSAGE),
        "application_id": str(BOT),
        "type": 2,
        "token": "secret",
        "version": 1,
        "locale": "pt-BR",
        "attachment_size_limit": 1,
        "user": ANNA,
    }
    interaction: discord.Interaction[Any] = discord.Interaction(data=payload, state=CLIENT._connection)
    event = from_interaction(interaction, Command(name="done"), bot_id=BOT, chat=CHAT)
    assert (event.sender.id, event.sender.language) == ("42", "pt-BR")
    assert (event.event_id, event.position, event.ref) == (f"discord:{BOT}:{MESSAGE}", position_of(MESSAGE), "")
    assert event.address.chat == str(CHAT)

"""The fake Discord is as strict as the real one, or the tests that use it prove nothing: messages, files, history."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest

from tests.fakes.discord_client import Raw, listening, raw
from tests.fakes.discord_server import FakeDiscord
from tests.fakes.discord_spec import SPEC
from tests.fakes.discord_wire import Json

MESSAGES = "/channels/{channel_id}/messages"
DOWNLOAD = "GET /attachments/{channel_id}/{attachment_id}/{filename}"

described = pytest.mark.skipif(not SPEC.exists(), reason="the description of Discord's API is not at hand")


@pytest.fixture
async def server() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord() as server:
        yield server


@pytest.fixture
async def http(server: FakeDiscord) -> AsyncIterator[Raw]:
    async with raw(server) as client:
        yield client


def button(label: str = "Go", **other: object) -> Json:
    return {"type": 2, "style": 1, "label": label, "custom_id": f"r:{label}", **other}


def rows(*parts: Json) -> list[Json]:
    return [{"type": 1, "components": list(parts)}]


def options(count: int) -> list[Json]:
    return [{"label": f"n {number}", "value": str(number)} for number in range(count)]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"content": "x" * 2000}, 200),
        ({"content": "👵" * 1000}, 200),
        ({"content": "x" * 2001}, 50035),
        ({"content": "👵" * 1000 + "x"}, 50035),
        ({"content": " \n "}, 50006),
        ({}, 50006),
        ({"content": "x", "nonce": "n" * 26}, 50035),
        ({"content": "x", "flags": 64}, 50035),
        ({"content": "x", "flags": 8192}, 50035),
        ({"content": "x", "components": rows(*[button(str(n)) for n in range(5)])}, 200),
        ({"content": "x", "components": rows(*[button(str(n)) for n in range(6)])}, 50035),
        ({"content": "x", "components": rows(button(), button())}, 50035),
        ({"content": "x", "components": rows(button("ж" * 81, custom_id="c"))}, 50035),
        ({"content": "x", "components": rows(button(custom_id="c" * 101))}, 50035),
        ({"content": "x", "components": rows(button(style=9))}, 50035),
        ({"content": "x", "components": rows({"type": 3, "custom_id": "s", "options": options(25)})}, 200),
        ({"content": "x", "components": rows({"type": 3, "custom_id": "s", "options": options(26)})}, 50035),
        ({"content": "x", "components": rows({"type": 3, "custom_id": "s", "options": options(2) * 2})}, 50035),
        ({"content": "x", "components": rows(button(), {"type": 3, "custom_id": "s", "options": options(1)})}, 50035),
        ({"content": "x", "components": rows(button()) * 6}, 50035),
        ({"content": "x", "attachments": [{"id": 0, "filename": "a"}]}, 50035),
        ({"content": "x", "message_reference": {"message_id": "1"}}, 50035),
    ],
)
async def test_a_message_is_checked_as_discord_checks_it(http: Raw, body: Json, expected: int) -> None:
    anna = http.server.user()
    status, answer = await http.post(anna.dm, **body)
    assert (status, answer.get("code", 200)) == ((200, 200) if expected == 200 else (400, expected))
    assert len(anna.received) == (expected == 200)


async def test_what_is_not_there_and_who_is_not_known(http: Raw) -> None:
    anna = http.server.user()
    assert (await http.post(4711, content="x"))[1]["code"] == 10003
    assert (await http.call("GET", f"/channels/{anna.dm}/messages/4711"))[1]["code"] == 10008
    assert (await http.call("GET", "/users/4711"))[1]["code"] == 10013
    assert (await http.call("POST", "/users/@me/channels", {"recipient_id": "4711"}))[1]["code"] == 50035
    status, channel = await http.call("POST", "/users/@me/channels", {"recipient_id": str(anna.id)})
    assert (status, channel["id"], channel["recipients"][0]["global_name"]) == (200, str(anna.dm), "Anna")
    assert http.server.violations == []
    assert (await http.call("GET", "/users/@me", headers={"Authorization": "Bot wrong"}))[0] == 401
    assert (await http.call("GET", "/carrier/pigeons"))[0] == 404
    assert http.server.violations != []


async def test_a_login_with_a_wrong_token_fails(server: FakeDiscord) -> None:
    client = discord.Client(intents=discord.Intents.none())
    with pytest.raises(discord.LoginFailure):
        await client.login("wrong")
    await client.close()


async def test_words_go_both_ways_and_ids_order_them(server: FakeDiscord) -> None:
    anna = server.user("Anna")
    async with listening(server) as client:
        first = anna.send("  hello ")
        [message] = await client.take("message")
        assert (message.id, message.content, message.author.id) == (first, "hello", anna.id)
        assert (message.guild, message.channel.id, message.author.bot) == (None, anna.dm, False)
        answer = await client.get_partial_messageable(anna.dm).send(
            "**Welcome**, _Anna_", silent=True, suppress_embeds=True
        )
        seen = await anna.next_message()
        assert (seen.text, seen.raw, seen.silent) == ("Welcome, Anna", "**Welcome**, _Anna_", True)
        assert first < answer.id < anna.send("more")
        assert [message.author.bot for message in await client.take("message", 3)] == [False, True, False]
    assert server.violations == []


async def test_an_edit_and_a_preview_and_a_deletion_are_told_apart(server: FakeDiscord) -> None:
    anna = server.user()
    async with listening(server) as client:
        kept = anna.send("https://example.org/ one")
        anna.resolve_embeds(kept)
        anna.edit(kept, "two")
        anna.edit(kept, "three")
        anna.delete(kept)
        preview, second, third = (event.message for event in await client.take("edit", 3))
        assert (preview.edited_at, preview.content) == (None, "https://example.org/ one")
        assert len(preview.embeds) == 1
        assert (second.content, third.content) == ("two", "three")
        assert second.created_at < second.edited_at < third.edited_at
        [gone] = await client.take("delete")
        assert (gone.message_id, gone.channel_id, gone.guild_id) == (kept, anna.dm, None)
    assert server.violations == []


async def test_a_person_who_takes_no_messages_can_only_be_read(http: Raw) -> None:
    anna = http.server.user()
    _, sent = await http.post(anna.dm, content="x")
    anna.close_dms()
    assert (await http.post(anna.dm, content="y")) == (
        403,
        {"code": 50007, "message": "Cannot send messages to this user"},
    )
    assert (await http.call("POST", f"/channels/{anna.dm}/typing"))[1]["code"] == 50007
    assert (await http.call("GET", f"/channels/{anna.dm}/messages/{sent['id']}"))[0] == 200
    anna.open_dms()
    assert (await http.post(anna.dm, content="y"))[0] == 200


async def test_a_nonce_keeps_a_second_message_away_for_some_minutes(server: FakeDiscord) -> None:
    anna, boris = server.user("Anna"), server.user("Boris")
    async with listening(server) as client:
        channel = client.get_partial_messageable(anna.dm)
        sent = [await channel.send("once", nonce="k1") for _ in range(2)]
        assert sent[0].id == sent[1].id
        await client.get_partial_messageable(boris.dm).send("another chat", nonce="k1")
        server.advance(server.nonce_memory + 1)
        assert (await channel.send("once", nonce="k1")).id != sent[0].id
        server.forget_nonces()
        await channel.send("once", nonce="k1")
        assert [message.nonce async for message in channel.history()] == [None] * 3
        assert [message.nonce for message in await client.take("message", 4)] == ["k1"] * 4
    assert (len(anna.received), len(boris.received)) == (3, 1)
    assert server.violations == []


async def test_a_nonce_that_is_not_enforced_keeps_nothing_away(http: Raw) -> None:
    anna = http.server.user()
    for _ in range(2):
        await http.post(anna.dm, content="x", nonce="k1")
    assert len(anna.received) == 2


async def test_the_history_comes_in_pages_newest_first(http: Raw) -> None:
    anna = http.server.user()
    ids = [str(anna.send(str(number))) for number in range(120)]

    async def page(**query: str) -> list[str]:
        status, messages = await http.call("GET", f"/channels/{anna.dm}/messages", params=query)
        assert status == 200
        return [message["id"] for message in messages]

    assert await page() == ids[:69:-1]
    assert await page(limit="2") == [ids[119], ids[118]]
    assert await page(after=ids[9], limit="3") == [ids[12], ids[11], ids[10]]
    assert await page(after="0", limit="2") == [ids[1], ids[0]]
    assert await page(before=ids[9], limit="3") == [ids[8], ids[7], ids[6]]
    assert await page(around=ids[9], limit="3") == [ids[10], ids[9], ids[8]]
    assert await page(after=ids[119]) == []
    assert http.server.violations == []
    for wrong in ({"limit": "101"}, {"limit": "0"}, {"before": "1", "after": "2"}, {"after": "soon"}):
        assert (await http.call("GET", f"/channels/{anna.dm}/messages", params=wrong))[0] == 400


async def test_the_library_reads_the_history_behind_a_message_in_order(server: FakeDiscord) -> None:
    anna = server.user()
    ids = [anna.send(str(number)) for number in range(230)]
    async with listening(server) as client:
        channel = client.get_partial_messageable(anna.dm)
        after = discord.Object(ids[4])
        assert [message.id async for message in channel.history(limit=None, after=after)] == ids[5:]
        assert client.seen("message") == []
    assert server.violations == []


async def test_files_are_sent_whole_and_within_the_limit(server: FakeDiscord) -> None:
    anna = server.user()
    body = bytes(range(256)) * 40
    async with listening(server) as client:
        channel = client.get_partial_messageable(anna.dm)
        sent = await channel.send("*yours*", file=discord.File(io.BytesIO(body), "Ваш рассказ 7.md"))
        [attachment] = sent.attachments
        assert (attachment.filename, attachment.title, attachment.size) == ("__7.md", "Ваш рассказ 7", len(body))
        assert await attachment.read() == body
        seen = await anna.next_message()
        assert (seen.text, seen.file_name, seen.body) == ("yours", "__7.md", body)
        server.file_limit = len(body) - 1
        with pytest.raises(discord.HTTPException) as refused:
            await channel.send(file=discord.File(io.BytesIO(body), "a.md"))
        assert (refused.value.status, refused.value.code) == (413, 40005)
    [upload, _] = server.calls(f"POST {MESSAGES}")
    assert upload.files == {"files[0]": ("Ваш рассказ 7.md", body)}
    assert upload.json["content"] == "*yours*"
    assert server.violations == []


async def test_what_people_send_beside_words(server: FakeDiscord) -> None:
    anna = server.user()
    async with listening(server) as client:
        anna.send_voice(7.5, body=b"OggS" * 100)
        anna.send_file("photo.jpg", b"jpeg", "image/jpeg", text="the house")
        anna.send_sticker()
        anna.forward("forwarded words")
        spoken, photo, sticker, forwarded = await client.take("message", 4)
        [sound] = spoken.attachments
        assert spoken.flags.voice
        assert sound.is_voice_message()
        assert (sound.duration, sound.size, sound.content_type, bool(sound.waveform)) == (7.5, 400, "audio/ogg", True)
        assert await sound.read() == b"OggS" * 100
        assert (photo.content, photo.attachments[0].content_type) == ("the house", "image/jpeg")
        assert (sticker.content, [item.name for item in sticker.stickers]) == ("", ["Wave"])
        assert (forwarded.content, forwarded.message_snapshots[0].content) == ("", "forwarded words")
    assert server.violations == []


async def test_the_address_of_a_file_expires_and_cannot_be_forged(server: FakeDiscord) -> None:
    anna = server.user()
    async with listening(server) as client, aiohttp.ClientSession() as http:
        sent = anna.send_voice(1, body=b"0123456789")
        [message] = await client.take("message")
        url = message.attachments[0].url

        async def status(address: str) -> int:
            async with http.get(address) as answer:
                return answer.status

        assert await status(url) == 200
        assert await status(url.replace("hm=", "hm=0")) == 404
        assert await status(url.partition("?")[0]) == 404
        server.advance(86400)
        assert await status(url) == 404
        again = await client.get_partial_messageable(anna.dm).fetch_message(sent)
        assert await again.attachments[0].read() == b"0123456789"
        fresh = again.attachments[0].url
        server.cut_next("GET", DOWNLOAD.removeprefix("GET "), late=True)
        server.fail_next("GET", DOWNLOAD.removeprefix("GET "), 503, after=1)
        async with http.get(fresh) as broken:
            with pytest.raises(aiohttp.ClientPayloadError):
                await broken.read()
        assert [await status(fresh), await status(fresh)] == [200, 503]
        anna.delete(sent)
        assert await status(fresh) == 404
    assert [call.status for call in server.calls(DOWNLOAD)] == [200, 404, 404, 404, 200, None, 200, 503, 404]


async def test_trouble_comes_as_ordered(server: FakeDiscord) -> None:
    anna, boris = server.user("Anna"), server.user("Boris")
    async with listening(server) as client:
        channel = client.get_partial_messageable(anna.dm)
        server.fail_next("POST", MESSAGES, 429, retry_after=0.01)
        await channel.send("through a rate limit")
        server.fail_next("POST", MESSAGES, 403, code=50007, chat=anna.dm, after=1)
        await client.get_partial_messageable(boris.dm).send("no trouble here")
        await channel.send("nor here")
        with pytest.raises(discord.Forbidden) as refused:
            await channel.send("lost")
        assert refused.value.code == 50007
        server.cut_next("POST", MESSAGES)
        server.cut_next("POST", MESSAGES, late=True)
        for text in ("never arrived", "arrived unnoticed"):
            with pytest.raises(aiohttp.ServerDisconnectedError):
                await channel.send(text)
        server.down()
        with pytest.raises(aiohttp.ClientError):
            await channel.send("down")
        server.up()
        held = server.hold(anna.dm)
        waiting = asyncio.create_task(channel.send("held"))
        await server.until_called(f"POST {MESSAGES}", 8)
        assert not waiting.done()
        held.set()
        await waiting
    expected = ["through a rate limit", "nor here", "arrived unnoticed", "held"]
    assert [seen.text for seen in anna.received] == expected
    assert server.violations == []


async def test_only_ones_own_messages_can_be_changed(http: Raw) -> None:
    anna = http.server.user()
    hers = anna.send("mine")
    _, message = await http.post(anna.dm, content="one", components=rows(button()))
    place = f"/channels/{anna.dm}/messages"
    assert (await http.call("PATCH", f"{place}/{hers}", {"content": "x"}))[1]["code"] == 50005
    assert (await http.call("DELETE", f"{place}/{hers}"))[1]["code"] == 50003
    own = f"{place}/{message['id']}"
    assert (await http.call("PATCH", own, {"content": "x" * 2001}))[1]["code"] == 50035
    assert (await http.call("PATCH", own, {"content": ""}))[0] == 200
    assert (await http.call("PATCH", own, {"components": []}))[1]["code"] == 50006
    status, changed = await http.call("PATCH", own, {"content": "two", "components": []})
    assert (status, changed["content"], bool(changed["edited_timestamp"])) == (200, "two", True)
    assert (await anna.until(lambda seen: seen.text == "two")).labels == ()
    assert await http.call("DELETE", own) == (204, None)
    assert anna.received == []
    assert (await http.call("DELETE", own))[1]["code"] == 10008


async def test_bodies_and_answers_are_json_of_exactly_that_type(http: Raw) -> None:
    anna = http.server.user()
    place = f"/channels/{anna.dm}/messages"
    assert (await http.call("POST", place, data=b"{oops", headers={"Content-Type": "application/json"}))[1][
        "code"
    ] == 50109
    headers = {"Authorization": f"Bot {http.server.token}"}
    async with http.http.get(f"{http.server.api_url}/users/@me", headers=headers) as answer:
        assert answer.headers["Content-Type"] == "application/json"
    http.server.fail_next("POST", MESSAGES, 429, retry_after=2.5)
    async with http.http.post(f"{http.server.api_url}{place}", json={"content": "x"}, headers=headers) as answer:
        assert (answer.status, answer.headers["Via"], answer.headers["Retry-After"]) == (429, "1.1 google", "2.5")
        assert (await answer.json())["retry_after"] == 2.5
    assert (await http.call("POST", place, data=b'{"content":"x"}', headers={"Content-Type": "text/plain"}))[0] == 415


@described
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/channels/{dm}/messages", {"content": 5}),
        ("POST", "/channels/{dm}/messages", {"content": "x", "colour": "red"}),
        ("POST", "/channels/{dm}/messages", {"content": "x", "allowed_mentions": {"parse": ["cats"]}}),
        ("POST", "/channels/{dm}/messages", {"content": "x", "allowed_mentions": {"ping": []}}),
        ("POST", "/channels/{dm}/messages", {"content": "x", "components": [{"type": 1, "components": [{"type": 2}]}]}),
        ("POST", "/channels/{dm}/messages", None),
        ("POST", "/channels/{dm}/messages?wait=1", {"content": "x"}),
        ("POST", "/channels/{dm}/typing", {"content": "x"}),
        ("GET", "/channels/{dm}/messages?limit=many", None),
        ("GET", "/channels/{dm}/messages?after=-1", None),
        ("GET", "/channels/first", None),
        ("POST", "/users/@me/channels", {"recipient": "1"}),
        ("PUT", "/applications/{app}/commands", [{"name": "x"}, {"description": "y"}]),
        ("PATCH", "/channels/{dm}", {"name": "x"}),
    ],
)
async def test_what_the_description_of_the_api_forbids_is_noted(http: Raw, method: str, path: str, body: Any) -> None:
    anna = http.server.user()
    await http.call(method, path.format(dm=anna.dm, app=http.server.application_id), body)
    assert http.server.violations != []


@described
async def test_what_the_description_of_the_api_allows_is_not_noted(http: Raw) -> None:
    anna = http.server.user()
    select = {"type": 3, "custom_id": "s", "options": options(3), "placeholder": "Which?", "min_values": 1}
    body = {
        "content": "x",
        "components": [*rows(button(disabled=True)), *rows(select)],
        "allowed_mentions": {"parse": []},
    }
    assert (await http.post(anna.dm, **body, nonce="k", enforce_nonce=True, flags=4100, tts=False))[0] == 200
    told = {"content": "", "attachments": [{"id": 0, "filename": "a.txt", "description": "words"}]}
    status, message = await http.posted(anna.dm, told, f0=b"abc")
    assert (status, message["attachments"][0]["filename"]) == (200, "a.txt")
    for path in ("/users/@me", "/oauth2/applications/@me", "/gateway/bot", f"/channels/{anna.dm}", f"/users/{anna.id}"):
        assert (await http.call("GET", path))[0] == 200
    assert (await http.call("POST", f"/channels/{anna.dm}/typing"))[0] == 204
    assert http.server.violations == []

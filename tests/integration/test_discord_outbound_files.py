"""Files and sounds that leave for Discord: their names, their limits, and answers that were lost."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator

import pytest

from adapters.discord.connection import Connection
from adapters.discord.outbound import FILE_LIMIT, DiscordSender, message_nonce
from core.contracts.errors import SoundForbidden, TooLarge, TryLater
from core.contracts.messages import (
    Say,
    SendDocument,
    SendVoice,
)
from tests.fakes.discord import DiscordHarness
from tests.fakes.opus import OPUS
from tests.integration.discord_kit import MESSAGES, calls, doubt, outgoing, restarted, send


@pytest.fixture
async def bot() -> AsyncIterator[DiscordHarness]:
    async with DiscordHarness.started() as harness:
        yield harness


async def test_a_file_goes_with_its_name_and_a_caption_that_fits(bot: DiscordHarness) -> None:
    document = SendDocument(name="story-7.md", media_type="text/markdown", body=b"# *x*\n", caption="*слово* " * 400)
    receipt = await send(bot, document)
    [seen] = bot.anna.received
    assert (seen.file_name, seen.body) == ("story-7.md", b"# *x*\n")
    assert seen.text.startswith("*слово*")
    assert seen.text.endswith("…")
    assert receipt.ref == str(seen.id)
    [call] = calls(bot)
    assert call.json["nonce"] == message_nonce("k", 0)
    assert call.json["allowed_mentions"] == {"parse": []}


@pytest.mark.parametrize(
    "name",
    ['a"; filename="b.exe', "../../etc/passwd", "x\r\nX-Header: 1.md", "ж" * 400 + ".md", "SPOILER_x.md", "…", ""],
)
async def test_a_hostile_file_name_harms_nothing(bot: DiscordHarness, name: str) -> None:
    await send(bot, SendDocument(name=name, media_type="text/markdown", body=b"body"))
    [seen] = bot.anna.received
    assert seen.body == b"body"
    assert len(seen.file_name) <= 100
    bot.server.world.forget_nonces()
    document = SendDocument(name=name, media_type="text/markdown", body=b"body")
    await restarted(bot).send(outgoing(bot, document, doubt=doubt(bot)))
    assert len(bot.anna.received) == 1


async def test_a_file_of_the_very_limit_goes_and_one_byte_more_is_not_even_sent(bot: DiscordHarness) -> None:
    await send(bot, SendDocument(name="a.zip", media_type="application/zip", body=bytes(FILE_LIMIT)))
    with pytest.raises(TooLarge):
        await send(bot, SendDocument(name="b.zip", media_type="application/zip", body=bytes(FILE_LIMIT + 1)), key="k2")
    assert [len(seen.body or b"") for seen in bot.anna.received] == [FILE_LIMIT]
    assert len(calls(bot)) == 1


async def test_a_smaller_limit_that_was_told_holds_and_a_larger_one_does_not(bot: DiscordHarness) -> None:
    clients: Connection = bot.platform._connection
    delivery = DiscordSender(clients=clients)
    chat = str(bot.anna.dm)
    document = SendDocument(name="a.zip", media_type="application/zip", body=bytes(1_001))
    delivery.limit_told(chat, 1_000)
    with pytest.raises(TooLarge):
        await delivery.send(outgoing(bot, document))
    delivery.limit_told(chat, 100 * FILE_LIMIT)
    await delivery.send(outgoing(bot, document))
    large = SendDocument(name="b.zip", media_type="application/zip", body=bytes(FILE_LIMIT + 1))
    with pytest.raises(TooLarge):
        await delivery.send(outgoing(bot, large, key="k2"))
    assert len(bot.anna.received) == 1


async def test_a_file_that_discord_finds_too_large_says_so(bot: DiscordHarness) -> None:
    bot.server.world.file_limit = 10
    with pytest.raises(TooLarge):
        await send(bot, SendDocument(name="a.md", media_type="text/markdown", body=bytes(11)))


async def test_a_file_whose_answer_was_lost_comes_once_and_whole(bot: DiscordHarness) -> None:
    document = SendDocument(name="a.md", media_type="text/markdown", body=bytes(range(256)) * 4_000)
    bot.server.cut_next("POST", MESSAGES, late=True)
    with pytest.raises(TryLater):
        await send(bot, document)
    await send(bot, document)
    assert [seen.body for seen in bot.anna.received] == [document.body]


# --- sounds -------------------------------------------------------------------------------------------------------

SOUND = SendVoice(of="k1", body=OPUS, seconds=3.25, waveform=bytes(range(256)))


async def test_a_sound_goes_as_a_voice_message(bot: DiscordHarness) -> None:
    await send(bot, SOUND)
    [seen] = bot.anna.received
    [file] = seen.message.files
    assert (seen.seconds, file.body, file.content_type, seen.raw) == (3.25, OPUS, "audio/ogg", "")
    assert base64.b64decode(file.described["waveform"]) == bytes(range(256))


async def test_a_sound_whose_answer_was_lost_comes_once(bot: DiscordHarness) -> None:
    bot.server.cut_next("POST", MESSAGES, late=True)
    with pytest.raises(TryLater):
        await send(bot, SOUND)
    await send(bot, SOUND)
    assert [seen.body for seen in bot.anna.received] == [OPUS]


async def test_where_no_voice_message_may_go_that_is_known_by_it(bot: DiscordHarness) -> None:
    bot.anna.channel.takes_no_voice = True
    with pytest.raises(SoundForbidden):
        await send(bot, SOUND)
    await send(bot, Say(text="But words."), key="k2")
    assert [seen.text for seen in bot.anna.received] == ["But words."]

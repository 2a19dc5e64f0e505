"""What leaves for Telegram: limits, styles, files, and what happens when Telegram does not do as asked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from core.contracts.errors import Rejected, SoundForbidden, TooLarge, TryLater, Unreachable
from core.contracts.messages import (
    Address,
    Choice,
    Outgoing,
    Receipt,
    Say,
    Saying,
    SendDocument,
    SendVoice,
    Span,
    Style,
    position_of,
)
from tests.contract.platform_contract import squeezed
from tests.fakes.manual_clock import ManualClock
from tests.fakes.opus import OPUS
from tests.fakes.telegram import TelegramHarness

LONG = "\n\n".join(f"Part {number}. " + "word 👵🏽 " * 450 for number in range(3))


@pytest.fixture
async def bot() -> AsyncIterator[TelegramHarness]:
    async with TelegramHarness.started() as harness:
        yield harness


async def send(bot: TelegramHarness, saying: Saying, *, key: str = "k", chat: int = 7) -> Receipt:
    address = Address(platform="telegram", chat=str(chat))
    return await bot.platform.send(Outgoing(key=key, address=address, saying=saying))


async def test_a_message_is_shown_with_its_styles_and_without_a_preview(bot: TelegramHarness) -> None:
    text = "👵🏽 You said «tea» at http://example.org"
    spans = (Span(start=3, end=11, style=Style.BOLD), Span(start=12, end=17, style=Style.QUOTE))
    receipt = await send(bot, Say(text=text, spans=spans))
    seen = await bot.anna.next_message()
    assert seen.text == text
    assert seen.styled() == [("bold", "You said"), ("blockquote", "«tea»")]
    assert receipt == Receipt(ref=str(seen.id), position=position_of(seen.id), sent_at=receipt.sent_at)
    assert receipt.sent_at is not None
    assert receipt.sent_at.timestamp() == seen.message["date"]
    [call] = bot.api.calls("sendMessage")
    assert '"is_disabled": true' in call.params["link_preview_options"]
    assert "parse_mode" not in call.params


async def test_the_receipt_of_a_long_text_names_its_first_and_last_message(bot: TelegramHarness) -> None:
    receipt = await send(bot, Say(text=LONG, choices=(Choice(label="Go on", data="go"),)))
    ids = [seen.id for seen in bot.anna.received]
    assert len(ids) > 2
    assert (receipt.position, receipt.ref) == (position_of(ids[0]), str(ids[-1]))
    assert squeezed("".join(seen.text for seen in bot.anna.received)) == squeezed(LONG)


@pytest.mark.parametrize("failure", [(429, "Too Many Requests: retry after 31", 31), (502, "Bad Gateway", None)])
async def test_a_text_that_failed_midway_goes_on_where_it_stopped(
    bot: TelegramHarness, failure: tuple[int, str, int | None]
) -> None:
    status, description, retry_after = failure
    bot.api.fail_next("sendMessage", status, description, retry_after=retry_after, after=2)
    with pytest.raises(TryLater) as caught:
        await send(bot, Say(text=LONG))
    assert caught.value.after == retry_after
    assert len(bot.anna.received) == 2
    receipt = await send(bot, Say(text=LONG))
    assert squeezed("".join(seen.text for seen in bot.anna.received)) == squeezed(LONG)
    assert receipt.position == position_of(bot.anna.received[0].id)


async def test_what_was_delivered_is_not_sent_again_under_the_same_key(bot: TelegramHarness) -> None:
    first = await send(bot, Say(text="Once."), key="same")
    assert await send(bot, Say(text="Once."), key="same") == first
    await send(bot, Say(text="Once."), key="other")
    assert [seen.text for seen in bot.anna.received] == ["Once.", "Once."]


async def test_styles_that_telegram_cannot_take_are_left_out_once(bot: TelegramHarness) -> None:
    styled = Say(text="Words matter.", spans=(Span(start=0, end=5, style=Style.BOLD),))
    bot.api.fail_next("sendMessage", 400, "Bad Request: can't parse entities: something new")
    await send(bot, styled)
    assert [(seen.text, seen.styled()) for seen in bot.anna.received] == [("Words matter.", [])]
    bot.api.fail_next("sendMessage", 400, "Bad Request: can't parse entities: something new", times=2)
    with pytest.raises(Rejected):
        await send(bot, styled, key="k2")


@pytest.mark.parametrize(
    ("status", "description", "expected"),
    [
        (400, "Bad Request: chat not found", Unreachable),
        (403, "Forbidden: user is deactivated", Unreachable),
        (400, "Bad Request: message is too long", Rejected),
        (401, "Unauthorized", TryLater),
        (404, "Not Found", TryLater),
        (500, "Internal Server Error", TryLater),
    ],
)
async def test_refusals_keep_their_meaning(
    bot: TelegramHarness, status: int, description: str, expected: type[Exception]
) -> None:
    bot.api.fail_next("sendMessage", status, description)
    with pytest.raises(expected):
        await send(bot, Say(text="Hello?"))
    assert len(bot.api.calls("sendMessage")) == 1


async def test_the_real_rules_refuse_what_can_never_be_shown(bot: TelegramHarness) -> None:
    with pytest.raises(Rejected):
        await send(bot, Say(text=" \n "))
    with pytest.raises(Rejected):
        await send(bot, Say(text="x", choices=(Choice(label="y", data="z" * 65),)), key="k2")
    with pytest.raises(Unreachable):
        await send(bot, Say(text="x"), key="k3", chat=404)
    with pytest.raises(Rejected):
        await send(bot, SendDocument(name="a.md", media_type="text/markdown", body=b""), key="k4")


async def test_broken_characters_do_not_stop_a_message(bot: TelegramHarness) -> None:
    await send(bot, Say(text="half a pair: \ud83d.", choices=(Choice(label="\ud83d ok", data="ok"),)))
    assert [(seen.text, seen.labels) for seen in bot.anna.received] == [("half a pair: \ufffd.", ("\ufffd ok",))]


async def test_a_file_goes_with_its_name_and_a_caption_that_fits(bot: TelegramHarness) -> None:
    document = SendDocument(name="история-7.md", media_type="text/markdown", body=b"# *x*\n", caption="слово " * 400)
    receipt = await send(bot, document)
    [seen] = bot.anna.received
    assert (seen.file_name, seen.body) == ("история-7.md", b"# *x*\n")
    assert seen.text.endswith("…")
    assert receipt.ref == str(seen.id)


async def test_a_file_over_the_limit_is_not_even_sent(bot: TelegramHarness) -> None:
    document = SendDocument(name="book.pdf", media_type="application/pdf", body=bytes(50_000_001))
    with pytest.raises(TooLarge):
        await send(bot, document)
    assert bot.api.calls("sendDocument") == []


async def test_a_file_that_the_server_finds_too_large_says_so(bot: TelegramHarness) -> None:
    bot.api.fail_next("sendDocument", 413, "Request Entity Too Large")
    with pytest.raises(TooLarge):
        await send(bot, SendDocument(name="a.md", media_type="text/markdown", body=b"a"))


async def test_one_chat_that_hangs_holds_up_nobody(bot: TelegramHarness) -> None:
    people = [bot.api.user(100 + number, f"P{number}") for number in range(20)]
    release = bot.api.hold(7)
    stuck = asyncio.create_task(send(bot, Say(text="slow"), key="slow"))
    await bot.api.until_called("sendMessage")
    await asyncio.gather(*(send(bot, Say(text="hi"), key=f"p{user.id}", chat=user.id) for user in people))
    assert [len(user.received) for user in people] == [1] * 20
    assert not stuck.done()
    release.set()
    await stuck


async def test_a_draft_without_words_says_that_it_thinks_until_the_body_ends() -> None:
    clock = ManualClock()
    async with TelegramHarness.started(clock=clock) as bot:
        async with bot.platform.typing(bot.address):
            for times in (1, 2, 3):
                await bot.api.until_called("sendMessageDraft", times)
                await clock.sleepers(1)
                clock.advance(4)
            await bot.api.until_called("sendMessageDraft", 4)
        calls = bot.api.calls("sendMessageDraft")
        assert {(call.params["text"], call.chat) for call in calls} == {("", 7)}
        assert len({call.params["draft_id"] for call in calls}) == 1
        clock.advance(100)
        await bot.platform.send(Outgoing(key="k", address=bot.address, saying=Say(text="Done.")))
        assert len(bot.api.calls("sendMessageDraft")) == len(calls)
        async with bot.platform.typing(bot.address):
            await bot.api.until_called("sendMessageDraft", len(calls) + 1)
        assert bot.api.calls("sendMessageDraft")[-1].params["draft_id"] != calls[0].params["draft_id"]
        assert bot.api.calls("sendChatAction") == []


@pytest.mark.parametrize("refusal", [(404, "Not Found"), (400, "Bad Request: message text is empty")])
async def test_where_drafts_are_refused_it_is_typing(refusal: tuple[int, str]) -> None:
    clock = ManualClock()
    async with TelegramHarness.started(clock=clock) as bot:
        bot.api.fail_next("sendMessageDraft", *refusal)
        async with bot.platform.typing(bot.address):
            for times in (1, 2):
                await bot.api.until_called("sendChatAction", times)
                await clock.sleepers(1)
                clock.advance(4)
            await bot.api.until_called("sendChatAction", 3)
        assert {(call.params["action"], call.chat) for call in bot.api.calls("sendChatAction")} == {("typing", 7)}
        assert len(bot.api.calls("sendMessageDraft")) == 1


async def test_thinking_waits_for_nothing_and_is_not_shown() -> None:
    clock = ManualClock()
    async with TelegramHarness.started(clock=clock) as bot:
        bot.api.hold(7)
        async with bot.platform.typing(bot.address):
            await bot.api.until_called("sendMessageDraft")
        bot.api.user(8)
        bot.api.fail_next("sendMessageDraft", 429, "Too Many Requests", retry_after=3_600, chat=8)
        async with bot.platform.typing(Address(platform="telegram", chat="8")):
            await bot.api.until(lambda: any(call.status == 429 for call in bot.api.calls("sendMessageDraft", 8)))
        assert clock.asked == []


# --- sounds -------------------------------------------------------------------------------------------------------

SOUND = SendVoice(of="k1", body=OPUS, seconds=0.3, waveform=b"\x01\xff")


@pytest.mark.parametrize(
    "words",
    [
        "user restricted receiving of voice note messages",
        "user restricted receiving of voice messages",
        "VOICE_MESSAGES_FORBIDDEN",
    ],
)
async def test_who_lets_nobody_send_them_voice_messages_is_known_by_it(bot: TelegramHarness, words: str) -> None:
    bot.anna.takes_no_voice = words
    with pytest.raises(SoundForbidden):
        await send(bot, SOUND)
    assert bot.anna.received == []
    await send(bot, Say(text="But words."), key="k2")
    assert [seen.text for seen in bot.anna.received] == ["But words."]


async def test_a_short_sound_lasts_a_second_at_least(bot: TelegramHarness) -> None:
    await send(bot, SOUND)
    [seen] = bot.anna.received
    assert (seen.seconds, seen.body, seen.text, seen.labels) == (1, OPUS, "", ())


async def test_a_sound_that_came_is_not_sent_again(bot: TelegramHarness) -> None:
    await send(bot, SOUND)
    await send(bot, SOUND)
    assert len(bot.anna.received) == 1

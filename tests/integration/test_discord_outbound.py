"""What leaves for Discord: limits, styles, choices, files, and what happens when Discord does not do as asked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from adapters.discord.outbound import DiscordSender, message_nonce
from core.contracts.errors import DeliveryError, Rejected, TooLarge, TryLater, Unreachable
from core.contracts.messages import (
    Choice,
    Receipt,
    Say,
    SendDocument,
    Span,
    Style,
    position_of,
)
from tests.contract.platform_kit import squeezed
from tests.fakes.discord import POISON, DiscordHarness
from tests.integration.discord_kit import LONG, MESSAGES, SENT, calls, doubt, outgoing, restarted, send, texts


@pytest.fixture
async def bot() -> AsyncIterator[DiscordHarness]:
    async with DiscordHarness.started() as harness:
        yield harness


# --- what a person sees -------------------------------------------------------------------------------------------


async def test_a_message_is_shown_with_its_styles_and_calls_nobody(bot: DiscordHarness) -> None:
    text = "👵🏽 You *said* «tea» at https://example.org, @everyone"
    spans = (Span(start=3, end=13, style=Style.BOLD), Span(start=14, end=19, style=Style.ITALIC))
    receipt = await send(bot, Say(text=text, spans=spans))
    seen = await bot.anna.next_message()
    assert seen.text == text
    assert "**You \\*said\\*** *«tea»*" in seen.raw
    assert receipt == Receipt(ref=str(seen.id), position=position_of(seen.id), sent_at=receipt.sent_at)
    assert receipt.sent_at is not None
    assert abs(receipt.sent_at - seen.message.created) < timedelta(milliseconds=2)
    [call] = calls(bot)
    assert call.json["allowed_mentions"] == {"parse": []}
    assert call.json["flags"] == 4
    assert call.json["enforce_nonce"] is True
    assert call.json["nonce"] == message_nonce("k", 0)


async def test_the_receipt_of_a_long_text_names_its_first_and_last_message(bot: DiscordHarness) -> None:
    receipt = await send(bot, Say(text=LONG, choices=(Choice(label="Go on", data="go"),)))
    ids = [seen.id for seen in bot.anna.received]
    assert len(ids) > 2
    assert (receipt.position, receipt.ref) == (position_of(ids[0]), str(ids[-1]))
    assert squeezed("".join(texts(bot))) == squeezed(LONG)
    assert [seen.labels for seen in bot.anna.received] == [()] * (len(ids) - 1) + [("Go on",)]


async def test_markup_over_two_messages_is_whole_in_each(bot: DiscordHarness) -> None:
    text = "He said:\n\n" + "*So* it was. " * 250
    await send(bot, Say(text=text, spans=(Span(start=10, end=len(text), style=Style.QUOTE),)))
    assert squeezed("".join(texts(bot))) == squeezed(text)
    assert bot.anna.received[-1].raw.startswith("> \\*So\\*")


@pytest.mark.parametrize("count", [3, 10, 11, 40])
async def test_every_choice_can_be_taken(bot: DiscordHarness, count: int) -> None:
    choices = tuple(Choice(label=f"Way {number}", data=f"way-{number}") for number in range(count))
    await send(bot, Say(text="Which?", choices=choices))
    assert bot.anna.received[0].labels == tuple(choice.label for choice in choices)
    offered = [value or part["custom_id"].removeprefix("r:") for _, part, value in bot.anna.received[0].offers()]
    assert offered == [choice.data for choice in choices]


async def test_choices_are_kept_nowhere_in_memory(bot: DiscordHarness) -> None:
    for number in range(20):
        await send(bot, Say(text="Which?", choices=(Choice(label="A", data=f"a-{number}"),)), key=f"k{number}")
    client = await bot.platform._connection.ready()
    assert list(client.persistent_views) == []
    assert client._connection._view_store._views == {}


async def test_broken_characters_do_not_stop_a_message(bot: DiscordHarness) -> None:
    await send(bot, Say(text="half a pair: \ud83d.\x00", choices=(Choice(label="\ud83d ok", data="ok"),)))
    assert [(seen.text, seen.labels) for seen in bot.anna.received] == [("half a pair: \ufffd.", ("\ufffd ok",))]


async def test_what_can_never_be_shown_is_refused(bot: DiscordHarness) -> None:
    with pytest.raises(Rejected):
        await send(bot, Say(text=" \n "))
    for number, chat in enumerate(["404", "", "x", "-1", "9" * 30, "../users/@me", "٣"]):
        with pytest.raises(Unreachable):
            await send(bot, Say(text="x"), key=f"chat{number}", chat=chat)
    assert bot.anna.received == []


# --- never twice, never lost --------------------------------------------------------------------------------------


@pytest.mark.parametrize("failure", [(429, 31.0), (503, None)])
async def test_a_text_that_failed_midway_goes_on_where_it_stopped(
    bot: DiscordHarness, failure: tuple[int, float | None]
) -> None:
    status, retry_after = failure
    bot.server.fail_next("POST", MESSAGES, status, retry_after=retry_after, after=2)
    with pytest.raises(TryLater) as caught:
        await send(bot, Say(text=LONG))
    assert caught.value.after == retry_after
    assert not caught.value.maybe_delivered
    assert len(bot.anna.received) == 2
    receipt = await send(bot, Say(text=LONG))
    assert squeezed("".join(texts(bot))) == squeezed(LONG)
    assert receipt.position == position_of(bot.anna.received[0].id)


async def test_what_was_delivered_is_not_sent_again_under_the_same_key(bot: DiscordHarness) -> None:
    first = await send(bot, Say(text="Once."), key="same")
    assert await send(bot, Say(text="Once."), key="same") == first
    await send(bot, Say(text="Once."), key="other")
    assert texts(bot) == ["Once.", "Once."]


@pytest.mark.parametrize("late", [False, True])
async def test_after_a_lost_answer_the_message_stands_there_once(bot: DiscordHarness, late: bool) -> None:
    bot.server.cut_next("POST", MESSAGES, late=late)
    with pytest.raises(TryLater) as caught:
        await send(bot, Say(text="Hello?"))
    assert caught.value.maybe_delivered
    assert caught.value.after is None
    receipt = await send(bot, Say(text="Hello?"))
    assert texts(bot) == ["Hello?"]
    assert receipt.ref == str(bot.anna.received[0].id)
    [again] = {call.json["nonce"] for call in calls(bot)}
    assert again == message_nonce("k", 0)


async def test_long_after_a_crash_the_chat_is_looked_at_first(bot: DiscordHarness) -> None:
    before = await send(bot, Say(text="Before."), key="before")
    sent = await restarted(bot).send(outgoing(bot, Say(text=LONG)))
    bot.anna.send("Are you still there?")
    bot.server.world.forget_nonces()
    asked = len(calls(bot))
    again = await restarted(bot).send(outgoing(bot, Say(text=LONG), doubt=doubt(bot, after=before.ref)))
    assert again == sent
    assert len(calls(bot)) == asked


async def test_what_is_missing_of_a_message_in_doubt_is_sent(bot: DiscordHarness) -> None:
    bot.server.cut_next("POST", MESSAGES, after=2)
    with pytest.raises(TryLater):
        await restarted(bot).send(outgoing(bot, Say(text=LONG)))
    bot.server.world.forget_nonces()
    receipt = await restarted(bot).send(outgoing(bot, Say(text=LONG), doubt=doubt(bot)))
    assert squeezed("".join(texts(bot))) == squeezed(LONG)
    ids = [seen.id for seen in bot.anna.received]
    assert (receipt.position, receipt.ref) == (position_of(ids[0]), str(ids[-1]))


async def test_the_same_words_said_twice_are_said_twice(bot: DiscordHarness) -> None:
    first = await send(bot, Say(text="And then?"), key="first")
    bot.anna.send("And then?")
    bot.server.world.forget_nonces()
    await send(bot, Say(text="And then?"), key="second", doubt=doubt(bot, after=first.ref))
    assert texts(bot) == ["And then?", "And then?"]


async def test_without_a_message_before_it_only_the_last_minutes_are_looked_at(bot: DiscordHarness) -> None:
    await send(bot, Say(text="Good morning!"), key="yesterday")
    bot.server.advance(86_400)
    bot.server.world.forget_nonces()
    await send(bot, Say(text="Good morning!"), key="today", doubt=doubt(bot))
    assert texts(bot) == ["Good morning!"] * 2
    await restarted(bot).send(outgoing(bot, Say(text="Good morning!"), key="today", doubt=doubt(bot)))
    assert texts(bot) == ["Good morning!"] * 2


@pytest.mark.parametrize("riddle", [False, True], ids=["much else", "what the library cannot read"])
async def test_a_message_in_doubt_is_found_whatever_came_before_it(bot: DiscordHarness, riddle: bool) -> None:
    before = await send(bot, Say(text="Before."), key="before")
    for number in range(1 if riddle else 130):
        bot.anna.send_raw(content=f"I wrote this meanwhile {number}", more=dict(POISON) if riddle else {})
    sent = await send(bot, Say(text="The question."), key="question")
    bot.server.world.forget_nonces()
    asked = outgoing(bot, Say(text="The question."), key="question", doubt=doubt(bot, after=before.ref))
    assert await restarted(bot).send(asked) == sent


async def test_a_file_in_doubt_is_found_by_its_name_and_size(bot: DiscordHarness) -> None:
    file = SendDocument(name="история-7.md", media_type="text/markdown", body=b"# x\n", caption="Your *story*")
    sent = await send(bot, file)
    bot.server.world.forget_nonces()
    assert await restarted(bot).send(outgoing(bot, file, doubt=doubt(bot))) == sent
    other = SendDocument(name="история-8.md", media_type="text/markdown", body=b"# x\n", caption="Your *story*")
    await restarted(bot).send(outgoing(bot, other, key="k2", doubt=doubt(bot)))
    longer = SendDocument(name="история-7.md", media_type="text/markdown", body=b"# xy\n", caption="Your *story*")
    await restarted(bot).send(outgoing(bot, longer, key="k3", doubt=doubt(bot)))
    assert [seen.body for seen in bot.anna.received] == [b"# x\n", b"# x\n", b"# xy\n"]


async def test_while_the_chat_cannot_be_looked_at_nothing_is_sent(bot: DiscordHarness) -> None:
    bot.server.fail_next("GET", MESSAGES, 503)
    with pytest.raises(TryLater):
        await send(bot, Say(text="Hello?"), doubt=doubt(bot))
    assert calls(bot) == []


# --- when Discord does not do as asked ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "code", "expected"),
    [
        (403, 50007, Unreachable),
        (404, 10003, Unreachable),
        (403, 50001, Unreachable),
        (400, 50278, Unreachable),
        (400, 50035, Rejected),
        (400, 0, Rejected),
        (403, 50013, Rejected),
        (403, 20026, TryLater),
        (401, 0, TryLater),
        (503, 0, TryLater),
        (413, 40005, TooLarge),
    ],
)
async def test_refusals_keep_their_meaning(
    bot: DiscordHarness, status: int, code: int, expected: type[DeliveryError]
) -> None:
    bot.server.fail_next("POST", MESSAGES, status, code=code)
    with pytest.raises(expected):
        await send(bot, Say(text="Hello?"))
    assert len(calls(bot)) == 1


async def test_a_long_wait_is_handed_on_and_a_short_one_is_waited(bot: DiscordHarness) -> None:
    bot.server.fail_next("POST", MESSAGES, 429, retry_after=3_600.5)
    with pytest.raises(TryLater) as caught:
        await send(bot, Say(text="Hello?"))
    assert caught.value.after == 3_600.5
    bot.server.fail_next("POST", MESSAGES, 429, retry_after=0.01)
    await send(bot, Say(text="Hello?"))
    assert texts(bot) == ["Hello?"]


async def test_an_error_tells_neither_the_words_nor_the_token(bot: DiscordHarness) -> None:
    bot.server.cut_next("POST", MESSAGES)
    for key in ("cut", "down"):
        with capture_logs() as logs, pytest.raises(TryLater) as caught:
            await send(bot, Say(text="A secret of mine."), key=key)
        told = f"{caught.value!s} {caught.value.__cause__!r} {logs}"
        assert bot.server.token not in told
        assert "secret" not in told
        bot.server.down()


async def test_after_the_end_nothing_is_sent(bot: DiscordHarness) -> None:
    client = await bot.platform._connection.ready()
    await bot.stop()
    with pytest.raises(TryLater):
        await send(bot, Say(text="Hello?"))

    class Stale:
        async def ready(self) -> object:
            return client

    with pytest.raises(TryLater):
        await DiscordSender(clients=Stale()).send(outgoing(bot, Say(text="Hello?")))  # type: ignore[arg-type]  # it is one


async def test_one_chat_that_hangs_holds_up_nobody(bot: DiscordHarness) -> None:
    people = [bot.server.user(f"P{number}") for number in range(20)]
    release = bot.server.hold(bot.anna.dm)
    stuck = asyncio.create_task(send(bot, Say(text="slow"), key="slow"))
    await bot.server.until_called(SENT)
    await asyncio.gather(*(send(bot, Say(text="hi"), key=f"p{user.id}", chat=user.dm) for user in people))
    assert [len(user.received) for user in people] == [1] * 20
    assert not stuck.done()
    release.set()
    await stuck

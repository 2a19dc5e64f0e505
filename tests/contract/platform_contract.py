"""What every platform adapter must do, as one suite of tests.

How to use it, for the author of an adapter:

1. Write a harness: a class with everything that `PlatformHarness` names. It owns the adapter under test and plays the
   person at the other end. When a test gets it, `platform.run(inbox)` is already running as a task.
2. In `tests/contract/test_platform_<name>.py` subclass `PlatformContract` and override the fixture `harness`:

       class TestTerminal(PlatformContract):
           @pytest.fixture
           async def harness(self) -> AsyncIterator[TerminalHarness]:
               async with TerminalHarness.started() as harness:
                   yield harness

3. What the platform cannot do by its nature goes into `lacks` with the reason; those tests are skipped and say so.

The harness waits by awaiting conditions, never by sleeping for a guessed time. `SteppedClock` is a clock for it.
"""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from datetime import timedelta

import pytest

from core.contracts.errors import StorageError, Unreachable
from core.contracts.messages import (
    Address,
    ChatClosed,
    Choice,
    Command,
    Edit,
    Press,
    Say,
    SendDocument,
    SendVoice,
    Span,
    Style,
    Text,
)
from core.delivery.fitting import fit_buttons
from tests.contract.platform_kit import (
    HARD_TEXT,
    PATIENCE,
    Feature,
    PlatformHarness,
    RecordingInbox,
    Shown,
    SteppedClock,
    squeezed,
)
from tests.contract.platform_spoken import SpokenContract
from tests.fakes.opus import OPUS

__all__ = [
    "PATIENCE",
    "Feature",
    "PlatformContract",
    "PlatformHarness",
    "RecordingInbox",
    "Shown",
    "SteppedClock",
    "squeezed",
]


class PlatformContract(SpokenContract):
    """The suite; a subclass gives it a harness."""

    # --- what the person does ---

    async def test_words_arrive_unchanged(self, harness: PlatformHarness) -> None:
        await harness.write(HARD_TEXT)
        event = await harness.inbox.last(1)
        assert event.content == Text(text=HARD_TEXT)
        assert event.address == harness.address
        assert event.address.platform == harness.platform.name
        assert event.sender.id
        assert event.sent_at.utcoffset() == timedelta(0)

    async def test_messages_keep_their_order_and_differ(self, harness: PlatformHarness) -> None:
        words = [f"memory number {number}" for number in range(5)]
        for text in words:
            await harness.write(text)
        events = await harness.inbox.take(5)
        assert [event.content for event in events] == [Text(text=text) for text in words]
        assert len({event.event_id for event in events}) == 5

    async def test_a_command_arrives_as_one(self, harness: PlatformHarness) -> None:
        await harness.write("/resume")
        await harness.write("/Language pt-BR")
        first, second = await harness.inbox.take(2)
        assert first.content == Command(name="resume")
        assert second.content == Command(name="language", argument="pt-BR")

    async def test_an_edit_names_the_message_it_changes(self, harness: PlatformHarness) -> None:
        self.needs(harness, Feature.EDITS)
        await harness.write("I was born in 1938")
        await harness.edit("I was born in 1939")
        written, edited = await harness.inbox.take(2)
        assert written.ref
        assert edited.content == Edit(ref=written.ref, text="I was born in 1939")
        assert edited.event_id != written.event_id

    async def test_a_choice_comes_back_with_its_data(self, harness: PlatformHarness) -> None:
        self.needs(harness, Feature.CHOICES)
        choices = (Choice(label="Skip this one", data="skip:17:q4"), Choice(label="Pause", data="pause:17"))
        await self.send(harness, Say(text="What was the house like?", choices=choices))
        shown = await harness.shown(1)
        assert shown[-1].labels == ("Skip this one", "Pause")
        await harness.press("Pause")
        assert (await harness.inbox.last(1)).content == Press(data="pause:17")

    async def test_a_button_that_opens_an_editor_stands_where_one_can_be_opened(self, harness: PlatformHarness) -> None:
        self.needs(harness, Feature.CHOICES)
        choices = (
            Choice(label="Write code", data="", editor="Your code"),
            Choice(label="Pause", data="pause:17"),
            Choice(label="Skip this one", data="skip:17:q4"),
        )
        buttons = harness.platform.capabilities.buttons
        await self.send(harness, fit_buttons(Say(text="What was the house like?", choices=choices), buttons))
        shown = await harness.shown(1)
        assert shown[-1].labels == ("Write code",) * buttons.editors + ("Pause", "Skip this one")

    # --- nothing is lost on the way in ---

    async def test_an_event_is_kept_before_it_is_acknowledged(self, harness: PlatformHarness) -> None:
        self.needs(harness, Feature.ACKNOWLEDGEMENT)
        harness.inbox.gate.clear()
        await harness.write("please keep this")
        await harness.inbox.see(1)
        assert not harness.acknowledged()
        harness.inbox.gate.set()
        await harness.inbox.take(1)
        await harness.until_acknowledged()

    async def test_an_event_that_could_not_be_kept_comes_again(self, harness: PlatformHarness) -> None:
        self.needs(harness, Feature.REDELIVERY)
        harness.inbox.failures = [StorageError("the disk is full"), RuntimeError("something nobody expected")]
        await harness.write("the only telling")
        await harness.write("and what came after")
        events = await harness.inbox.take(2)
        assert [event.content for event in events] == [Text(text="the only telling"), Text(text="and what came after")]
        assert {event.event_id for event in harness.inbox.offered} == {event.event_id for event in events}

    async def test_a_redelivered_event_keeps_its_id(self, harness: PlatformHarness) -> None:
        self.needs(harness, Feature.REDELIVERY)
        await harness.write("once is enough")
        await harness.inbox.take(1)
        await harness.until_acknowledged()
        await harness.redeliver()
        first, again = await harness.inbox.take(2)
        assert again == first

    # --- what the interviewer says ---

    async def test_words_are_shown_literally(self, harness: PlatformHarness) -> None:
        await self.send(harness, Say(text=HARD_TEXT))
        assert squeezed((await harness.shown(1))[0].text) == squeezed(HARD_TEXT)

    async def test_styles_change_no_word(self, harness: PlatformHarness) -> None:
        text = "You said: «I was 👧 then» — and later <more>"
        start = text.index("«")
        spans = (
            Span(start=0, end=3, style=Style.BOLD),
            Span(start=start, end=text.index("»") + 1, style=Style.QUOTE),
            Span(start=text.index("later"), end=len(text), style=Style.ITALIC),
        )
        await self.send(harness, Say(text=text, spans=spans))
        assert squeezed((await harness.shown(1))[0].text) == squeezed(text)

    async def test_a_long_text_arrives_whole_and_in_order(self, harness: PlatformHarness) -> None:
        paragraph = "This is sentence {} of a long telling, with a 👵🏽 in it. "
        text = "\n\n".join("".join(paragraph.format(f"{p}.{s}") for s in range(20)).strip() for p in range(15))
        assert len(text) > harness.platform.capabilities.text_limit
        await self.send(harness, Say(text=text, choices=(Choice(label="Go on", data="go"),)))
        await self.send(harness, Say(text="The end of it."), key="k2")
        shown: list[Shown] = []
        while not shown or "The end of it." not in shown[-1].text:
            shown = await harness.shown(len(shown) + 1)
        assert squeezed("".join(part.text for part in shown)) == squeezed(text + "The end of it.")
        if Feature.CHOICES not in harness.lacks:
            assert [part.labels for part in shown if part.labels] == [("Go on",)]

    async def test_a_document_arrives_byte_for_byte(self, harness: PlatformHarness) -> None:
        self.needs(harness, Feature.DOCUMENTS)
        body = bytes(range(256)) * 40 + "# Бабушка\r\n".encode()
        document = SendDocument(name="transcript-7.md", media_type="text/markdown", body=body, caption="Your *words*")
        await self.send(harness, document)
        [shown] = await harness.shown(1)
        assert (shown.name, shown.body) == ("transcript-7.md", body)

    async def test_a_spoken_question_is_heard_or_passed_over(self, harness: PlatformHarness) -> None:
        asked = await self.send(harness, Say(text="Where did you live?", asks=True))
        sound = SendVoice(of="k1", body=OPUS, seconds=3.4, waveform=bytes(range(256)))
        told = replace(sound, caption="So it sounds.", choices=(Choice(label="Text only", data="voice~off"),))
        for number, voice in enumerate((sound, told)):
            assert await self.send(harness, voice, key=f"sound-{number}") != asked
        await self.send(harness, Say(text="The end."), key="end")
        while "The end." not in (shown := await harness.shown(1))[-1].text:
            await harness.shown(len(shown) + 1)
        heard = [seen for seen in shown if seen.seconds]
        if not harness.platform.capabilities.speaks:
            assert squeezed("".join(seen.text for seen in shown)) == squeezed("Where did you live? The end.")
            return
        self.needs(harness, Feature.VOICE_MESSAGES)
        assert [seen.body for seen in heard] == [OPUS, OPUS]
        assert all(3 <= seen.seconds <= 3.4 for seen in heard)
        assert squeezed("".join(seen.text for seen in shown)) == squeezed("Where did you live? So it sounds. The end.")
        await harness.press("Text only")
        assert (await harness.inbox.last(1)).content == Press(data="voice~off")

    async def test_positions_order_both_sides(self, harness: PlatformHarness) -> None:
        self.needs(harness, Feature.POSITIONS)
        await harness.write("before the question")
        before = await harness.inbox.last(1)
        receipt = await self.send(harness, Say(text="Where did you live?"))
        await harness.write("after it")
        after = await harness.inbox.last(2)
        assert before.position < receipt.position < after.position

    async def test_messages_are_shown_in_the_order_sent(self, harness: PlatformHarness) -> None:
        words = ["One.", "Two.", "Three."]
        for number, text in enumerate(words):
            await self.send(harness, Say(text=text), key=f"order-{number}")
        assert squeezed("".join(part.text for part in await harness.shown(3))) == "One.Two.Three."

    # --- a person who is gone, and the end ---

    async def test_a_person_who_blocked_the_bot_is_unreachable(self, harness: PlatformHarness) -> None:
        self.needs(harness, Feature.BLOCKING)
        await harness.write("hello")
        await harness.inbox.take(1)
        await harness.block()
        assert (await harness.inbox.last(2)).content == ChatClosed()
        with pytest.raises(Unreachable):
            await self.send(harness, Say(text="Are you there?"))
        async with harness.platform.typing(harness.address):
            pass

    async def test_typing_neither_raises_nor_hides_an_error(self, harness: PlatformHarness) -> None:
        async with harness.platform.typing(harness.address):
            await harness.write("while it thinks")
            await harness.inbox.take(1)
        nobody = Address(platform=harness.platform.name, chat="999999999")
        async with harness.platform.typing(nobody):
            pass
        with pytest.raises(ZeroDivisionError):
            async with harness.platform.typing(harness.address):
                raise ZeroDivisionError

    async def test_forgetting_holds_nothing_up(self, harness: PlatformHarness) -> None:
        await harness.write("not to be kept")
        await harness.inbox.take(1)
        for chat in (harness.address.chat, harness.address.chat, "999999999"):
            await harness.platform.forget(Address(platform=harness.platform.name, chat=chat))
        await self.send(harness, Say(text="Goodbye."))
        assert squeezed((await harness.shown(1))[-1].text) == "Goodbye."
        await harness.write("hello again")
        assert (await harness.inbox.last(2)).content == Text(text="hello again")

    async def test_the_end_leaves_no_task_behind(self, harness: PlatformHarness) -> None:
        await harness.write("hello")
        await harness.inbox.take(1)
        async with asyncio.timeout(PATIENCE):
            await harness.stop()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        assert [task for task in map(repr, others) if f"{os.sep}adapters{os.sep}" in task] == []

    async def test_capabilities_can_be_relied_on(self, harness: PlatformHarness) -> None:
        capabilities = harness.platform.capabilities
        assert capabilities.text_limit > 0
        assert capabilities.file_limit > 0
        assert capabilities.fetch_limit > 0
        assert harness.platform.name == harness.address.platform

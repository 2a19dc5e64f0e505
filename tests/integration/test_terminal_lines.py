"""Without a terminal: each line that is piped in is a message, and each waits for the reply to the one before."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from adapters.terminal.conversation import LINE_PATIENCE
from adapters.terminal.identity import HERE
from adapters.terminal.platform import TerminalPlatform
from adapters.terminal.presenter import Exchange
from adapters.terminal.scene import QUIET
from core.contracts.errors import StorageError
from core.contracts.messages import LEAVING, Choice, Command, Outgoing, Press, Say, Text
from tests.contract.platform_contract import PATIENCE, RecordingInbox, SteppedClock
from tests.fakes.terminal import Paper, fall_silent


@dataclass(slots=True)
class Piped:
    platform: TerminalPlatform
    inbox: RecordingInbox
    clock: SteppedClock
    paper: Paper
    running: asyncio.Task[None]

    async def reply(self, saying: Say) -> None:
        """The interviewer says this, and nothing more for a while."""
        quiets = self.clock.slept.count(QUIET)
        await self.platform.send(Outgoing(key="k", address=HERE, saying=saying))
        await fall_silent(self.clock, quiets)

    async def ended(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await self.running


@asynccontextmanager
async def piped(words: bytes, folder: Path) -> AsyncIterator[Piped]:
    async def history() -> Sequence[Exchange]:
        return ()

    reading, writing = os.pipe()
    os.write(writing, words)
    os.close(writing)
    clock, inbox, paper = SteppedClock(), RecordingInbox(), Paper()
    with os.fdopen(reading, "rb") as stdin:
        platform = TerminalPlatform(clock=clock, documents=folder, history=history, stdin=stdin, out=paper, width=80)
        running = asyncio.create_task(platform.run(inbox))
        yield Piped(platform, inbox, clock, paper, running)
        running.cancel()


async def test_each_line_answers_its_own_question(tmp_path: Path) -> None:
    async with piped(b"1\n\nI was born in a village.\r\n/done", tmp_path) as talk:
        assert (await talk.inbox.last(1)).content == Command(name="start")
        await talk.reply(
            Say(text="Which?", choices=(Choice(label="Life", data="a"), Choice(label="Podcast", data="b")))
        )
        assert (await talk.inbox.last(2)).content == Press(data="a")
        assert len(talk.inbox.offered) == 2
        await talk.reply(Say(text="Where were you born?"))
        assert (await talk.inbox.last(3)).content == Text(text="I was born in a village.")
        await talk.reply(Say(text="And then?"))
        assert (await talk.inbox.last(4)).content == Command(name="done")
        await talk.reply(Say(text="Thank you."))
        assert (await talk.inbox.last(5)).content == Command(name="pause", argument=LEAVING)
        await talk.reply(Say(text="Until next time."))
        await talk.ended()
        assert [block.strip() for block in talk.paper.blocks if block.startswith("›")] == [
            "› Life",
            "› I was born in a village.",
            "› /done",
        ]
        assert "Until next time." in talk.paper.blocks[-1]


async def test_silence_is_waited_out(tmp_path: Path) -> None:
    async with piped(b"words\n", tmp_path) as talk:
        for heard, content in enumerate(
            [Command(name="start"), Text(text="words"), Command(name="pause", argument=LEAVING)], start=1
        ):
            assert (await talk.inbox.last(heard)).content == content
            await talk.clock.until_sleeping(heard)
            await talk.clock.advance(LINE_PATIENCE)
        await talk.ended()


async def test_bytes_that_are_no_text_harm_nothing(tmp_path: Path) -> None:
    async with piped(b"caf\xe9 \x00\x1b[2J\n", tmp_path) as talk:
        await talk.inbox.last(1)
        await talk.reply(Say(text="Where?"))
        assert (await talk.inbox.last(2)).content == Text(text="caf\ufffd \x1b[2J")
        await talk.reply(Say(text="And then?"))
        await talk.inbox.last(3)
        await talk.reply(Say(text="Bye."))
        await talk.ended()
        assert "\x1b" not in talk.paper.getvalue()


async def test_words_that_cannot_be_kept_end_it_since_nobody_could_repeat_them(tmp_path: Path) -> None:
    async with piped(b"words\n", tmp_path) as talk:
        await talk.inbox.last(1)
        talk.inbox.failures = [StorageError("the disk is full")]
        await talk.reply(Say(text="Where?"))
        with pytest.raises(StorageError):
            await talk.ended()

"""What is typed, piped or dragged into the terminal, line by line: words, recordings, and files."""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

import adapters.terminal.platform
from adapters.terminal.conversation import LINE_PATIENCE
from adapters.terminal.platform import TerminalPlatform
from adapters.terminal.presenter import MARK, TerminalRow
from adapters.terminal.scene import HERE, QUIET
from core.contracts.errors import Rejected, StorageError, TryLater
from core.contracts.messages import LEAVING, Attachment, Choice, Command, Outgoing, Press, Say, Text, Voice
from core.readers.archives import unpack
from tests.contract.platform_contract import PATIENCE, RecordingInbox, SteppedClock, squeezed
from tests.fakes.terminal import Paper, Terminal, fall_silent


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
    async def history() -> Sequence[TerminalRow]:
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


# --- recordings ------------------------------------------------------------------------------------------------------


@pytest.fixture
async def terminal(tmp_path: Path) -> AsyncIterator[Terminal]:
    async with Terminal.started(tmp_path / "documents") as started:
        yield started


@pytest.fixture
def note(tmp_path: Path) -> Path:
    path = tmp_path / "my note.ogg"
    path.write_bytes(b"sound")
    return path


async def test_what_was_dragged_into_the_window_is_a_recording(terminal: Terminal, note: Path) -> None:
    terminal.keys.send_text(f"\x1b[200~'{note}' \x1b[201~\r\r")
    event = await terminal.inbox.last(1)
    assert event.content == Voice(file_ref=str(note), size=5, media_type="audio/ogg", prepared=True)
    assert event.ref
    assert terminal.paper.blocks[-1].startswith(MARK)
    assert squeezed(note.name) in squeezed(terminal.paper.blocks[-1])


async def test_a_path_amid_words_stays_words(terminal: Terminal, note: Path) -> None:
    await terminal.write(f"It is in {note}")
    await terminal.write(f"~ {note}")
    contents = [event.content for event in await terminal.inbox.take(2)]
    assert contents == [Text(text=f"It is in {note}"), Text(text=f"~ {note}")]


async def test_a_recording_that_could_not_be_kept_is_the_same_event(terminal: Terminal, note: Path) -> None:
    terminal.inbox.failures = [StorageError("the disk is full")]
    await terminal.write(f"'{note}'")
    await terminal.paper.until("couldn’t save that")
    terminal.keys.send_text("\r\r")
    await terminal.inbox.take(1)
    first, second = terminal.inbox.offered
    assert first.event_id == second.event_id


@pytest.mark.parametrize(("number", "expected"), [(errno.EIO, TryLater), (errno.EACCES, Rejected)])
async def test_trouble_with_the_disk_says_whether_it_may_pass(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, number: int, expected: type[Exception]
) -> None:
    def broken(file_ref: str, *, limit: int) -> bytes:
        raise OSError(number, os.strerror(number), file_ref)

    monkeypatch.setattr(adapters.terminal.platform, "read_local_file", broken)
    with pytest.raises(expected) as caught:
        await terminal.platform.fetch("/home/anna/secret.ogg", limit=100)
    assert "anna" not in str(caught.value)


async def test_the_line_stands_below_the_prompt_in_place_of_the_thinking(terminal: Terminal) -> None:
    async with terminal.platform.typing(HERE), terminal.platform.listening(HERE) as first:
        assert "thinking" in terminal.platform.toolbar()
        first.show("Listening…\n\x1b[2J 10 %")
        assert "Listening… 10 %" in terminal.platform.toolbar()
        assert "thinking" not in terminal.platform.toolbar()
        async with terminal.platform.listening(HERE) as second:
            second.show("Another")
            assert "Another" in terminal.platform.toolbar()
        assert "Listening… 10 %" in terminal.platform.toolbar()
    assert "Listening" not in terminal.platform.toolbar()
    assert "thinking" not in terminal.platform.toolbar()
    assert terminal.paper.getvalue() == ""


async def test_piped_words_wait_for_what_was_heard(tmp_path: Path, note: Path) -> None:
    async with piped(f"{note}\nI was born.\n".encode(), tmp_path) as talk:
        await talk.inbox.last(1)
        await talk.reply(Say(text="Where?"))
        assert isinstance((await talk.inbox.last(2)).content, Voice)
        async with talk.platform.listening(HERE) as line:
            line.show("Listening…")
            line.show("Listening… 50 %")
            await talk.paper.until("Listening…")
            await talk.clock.until_sleeping(3)
            await talk.clock.advance(LINE_PATIENCE)
            for _ in range(20):
                await asyncio.sleep(0)
        assert len(talk.inbox.offered) == 2
        await talk.reply(Say(text="And then?"))
        assert (await talk.inbox.last(3)).content == Text(text="I was born.")
        await talk.reply(Say(text="Thank you."))
        assert (await talk.inbox.last(4)).content == Command(name="pause", argument=LEAVING)
        await talk.reply(Say(text="Bye."))
        await talk.ended()
        assert talk.paper.getvalue().count("Listening") == 1


async def test_a_screen_that_breaks_while_it_listens_disturbs_nothing(tmp_path: Path) -> None:
    async with piped(b"", tmp_path) as talk:
        await talk.inbox.last(1)
        talk.paper.close()
        async with talk.platform.listening(HERE) as line:
            line.show("Listening…")


# --- files -----------------------------------------------------------------------------------------------------------


async def test_what_was_dragged_into_the_window_is_handed_in_and_can_be_fetched(tmp_path: Path) -> None:
    talk, folder = tmp_path / "my talk.vtt", tmp_path / "episode"
    talk.write_bytes(b"WEBVTT")
    folder.mkdir()
    (folder / "quotes.md").write_bytes(b"> A word")
    async with Terminal.started(tmp_path / "documents") as terminal:
        terminal.keys.send_text(f"\x1b[200~'{talk}' \x1b[201~\r\r")
        event = await terminal.inbox.last(1)
        assert event.content == Attachment(file_ref=str(talk), name="my talk.vtt", media_type="text/vtt", size=6)
        assert event.ref
        terminal.keys.send_text(f"{folder}\r\r")
        content = (await terminal.inbox.last(2)).content
        assert isinstance(content, Attachment)
        await terminal.write(f"I heard it in {folder} yesterday")
        assert (await terminal.inbox.last(3)).content == Text(text=f"I heard it in {folder} yesterday")
        assert await terminal.platform.fetch(str(talk), limit=100) == b"WEBVTT"
        assert unpack(await terminal.platform.fetch(content.file_ref, limit=1_000)) == {"quotes.md": b"> A word"}
        with pytest.raises(Rejected):
            await terminal.platform.fetch(str(tmp_path), limit=100)

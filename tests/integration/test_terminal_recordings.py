"""A recording at the terminal: its path is typed or dragged into the window, and a line tells of the listening."""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import adapters.terminal.platform
from adapters.terminal.conversation import LINE_PATIENCE
from adapters.terminal.identity import HERE
from adapters.terminal.presenter import MARK
from core.contracts.errors import Rejected, StorageError, TryLater
from core.contracts.messages import LEAVING, Command, Say, Text, Voice
from tests.contract.platform_contract import squeezed
from tests.fakes.terminal import Terminal
from tests.integration.test_terminal_lines import piped


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


async def test_a_recording_that_could_not_be_kept_is_the_same_event_when_sent_again(
    terminal: Terminal, note: Path
) -> None:
    terminal.inbox.failures = [StorageError("the disk is full")]
    await terminal.write(f"'{note}'")
    await terminal.paper.until("could not be saved")
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

    monkeypatch.setattr(adapters.terminal.platform, "load", broken)
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


async def test_piped_words_wait_for_what_was_heard_and_are_told_of_the_listening_once(
    tmp_path: Path, note: Path
) -> None:
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

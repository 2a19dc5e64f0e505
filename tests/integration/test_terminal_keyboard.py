"""A person at the keyboard: prompt_toolkit itself, with keys from a pipe."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from adapters.terminal.conversation import PAUSE_PATIENCE
from adapters.terminal.presenter import MARK, TerminalRow
from adapters.terminal.scene import QUIET
from core.contracts.errors import Rejected, StorageError, Unreachable
from core.contracts.messages import LEAVING, Address, Choice, Command, Content, Outgoing, Press, Say, SendDocument, Text
from tests.fakes.terminal import Terminal, fall_silent

UP, ALT_ENTER, CTRL_C, CTRL_D = "\x1b[A", "\x1b\r", "\x03", "\x04"
MENU = Say(text="Which?", choices=(Choice(label="Life story", data="life"), Choice(label="Podcast", data="pod")))
SKIP = Say(text="How many brothers had you?", choices=(Choice(label="Skip", data="skip"),))


@pytest.fixture
async def terminal(tmp_path: Path) -> AsyncIterator[Terminal]:
    async with Terminal.started(tmp_path / "documents") as started:
        yield started


async def contents(terminal: Terminal, count: int) -> list[Content]:
    return [event.content for event in await terminal.inbox.take(count)]


async def leave(terminal: Terminal) -> None:
    """The interviewer answers the pause, and nothing more comes."""
    quiets = terminal.clock.slept.count(QUIET)
    await terminal.say("Until next time.")
    await fall_silent(terminal.clock, quiets)
    await terminal.left()


# --- sending ---


@pytest.mark.parametrize("end", ["\r\r", CTRL_D, ALT_ENTER, "\r" + CTRL_D])
async def test_several_lines_are_one_message(terminal: Terminal, end: str) -> None:
    terminal.keys.send_text(f"I was born in a village.\rThere was a river.{end}")
    assert await contents(terminal, 1) == [Text(text="I was born in a village.\nThere was a river.")]
    assert await terminal.paper.until("river") == f"\n{MARK}I was born in a village.\n  There was a river.\n"


async def test_pasted_paragraphs_stay_together(terminal: Terminal) -> None:
    terminal.keys.send_text("\x1b[200~one\n\ntwo\x1b[201~\r\r")
    assert await contents(terminal, 1) == [Text(text="one\n\ntwo")]


async def test_an_empty_line_amid_the_words_does_not_send(terminal: Terminal) -> None:
    terminal.keys.send_text(f"one\rtwo{UP}\x1b[H\r{UP}\rzero{CTRL_D}")
    [content] = await contents(terminal, 1)
    assert isinstance(content, Text)
    assert {"one", "two", "zero"} <= set(content.text.split())


async def test_nothing_is_never_sent_and_explained_once(terminal: Terminal) -> None:
    terminal.keys.send_text("\r \r\rwords\r\r")
    assert await contents(terminal, 1) == [Text(text="words")]
    assert (await terminal.paper.until("words")).count("nothing to send") == 1


async def test_what_is_half_typed_survives_what_is_said(terminal: Terminal) -> None:
    terminal.keys.send_text("half ")
    await terminal.say("A word in between.")
    terminal.keys.send_text("a sentence\r\r")
    assert await contents(terminal, 1) == [Text(text="half a sentence")]
    assert terminal.paper.getvalue() == f"\n  A word in between.\n\n{MARK}half a sentence\n"


async def test_events_tell_who_where_and_when(terminal: Terminal) -> None:
    await terminal.write("words")
    await terminal.write("/help")
    words, command = await terminal.inbox.take(2)
    assert words.address == command.address == Address(platform="terminal", chat="here")
    assert words.sender.id == "here"
    assert words.sent_at == terminal.clock.now()
    assert (bool(words.ref), bool(command.ref)) == (True, False)
    assert words.position < command.position


# --- commands and choices ---


async def test_a_command_needs_one_enter(terminal: Terminal) -> None:
    terminal.keys.send_text("/resume my story\r")
    assert await contents(terminal, 1) == [Command(name="resume", argument="my story")]


@pytest.mark.parametrize(("typed", "data"), [("2", "pod"), ("podcast", "pod"), ("[1]", "life")])
async def test_a_choice_needs_one_enter_and_is_echoed_in_words(terminal: Terminal, typed: str, data: str) -> None:
    await terminal.say(MENU)
    terminal.keys.send_text(f"{typed}\r")
    assert await contents(terminal, 1) == [Press(data=data)]
    assert terminal.paper.blocks[-1] == MARK + {"pod": "Podcast", "life": "Life story"}[data]


async def test_a_choice_is_taken_once(terminal: Terminal) -> None:
    await terminal.say(MENU)
    terminal.keys.send_text("1\r")
    await terminal.inbox.take(1)
    await terminal.write("1")
    assert await contents(terminal, 2) == [Press(data="life"), Text(text="1")]


async def test_only_the_newest_choices_are_open(terminal: Terminal) -> None:
    await terminal.say(MENU)
    await terminal.say(SKIP)
    await terminal.say("Take your time.")
    await terminal.write("2")
    terminal.keys.send_text("skip\r")
    assert await contents(terminal, 2) == [Text(text="2"), Press(data="skip")]


async def test_the_table_is_shown_and_nothing_is_handed_in(tmp_path: Path) -> None:
    row = TerminalRow(question="Where was it?", answer="By the river.", at=datetime(2026, 3, 1, 9, tzinfo=UTC))
    async with Terminal.started(tmp_path, rows=[row]) as terminal:
        terminal.keys.send_text("/table\rwords\r\r")
        assert await contents(terminal, 1) == [Text(text="words")]
        shown = await terminal.paper.until("By the river.")
        assert "Where was it?" in shown
        assert "01.03. 09:00" in shown


# --- nothing dangerous is printed ---


async def test_no_escape_sequence_reaches_the_terminal(terminal: Terminal) -> None:
    hostile = "before \x1b]0;title\x07\x1b[2J after"
    terminal.keys.send_text(f"\x1b[200~{hostile}\x1b[201~\r\r")
    assert await contents(terminal, 1) == [Text(text=hostile)]
    await terminal.say(Say(text=hostile, choices=(Choice(label="\x1b[31mRed", data="r"),)))
    shown = terminal.paper.getvalue()
    assert shown.count("before  after") == 2
    assert "\x1b" not in shown
    assert "\x07" not in shown


# --- documents ---


async def test_a_document_says_where_it_is_and_stays_in_its_folder(terminal: Terminal, tmp_path: Path) -> None:
    document = SendDocument(name="../../escaped.md", media_type="text/markdown", body=b"words", caption="Your story.")
    await terminal.say(document)
    assert "Your story." in terminal.paper.getvalue()
    path = tmp_path / "documents" / "escaped.md"
    assert f"\n  {path}\n" in terminal.paper.getvalue()
    assert path.read_bytes() == b"words"


async def test_a_folder_that_takes_no_documents_is_told_to_the_operator(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "documents").write_text("a file in the way")
    with pytest.raises(Rejected, match="documents"):
        await terminal.say(SendDocument(name="a.md", media_type="text/markdown", body=b"words"))


async def test_there_is_one_chat_only(terminal: Terminal) -> None:
    elsewhere = Outgoing(key="k", address=Address(platform="terminal", chat="there"), saying=Say(text="Hello?"))
    with pytest.raises(Unreachable):
        await terminal.platform.send(elsewhere)
    assert terminal.paper.getvalue() == ""


async def test_a_terminal_that_is_gone_cannot_be_reached(terminal: Terminal) -> None:
    terminal.paper.close()
    with pytest.raises(Unreachable):
        await terminal.say("Are you there?")


# --- what could not be kept ---


async def test_words_that_could_not_be_kept_stay_in_the_prompt(terminal: Terminal) -> None:
    terminal.inbox.failures = [StorageError("the disk is full")]
    await terminal.write("the only telling")
    await terminal.paper.until("couldn’t save that")
    assert terminal.inbox.accepted == []
    terminal.keys.send_text("\r\r")
    assert await contents(terminal, 1) == [Text(text="the only telling")]
    first, second = terminal.inbox.offered
    assert first.event_id == second.event_id


async def test_words_mended_after_a_failure_are_another_event(terminal: Terminal) -> None:
    terminal.inbox.failures = [StorageError("the disk is full")]
    await terminal.write("the only")
    await terminal.paper.until("couldn’t save that")
    terminal.keys.send_text(" telling\r\r")
    assert await contents(terminal, 1) == [Text(text="the only telling")]
    first, second = terminal.inbox.offered
    assert first.event_id != second.event_id


# --- leaving ---


@pytest.mark.parametrize("way", [CTRL_C + CTRL_C, CTRL_C + "yes\r", CTRL_C + "Y\r", CTRL_D + CTRL_D, "/quit\r"])
async def test_leaving_pauses_and_waits_for_the_last_word(terminal: Terminal, way: str) -> None:
    terminal.keys.send_text(way)
    assert await contents(terminal, 1) == [Command(name="pause", argument=LEAVING)]
    assert not terminal.running.done()
    await leave(terminal)
    assert terminal.paper.blocks[-1] == "  Until next time."


async def test_the_last_word_is_waited_for_a_few_seconds_only(terminal: Terminal) -> None:
    terminal.keys.send_text("/quit\r")
    await terminal.clock.until_sleeping(1)
    await terminal.clock.advance(PAUSE_PATIENCE)
    await terminal.left()


async def test_it_waits_while_the_interviewer_is_thinking(terminal: Terminal) -> None:
    async with terminal.platform.typing(terminal.address):
        terminal.keys.send_text("/quit\r")
        await terminal.inbox.take(1)
        await terminal.say("Wait a moment.")
        await terminal.clock.advance(PAUSE_PATIENCE / 2)
        assert QUIET not in terminal.clock.slept
    await fall_silent(terminal.clock, 0)
    await terminal.left()


@pytest.mark.parametrize("answer", ["no\r", "\r", "what?\rn\r"])
async def test_staying_keeps_what_was_typed(terminal: Terminal, answer: str) -> None:
    terminal.keys.send_text(f"one\rtwo{CTRL_C}{answer} words\r\r")
    assert await contents(terminal, 1) == [Text(text="one\ntwo words")]


async def test_a_closed_terminal_pauses(terminal: Terminal) -> None:
    terminal.keys.close()
    assert await contents(terminal, 1) == [Command(name="pause", argument=LEAVING)]
    await leave(terminal)


async def test_a_screen_that_breaks_while_somebody_writes_pauses(terminal: Terminal) -> None:
    terminal.paper.close()
    await terminal.write("can you read this?")
    assert await contents(terminal, 1) == [Command(name="pause", argument=LEAVING)]
    await terminal.left()


# --- what was typed before ---


async def test_the_history_is_private_and_outlives_the_program(tmp_path: Path) -> None:
    history = tmp_path / "state" / "history"
    async with Terminal.started(tmp_path, history_file=history) as terminal:
        await terminal.write("one\rtwo")
        await terminal.inbox.take(1)
    assert history.stat().st_mode & 0o777 == 0o600
    async with Terminal.started(tmp_path, history_file=history) as terminal:
        terminal.keys.send_text(f"{UP}\r\r")
        assert await contents(terminal, 1) == [Text(text="one\ntwo")]


async def test_what_was_not_sent_is_found_again(tmp_path: Path) -> None:
    history = tmp_path / "history"
    async with Terminal.started(tmp_path, history_file=history) as terminal:
        terminal.keys.send_text(f"a long thought{CTRL_C}{CTRL_C}")
        assert await contents(terminal, 1) == [Command(name="pause", argument=LEAVING)]
        await leave(terminal)
        assert "press the up arrow" in " ".join(terminal.paper.getvalue().split())
    async with Terminal.started(tmp_path, history_file=history) as terminal:
        terminal.keys.send_text(f"{UP}{CTRL_D}")
        assert await contents(terminal, 1) == [Text(text="a long thought")]


async def test_a_history_that_cannot_be_kept_disturbs_nobody(tmp_path: Path) -> None:
    async with Terminal.started(tmp_path, history_file=tmp_path) as terminal:
        await terminal.write("words")
        assert await contents(terminal, 1) == [Text(text="words")]

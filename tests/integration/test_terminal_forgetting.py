"""What the terminal keeps of the person at the keyboard, and that nothing of it is left when they are forgotten."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from adapters.terminal.files import delete_files, saved_files
from adapters.terminal.keyboard import Keyboard
from adapters.terminal.scene import HERE
from core.contracts.messages import LEAVING, Address, Command, SendDocument, Text
from core.languages.messages import say
from tests.fakes.app import until
from tests.fakes.command_line import raconteur
from tests.fakes.terminal import Terminal

UP, CTRL_D = "\x1b[A", "\x04"
FILE = SendDocument(name="transcript-anna.md", media_type="text/markdown", body=b"the well behind the mill")


@pytest.fixture
async def terminal(tmp_path: Path) -> AsyncIterator[Terminal]:
    """A terminal at which something was said and a document received."""
    async with Terminal.started(tmp_path / "documents", history_file=tmp_path / "history") as started:
        await started.write("the well behind the mill")
        await started.inbox.take(1)
        await started.say(FILE)
        yield started


def _kept(folder: Path) -> list[str]:
    """The files that hold something."""
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file() and p.stat().st_size)


async def test_documents_and_what_was_typed_are_deleted(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "documents" / ".half.part").write_bytes(b"the well")
    (tmp_path / "documents" / "mine").mkdir()
    (tmp_path / "documents" / "mine" / "letters.md").write_bytes(b"of nobody's business")
    (tmp_path / "raconteur.db").write_bytes(b"another's")
    assert {"history", "documents/transcript-anna.md"} <= set(_kept(tmp_path))
    await terminal.platform.forget(HERE)
    assert _kept(tmp_path) == ["documents/mine/letters.md", "raconteur.db"]


async def test_the_up_arrow_brings_nothing_back(terminal: Terminal, tmp_path: Path) -> None:
    await terminal.platform.forget(HERE)
    terminal.keys.send_text(f"{UP}we’ll start from the beginning\r\r")
    assert (await terminal.inbox.last(2)).content == Text(text="we’ll start from the beginning")
    assert "the well" not in (tmp_path / "history").read_text(encoding="utf-8")
    terminal.keys.send_text(f"{UP}{UP}\r\r")
    assert (await terminal.inbox.last(3)).content == Text(text="we’ll start from the beginning")
    assert (tmp_path / "history").stat().st_mode & 0o777 == 0o600


async def test_a_history_for_this_run_only_is_forgotten_too(tmp_path: Path) -> None:
    async with Terminal.started(tmp_path) as terminal:
        await terminal.write("the well behind the mill")
        await terminal.inbox.take(1)
        await terminal.platform.forget(HERE)
        terminal.keys.send_text(f"{UP}we’ll start from the beginning\r\r")
        assert (await terminal.inbox.last(2)).content == Text(text="we’ll start from the beginning")


async def test_what_is_being_typed_just_then_stays(terminal: Terminal) -> None:
    terminal.keys.send_text("half a sent")
    keyboard = terminal.platform._inlet
    assert isinstance(keyboard, Keyboard)
    await until(lambda: keyboard._session.default_buffer.text == "half a sent")
    await terminal.platform.forget(HERE)
    terminal.keys.send_text("ence\r\r")
    assert (await terminal.inbox.last(2)).content == Text(text="half a sentence")


async def test_who_leaves_then_leaves_without_a_pause(terminal: Terminal) -> None:
    """Or the pause would be the first that is known of a stranger."""
    await terminal.platform.forget(HERE)
    terminal.keys.send_text(f"{CTRL_D}yes\r")
    await terminal.left()
    assert [event.content for event in terminal.inbox.accepted] == [Text(text="the well behind the mill")]


async def test_who_has_begun_anew_is_paused_as_always(terminal: Terminal) -> None:
    await terminal.platform.forget(HERE)
    await terminal.write("we’ll start from the beginning")
    await terminal.inbox.take(2)
    terminal.keys.send_text(f"{CTRL_D}yes\r")
    assert (await terminal.inbox.last(3)).content == Command(name="pause", argument=LEAVING)


async def test_another_chat_is_none_of_its_business(terminal: Terminal, tmp_path: Path) -> None:
    before = _kept(tmp_path)
    await terminal.platform.forget(Address(platform="terminal", chat="elsewhere"))
    assert _kept(tmp_path) == before


async def test_a_file_that_cannot_be_deleted_holds_nothing_up(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "history").unlink()
    (tmp_path / "history").mkdir()
    with capture_logs() as logs:
        await terminal.platform.forget(HERE)
    assert [(entry["event"], entry["files"]) for entry in logs] == [("terminal-files-not-deleted", 1)]
    assert _kept(tmp_path) == []


TALK = """Aglaya
I agree
The well behind the mill, and my grandmother at it.
/transcript
/delete
Delete everything
"""


def test_from_the_first_word_to_the_last_nothing_is_left(tmp_path: Path) -> None:
    ended = raconteur("run", folder=tmp_path, typed=TALK)
    assert ended.code == 0, ended.err
    assert "The well behind the mill" in ended.out
    assert say("en", "delete-kept") not in ended.out
    told = (b"The well behind", b"Aglaya")
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert tmp_path / "data" / "raconteur.db" in files
    assert [path for path in files if any(words in path.read_bytes() for words in told)] == []
    with closing(sqlite3.connect(tmp_path / "data" / "raconteur.db")) as c:
        assert c.execute("SELECT COUNT(*) FROM persons").fetchone() == (0,)
        assert c.execute("SELECT number FROM tallies WHERE name = 'deleted-people'").fetchone() == (1,)


def test_what_is_not_there_needs_no_deleting(tmp_path: Path) -> None:
    assert saved_files(tmp_path / "nowhere") == []
    assert delete_files([tmp_path / "nothing"]) == 0

"""The terminal as a platform."""

from __future__ import annotations

import asyncio
import errno
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import tzinfo
from pathlib import Path
from typing import BinaryIO, TextIO

import structlog
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import Input
from prompt_toolkit.output import Output
from prompt_toolkit.utils import is_dumb_terminal

from adapters.terminal import presenter
from adapters.terminal.conversation import Conversation
from adapters.terminal.files import FETCH_LIMIT, delete_files, read_local_file, save_document, saved_files
from adapters.terminal.inlet import Inlet, PipedLines
from adapters.terminal.keyboard import Keyboard, open_history
from adapters.terminal.presenter import TerminalRow
from adapters.terminal.reading import Local, interpret_line
from adapters.terminal.scene import HERE, Positions, Replies, TerminalScene, terminal_sender
from adapters.terminal.screen import ListeningLines, StatusLine, TerminalScreen
from core.contracts.errors import Rejected, TryLater, Unreachable
from core.contracts.messages import Address, Outgoing, Receipt, SendDocument, SendVoice, Text, position_of
from core.contracts.ports import Buttons, Capabilities, Clock, Inbox, ListeningLine
from core.languages.messages import say as word

_log = structlog.get_logger()
_MAY_PASS = {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EAGAIN, errno.EMFILE, errno.ENFILE}
"""Disk errors that may be over at the next try."""


class TerminalPlatform:
    """The one person at the keyboard.

    `documents` is the folder that documents are written into, `history` gives the rows of `/table`, `commands` the
    names and descriptions that Tab completes, `history_file` keeps what was typed (None: nothing is kept). The rest is
    for tests: `keys` and `display` are prompt_toolkit's, `stdin` is read line by line when it is given, `out` is
    where everything is printed, `width` columns wide, `zone` that of the times shown.

    `run` returns when the person leaves.
    """

    name = "terminal"
    # No limit is the terminal's, which has none: more than this nobody reads or keeps in one piece.
    capabilities = Capabilities(
        text_limit=16_000,
        file_limit=1 << 30,
        fetch_limit=FETCH_LIMIT,
        buttons=Buttons(most=1_000, label=1_000),
        edits=False,
        carrier="",
    )

    def __init__(
        self,
        *,
        clock: Clock,
        documents: Path,
        history: Callable[[], Awaitable[Sequence[TerminalRow]]],
        commands: Sequence[tuple[str, str]] = (),
        history_file: Path | None = None,
        keys: Input | None = None,
        display: Output | None = None,
        stdin: BinaryIO | None = None,
        out: TextIO | None = None,
        width: int | None = None,
        zone: tzinfo | None = None,
    ) -> None:
        self._clock = clock
        self._documents = documents
        self._history = history
        self._commands = commands
        self._history_file = history_file
        self._keys = keys
        self._display = display
        self._stdin = stdin
        self._zone = zone
        self._screen = TerminalScreen(out or sys.stdout, width=width)
        self._sender = terminal_sender()
        self._scene = TerminalScene(language=self._sender.language)
        self._positions = Positions(clock)
        self._replies = Replies(clock)
        self._inlet: Inlet | None = None
        self._listening = ListeningLines(
            in_place=lambda: self._inlet is not None and self._inlet.attended, refresh=self._refresh, note=self._note
        )

    async def run(self, inbox: Inbox) -> None:
        """Converse until the person leaves: the pause was handed in then, and its answer printed if it came soon."""
        is_keyboard = self._keys is not None or (
            self._stdin is None and sys.stdin.isatty() and sys.stdout.isatty() and not is_dumb_terminal()
        )
        if self._stdin is not None or not is_keyboard:
            await self._converse(inbox, PipedLines(self._stdin or _standard_input()))
            return
        with create_app_session(input=self._keys, output=self._display), self._screen.with_prompt():
            await self._converse(inbox, self._keyboard())

    async def send(self, message: Outgoing) -> Receipt:
        if message.address != HERE:
            raise Unreachable(f"The terminal has one chat, {HERE}; there is no {message.address}.")
        self._scene.language = message.language
        saying, console = message.saying, self._screen.console
        if isinstance(saying, SendVoice):
            return Receipt(sent_at=self._clock.now())
        if isinstance(saying, SendDocument):
            path = await self._save(saying)
            await self._screen.show(presenter.document_block(console, saying.caption, path, message.language))
        else:
            await self._screen.show(presenter.say_block(console, saying, message.language))
            self._scene.said(saying)
        self._replies.said()
        self._refresh()
        position = self._positions.next()
        return Receipt(ref=str(position), position=position_of(position), sent_at=self._clock.now())

    async def fetch(self, file_ref: str, *, limit: int) -> bytes:
        try:
            return await asyncio.to_thread(read_local_file, file_ref, limit=limit)
        except OSError as error:
            if error.errno in _MAY_PASS:
                raise TryLater(f"The file cannot be read now: {error.strerror}.") from error
            raise Rejected(f"The file cannot be read: {error.strerror}.") from error

    @asynccontextmanager
    async def listening(self, address: Address) -> AsyncIterator[ListeningLine]:
        if address != HERE:
            yield StatusLine(lambda _: None)
            return
        self._replies.think()
        try:
            async with self._listening.line() as line:
                yield line
        finally:
            self._replies.rest()
            self._refresh()

    @asynccontextmanager
    async def typing(self, address: Address) -> AsyncIterator[None]:
        if address != HERE:
            yield
            return
        self._replies.think()
        self._refresh()
        try:
            yield
        finally:
            self._replies.rest()
            self._refresh()

    def toolbar(self) -> str:
        scene = self._scene
        return presenter.toolbar(
            scene.progress, thinking=self._replies.thinking, language=scene.language, listening=self._listening.text
        )

    async def forget(self, address: Address) -> None:
        """Delete the documents that were written, and what was typed before."""
        if address != HERE:
            return
        self._scene.forgotten = True
        if self._inlet is not None:
            self._inlet.forget()
        left = await asyncio.to_thread(self._remove_files)
        if left:
            _log.warning("terminal-files-not-deleted", files=left)

    def _remove_files(self) -> int:
        typed = [] if self._history_file is None else [self._history_file]
        return delete_files([*saved_files(self._documents), *typed])

    async def _converse(self, inbox: Inbox, inlet: Inlet) -> None:
        self._inlet = inlet
        conversation = Conversation(
            inbox=inbox,
            inlet=inlet,
            screen=self._screen,
            scene=self._scene,
            replies=self._replies,
            clock=self._clock,
            positions=self._positions,
            sender=self._sender,
            history=self._history,
            zone=self._zone,
        )
        try:
            await conversation.run()
        finally:
            self._inlet = None

    def _keyboard(self) -> Keyboard:
        language = self._scene.language
        own = [(local.value, word(language, f"terminal-command-{local.value}")) for local in Local]
        return Keyboard(
            toolbar=self.toolbar,
            at_once=lambda line: (
                not isinstance(interpret_line(line, self._scene.choices, numbered=self._scene.numbered), Text)
            ),
            commands=[*(command for command in self._commands if command[0] not in {*Local}), *own],
            history=open_history(self._history_file),
        )

    async def _note(self, words: str) -> None:
        await self._screen.show(presenter.note_block(self._screen.console, words))

    def _refresh(self) -> None:
        if self._inlet is not None:
            self._inlet.refresh()

    async def _save(self, document: SendDocument) -> Path:
        try:
            return await asyncio.to_thread(save_document, self._documents, document.name, document.body)
        except OSError as error:
            if error.errno in _MAY_PASS:
                raise TryLater(
                    f"The document could not be written into {self._documents}: {error.strerror}."
                ) from error
            raise Rejected(
                f"{self._documents} takes no documents ({error.strerror}); choose another folder."
            ) from error


def _standard_input() -> BinaryIO:
    # A reader of its own: the thread that blocks in it must not hold the lock of `sys.stdin` when the program ends.
    return open(sys.stdin.fileno(), "rb", closefd=False)

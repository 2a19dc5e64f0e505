"""Run a conversation: take in what the person does, until they leave."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from uuid import uuid4

import structlog

from adapters.terminal import presenter
from adapters.terminal.files import file_named_in
from adapters.terminal.inlet import Inlet, LeaveTerminal
from adapters.terminal.presenter import TerminalRow
from adapters.terminal.reading import Local, Reading, find_choice, interpret_line
from adapters.terminal.safe import storable_text
from adapters.terminal.scene import HERE, Positions, Replies, TerminalScene
from adapters.terminal.screen import TerminalScreen
from core.contracts.errors import RaconteurError, StorageError, Unreachable
from core.contracts.messages import (
    LEAVING,
    Attachment,
    Command,
    Content,
    Incoming,
    Photo,
    Press,
    Sender,
    Text,
    Voice,
    position_of,
)
from core.contracts.ports import Clock, Inbox
from core.languages.messages import say as word

PAUSE_PATIENCE = 5.0
"""Seconds to wait for the last words after a pause."""
_LEAVE = Command(name="pause", argument=LEAVING)
LINE_PATIENCE = 90.0
"""Seconds to wait for a reply before the next piped line is read, so that each answers its own question."""
RECORDING_PATIENCE = 3_600.0
"""Seconds to wait for a reply to a recording, which takes time to transcribe."""

Sent = Voice | Photo | Attachment

_log = structlog.get_logger()


@dataclass(slots=True, kw_only=True)
class Conversation:
    """One run at the terminal: from the greeting until the person leaves."""

    inbox: Inbox
    inlet: Inlet
    screen: TerminalScreen
    scene: TerminalScene
    replies: Replies
    clock: Clock
    positions: Positions
    sender: Sender
    history: Callable[[], Awaitable[Sequence[TerminalRow]]]
    zone: tzinfo | None
    _hinted: bool = False
    _unkept: Incoming | None = field(default=None)
    """The event that could not be stored; it is sent again unchanged, in case it was stored after all."""

    async def run(self) -> None:
        """Greet, converse, pause. Raises StorageError only where nobody is there to repeat what was not kept."""
        try:
            if await self._hand_in(Command(name="start")) and not self.inlet.attended:
                await self.replies.settled(LINE_PATIENCE)
            draft = await self._converse()
            if draft and self.inlet.keep(draft):
                await self._note("terminal-draft-kept")
            if not self.scene.forgotten and await self._hand_in(_LEAVE):
                await self.replies.settled(PAUSE_PATIENCE)
        except Unreachable:  # the window was closed: what the interviewer says next waits for the next time
            _log.info("terminal-gone")
            if not self.scene.forgotten:
                await self.inbox.accept(self._event(_LEAVE))

    async def _converse(self) -> str:
        """Take in what the person does until they leave; return what was written and not sent."""
        draft = ""
        while True:
            try:
                typed = await self.inlet.read(draft)
            except LeaveTerminal as leaving:
                draft = leaving.draft
                question = self._word("terminal-pause-question")
                yes, no = self._word("terminal-yes").split(), self._word("terminal-no").split()
                if await self.inlet.sure(question, yes=yes, no=no):
                    return draft
                continue
            sent = await asyncio.to_thread(file_named_in, storable_text(typed))
            reading = sent or interpret_line(typed, self.scene.choices, numbered=self.scene.numbered)
            if reading is Local.QUIT:
                return ""
            draft = "" if await self._act(reading, typed) else typed

    async def _act(self, reading: Reading | Sent, typed: str) -> bool:
        """Do what was meant; return False if it could not be kept."""
        if reading is None:
            if not self._hinted:
                self._hinted = True
                await self._note("terminal-empty")
            return True
        if not self.inlet.shows_typed:
            words, scene = typed.strip(), self.scene
            if isinstance(reading, Press) and (chosen := find_choice(words, scene.choices, numbered=scene.numbered)):
                words = chosen.label
            await self.screen.show(presenter.echo_block(self.screen.console, words))
        if isinstance(reading, Local):
            try:
                rows = await self.history()
            except RaconteurError as error:
                _log.error("terminal-no-table", error=error.code)
                await self._note("terminal-table-unavailable")
                return True
            table = presenter.table_block(self.screen.console, rows, self.scene.language, self.zone)
            await self.screen.show(table)
            return True
        kept = await self._hand_in(reading)
        if kept and isinstance(reading, Press):
            self.scene.choices = ()
        if kept and not self.inlet.attended:
            await self.replies.settled(RECORDING_PATIENCE if isinstance(reading, Voice) else LINE_PATIENCE)
        return kept

    async def _hand_in(self, content: Content) -> bool:
        event = self._unkept if self._unkept and self._unkept.content == content else self._event(content)
        self.replies.expect()
        self.scene.forgotten = False
        try:
            await self.inbox.accept(event)
        except StorageError as error:
            if not self.inlet.attended:
                raise
            _log.error("terminal-not-kept", error=error.code)
            self._unkept = event
            await self._note("terminal-not-kept")
            return False
        self._unkept = None
        return True

    def _event(self, content: Content) -> Incoming:
        event_id = f"terminal:{uuid4()}"
        return Incoming(
            event_id=event_id,
            address=HERE,
            sender=self.sender,
            content=content,
            sent_at=self.clock.now(),
            position=position_of(self.positions.next()),
            ref=event_id if isinstance(content, Text | Voice | Photo | Attachment) else "",
        )

    async def _note(self, key: str) -> None:
        await self.screen.show(presenter.note_block(self.screen.console, self._word(key)))

    def _word(self, key: str) -> str:
        return word(self.scene.language, key)

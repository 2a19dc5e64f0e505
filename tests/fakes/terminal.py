"""A person at a terminal: types on a pipe, and reads what was printed."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC
from pathlib import Path

import pytest
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from adapters.terminal.platform import TerminalPlatform
from adapters.terminal.presenter import MARK, TerminalRow
from adapters.terminal.scene import HERE, QUIET
from core.contracts.messages import Address, Command, Outgoing, Receipt, Say, Saying
from core.languages.messages import say as word
from tests.contract.platform_contract import PATIENCE, Feature, RecordingInbox, Shown, SteppedClock

_NUMBERED = re.compile(r"^ {2}\[\d+\] (.*)$")
_ALONE = re.compile(
    "^ {2}" + re.escape(word("en", "terminal-one-choice", label="LABEL")).replace("LABEL", "(.*)") + "$"
)


class Paper(io.StringIO):
    """What a terminal shows, block by block as it was written."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks: list[str] = []
        self._written = asyncio.Event()

    def write(self, text: str, /) -> int:
        self.blocks.append(text.strip("\n"))
        self._written.set()
        return super().write(text)

    async def until(self, words: str) -> str:
        """All that is written, as soon as `words` are there."""
        async with asyncio.timeout(PATIENCE):
            while words not in self.getvalue():
                await self.more()
        return self.getvalue()

    async def more(self) -> None:
        """Wait for something written since the last call."""
        await self._written.wait()
        self._written.clear()


async def fall_silent(clock: SteppedClock, quiets: int) -> None:
    """Let the silence pass after which a reply counts as whole; `quiets` is how many there were before the reply."""
    while clock.slept.count(QUIET) <= quiets:
        await clock.until_sleeping(len(clock.slept) + 1)
    await clock.advance(QUIET)


@dataclass(slots=True, kw_only=True)
class Terminal:
    """The adapter at work on a terminal of 80 columns, and the person who uses it."""

    platform: TerminalPlatform
    inbox: RecordingInbox
    keys: PipeInput
    paper: Paper
    clock: SteppedClock
    running: asyncio.Task[None]
    folder: Path
    address: Address = HERE
    lacks: Mapping[Feature, str] = field(
        default_factory=lambda: {
            Feature.ACKNOWLEDGEMENT: "the person at the keyboard is told nothing but the next question",
            Feature.REDELIVERY: "what could not be kept goes back into the prompt, and the person sends it again",
            Feature.BLOCKING: "who is at the keyboard cannot block it",
            Feature.EDITS: "what was sent has scrolled away",
            Feature.DURATION: "a file is not opened before it is listened to",
        }
    )

    @classmethod
    @asynccontextmanager
    async def started(
        cls, documents: Path, *, rows: Sequence[TerminalRow] = (), history_file: Path | None = None
    ) -> AsyncIterator[Terminal]:
        """A terminal whose `start` was handed in and taken out of the inbox."""

        async def history() -> Sequence[TerminalRow]:
            return rows

        paper, clock, inbox = Paper(), SteppedClock(), RecordingInbox()
        with create_pipe_input() as keys:
            platform = TerminalPlatform(
                clock=clock,
                documents=documents,
                history=history,
                commands=[("help", "what I understand"), ("pause", "stop for today")],
                history_file=history_file,
                keys=keys,
                display=DummyOutput(),
                out=paper,
                width=80,
                zone=UTC,
            )
            running = asyncio.create_task(platform.run(inbox))
            terminal = cls(
                platform=platform,
                inbox=inbox,
                keys=keys,
                paper=paper,
                clock=clock,
                running=running,
                folder=documents.parent,
            )
            try:
                assert (await inbox.last(1)).content == Command(name="start")
                inbox.accepted.clear()
                inbox.offered.clear()
                yield terminal
            finally:
                await terminal.stop()

    async def write(self, text: str) -> None:
        self.keys.send_text(f"{text}\r" if text.startswith("/") else f"{text}\r\r")

    async def press(self, label: str) -> None:
        self.keys.send_text(f"{label}\r")

    async def speak(self, audio: bytes, *, seconds: int) -> None:
        path = self.folder / f"note {len(list(self.folder.glob('note *')))}.ogg"
        path.write_bytes(audio)
        await self.write(f"'{path}'")

    def lost_recording(self) -> str:
        return str(self.folder / "deleted.ogg")

    async def until_listening(self, words: str) -> None:
        """It is drawn at once: nothing has to be waited for."""
        shown = self.platform.toolbar()
        assert words in shown if words else "Listening" not in shown

    async def edit(self, text: str) -> None:
        pytest.fail(self.lacks[Feature.EDITS])

    async def block(self) -> None:
        pytest.fail(self.lacks[Feature.BLOCKING])

    async def redeliver(self) -> None:
        pytest.fail(self.lacks[Feature.REDELIVERY])

    def acknowledged(self) -> bool:
        pytest.fail(self.lacks[Feature.ACKNOWLEDGEMENT])

    async def until_acknowledged(self) -> None:
        pytest.fail(self.lacks[Feature.ACKNOWLEDGEMENT])

    async def shown(self, count: int) -> list[Shown]:
        async with asyncio.timeout(PATIENCE):
            while len(said := [b for b in self.paper.blocks if not b.startswith(MARK)]) < count:
                await self.paper.more()
        return [_shown(block) for block in said]

    async def stop(self) -> None:
        self.running.cancel()
        with suppress(asyncio.CancelledError):
            await self.running

    async def say(self, saying: Saying | str, *, language: str = "en") -> Receipt:
        """The interviewer says this."""
        what = Say(text=saying) if isinstance(saying, str) else saying
        return await self.platform.send(Outgoing(key="k", address=HERE, saying=what, language=language))

    async def left(self) -> None:
        """Wait until `run` has returned by itself."""
        async with asyncio.timeout(PATIENCE):
            await self.running


def _shown(block: str) -> Shown:
    text: list[str] = []
    labels: list[str] = []
    lines = iter(block.split("\n"))
    for line in lines:
        if line.strip() == word("en", "terminal-document"):
            path = Path(next(lines).strip())
            return Shown(text="\n".join(text), name=path.name, body=path.read_bytes())
        label = _NUMBERED.match(line) or _ALONE.match(line)
        if label:
            labels.append(label[1])
        elif line.strip() != word("en", "terminal-choose"):
            text.append(line)
    return Shown(text="\n".join(text), labels=tuple(labels))

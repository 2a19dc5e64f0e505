"""A program to drive through a real terminal: the adapter, and an interviewer who repeats what was heard.

Started as `python -m tests.fakes.terminal_echo FOLDER`.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from adapters.terminal.platform import TerminalPlatform
from adapters.terminal.presenter import TerminalRow
from core.contracts.messages import Choice, Command, Incoming, Outgoing, Press, Progress, Say, Span, Style, Text
from tests.contract.platform_kit import MemoryLines
from tests.fakes.page_book import MemoryBook


class RealClock:
    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class EchoingInbox:
    """Answers every event, from a task of its own as an outbox would."""

    def __init__(self) -> None:
        self.incoming: asyncio.Queue[Incoming] = asyncio.Queue()
        self.lines = MemoryLines()
        self.shown = MemoryBook(self.accept)

    async def accept(self, incoming: Incoming) -> None:
        await self.incoming.put(incoming)

    async def seen(self, platform: str) -> Mapping[str, str]:
        return {}

    async def answer(self, platform: TerminalPlatform) -> None:
        while True:
            event = await self.incoming.get()
            async with platform.typing(event.address):
                heard = _words(event)
            saying = Say(
                text=f"Heard {heard}.",
                spans=(Span(start=0, end=5, style=Style.BOLD),),
                choices=(Choice(label="Skip", data="skip"),),
                progress=Progress(done=7, total=104),
            )
            await platform.send(Outgoing(key=event.event_id, address=event.address, saying=saying))


def _words(event: Incoming) -> str:
    match event.content:
        case Text(text=text):
            return repr(text)
        case Command(name=name):
            return f"/{name}"
        case Press(data=data):
            return f"[{data}]"
        case other:
            return type(other).__name__


async def _no_rows() -> Sequence[TerminalRow]:
    return ()


async def main(folder: Path) -> None:
    platform = TerminalPlatform(
        clock=RealClock(), documents=folder, history=_no_rows, commands=[("help", "")], history_file=folder / "history"
    )
    inbox = EchoingInbox()
    answering = asyncio.create_task(inbox.answer(platform))
    await platform.run(inbox)
    answering.cancel()
    print("The program has ended.")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))

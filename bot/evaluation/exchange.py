"""Questions and answers as files in a folder, so that somebody can be a model, or a person, by hand.

`001.request.md` is for reading and `001.request.json` holds the same for programs; who answers writes `001.answer`.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from core.documents.files import write_atomically

POLL = 0.2
"""Seconds between two looks for an answer."""
FINISHED = "finished"
"""This file says that nothing more will be asked."""
_REQUEST = ".request.md"
_SETTLED = 0.15
"""Seconds for which an answer must not have changed: it may still be being written."""


class Exchange:
    """One folder. Numbers go on where an earlier talk in the folder ended."""

    def __init__(self, folder: Path) -> None:
        """Raises OSError where the folder cannot be made."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        (folder / FINISHED).unlink(missing_ok=True)
        taken = [int(file.name.partition(".")[0]) for file in folder.glob(f"*{_REQUEST}")]
        self._number = max(taken, default=0)

    async def ask(
        self, page: str, data: Mapping[str, object], complaint: Callable[[str], str] = lambda _answer: ""
    ) -> str:
        """Put a request there and return the answer when it has come. There is no deadline.

        `page` is the request for reading, `data` for programs. An answer with a `complaint` is taken away, the
        complaint is left as `NNN.wrong`, and another one is waited for. A request that nobody waits for any more gets a
        file `NNN.withdrawn`: it need not be answered.
        """
        self._number += 1
        name = f"{self._number:03d}"
        await asyncio.to_thread(self._put, name, page, data)
        answer = self.folder / f"{name}.answer"
        try:
            while True:
                text = await asyncio.to_thread(_whole, answer)
                if text is not None and not (wrong := complaint(text)):
                    return text
                if text is not None:
                    answer.unlink()
                    self.note(f"{name}.wrong", f"{wrong}\n")
                await asyncio.sleep(POLL)
        except asyncio.CancelledError:
            (self.folder / f"{name}.withdrawn").touch()
            raise

    def note(self, name: str, text: str) -> None:
        """Leave a file to read there."""
        write_atomically(self.folder / name, text.encode())

    def finish(self) -> None:
        """Say that nothing more will be asked."""
        (self.folder / FINISHED).touch()

    def _put(self, name: str, page: str, data: Mapping[str, object]) -> None:
        body = json.dumps({"number": self._number, **data}, ensure_ascii=False, indent=1)
        write_atomically(self.folder / f"{name}.request.json", body.encode())
        # The page comes last: who sees it may read the other.
        write_atomically(self.folder / f"{name}{_REQUEST}", page.encode())


def _whole(file: Path) -> str | None:
    """What stands in a file that nobody is writing any more; None as long as there is no such file."""
    try:
        state = file.stat()
        if state.st_size == 0 or time.time() - state.st_mtime < _SETTLED:
            return None
        return file.read_text(encoding="utf-8-sig").strip() or None
    except FileNotFoundError:
        return None
